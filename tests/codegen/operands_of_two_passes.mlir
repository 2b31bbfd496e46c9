// A reduction of two operands, one of which is known one walk over the row later than the other. Both are read in the later walk, so no
// result of the earlier one may take the place of the other operand.
// RUN: spmd-run %s --random-args=1 --check-against-sequential --no-cache

func.func @main(%x: tensor<257xi8>, %y: tensor<9xi8>) -> (tensor<266xi8>, tensor<266xi8>, tensor<i8>, tensor<i8>) {
  %zero = stablehlo.constant dense<0> : tensor<i8>
  %joined = stablehlo.concatenate %x, %y, dim = 0 : (tensor<257xi8>, tensor<9xi8>) -> tensor<266xi8>
  %v = stablehlo.optimization_barrier %joined : tensor<266xi8>
  %m = stablehlo.reduce(%v init: %zero) applies stablehlo.minimum across dimensions = [0] : (tensor<266xi8>, tensor<i8>) -> tensor<i8>
  %ms = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<i8>) -> tensor<266xi8>
  %half = stablehlo.divide %v, %ms : tensor<266xi8>
  %sum = stablehlo.reduce(%half init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<266xi8>, tensor<i8>) -> tensor<i8>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [] : (tensor<i8>) -> tensor<266xi8>
  %difference = stablehlo.subtract %half, %sums : tensor<266xi8>
  %square = stablehlo.multiply %difference, %difference : tensor<266xi8>
  %least:2 = stablehlo.reduce(%square init: %zero), (%v init: %zero) across dimensions = [0] : (tensor<266xi8>, tensor<266xi8>, tensor<i8>, tensor<i8>) -> (tensor<i8>, tensor<i8>)
    reducer(%a: tensor<i8>, %b: tensor<i8>) (%c: tensor<i8>, %d: tensor<i8>) {
      %1 = stablehlo.minimum %a, %b : tensor<i8>
      %2 = stablehlo.minimum %c, %d : tensor<i8>
      stablehlo.return %1, %2 : tensor<i8>, tensor<i8>
    }
  return %half, %square, %least#0, %least#1 : tensor<266xi8>, tensor<266xi8>, tensor<i8>, tensor<i8>
}
