# Every header compiles alone, and twice: one generated source file per header, which includes nothing else. Nothing
# of it runs, so the build with sanitizers goes without. Built by make test-more, as the test lone_headers.
if(PEEL_SANITIZE)
  return()
endif()
file(GLOB_RECURSE lone_headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
     ${PROJECT_SOURCE_DIR}/include/*.hpp ${PROJECT_SOURCE_DIR}/src/*.hpp)

set(lone_sources)
foreach(header IN LISTS lone_headers)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/headers/${header}.cpp)
  file(GENERATE OUTPUT ${source} CONTENT "#include \"${header}\"\n#include \"${header}\"\n")
  list(APPEND lone_sources ${source})
endforeach()

add_library(peel_lone_headers OBJECT EXCLUDE_FROM_ALL ${lone_sources})
peel_target(peel_lone_headers)
peel_compile_quickly(peel_lone_headers -O0)
target_include_directories(peel_lone_headers PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include
                                                     ${PROJECT_SOURCE_DIR}/src)
