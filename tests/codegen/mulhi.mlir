// RUN: spmd-run --check-against-sequential --random-args=1 %s

// The upper halves of products, of every width and both signs.
func.func @main(%a: tensor<8xi32>, %b: tensor<8xui32>, %c: tensor<8xi8>, %d: tensor<8xui16>, %e: tensor<8xi64>) -> (tensor<8xi32>, tensor<8xui32>, tensor<8xi8>, tensor<8xui16>, tensor<8xi64>) {
  %large = stablehlo.constant dense<2147483629> : tensor<8xi32>
  %larger = stablehlo.constant dense<4294967279> : tensor<8xui32>
  %byte = stablehlo.constant dense<117> : tensor<8xi8>
  %short = stablehlo.constant dense<65521> : tensor<8xui16>
  %long = stablehlo.constant dense<-9223372036854775783> : tensor<8xi64>
  %0 = chlo.mulhi %a, %large : tensor<8xi32>, tensor<8xi32> -> tensor<8xi32>
  %1 = chlo.mulhi %b, %larger : tensor<8xui32>, tensor<8xui32> -> tensor<8xui32>
  %2 = chlo.mulhi %c, %byte : tensor<8xi8>, tensor<8xi8> -> tensor<8xi8>
  %3 = chlo.mulhi %d, %short : tensor<8xui16>, tensor<8xui16> -> tensor<8xui16>
  %4 = chlo.mulhi %e, %long : tensor<8xi64>, tensor<8xi64> -> tensor<8xi64>
  return %0, %1, %2, %3, %4 : tensor<8xi32>, tensor<8xui32>, tensor<8xi8>, tensor<8xui16>, tensor<8xi64>
}
