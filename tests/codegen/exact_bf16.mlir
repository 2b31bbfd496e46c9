// bf16 keeps excess precision inside of a kernel unless --exact asks for the rounding of each op, also where the cache has the other kernel.
// RUN: rm -rf %t && env XDG_CACHE_HOME=%t not spmd-run %s 2>&1 | FileCheck %s
// RUN: env XDG_CACHE_HOME=%t spmd-run %s --exact
// RUN: env XDG_CACHE_HOME=%t not spmd-run %s 2>&1 | FileCheck %s
// RUN: spmd-run %s --backend=reference
// CHECK: error: 'check.expect_eq' op
module {
  func.func public @main() {
    %nan = stablehlo.constant dense<-77.0> : tensor<37xf32>

    %x.bf16, %y.bf16, %w.bf16 = call @bf16() : () -> (tensor<37xbf16>, tensor<37xbf16>, tensor<37xf32>)
    %p.bf16 = stablehlo.multiply %x.bf16, %y.bf16 : tensor<37xbf16>
    %s.bf16 = stablehlo.add %p.bf16, %x.bf16 : tensor<37xbf16>
    %q.bf16 = stablehlo.divide %s.bf16, %y.bf16 : tensor<37xbf16>
    %d.bf16 = stablehlo.subtract %q.bf16, %p.bf16 : tensor<37xbf16>
    %e.bf16 = stablehlo.multiply %d.bf16, %d.bf16 : tensor<37xbf16>
    %m.bf16 = stablehlo.maximum %e.bf16, %q.bf16 : tensor<37xbf16>
    %f.bf16 = stablehlo.convert %m.bf16 : (tensor<37xbf16>) -> tensor<37xf32>
    %n.bf16 = stablehlo.compare EQ, %f.bf16, %f.bf16 : (tensor<37xf32>, tensor<37xf32>) -> tensor<37xi1>
    %r.bf16 = stablehlo.select %n.bf16, %f.bf16, %nan : tensor<37xi1>, tensor<37xf32>
    check.expect_eq %r.bf16, %w.bf16 : tensor<37xf32>

    return
  }

  func.func private @bf16() -> (tensor<37xbf16>, tensor<37xbf16>, tensor<37xf32>) {
    %x = stablehlo.constant dense<"0x313FD23F293F27C0E83F653F89BF953F3B3F173F693D8C3FBDBFA7BE77BF993FA33D16BFC8BF04BF853C0DBF26400140AEC072C0B3BE58BFDB3EDF3E88400EC041BF8340A63FAA3F84BF"> : tensor<37xbf16>
    %y = stablehlo.constant dense<"0x7CC0C03FAA3F2CC086BF493FEBBF353FA53F8E3F05BF32406B40FB3FBABF4C4001BF69400EC07040713F30C06F3D953FE93FF9BF15C0CD3FCDBEDA3F52407DC0E23F9640DC3DB7BF5040"> : tensor<37xbf16>
    %w = stablehlo.constant dense<"0x00002741000030400000943F0000954200007C40000002400000C14000007C400000A63F0000903F00000D3A00001C40000048410000B03C000038400000A2400000C33A0000F83F000095410000D23F0000093D00005F4000000A4500007140000004400000A9420000843F000080390000653E0000313F00008C420000D7420000B43C00004B43000030430000A94000008040"> : tensor<37xf32>
    return %x, %y, %w : tensor<37xbf16>, tensor<37xbf16>, tensor<37xf32>
  }
}
