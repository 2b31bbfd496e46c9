# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# `cmake --install`: tools, libraries, headers, and the package for find_package(spmd). Hosts of libspmd need spmd.h alone and
# neither MLIR nor LLVM. Plug-ins need the headers of libspmd-compiler, which lie in a folder of their own with the .td files
# and what mlir-tblgen makes of them.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
install(TARGETS spmd spmd_compiler spmd_runtime LIBRARY DESTINATION lib)
install(FILES compiler/frontend/spmd.h DESTINATION include)
install(DIRECTORY compiler/frontend/include/spmd DESTINATION include)
set(headers FILES_MATCHING PATTERN *.h PATTERN *.td PATTERN *.h.inc PATTERN test_* EXCLUDE PATTERN CMakeFiles EXCLUDE)
foreach(room dialects compiler/elements compiler/ops compiler/sharding compiler/structure runtime) # what stages share, not the stages
  install(DIRECTORY ${room}/ DESTINATION include/spmd-compiler/${room} ${headers})
endforeach()
install(DIRECTORY ${CMAKE_BINARY_DIR}/dialects/ DESTINATION include/spmd-compiler/dialects ${headers})
file(GLOB headers CONFIGURE_DEPENDS compiler/*.h compiler/*.td)
install(FILES ${headers} ${CMAKE_BINARY_DIR}/compiler/passes.h.inc DESTINATION include/spmd-compiler/compiler)
configure_file(cmake/spmd-config.cmake.in ${CMAKE_BINARY_DIR}/spmd-config.cmake @ONLY)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/spmd-config-version.cmake VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/spmd-config.cmake ${CMAKE_BINARY_DIR}/spmd-config-version.cmake DESTINATION lib/cmake/spmd)
