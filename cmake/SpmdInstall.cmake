# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# `cmake --install`: tools, libraries, the public header, and spmd-config.cmake for find_package(spmd). Users of the
# package need neither MLIR's nor LLVM's headers.
include(GNUInstallDirs)
install(TARGETS spmd spmd_runtime LIBRARY DESTINATION lib)
install(FILES compiler/frontend/spmd.h DESTINATION include)
file(WRITE ${CMAKE_BINARY_DIR}/spmd-config.cmake [=[
get_filename_component(SPMD_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
add_library(spmd::spmd SHARED IMPORTED)
set_target_properties(spmd::spmd PROPERTIES
  IMPORTED_LOCATION "${SPMD_PREFIX}/lib/libspmd.so"
  INTERFACE_INCLUDE_DIRECTORIES "${SPMD_PREFIX}/include"
  INTERFACE_LINK_DIRECTORIES "${SPMD_PREFIX}/lib"
  INTERFACE_LINK_OPTIONS "-Wl,-rpath-link,${SPMD_PREFIX}/lib"
  INTERFACE_COMPILE_FEATURES cxx_std_20)
]=])
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/spmd-config-version.cmake VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/spmd-config.cmake ${CMAKE_BINARY_DIR}/spmd-config-version.cmake DESTINATION lib/cmake/spmd)
