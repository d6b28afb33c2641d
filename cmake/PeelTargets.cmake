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

# Code whose speed nobody waits for, such as most tests and option parsing: test builds compile it in a hurry. Released
# programs are built as everything else. The arguments are targets, or source files of the current folder.
function(peel_compile_quickly)
  if(NOT PEEL_SANITIZE AND NOT PEEL_ASSERTIONS)
    return()
  endif()
  foreach(name IN LISTS ARGN)
    if(TARGET ${name})
      target_compile_options(${name} PRIVATE -O0)
    else()
      set_source_files_properties(${name} PROPERTIES COMPILE_OPTIONS -O0)
    endif()
  endforeach()
endfunction()
