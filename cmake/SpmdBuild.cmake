# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The five functions that the build files are written in.

# spmd_sources(OUT folder...): all .cpp files of the folders but the tests.
function(spmd_sources out)
  set(all)
  foreach(folder ${ARGN})
    file(GLOB found CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.cpp)
    list(FILTER found EXCLUDE REGEX "_test\\.cpp$")
    list(APPEND all ${found})
  endforeach()
  set(${out} ${all} PARENT_SCOPE)
endfunction()

# spmd_tablegen(path/file.td out.inc -gen-... args...): output path is relative to the build root and includable as such.
function(spmd_tablegen td out)
  set(LLVM_TARGET_DEFINITIONS ${CMAKE_SOURCE_DIR}/${td})
  get_filename_component(folder ${out} DIRECTORY)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/${folder})
  file(RELATIVE_PATH local ${CMAKE_CURRENT_BINARY_DIR} ${CMAKE_BINARY_DIR}/${out})
  set(TABLEGEN_OUTPUT)
  mlir_tablegen(${local} ${ARGN})
  string(REGEX REPLACE "[^a-zA-Z0-9]" "_" target "tg_${out}")
  add_custom_target(${target} DEPENDS ${CMAKE_BINARY_DIR}/${out})
  add_dependencies(spmd_headers ${target})
endfunction()

# spmd_room(folder): the folder's sources as objects of libspmd-compiler, compiled with the precompiled MLIR header (dialects) or
# with the one that has the dialects in it, too (compiler).
function(spmd_room folder)
  spmd_sources(sources ${folder})
  if(NOT sources)
    return()
  endif()
  string(REPLACE "/" "_" name "room_${folder}")
  add_library(${name} OBJECT ${sources})
  target_compile_options(${name} PRIVATE -fno-exceptions)
  if(folder MATCHES "^compiler")
    target_precompile_headers(${name} REUSE_FROM spmd_compiler_pch)
  else()
    target_precompile_headers(${name} REUSE_FROM spmd_pch)
  endif()
  add_dependencies(${name} spmd_headers)
  set_property(GLOBAL APPEND PROPERTY SPMD_ROOMS ${name})
endfunction()

# spmd_uses_library_pch(program library): compiles a program with the library's precompiled header and like it (-fPIC,
# not -fPIE): clang insists that both sides of a precompiled header agree.
function(spmd_uses_library_pch program library)
  set_target_properties(${program} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${program} PRIVATE -fPIC)
  if(library STREQUAL spmd_runtime)
    target_compile_definitions(${program} PRIVATE spmd_runtime_EXPORTS)
    target_precompile_headers(${program} REUSE_FROM spmd_runtime)
  else()
    target_precompile_headers(${program} REUSE_FROM spmd_compiler_pch)
    add_dependencies(${program} spmd_headers)
  endif()
endfunction()

# spmd_unit_tests(folder library): builds folder's *_test.cpp into one gtest program.
function(spmd_unit_tests folder library)
  file(GLOB tests CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*_test.cpp)
  if(NOT tests)
    return()
  endif()
  string(REPLACE "/" "_" name "${folder}_tests")
  add_executable(${name} ${tests})
  if(folder MATCHES ^compiler/frontend) # its tests catch what it throws; their own code is not what takes time
    target_compile_options(${name} PRIVATE -O0)
  else()
    target_compile_options(${name} PRIVATE -fno-exceptions)
    spmd_uses_library_pch(${name} ${library})
  endif()
  target_link_libraries(${name} PRIVATE ${library} GTest::gtest GTest::gtest_main fmt::fmt)
  add_test(NAME ${folder} COMMAND ${name})
  set_property(GLOBAL APPEND PROPERTY SPMD_UNIT_TESTS ${name})
endfunction()
