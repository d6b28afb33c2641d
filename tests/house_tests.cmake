# Tests of the house rather than of one layer: the layer law, headers that stand alone, an installed package.
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)
include(${CMAKE_CURRENT_LIST_DIR}/headers.cmake)

add_test(NAME layer_law COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/check-layers ${PROJECT_SOURCE_DIR})
add_test(NAME check_layers COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/tools/check_layers_test.py)
foreach(tool build_times mutate run_fuzzers test_times)
  add_test(NAME ${tool} COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/tools/${tool}_test.py)
endforeach()
add_test(NAME campaign_tool COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/tools/campaign_test.py)
add_test(NAME lint_tool COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/tools/lint_test.py)
add_test(NAME documents COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/tools/documents_test.py)

# A library with sanitizers inside links only to programs that have them too, so what is installed is an
# ordinary build. A project that adds peel as a folder builds the library once more.
if(NOT PEEL_SANITIZE)
  foreach(way find_package add_subdirectory)
    add_test(NAME install_${way} COMMAND ${CMAKE_CURRENT_LIST_DIR}/install/run.sh ${way} ${PROJECT_BINARY_DIR}
                                         ${PROJECT_SOURCE_DIR} ${CMAKE_CXX_COMPILER})
    set_tests_properties(install_${way} PROPERTIES TIMEOUT 900 COST 60)  # seconds, roughly: the longest start first
  endforeach()
  set_tests_properties(install_find_package install_add_subdirectory PROPERTIES LABELS more)
  add_test(NAME lone_headers COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target peel_lone_headers)
  set_tests_properties(lone_headers PROPERTIES LABELS more RUN_SERIAL ON TIMEOUT 900)
  if(PEEL_BUILD_BENCHMARKS)
    add_test(NAME benchmarks_build COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target peel-bench)
    set_tests_properties(benchmarks_build PROPERTIES LABELS more RUN_SERIAL ON TIMEOUT 900)
  endif()
endif()
