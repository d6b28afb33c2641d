# Tests of the house rather than of one layer: the layer law, headers that stand alone, an installed package.
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)
include(${CMAKE_CURRENT_LIST_DIR}/headers.cmake)

add_test(NAME layer_law COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/check-layers ${PROJECT_SOURCE_DIR})
add_test(NAME check_layers COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/tools/check_layers_test.py)
foreach(tool build_times mutate test_times)
  add_test(NAME ${tool} COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/tools/${tool}_test.py)
endforeach()
add_test(NAME lint_tool COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/tools/lint_test.py)
add_test(NAME documents COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/tools/documents_test.py)

# A library with sanitizers inside links only to programs that have them too, so what is installed is an
# ordinary build.
if(NOT PEEL_SANITIZE)
  add_test(NAME install COMMAND ${CMAKE_CURRENT_LIST_DIR}/install/run.sh ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR}
                                ${CMAKE_CXX_COMPILER})
  set_tests_properties(install PROPERTIES TIMEOUT 900 COST 60)  # seconds, roughly: the longest start first
endif()
