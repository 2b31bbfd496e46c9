// Ops whose result depends on how elements of TYPE are combined, of numbers that every float type of 8 bits has.
func.func @main() {
  %x = stablehlo.constant dense<1.0> : tensor<4xTYPE>
  %places = stablehlo.constant dense<[[2], [2], [2], [9]]> : tensor<4x1xi32>
  %updates = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xTYPE>
  %growing = stablehlo.constant dense<[1.0, 2.0, 4.0, 0.5]> : tensor<4xTYPE>
  %add = "stablehlo.scatter"(%x, %places, %growing) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<TYPE>, %b: tensor<TYPE>):
    %r = stablehlo.add %a, %b : tensor<TYPE>
    stablehlo.return %r : tensor<TYPE>
  }) : (tensor<4xTYPE>, tensor<4x1xi32>, tensor<4xTYPE>) -> tensor<4xTYPE>
  check.expect_eq_const %add, dense<[1.0, 1.0, 8.0, 1.0]> : tensor<4xTYPE>
  %max = "stablehlo.scatter"(%x, %places, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<TYPE>, %b: tensor<TYPE>):
    %r = stablehlo.maximum %a, %b : tensor<TYPE>
    stablehlo.return %r : tensor<TYPE>
  }) : (tensor<4xTYPE>, tensor<4x1xi32>, tensor<4xTYPE>) -> tensor<4xTYPE>
  check.expect_eq_const %max, dense<[1.0, 1.0, 2.0, 1.0]> : tensor<4xTYPE>
  %min = "stablehlo.scatter"(%x, %places, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<TYPE>, %b: tensor<TYPE>):
    %r = stablehlo.minimum %a, %b : tensor<TYPE>
    stablehlo.return %r : tensor<TYPE>
  }) : (tensor<4xTYPE>, tensor<4x1xi32>, tensor<4xTYPE>) -> tensor<4xTYPE>
  check.expect_eq_const %min, dense<[1.0, 1.0, 0.5, 1.0]> : tensor<4xTYPE>
  %mul = "stablehlo.scatter"(%x, %places, %growing) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<TYPE>, %b: tensor<TYPE>):
    %r = stablehlo.multiply %a, %b : tensor<TYPE>
    stablehlo.return %r : tensor<TYPE>
  }) : (tensor<4xTYPE>, tensor<4x1xi32>, tensor<4xTYPE>) -> tensor<4xTYPE>
  check.expect_eq_const %mul, dense<[1.0, 1.0, 8.0, 1.0]> : tensor<4xTYPE>
  %set = "stablehlo.scatter"(%x, %places, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<TYPE>, %b: tensor<TYPE>):
    stablehlo.return %b : tensor<TYPE>
  }) : (tensor<4xTYPE>, tensor<4x1xi32>, tensor<4xTYPE>) -> tensor<4xTYPE>
  check.expect_eq_const %set, dense<[1.0, 1.0, 0.5, 1.0]> : tensor<4xTYPE>
  %own = "stablehlo.scatter"(%x, %places, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<TYPE>, %b: tensor<TYPE>):
    %p = stablehlo.multiply %a, %b : tensor<TYPE>
    %r = stablehlo.add %p, %p : tensor<TYPE>
    stablehlo.return %r : tensor<TYPE>
  }) : (tensor<4xTYPE>, tensor<4x1xi32>, tensor<4xTYPE>) -> tensor<4xTYPE>
  check.expect_eq_const %own, dense<[1.0, 1.0, 8.0, 1.0]> : tensor<4xTYPE>

  // Each source element is added where its window of two has its largest element, here its smallest.
  %row = stablehlo.constant dense<[0.5, 4.0, 2.0, 1.0]> : tensor<4xTYPE>
  %source = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xTYPE>
  %one = stablehlo.constant dense<1.0> : tensor<TYPE>
  %largest = "stablehlo.select_and_scatter"(%row, %source, %one) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<TYPE>, %b: tensor<TYPE>):
    %p = stablehlo.compare GE, %a, %b : (tensor<TYPE>, tensor<TYPE>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<TYPE>, %b: tensor<TYPE>):
    %r = stablehlo.add %a, %b : tensor<TYPE>
    stablehlo.return %r : tensor<TYPE>
  }) : (tensor<4xTYPE>, tensor<2xTYPE>, tensor<TYPE>) -> tensor<4xTYPE>
  %grown = stablehlo.multiply %largest, %row : tensor<4xTYPE>
  %expected = stablehlo.constant dense<[0.5, 8.0, 8.0, 1.0]> : tensor<4xTYPE> // 1 + 2 = 3 is 4 in f8E8M0FNU
  %three = stablehlo.slice %grown [0:2] : (tensor<4xTYPE>) -> tensor<2xTYPE>
  %wanted = stablehlo.slice %expected [0:2] : (tensor<4xTYPE>) -> tensor<2xTYPE>
  check.expect_eq %three, %wanted : tensor<2xTYPE>
  %smallest = "stablehlo.select_and_scatter"(%row, %source, %one) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<TYPE>, %b: tensor<TYPE>):
    %p = stablehlo.compare LE, %a, %b : (tensor<TYPE>, tensor<TYPE>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<TYPE>, %b: tensor<TYPE>):
    %r = stablehlo.add %a, %b : tensor<TYPE>
    stablehlo.return %r : tensor<TYPE>
  }) : (tensor<4xTYPE>, tensor<2xTYPE>, tensor<TYPE>) -> tensor<4xTYPE>
  %first = stablehlo.slice %smallest [0:2] : (tensor<4xTYPE>) -> tensor<2xTYPE>
  check.expect_eq_const %first, dense<[2.0, 1.0]> : tensor<2xTYPE>

  // Equal elements stay in order.
  %many = stablehlo.constant dense<[[1.0, 4.0, 0.5, 4.0, 2.0], [0.5, 0.25, 0.5, 2.0, 1.0]]> : tensor<2x5xTYPE>
  %values, %indices = chlo.top_k(%many, k = 3) : tensor<2x5xTYPE> -> (tensor<2x3xTYPE>, tensor<2x3xi32>)
  check.expect_eq_const %values, dense<[[4.0, 4.0, 2.0], [2.0, 1.0, 0.5]]> : tensor<2x3xTYPE>
  check.expect_eq_const %indices, dense<[[1, 3, 4], [3, 4, 0]]> : tensor<2x3xi32>
  return
}
