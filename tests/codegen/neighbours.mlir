// Neighbours along the last dim that are computed apart: two to four of them, in f32, bf16 and integers, with steps that are left
// over, and every second element of odd rows.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
module {
  func.func public @main(%z: tensor<3x61x2xf32>, %c: tensor<7x11x3xbf16>, %q: tensor<1x77x4xi32>, %x: tensor<7x33xf32>)
      -> (tensor<3x61x2xf32>, tensor<3x61xf32>, tensor<7x11x3xbf16>, tensor<1x77x4xi32>, tensor<7x17xf32>, tensor<7x11xf32>) {
    %re = stablehlo.slice %z [0:3, 0:61, 0:1] : (tensor<3x61x2xf32>) -> tensor<3x61x1xf32>
    %im = stablehlo.slice %z [0:3, 0:61, 1:2] : (tensor<3x61x2xf32>) -> tensor<3x61x1xf32>
    %less = stablehlo.negate %im : tensor<3x61x1xf32>
    %both = stablehlo.multiply %re, %im : tensor<3x61x1xf32>
    %conjugate = stablehlo.concatenate %both, %less, dim = 2 : (tensor<3x61x1xf32>, tensor<3x61x1xf32>) -> tensor<3x61x2xf32>
    %sum = stablehlo.add %re, %im : tensor<3x61x1xf32>
    %plain = stablehlo.reshape %sum : (tensor<3x61x1xf32>) -> tensor<3x61xf32>

    %r = stablehlo.slice %c [0:7, 0:11, 0:1] : (tensor<7x11x3xbf16>) -> tensor<7x11x1xbf16>
    %g = stablehlo.slice %c [0:7, 0:11, 1:2] : (tensor<7x11x3xbf16>) -> tensor<7x11x1xbf16>
    %b = stablehlo.slice %c [0:7, 0:11, 2:3] : (tensor<7x11x3xbf16>) -> tensor<7x11x1xbf16>
    %dark = stablehlo.negate %g : tensor<7x11x1xbf16>
    %turned = stablehlo.concatenate %b, %r, %dark, dim = 2 : (tensor<7x11x1xbf16>, tensor<7x11x1xbf16>, tensor<7x11x1xbf16>) -> tensor<7x11x3xbf16>

    %q0 = stablehlo.slice %q [0:1, 0:77, 0:1] : (tensor<1x77x4xi32>) -> tensor<1x77x1xi32>
    %q1 = stablehlo.slice %q [0:1, 0:77, 1:2] : (tensor<1x77x4xi32>) -> tensor<1x77x1xi32>
    %q2 = stablehlo.slice %q [0:1, 0:77, 2:3] : (tensor<1x77x4xi32>) -> tensor<1x77x1xi32>
    %q3 = stablehlo.slice %q [0:1, 0:77, 3:4] : (tensor<1x77x4xi32>) -> tensor<1x77x1xi32>
    %s = stablehlo.add %q0, %q1 : tensor<1x77x1xi32>
    %quad = stablehlo.concatenate %q3, %s, %q2, %q0, dim = 2 : (tensor<1x77x1xi32>, tensor<1x77x1xi32>, tensor<1x77x1xi32>, tensor<1x77x1xi32>) -> tensor<1x77x4xi32>

    %second = stablehlo.slice %x [0:7, 0:33:2] : (tensor<7x33xf32>) -> tensor<7x17xf32>
    %third = stablehlo.slice %x [0:7, 1:33:3] : (tensor<7x33xf32>) -> tensor<7x11xf32>
    %half = stablehlo.add %second, %second : tensor<7x17xf32>
    %twice = stablehlo.add %third, %third : tensor<7x11xf32>
    return %conjugate, %plain, %turned, %quad, %half, %twice
      : tensor<3x61x2xf32>, tensor<3x61xf32>, tensor<7x11x3xbf16>, tensor<1x77x4xi32>, tensor<7x17xf32>, tensor<7x11xf32>
  }
}
