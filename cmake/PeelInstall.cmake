# Installs library, headers, CMake package, and the command with its manual and completion, so that
# find_package(peel) and man peel work.
include(CMakePackageConfigHelpers)

install(TARGETS peel EXPORT peelTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET peel_sources)
  install(TARGETS peel_sources EXPORT peelTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/peel DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT peelTargets NAMESPACE peel:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/peel)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/peelConfig.cmake.in
  ${PROJECT_BINARY_DIR}/peelConfig.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/peel)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/peelConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/peelConfig.cmake ${PROJECT_BINARY_DIR}/peelConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/peel)
if(PEEL_BUILD_CLI)
  install(TARGETS peel-cli peel-lab RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${PROJECT_BINARY_DIR}/cli/peel.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${PROJECT_BINARY_DIR}/cli/peel.bash RENAME peel
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${PROJECT_BINARY_DIR}/cli/_peel DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${PROJECT_BINARY_DIR}/cli/peel.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
