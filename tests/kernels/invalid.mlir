// RUN: spmd-opt %s --split-input-file --verify-diagnostics --spmd-check-kernels
// Kernels that somebody wrote: what the loops are is checked by itself, and against what the body needs.

// expected-error @+1 {{a nest has 12 lanes; they are a power of two, at most 64}}
func.func @lanes() attributes {a = #spmd.nest<columns = [64], lanes = 12>} { return }

// -----

// expected-error @+1 {{a nest walks over a row 0 times; it is 1 to 63}}
func.func @passes() attributes {a = #spmd.nest<columns = [64], passes = 0>} { return }

// -----

// expected-error @+1 {{a nest does blocks of one row (block 8) or several rows (2, tile_columns 0) in an iteration}}
func.func @pieces() attributes {a = #spmd.nest<rows = [4], columns = [64], rows_per_iteration = 2, block = 8>} { return }

// -----

// expected-error @+1 {{a nest has breaks at array<i64: 8, 8>; they ascend inside of its last dim of 64}}
func.func @breaks() attributes {a = #spmd.nest<columns = [64], breaks = [8, 8]>} { return }

// -----

func.func @wrong_size(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{has #spmd.store<output = 0> of 8 elements by loops over 16}}
  %0 = spmd.kernel(%a = %x) {nests = [#spmd.nest<columns = [16]>], stores = [#spmd.store<output = 0>]} : (tensor<8xf32>) -> tensor<8xf32> {
    // expected-note @+1 {{the value is 'tensor<8xf32>'}}
    %1 = stablehlo.tanh %a : tensor<8xf32>
    spmd.yield %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

func.func @no_store(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{stores result 0 nowhere}}
  %0 = spmd.kernel(%a = %x) {nests = [#spmd.nest<columns = [8]>], stores = []} : (tensor<8xf32>) -> tensor<8xf32> {
    %1 = stablehlo.tanh %a : tensor<8xf32>
    spmd.yield %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

func.func @outside(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{spmd.staged stands in no spmd.kernel}}
  %0 = stablehlo.tanh %x {spmd.staged = array<i64: 0>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// The body needs two walks over a row, the first for the sum.
func.func @too_few_passes(%x: tensor<4x64xf32>) -> tensor<4x64xf32> {
  // expected-error @+1 {{its body needs rows and columns of [4] and [64] and 2 passes}}
  %0 = spmd.kernel(%a = %x) {nests = [#spmd.nest<rows = [4], columns = [64]>], stores = [#spmd.store<output = 0>]} : (tensor<4x64xf32>) -> tensor<4x64xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] {spmd.accumulation = #spmd.accumulation<row>} : (tensor<4x64xf32>, tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x64xf32>
    %3 = stablehlo.subtract %a, %2 : tensor<4x64xf32>
    spmd.yield %3 : tensor<4x64xf32>
  }
  return %0 : tensor<4x64xf32>
}

// -----

// The input is read in the second walk, too: the result may not take its place in the first.
func.func @shared_too_early(%x: tensor<4x64xf32>) -> (tensor<4x64xf32>, tensor<4x64xf32>) {
  // expected-error @+1 {{input 0 is read after a result would take its place}}
  %0:2 = spmd.kernel(%a = %x) {nests = [#spmd.nest<rows = [4], columns = [64], passes = 2>], shares = [array<i64: 0>, array<i64>], stores = [#spmd.store<output = 0>, #spmd.store<output = 1, pass = 1>]} : (tensor<4x64xf32>) -> (tensor<4x64xf32>, tensor<4x64xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %n = stablehlo.negate %a : tensor<4x64xf32>
    %1 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] {spmd.accumulation = #spmd.accumulation<row>} : (tensor<4x64xf32>, tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x64xf32>
    %3 = stablehlo.subtract %a, %2 : tensor<4x64xf32>
    spmd.yield %n, %3 : tensor<4x64xf32>, tensor<4x64xf32>
  }
  return %0#0, %0#1 : tensor<4x64xf32>, tensor<4x64xf32>
}

// -----

// Sums of a row in blocks would be several.
func.func @blocks_of_a_sum(%x: tensor<4x64xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{a row that is added up, or walked over twice, cannot be cut into blocks}}
  %0 = spmd.kernel(%a = %x) {nests = [#spmd.nest<rows = [4], columns = [64], block = 32>], stores = [#spmd.store<output = 0, per_row = true>]} : (tensor<4x64xf32>) -> tensor<4xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] {spmd.accumulation = #spmd.accumulation<row>} : (tensor<4x64xf32>, tensor<f32>) -> tensor<4xf32>
    spmd.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// Of two windows that an index moves along their dim, one may write what another one wrote in another block.
func.func @blocks_of_moved_windows(%x: tensor<64xf32>, %y: tensor<64xf32>, %i: tensor<2x1xi32>, %u: tensor<2x32xf32>, %v: tensor<2x32xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  // expected-error @+1 {{windows that an index moves along a dim of theirs cannot be cut into blocks}}
  %0:2 = spmd.kernel(%a = %x, %b = %y, %c = %i, %d = %u, %e = %v) {nests = [#spmd.nest<rows = [2], columns = [32], block = 16, scatters = true>], stores = [], updates = [array<i64: 0, 0>, array<i64: 1, 1>]} : (tensor<64xf32>, tensor<64xf32>, tensor<2x1xi32>, tensor<2x32xf32>, tensor<2x32xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
    %1:2 = "stablehlo.scatter"(%a, %b, %c, %d, %e) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
      ^bb0(%l: tensor<f32>, %l2: tensor<f32>, %r: tensor<f32>, %r2: tensor<f32>):
        stablehlo.return %r, %r2 : tensor<f32>, tensor<f32>
    }) : (tensor<64xf32>, tensor<64xf32>, tensor<2x1xi32>, tensor<2x32xf32>, tensor<2x32xf32>) -> (tensor<64xf32>, tensor<64xf32>)
    spmd.yield %1#0, %1#1 : tensor<64xf32>, tensor<64xf32>
  }
  return %0#0, %0#1 : tensor<64xf32>, tensor<64xf32>
}

// -----

// Were the cosine computed again in the second walk, it would read what the first one wrote.
func.func @shared_and_not_staged(%x: tensor<4x64xf32>) -> (tensor<4x64xf32>, tensor<4x64xf32>) {
  // expected-error @+1 {{input 0 is read after a result would take its place}}
  %0:2 = spmd.kernel(%a = %x) {nests = [#spmd.nest<rows = [4], columns = [64], passes = 2>], shares = [array<i64: 0>, array<i64: 0>], stores = [#spmd.store<output = 0>, #spmd.store<output = 1, pass = 1>]} : (tensor<4x64xf32>) -> (tensor<4x64xf32>, tensor<4x64xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %n = stablehlo.cosine %a : tensor<4x64xf32>
    %1 = stablehlo.reduce(%n init: %zero) applies stablehlo.add across dimensions = [1] {spmd.accumulation = #spmd.accumulation<row>} : (tensor<4x64xf32>, tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x64xf32>
    %3 = stablehlo.subtract %n, %2 : tensor<4x64xf32>
    spmd.yield %n, %3 : tensor<4x64xf32>, tensor<4x64xf32>
  }
  return %0#0, %0#1 : tensor<4x64xf32>, tensor<4x64xf32>
}

// -----

func.func @unknown(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{cannot be a kernel: spmd.complex_part has no arithmetic for these types}}
  %0 = spmd.kernel(%a = %x, %b = %y) {nests = [#spmd.nest<columns = [8], lanes = 8>], stores = [#spmd.store<output = 0>]} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
    %1 = spmd.complex_part "nothing"(%a, %b) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    spmd.yield %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

func.func @not_of_complex_numbers(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{cannot be a kernel: spmd.complex_part has no arithmetic for these types}}
  %0 = spmd.kernel(%a = %x, %b = %y) {nests = [#spmd.nest<columns = [8], lanes = 8>], stores = [#spmd.store<output = 0>]} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
    %1 = spmd.complex_part "stablehlo.dot_general"(%a, %b) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    spmd.yield %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

func.func @too_few_parts(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{cannot be a kernel: spmd.complex_part has no arithmetic for these types}}
  %0 = spmd.kernel(%a = %x, %b = %y) {nests = [#spmd.nest<columns = [8], lanes = 8>], stores = [#spmd.store<output = 0>]} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
    %1 = spmd.complex_part "stablehlo.divide"(%a, %b) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    spmd.yield %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

func.func @part_of_a_real_number(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{cannot be a kernel: spmd.complex_part has no arithmetic for these types}}
  %0 = spmd.kernel(%a = %x, %b = %y) {nests = [#spmd.nest<columns = [8], lanes = 8>], stores = [#spmd.store<output = 0>]} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
    %1 = spmd.complex_part "stablehlo.abs" imaginary(%a, %b) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    spmd.yield %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

func.func @too_many_interleaved_rows(%x: tensor<4x64xf32>) -> tensor<4x64xf32> {
  // expected-error @+1 {{spmd.interleaved_rows is 64 : i64, and its first nest #spmd.nest<columns = [256]>; from 2 to 16 rows can be interleaved}}
  %0 = spmd.kernel(%a = %x) {nests = [#spmd.nest<columns = [256]>], spmd.interleaved_rows = 64 : i64, stores = [#spmd.store<output = 0>]} : (tensor<4x64xf32>) -> tensor<4x64xf32> {
    %1 = stablehlo.tanh %a : tensor<4x64xf32>
    spmd.yield %1 : tensor<4x64xf32>
  }
  return %0 : tensor<4x64xf32>
}

// -----

func.func @interleaved_by_name(%x: tensor<4x64xf32>) -> tensor<4x64xf32> {
  // expected-error @+1 {{spmd.interleaved_rows is "four", and its first nest}}
  %0 = spmd.kernel(%a = %x) {nests = [#spmd.nest<columns = [256]>], spmd.interleaved_rows = "four", stores = [#spmd.store<output = 0>]} : (tensor<4x64xf32>) -> tensor<4x64xf32> {
    %1 = stablehlo.tanh %a : tensor<4x64xf32>
    spmd.yield %1 : tensor<4x64xf32>
  }
  return %0 : tensor<4x64xf32>
}

// -----

// Rows that are cut into blocks are no rows to interleave.
func.func @interleaved_blocks(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{spmd.interleaved_rows is 4 : i64, and its first nest #spmd.nest<columns = [4096], block = 64>; from 2 to 16 rows can be interleaved, where an iteration does one row and no sum goes on in the next row}}
  %0 = spmd.kernel(%a = %x) {nests = [#spmd.nest<columns = [4096], block = 64>], spmd.interleaved_rows = 4 : i64, stores = [#spmd.store<output = 0>]} : (tensor<64x64xf32>) -> tensor<64x64xf32> {
    %1 = stablehlo.tanh %a : tensor<64x64xf32>
    spmd.yield %1 : tensor<64x64xf32>
  }
  return %0 : tensor<64x64xf32>
}
