# peel_html_page(OUT): the page of an HTML report as a C++ source, from the files of cli/present/html. Its style and its
# script are put into the page, and their digests into its content security policy: a browser then runs this script
# and no other, whatever the data says.

# The digest of a text as base64, which CMake does not write by itself.
function(peel_sha256_base64 text out)
  set(digits "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  string(SHA256 hex "${text}")
  string(APPEND hex "00")  # 32 bytes are 10 groups of three and one of two
  set(base64 "")
  foreach(group RANGE 10)
    math(EXPR at "${group} * 6")
    string(SUBSTRING "${hex}" ${at} 6 bytes)
    foreach(shift 18 12 6 0)
      math(EXPR digit "(0x${bytes} >> ${shift}) & 63")
      string(SUBSTRING "${digits}" ${digit} 1 letter)
      string(APPEND base64 "${letter}")
    endforeach()
  endforeach()
  string(REGEX REPLACE ".$" "=" base64 "${base64}")
  set(${out} "${base64}" PARENT_SCOPE)
endfunction()

function(peel_html_page out)
  set(folder ${CMAKE_CURRENT_SOURCE_DIR}/present/html)
  set(scripts text data query detail grid chart main)  # each uses those before it
  file(READ ${folder}/page.css PEEL_PAGE_CSS)
  set(PEEL_PAGE_JS "")
  foreach(script ${scripts})
    file(READ ${folder}/${script}.js part)
    string(APPEND PEEL_PAGE_JS "${part}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/${script}.js)
  endforeach()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/page.css ${folder}/page.html.in)
  peel_sha256_base64("${PEEL_PAGE_CSS}" PEEL_PAGE_CSS_HASH)
  peel_sha256_base64("${PEEL_PAGE_JS}" PEEL_PAGE_JS_HASH)
  configure_file(${folder}/page.html.in ${CMAKE_CURRENT_BINARY_DIR}/page.html @ONLY)
  file(READ ${CMAKE_CURRENT_BINARY_DIR}/page.html PEEL_PAGE)
  configure_file(${folder}/page_text.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/html_page_text.cpp @ONLY)
  set(${out} ${CMAKE_CURRENT_BINARY_DIR}/html_page_text.cpp PARENT_SCOPE)
endfunction()
