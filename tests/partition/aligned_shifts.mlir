// RUN: spmd-opt %s --spmd-align-shifts --split-input-file | FileCheck %s

sdy.mesh @mesh = <["x"=4]>

// A stencil on the inner rows works on all rows: u[1:-1] is u, its neighbours come from both sides, and the result is where it belongs.
// CHECK-LABEL: @stencil(
// CHECK-DAG: %[[A:.*]] = stablehlo.pad %arg0, %{{.*}}, low = [-1, 0], high = [1, 0]
// CHECK-DAG: %[[B:.*]] = stablehlo.pad %arg0, %{{.*}}, low = [1, 0], high = [-1, 0]
// CHECK: %[[C:.*]] = stablehlo.add %[[A]], %[[B]] {{.*}} : tensor<64x8xf32>
// CHECK: %[[D:.*]] = stablehlo.subtract %[[C]], %arg0 {{.*}} : tensor<64x8xf32>
// CHECK: %[[LOW:.*]] = stablehlo.select %{{.*}}, %[[FILL:.*]], %[[D]]
// CHECK: %[[BOTH:.*]] = stablehlo.select %{{.*}}, %[[LOW]], %[[FILL]]
// CHECK-NEXT: return %[[BOTH]]
func.func @stencil(%u: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %u, %zero, low = [-2, 0], high = [0, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<64x8xf32>, tensor<f32>) -> tensor<62x8xf32>
  %1 = stablehlo.pad %u, %zero, low = [0, 0], high = [-2, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<64x8xf32>, tensor<f32>) -> tensor<62x8xf32>
  %2 = stablehlo.pad %u, %zero, low = [-1, 0], high = [-1, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<64x8xf32>, tensor<f32>) -> tensor<62x8xf32>
  %3 = stablehlo.add %0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<62x8xf32>
  %4 = stablehlo.subtract %3, %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<62x8xf32>
  %5 = stablehlo.pad %4, %zero, low = [1, 0], high = [1, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<62x8xf32>, tensor<f32>) -> tensor<64x8xf32>
  return %5 : tensor<64x8xf32>
}

// -----

sdy.mesh @mesh = <["x"=4]>

// An iota counts from the row of the program on. A sum reads zeros in place of the rows that are not there, a maximum the lowest number. A
// slice along another dim grows with the rows.
// CHECK-LABEL: @readers(
// CHECK: %[[S:.*]] = stablehlo.slice %arg0 [0:64, 1:7]
// CHECK: %[[I:.*]] = stablehlo.iota dim = 0 {{.*}} : tensor<64x6xi32>
// CHECK: %[[ONE:.*]] = stablehlo.constant {{.*}}dense<1> : tensor<64x6xi32>
// CHECK: %[[J:.*]] = stablehlo.subtract %[[I]], %[[ONE]]
// CHECK: %[[V:.*]] = stablehlo.add %[[S]], %[[J]] {{.*}} : tensor<64x6xi32>
// CHECK: stablehlo.constant {{.*}}dense<0> : tensor<64x6xi32>
// CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0]{{.*}} : (tensor<64x6xi32>
// CHECK: stablehlo.constant {{.*}}dense<-2147483648> : tensor<64x6xi32>
// CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.maximum across dimensions = [0]{{.*}} : (tensor<64x6xi32>
func.func @readers(%u: tensor<64x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<64x6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<6xi32>, tensor<6xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %least = stablehlo.constant dense<-2147483648> : tensor<i32>
  %0 = stablehlo.pad %u, %zero, low = [-1, 0], high = [-1, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<64x8xi32>, tensor<i32>) -> tensor<62x8xi32>
  %1 = stablehlo.slice %0 [0:62, 1:7] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<62x8xi32>) -> tensor<62x6xi32>
  %2 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<62x6xi32>
  %3 = stablehlo.add %1, %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<62x6xi32>
  %4 = stablehlo.pad %3, %zero, low = [1, 0], high = [1, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<62x6xi32>, tensor<i32>) -> tensor<64x6xi32>
  %5 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<62x6xi32>, tensor<i32>) -> tensor<6xi32>
  %6 = stablehlo.reduce(%3 init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<62x6xi32>, tensor<i32>) -> tensor<6xi32>
  return %4, %5, %6 : tensor<64x6xi32>, tensor<6xi32>, tensor<6xi32>
}

// -----

sdy.mesh @mesh = <["x"=4]>

// A slice of a padding is one shift.
// CHECK-LABEL: @composed(
// CHECK: %[[P:.*]] = stablehlo.pad %arg0, %{{.*}}, low = [-1, 0], high = [1, 0], interior = [0, 0] {{.*}} : (tensor<64x8xf32>, tensor<f32>) -> tensor<64x8xf32>
// CHECK: return %[[P]]
func.func @composed(%u: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %u, %one, low = [1, 0], high = [1, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<64x8xf32>, tensor<f32>) -> tensor<66x8xf32>
  %1 = stablehlo.pad %0, %zero, low = [-2, 0], high = [0, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<66x8xf32>, tensor<f32>) -> tensor<64x8xf32>
  return %1 : tensor<64x8xf32>
}

// -----

sdy.mesh @mesh = <["x"=4]>

