// Slices, paddings, concatenations and reversed dims on meshes that divide the rows and on meshes that do not: numbers of one device.
// The padding value is NaN in places where it must not be read.
// RUN: spmd-run %s --random-args=1 --check-against-sequential --mesh=x=2
// RUN: spmd-run %s --random-args=2 --check-against-sequential --mesh=x=3
// RUN: spmd-run %s --random-args=3 --check-against-sequential --mesh=x=4
// RUN: spmd-run %s --random-args=4 --check-against-sequential --mesh=x=5
// RUN: spmd-run %s --random-args=5 --check-against-sequential --mesh=x=7
// RUN: spmd-run %s --random-args=6 --check-against-sequential --mesh=x=16
// RUN: spmd-run %s --random-args=7 --check-against-sequential --mesh=x=4,y=2
module {
  sdy.mesh @mesh = <["x"=4, "y"=1]>
  func.func public @main(%x: tensor<16x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                         %i: tensor<16xi8> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
                         %z: tensor<16xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) ->
      (tensor<16x3xf32>, tensor<15x3xf32>, tensor<18x3xf32>, tensor<8x3xf32>, tensor<16x3xf32>, tensor<5x3xf32>, tensor<37x3xf32>,
       tensor<40xi8>, tensor<16xcomplex<f32>>, tensor<16x3xf32>) {
    // roll
    %a = stablehlo.slice %x [3:16, 0:3] : (tensor<16x3xf32>) -> tensor<13x3xf32>
    %b = stablehlo.slice %x [0:3, 0:3] : (tensor<16x3xf32>) -> tensor<3x3xf32>
    %roll = stablehlo.concatenate %a, %b, dim = 0 : (tensor<13x3xf32>, tensor<3x3xf32>) -> tensor<16x3xf32>
    %r0 = sdy.sharding_constraint %roll <@mesh, [{"x"}, {}]> : tensor<16x3xf32>
    // one row less
    %slice = stablehlo.slice %x [1:16, 0:3] : (tensor<16x3xf32>) -> tensor<15x3xf32>
    %r1 = sdy.sharding_constraint %slice <@mesh, [{"x"}, {}]> : tensor<15x3xf32>
    // a row at each end, of -0.0
    %minus = stablehlo.constant dense<-0.0> : tensor<f32>
    %pad = stablehlo.pad %x, %minus, low = [1, 0], high = [1, 0], interior = [0, 0] : (tensor<16x3xf32>, tensor<f32>) -> tensor<18x3xf32>
    %r2 = sdy.sharding_constraint %pad <@mesh, [{"x"}, {}]> : tensor<18x3xf32>
    // every second row
    %even = stablehlo.slice %x [1:16:2, 0:3] : (tensor<16x3xf32>) -> tensor<8x3xf32>
    %r3 = sdy.sharding_constraint %even <@mesh, [{"x"}, {}]> : tensor<8x3xf32>
    %r4 = stablehlo.reverse %x, dims = [0] : tensor<16x3xf32>
    // rows far from where they are wanted, with a step of 2
    %far = stablehlo.slice %x [7:16:2, 0:3] : (tensor<16x3xf32>) -> tensor<5x3xf32>
    %r5 = sdy.sharding_constraint %far <@mesh, [{"x"}, {}]> : tensor<5x3xf32>
    // rows spread out, some of the result cut off
    %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %spread = stablehlo.pad %x, %nan, low = [-5, 0], high = [-4, 0], interior = [2, 0] : (tensor<16x3xf32>, tensor<f32>) -> tensor<37x3xf32>
    %wide = sdy.sharding_constraint %spread <@mesh, [{"x"}, {}]> : tensor<37x3xf32>
    %none = stablehlo.constant dense<0.0> : tensor<37x3xf32>
    %isNumber = stablehlo.compare EQ, %wide, %wide : (tensor<37x3xf32>, tensor<37x3xf32>) -> tensor<37x3xi1>
    %r6 = stablehlo.select %isNumber, %wide, %none : tensor<37x3xi1>, tensor<37x3xf32>
    // three values one after the other, the middle one a slice from both ends
    %middle = stablehlo.slice %i [4:12] : (tensor<16xi8>) -> tensor<8xi8>
    %row = stablehlo.concatenate %i, %middle, %i, dim = 0 : (tensor<16xi8>, tensor<8xi8>, tensor<16xi8>) -> tensor<40xi8>
    %r7 = sdy.sharding_constraint %row <@mesh, [{"x"}]> : tensor<40xi8>
    // a shift that keeps the size
    %zero = stablehlo.constant dense<(0.0, 1.0)> : tensor<complex<f32>>
    %shift = stablehlo.pad %z, %zero, low = [-2], high = [2], interior = [0] : (tensor<16xcomplex<f32>>, tensor<complex<f32>>) -> tensor<16xcomplex<f32>>
    %r8 = sdy.sharding_constraint %shift <@mesh, [{"x"}]> : tensor<16xcomplex<f32>>
    // differences of neighbours, as in a stencil inside of a loop
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %c3 = stablehlo.constant dense<3> : tensor<i32>
    %n, %r9 = stablehlo.while(%k = %c0, %u = %x) : tensor<i32>, tensor<16x3xf32>
      cond {
        %less = stablehlo.compare LT, %k, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %less : tensor<i1>
      } do {
        %zf = stablehlo.constant dense<0.0> : tensor<f32>
        %up = stablehlo.pad %u, %zf, low = [1, 0], high = [-1, 0], interior = [0, 0] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16x3xf32>
        %down = stablehlo.pad %u, %zf, low = [-1, 0], high = [1, 0], interior = [0, 0] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16x3xf32>
        %sum = stablehlo.subtract %up, %down : tensor<16x3xf32>
        %next = stablehlo.add %k, %c1 : tensor<i32>
        stablehlo.return %next, %sum : tensor<i32>, tensor<16x3xf32>
      }
    return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9 : tensor<16x3xf32>, tensor<15x3xf32>, tensor<18x3xf32>, tensor<8x3xf32>,
        tensor<16x3xf32>, tensor<5x3xf32>, tensor<37x3xf32>, tensor<40xi8>, tensor<16xcomplex<f32>>, tensor<16x3xf32>
  }
}
