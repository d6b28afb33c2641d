# peel_help_topics(OUT): the topics of `peel help` as a C++ source, from the files of cli/help/topics.
function(peel_help_topics out)
  set(folder ${CMAKE_CURRENT_SOURCE_DIR}/help)
  set(PEEL_TOPICS "")
  foreach(name sources keys formats exit-status sketches sizes security)  # in the order in which they are listed
    file(READ ${folder}/topics/${name}.txt text)
    string(APPEND PEEL_TOPICS "    {\"${name}\", R\"topic(${text})topic\"},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/topics/${name}.txt)
  endforeach()
  configure_file(${folder}/topics.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/help_topics.cpp @ONLY)
  set(${out} ${CMAKE_CURRENT_BINARY_DIR}/help_topics.cpp PARENT_SCOPE)
endfunction()