// Rows stay where they are if two arrays would move in place of one result, if an op combines rows, and in a dim that is not split.
// CHECK-LABEL: @stays(
// CHECK: stablehlo.multiply {{.*}} : tensor<62x8xf32>
// CHECK: stablehlo.reverse {{.*}} : tensor<62x8xf32>
// CHECK: stablehlo.negate {{.*}} : tensor<64x6xf32>
func.func @stays(%u: tensor<62x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %v: tensor<62x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %u, %v {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<62x8xf32>
  %1 = stablehlo.pad %0, %zero, low = [1, 0], high = [1, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<62x8xf32>, tensor<f32>) -> tensor<64x8xf32>
  %2 = stablehlo.reverse %u, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<62x8xf32>
  %3 = stablehlo.pad %2, %zero, low = [1, 0], high = [1, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<62x8xf32>, tensor<f32>) -> tensor<64x8xf32>
  %4 = stablehlo.slice %w [0:64, 1:7] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<64x8xf32>) -> tensor<64x6xf32>
  %5 = stablehlo.negate %4 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<64x6xf32>
  %6 = stablehlo.pad %5, %zero, low = [0, 1], high = [0, 1], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<64x6xf32>, tensor<f32>) -> tensor<64x8xf32>
  return %1, %3, %6 : tensor<64x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>
}

// -----

sdy.mesh @mesh = <["x"=4]>

// Slices without rows, as those of an associative scan.
// CHECK-LABEL: @no_rows(
// CHECK: stablehlo.negate
func.func @no_rows(%u: tensor<0x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %u, %zero, low = [1, 0], high = [61, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<0x8xf32>, tensor<f32>) -> tensor<62x8xf32>
  %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<62x8xf32>
  %2 = stablehlo.pad %1, %zero, low = [1, 0], high = [1, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<62x8xf32>, tensor<f32>) -> tensor<64x8xf32>
  return %2 : tensor<64x8xf32>
}

// -----

sdy.mesh @mesh = <["x"=4]>

// Neighbours two rows away: four of 64 rows are not read.
// CHECK-LABEL: @two_rows_away(
// CHECK: stablehlo.add {{.*}} : tensor<64x8xf32>
func.func @two_rows_away(%u: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %u, %zero, low = [-4, 0], high = [0, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<64x8xf32>, tensor<f32>) -> tensor<60x8xf32>
  %1 = stablehlo.pad %u, %zero, low = [0, 0], high = [-4, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<64x8xf32>, tensor<f32>) -> tensor<60x8xf32>
  %2 = stablehlo.add %0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<60x8xf32>
  %3 = stablehlo.pad %2, %zero, low = [2, 0], high = [2, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<60x8xf32>, tensor<f32>) -> tensor<64x8xf32>
  return %3 : tensor<64x8xf32>
}

// -----

sdy.mesh @mesh = <["x"=4]>

// Shifts to the same first row, in results of other sizes: the rows lie where most want them, and the other shift adds what its result has
// more.
// CHECK-LABEL: @same_first_row(
// CHECK: %[[A:.*]] = stablehlo.add {{.*}} : tensor<64x8xf32>
// CHECK: stablehlo.pad %{{.*}}, low = [0, 0], high = [4, 0], interior = [0, 0] {{.*}} : (tensor<64x8xf32>, tensor<f32>) -> tensor<68x8xf32>
func.func @same_first_row(%u: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<68x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %u, %zero, low = [-2, 0], high = [0, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<64x8xf32>, tensor<f32>) -> tensor<62x8xf32>
  %1 = stablehlo.pad %u, %zero, low = [0, 0], high = [-2, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<64x8xf32>, tensor<f32>) -> tensor<62x8xf32>
  %2 = stablehlo.add %0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<62x8xf32>
  %3 = stablehlo.pad %2, %zero, low = [1, 0], high = [1, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<62x8xf32>, tensor<f32>) -> tensor<64x8xf32>
  %4 = stablehlo.pad %2, %zero, low = [1, 0], high = [5, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<62x8xf32>, tensor<f32>) -> tensor<68x8xf32>
  %5 = stablehlo.negate %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<62x8xf32>
  %6 = stablehlo.pad %5, %zero, low = [1, 0], high = [1, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<62x8xf32>, tensor<f32>) -> tensor<64x8xf32>
  return %3, %4, %6 : tensor<64x8xf32>, tensor<68x8xf32>, tensor<64x8xf32>
}

// -----

sdy.mesh @mesh = <["x"=4]>

// What reads the shifted value itself joins the region: its square is summed up over all rows, with zeros in place of those that are not there.
// CHECK-LABEL: @read_by_others(
// CHECK: %[[A:.*]] = stablehlo.add {{.*}} : tensor<64x8xf32>
// CHECK: stablehlo.multiply %[[A]], %[[A]] {{.*}} : tensor<64x8xf32>
// CHECK: stablehlo.reduce({{.*}} : (tensor<64x8xf32>
func.func @read_by_others(%u: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %u, %zero, low = [-2, 0], high = [0, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<64x8xf32>, tensor<f32>) -> tensor<62x8xf32>
  %1 = stablehlo.pad %u, %zero, low = [0, 0], high = [-2, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<64x8xf32>, tensor<f32>) -> tensor<62x8xf32>
  %2 = stablehlo.add %0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<62x8xf32>
  %3 = stablehlo.pad %2, %zero, low = [1, 0], high = [1, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<62x8xf32>, tensor<f32>) -> tensor<64x8xf32>
  %4 = stablehlo.multiply %2, %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<62x8xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<62x8xf32>, tensor<f32>) -> tensor<8xf32>
  return %3, %5 : tensor<64x8xf32>, tensor<8xf32>
}
