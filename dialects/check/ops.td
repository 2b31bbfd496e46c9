// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of the check dialect. A failed check may end the run, so no op declares itself free of
// side effects: passes neither remove nor move checks.
include "dialects/check/dialect.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Check_Op<string mnemonic, list<Trait> traits = []> : Op<Check_Dialect, mnemonic, traits>;

def Check_ExpectEqOp : Check_Op<"expect_eq", [SameTypeOperands]> {
  let summary = "checks that lhs equals rhs by the type's own equality: -0 = 0, NaN equals nothing";
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs)";
}

def Check_ExpectEqConstOp : Check_Op<"expect_eq_const", [AllTypesMatch<["lhs", "value"]>]> {
  let summary = "checks that lhs equals a constant, as expect_eq does";
  let arguments = (ins AnyRankedTensor:$lhs, ElementsAttr:$value);
  let assemblyFormat = "$lhs `,` $value attr-dict";
}

def Check_ExpectAlmostEqOp : Check_Op<"expect_almost_eq", [SameTypeOperands]> {
  let summary = "checks that elements are equal, both NaN, or finite and within `tolerance` in f64";
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs, DefaultValuedAttr<F64Attr, "0.0001">:$tolerance);
  let assemblyFormat = "$lhs `,` $rhs (`,` `tolerance` `=` $tolerance^)? attr-dict `:` type($lhs)";
}

def Check_ExpectAlmostEqConstOp : Check_Op<"expect_almost_eq_const", [AllTypesMatch<["lhs", "value"]>]> {
  let summary = "checks that lhs almost equals a constant, as expect_almost_eq does";
  let arguments = (ins AnyRankedTensor:$lhs, ElementsAttr:$value, DefaultValuedAttr<F64Attr, "0.0001">:$tolerance);
  let assemblyFormat = "$lhs `,` $value (`,` `tolerance` `=` $tolerance^)? attr-dict";
}

def Check_ExpectCloseOp : Check_Op<"expect_close", [SameTypeOperands]> {
  let summary = "checks that the distance of elements is between min and max ULP";
  let arguments = (ins AnyRankedTensor:$actual, AnyRankedTensor:$expected,
                       DefaultValuedAttr<I64Attr, "::spmd::check::kMaxUlpDifference">:$max_ulp_difference,
                       DefaultValuedAttr<I64Attr, "::spmd::check::kMinUlpDifference">:$min_ulp_difference);
  let assemblyFormat = [{
    $actual `,` $expected `` custom<UlpDifferences>($max_ulp_difference, $min_ulp_difference) attr-dict
    `:` type($actual) `,` type($expected)
  }];
  let hasVerifier = 1;
}
