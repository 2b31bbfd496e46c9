// Fourier transforms of all kinds, with the dim that is transformed split, others split, sizes that do not divide, and long lines.
// RUN: spmd-run %s --check-against-sequential --random-args=11
// RUN: env SPMD_MAX_ISA=avx2 spmd-run %s --check-against-sequential --random-args=12
// RUN: env SPMD_MAX_ISA=x86-64 spmd-run %s --check-against-sequential --random-args=13

sdy.mesh @mesh = <["x"=2, "y"=3]>

func.func @main(%a: tensor<7x30xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
                %b: tensor<4x6x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {"x"}]>},
                %c: tensor<4096xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
                %d: tensor<17x53xcomplex<f64>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}]>},
                %e: tensor<5x0xcomplex<f32>>)
    -> (tensor<7x30xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
        tensor<4x6x6xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}]>},
        tensor<4x6x10xf32>, tensor<2049xcomplex<f64>>, tensor<4096xf64>, tensor<17x53xcomplex<f64>>, tensor<5x0xcomplex<f32>>) {
  %0 = stablehlo.fft %a, type = FFT, length = [7, 30] : (tensor<7x30xcomplex<f32>>) -> tensor<7x30xcomplex<f32>>
  %1 = stablehlo.fft %b, type = RFFT, length = [6, 10] : (tensor<4x6x10xf32>) -> tensor<4x6x6xcomplex<f32>>
  %2 = stablehlo.fft %1, type = IRFFT, length = [4, 6, 10] : (tensor<4x6x6xcomplex<f32>>) -> tensor<4x6x10xf32>
  %3 = stablehlo.fft %c, type = RFFT, length = [4096] : (tensor<4096xf64>) -> tensor<2049xcomplex<f64>>
  %4 = stablehlo.fft %3, type = IRFFT, length = [4096] : (tensor<2049xcomplex<f64>>) -> tensor<4096xf64>
  %5 = stablehlo.fft %d, type = IFFT, length = [53] : (tensor<17x53xcomplex<f64>>) -> tensor<17x53xcomplex<f64>>
  %6 = stablehlo.fft %e, type = FFT, length = [0] : (tensor<5x0xcomplex<f32>>) -> tensor<5x0xcomplex<f32>>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<7x30xcomplex<f32>>, tensor<4x6x6xcomplex<f32>>, tensor<4x6x10xf32>, tensor<2049xcomplex<f64>>, tensor<4096xf64>, tensor<17x53xcomplex<f64>>, tensor<5x0xcomplex<f32>>
}
