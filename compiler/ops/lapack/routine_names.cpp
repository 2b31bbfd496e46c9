// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps targets such as lapack_sgetrf_ffi to routines, and back. The suffix says that JAX passes the
// configuration of the call as a dictionary; the targets without it, which JAX wrote before 2024,
// have scalar operands for sizes and are not known.
#include "compiler/ops/lapack/routine_names.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace spmd::ops {

using rt::LapackRoutine;

// Letters stand for f32, f64, and complex numbers of both, as in the names of LAPACK itself.
// JAX's targets are the routine's name between a prefix, with the letter of the type, and a suffix.
std::optional<std::pair<LapackRoutine, rt::DType>> routineOf(StringRef target) {
  if (target == "lu_pivots_to_permutation" || target == "cu_lu_pivots_to_permutation")
    return std::pair(LapackRoutine::PivotsToPermutation, rt::DType::F32);
  if (!target.consume_front("lapack_") || !target.consume_back("_ffi") || target.empty())
    return std::nullopt;
  using Type = std::optional<rt::DType>;
  Type type = llvm::StringSwitch<Type>(target.take_front(1))
                  .Case("s", rt::DType::F32)
                  .Case("d", rt::DType::F64)
                  .Case("c", rt::DType::C64)
                  .Case("z", rt::DType::C128)
                  .Default(std::nullopt);
  if (!type)
    return std::nullopt;
  // Orthogonal and symmetric matrices are unitary and hermitian ones where numbers are complex.
  bool isComplex = *type >= rt::DType::C64;
  using Routine = std::optional<LapackRoutine>;
  auto real = [&](LapackRoutine r) { return isComplex ? std::nullopt : Routine(r); };
  auto complex = [&](LapackRoutine r) { return isComplex ? Routine(r) : std::nullopt; };
  Routine routine = llvm::StringSwitch<Routine>(target.drop_front(1))
                        .Case("gees", LapackRoutine::Gees)
                        .Case("geev", LapackRoutine::Geev)
                        .Case("gehrd", LapackRoutine::Gehrd)
                        .Case("geqp3", LapackRoutine::Geqp3)
                        .Case("geqrf", LapackRoutine::Geqrf)
                        .Case("gesdd", LapackRoutine::Gesdd)
                        .Case("gesvd", LapackRoutine::Gesvd)
                        .Case("getrf", LapackRoutine::Getrf)
                        .Case("gtsv", LapackRoutine::Gtsv)
                        .Case("ungqr", complex(LapackRoutine::Orgqr))
                        .Case("orgqr", real(LapackRoutine::Orgqr))
                        .Case("ormqr", real(LapackRoutine::Ormqr))
                        .Case("unmqr", complex(LapackRoutine::Ormqr))
                        .Case("potrf", LapackRoutine::Potrf)
                        .Case("qr", LapackRoutine::Qr)
                        .Case("heevd", complex(LapackRoutine::Syevd))
                        .Case("syevd", real(LapackRoutine::Syevd))
                        .Case("hetrd", complex(LapackRoutine::Sytrd))
                        .Case("sytrd", real(LapackRoutine::Sytrd))
                        .Case("trsm", LapackRoutine::Trsm)
                        .Default(std::nullopt);
  if (!routine)
    return std::nullopt;
  return std::pair(*routine, *type);
}

// Orthogonal and symmetric matrices are unitary and hermitian ones where numbers are complex.
std::string targetOf(StringRef name, rt::DType type) {
  if (name == "lu_pivots_to_permutation")
    return name.str();
  bool isComplex = type >= rt::DType::C64;
  StringRef own = !isComplex        ? name
                  : name == "orgqr" ? "ungqr"
                  : name == "syevd" ? "heevd"
                  : name == "sytrd" ? "hetrd"
                                    : name;
  StringRef letter = type == rt::DType::F64   ? "d"
                     : type == rt::DType::C64 ? "c"
                     : isComplex              ? "z"
                                              : "s";
  return ("lapack_" + Twine(letter) + own + "_ffi").str();
}

} // namespace spmd::ops
