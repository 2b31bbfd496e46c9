# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# `cmake --install`: tools, libraries, headers, and the package for find_package(spmd). Hosts of libspmd need spmd.h alone and
# neither MLIR nor LLVM. Plug-ins need the headers of libspmd-compiler, which lie in a folder of their own with the .td files
# and what mlir-tblgen makes of them.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
install(TARGETS spmd spmd_compiler spmd_runtime LIBRARY DESTINATION lib)
install(FILES compiler/frontend/spmd.h DESTINATION include)
foreach(root ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
  install(DIRECTORY ${root}/dialects ${root}/compiler ${root}/runtime DESTINATION include/spmd-compiler
          FILES_MATCHING PATTERN *.h PATTERN *.td PATTERN *.h.inc
          PATTERN test_* EXCLUDE PATTERN frontend EXCLUDE PATTERN CMakeFiles EXCLUDE)
endforeach()
configure_file(cmake/spmd-config.cmake.in ${CMAKE_BINARY_DIR}/spmd-config.cmake @ONLY)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/spmd-config-version.cmake VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/spmd-config.cmake ${CMAKE_BINARY_DIR}/spmd-config-version.cmake DESTINATION lib/cmake/spmd)
