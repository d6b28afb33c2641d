# One way to make a target: every target of this project gets the same language level, warnings and
# instrumentation by calling peel_target(name).
find_program(PEEL_CCACHE ccache)
if(PEEL_CCACHE AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${PEEL_CCACHE}")
endif()

function(peel_target name)
  target_compile_features(${name} PUBLIC cxx_std_20)
  set_target_properties(${name} PROPERTIES
    CXX_EXTENSIONS OFF
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
                                         -Wnon-virtual-dtor -Wold-style-cast -Wcast-qual)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(${name} PRIVATE -Wno-restrict)  # GCC 12 at -O3 sees overlaps in strings put together
  endif()
  if(PEEL_WARNINGS_AS_ERRORS)
    target_compile_options(${name} PRIVATE -Werror)
  endif()
  if(PEEL_ASSERTIONS)
    target_compile_definitions(${name} PRIVATE PEEL_ASSERTIONS=1)
  endif()
  if(PEEL_SANITIZE)
    target_compile_options(${name} PRIVATE -fsanitize=${PEEL_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${name} PRIVATE -fsanitize=${PEEL_SANITIZE})
  endif()
endfunction()

# Compiles the files of each folder together, a dozen at a time: compilers spend most of their time on headers and on
# templates that all files of a folder share. Names in unnamed namespaces are therefore unique in their folder. Arguments
# after the target are files that stay alone.
set(PEEL_UNITY_FILES 12 CACHE STRING "Source files that are compiled together; 1 for each alone")
function(peel_unity name)
  if(PEEL_UNITY_FILES LESS 2)
    return()
  endif()
  set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${name} SOURCES)
  foreach(source IN LISTS sources)
    if(NOT source MATCHES "\\.cpp$")
      continue()
    endif()
    cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE path)
    cmake_path(RELATIVE_PATH path BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE place)
    if(place IN_LIST ARGN)
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
      continue()
    endif()
    cmake_path(GET place PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    if(NOT DEFINED files_in_${folder})
      set(files_in_${folder} 0)
    endif()
    math(EXPR batch "${files_in_${folder}} / ${PEEL_UNITY_FILES}")
    math(EXPR files_in_${folder} "${files_in_${folder}} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP "${folder}_${batch}")
  endforeach()
endfunction()

# Code whose speed hardly anybody waits for: test builds compile such targets in a hurry. Released programs are built as
# everything else.
function(peel_compile_quickly name level)
  if(PEEL_SANITIZE OR PEEL_ASSERTIONS)
    target_compile_options(${name} PRIVATE ${level})
  endif()
endfunction()
