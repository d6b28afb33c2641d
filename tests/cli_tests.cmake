# Tests of what stands on the library: plots, the lab, parts of the command, and the command by its exit status and exact
# output.

file(GLOB plot_test_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/plot/*.cpp)
add_executable(test_plot ${plot_test_sources})
peel_test_program(test_plot unit)
target_link_libraries(test_plot PRIVATE peel_plot)

file(GLOB lab_test_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/lab/*.cpp)
add_executable(test_lab ${lab_test_sources})
peel_test_program(test_lab command)
set_tests_properties(lab PROPERTIES LABELS "more;command" COST 60)  # a minute of experiments, in both builds of test-more

if(PEEL_BUILD_CLI)
  # Parts of the command that cannot be seen from outside.
  file(GLOB cli_test_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/cli/*.cpp)
  add_executable(test_cli ${cli_test_sources})
  peel_test_program(test_cli command)
  target_link_libraries(test_cli PRIVATE peel_cli_parts)
  target_link_libraries(test_lab PRIVATE peel_lab_parts)

  file(GLOB command_tests CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/end_to_end/*_test.py)
  foreach(script ${command_tests})
    get_filename_component(name ${script} NAME_WE)
    string(REPLACE _test "" name ${name})
    add_test(NAME command_${name} COMMAND /usr/bin/python3 ${script})
    set_tests_properties(command_${name} PROPERTIES
      ENVIRONMENT "PEEL_COMMAND=$<TARGET_FILE:peel-cli>;PEEL_SANITIZE=${PEEL_SANITIZE};PYTHONDONTWRITEBYTECODE=1")
  endforeach()
  set_tests_properties(command_diff_oracle command_diff_large PROPERTIES COST 30)
  set_tests_properties(command_diff_html_browser PROPERTIES LABELS "more;browser" COST 30)
  set_tests_properties(command_lab command_far_cut PROPERTIES LABELS "more;command")
  add_dependencies(peel-usual-tests test_cli peel-cli example_compare)

  add_test(NAME example_compare COMMAND ${CMAKE_CURRENT_LIST_DIR}/examples/compare.sh $<TARGET_FILE:example_compare>
                                        $<TARGET_FILE:peel-cli>)
  add_test(NAME tutorial COMMAND /usr/bin/python3 ${CMAKE_CURRENT_LIST_DIR}/tools/tutorial_test.py Commands)
  add_test(NAME tutorial_lab COMMAND /usr/bin/python3 ${CMAKE_CURRENT_LIST_DIR}/tools/tutorial_test.py Lab)
  set_tests_properties(tutorial tutorial_lab PROPERTIES ENVIRONMENT "PEEL_COMMAND=$<TARGET_FILE:peel-cli>")
  set_tests_properties(tutorial_lab PROPERTIES LABELS "more;command")
endif()
