// What sdy-convert-global-to-local refuses: each op is told what it does not fit.
// RUN: spmd-opt %s --split-input-file --verify-diagnostics --sdy-convert-global-to-local

sdy.mesh @m = <["a"=2, "b"=2]>
// expected-error @+1 {{has a value of type 'tensor<9xf32>' whose dim 0 is not divided evenly by the 2 shards of}}
func.func @uneven_argument(%x: tensor<9xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @uneven_constant() {
  // expected-error @+1 {{has a value of type 'tensor<9xf32>' whose dim 0 is not divided evenly by the 2 shards of}}
  %0 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} dense<1.0> : tensor<9xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @reshard(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  // expected-error @+1 {{has no local form; the passes before this one replace such ops}}
  %0 = sdy.reshard %x <@m, [{"b"}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @operands_differ(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}]>}) {
  // expected-error @+1 {{has shards of operand 0 and operand 1 that do not fit together: #sdy.sharding}}
  %0 = stablehlo.add %x, %y {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @slice_changes_shards(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  // expected-error @+1 {{has different shards of dim 0 in its operand, #sdy.sharding}}
  %0 = stablehlo.slice %x [0:8:2] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b"}]>]>} : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @rows_of_others(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  // expected-error @+1 {{moves elements between the 2 shards of dim 0; sdy-resolve-permutation-factors exchanges them}}
  %0 = stablehlo.slice %x [0:4] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

// Padding behind the last element moves others to the first shard.
sdy.mesh @m = <["a"=2, "b"=2]>
func.func @padded(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, %v: tensor<f32>) {
  // expected-error @+1 {{moves elements between the 2 shards of dim 0}}
  %0 = stablehlo.pad %x, %v, low = [0], high = [4], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<12xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @padded_nothing(%x: tensor<0xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, %v: tensor<f32>) {
  // expected-error @+1 {{pads dim 0, which is sharded and has no elements}}
  %0 = stablehlo.pad %x, %v, low = [4], high = [0], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<0xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @reversed(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  // expected-error @+1 {{moves elements between the 2 shards of dim 0}}
  %0 = stablehlo.reverse %x, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @concatenated(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  // expected-error @+1 {{cannot work on the shards of dim 0 of operand 0}}
  %0 = stablehlo.concatenate %x, %x, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
  return
}

// -----

// The rule of the program lets pass what the op's own rule forbids.
sdy.mesh @m = <["a"=2, "b"=2]>
func.func @part_of_a_sharded_dim(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, %i: tensor<1xi32>) {
  // expected-error @+1 {{takes 4 of the 8 elements of dim 0, which is sharded; a slice of a sharded dim has one element or all of them}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 4>}> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i], [j])->([i]) {i=8, j=1}, custom>} : (tensor<8xf32>, tensor<1xi32>) -> tensor<4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @indices_too_small(%x: tensor<256xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, %i: tensor<3x1xi8>) -> tensor<3xf32> {
  // expected-error @+1 {{has indices of 'i8', which cannot hold the positions in sharded dim 0 of 256 elements}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<256xf32>, tensor<3x1xi8>) -> tensor<3xf32>
  %1 = sdy.all_reduce {"a"} %0 out_sharding=<@m, [{}]> : tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @updates_replace(%x: tensor<8xf32>, %i: tensor<4x1xi32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %u: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  // expected-error @+1 {{has sharded updates, which its body does not combine by one sum, product, maximum, minimum, `and` or `or`}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    stablehlo.return %q : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([k], [i, j], [i])->([k]) {i=4, j=1, k=8}, custom>} : (tensor<8xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @dim_without_index(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %i: tensor<4x1xi32>, %u: tensor<4xf32>) {
  // expected-error @+1 {{has updates for dim 0 that no index moves}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    stablehlo.return %q : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<8x8xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @windows_on_two_devices(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, %i: tensor<4x1xi32>, %u: tensor<4x2xf32>) {
  // expected-error @+1 {{has windows of 2 elements along dim 0, which is sharded; they may lie on two devices}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    stablehlo.return %q : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([k], [i, j], [i, l])->([k]) {i=4, j=1, k=8, l=2}, custom>} : (tensor<8xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @part_of_an_update(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, %u: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  %0 = stablehlo.constant dense<2> : tensor<i32>
  // expected-error @+1 {{has an update of 4 of 8 elements of dim 0 that is sharded; the update must be whole along this dim}}
  %1 = stablehlo.dynamic_update_slice %x, %u, %0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8xf32>, tensor<4xf32>, tensor<i32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @no_combination(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, %v: tensor<f32>) {
  // expected-error @+1 {{by a body that is not one sum, product, maximum or minimum, so the parts of the shards have no start}}
  %0 = "stablehlo.reduce"(%x, %v) <{dimensions = array<i64: 0>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %1 = stablehlo.subtract %p, %q : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@m, []>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=3]>
func.func @groups(%x: tensor<6x8x12xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}, {"b"}]>}, %w: tensor<3x3x12xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}, {"b"}]>}) {
  // expected-error @+1 {{has 4 groups, which the 3 shards of dim 2 of}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[1, 1]], lhs_dilate = [1], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [l, m, k])->([i, j, k]) {i=6, j=8, k=12, l=3, m=3}, custom>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}, {"b"}]>]>} : (tensor<6x8x12xf32>, tensor<3x3x12xf32>) -> tensor<6x8x12xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @not_combined(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  // expected-error @+1 {{, which its user does not combine along these axes}}
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8xf32>
  // expected-note @+1 {{the user}}
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @sum_of_maxima(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, %v: tensor<f32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  // expected-error @+1 {{gives partial results that a max combines}}
  %0 = stablehlo.reduce(%x init: %v) applies stablehlo.maximum across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  // expected-note @+1 {{this user takes their sum}}
  %1 = sdy.all_reduce {"b"} %0 out_sharding=<@m, [{"a"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @sum_of_products(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}, %v: tensor<f32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  // expected-error @+1 {{gives partial results that no collective combines}}
  %0 = stablehlo.reduce(%x init: %v) applies stablehlo.multiply across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  // expected-note @+1 {{this user takes their sum}}
  %1 = sdy.all_reduce {"b"} %0 out_sharding=<@m, [{"a"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @captured(%x: tensor<8xf32>, %y: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  // expected-error @+1 {{from outside, of which each device has a part only}}
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %1 = stablehlo.slice %y [0:1] : (tensor<4xf32>) -> tensor<1xf32>
    %2 = stablehlo.reshape %1 : (tensor<1xf32>) -> tensor<f32>
    %3 = stablehlo.compare LT, %p, %2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @manual(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  // expected-error @+1 {{has operand 0 of local type 'tensor<4x8xf32>', which its in_shardings make 'tensor<4x4xf32>'}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}, {"b"}]>] out_shardings=[<@m, [{"a"}, {"b"}]>] manual_axes={"a"} (%c: tensor<4x8xf32>) {
    sdy.return %c : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @returned(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> tensor<8xf32> {
  // expected-error @+1 {{returns value 0 of local type 'tensor<4xf32>', but the sharding of the result makes it 'tensor<8xf32>'}}
  return %x : tensor<8xf32>
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @called(%x: tensor<8xf32>) {
  // expected-error @+1 {{, which its callee gives as none; sdy-insert-func-call-reshards makes them equal}}
  %0 = call @callee(%x) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}
// expected-note @+1 {{the callee}}
func.func private @callee(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// -----

sdy.mesh @m = <["a"=2, "b"=2]>
func.func @gather_without_zero(%x: tensor<8xf8E8M0FNU> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, %i: tensor<3x1xi32>) {
  // expected-error @+1 {{gathers elements of type 'f8E8M0FNU' from a sharded dim, which have no zero}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8xf8E8M0FNU>, tensor<3x1xi32>) -> tensor<3xf8E8M0FNU>
  return
}

// -----

// The rows of the reversed dim are not counted, and the operand has no sharding.
sdy.mesh @m = <["a"=2, "b"=2]>
// expected-note @+1 {{operand is 'tensor<?x4xf32>'}}
func.func @dynamic(%x: tensor<?x4xf32>) {
  // expected-error @+1 {{operand and result must have compatible types, got 'tensor<?x4xf32>' and 'tensor<?x2xf32>'}}
  %0 = stablehlo.reverse %x, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : tensor<?x4xf32>
  return
}
