// What each collective sends, how often and for which op.
// RUN: spmd-opt %s --spmd-account | FileCheck %s
// RUN: spmd-opt %s --spmd-account=json | FileCheck %s --check-prefix=JSON
// RUN: spmd-opt %s --spmd-fail-on="all_reduce>1MiB, any>4096" | count 0
// RUN: not spmd-opt %s --spmd-fail-on="gather>767,permute>1KiB" 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: spmd-opt %s --spmd-check-budget
// The peak is what spmd-run says.
// RUN: spmd-run %s --no-run --stats=json | FileCheck %s --check-prefix=PEAK
// RUN: sed 's/peak<=1920/peak<=1919/' %s > %t.mlir
// RUN: not spmd-opt %t.mlir --spmd-check-budget 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: sed 's/peak<=1920/peak<=2KB/; s/BUDGET: main/BUDGET: other/' %s > %t.mlir
// RUN: not spmd-opt %t.mlir --spmd-check-budget 2>&1 | FileCheck %s --check-prefix=READ
// RUN: sed 's/all_gather<=1 /all_gather<=0 /; s/bytes<=6KiB/bytes<=1KiB/' %s > %t.mlir
// RUN: not spmd-opt %t.mlir --spmd-check-budget 2>&1 | FileCheck %s --check-prefix=EXCEEDED
// RUN: sed 's/all_gather<=1 /shuffle<=1 all_gather<2 any<=x /; s/bytes<=6KiB/bytes<=6kB/' %s > %t.mlir
// RUN: not spmd-opt %t.mlir --spmd-check-budget 2>&1 | FileCheck %s --check-prefix=WORDS
// RUN: spmd-opt %s --spmd-account --topology=%S/Inputs/slow_a.json | FileCheck %s --check-prefix=SLOW
// RUN: spmd-opt %s --spmd-account --topology=%S/Inputs/slow_a.json --spmd-fail-on="any>1GiB" | FileCheck %s --check-prefix=SLOW
// RUN: not spmd-opt %s --spmd-fail-on="gathers>1" 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not spmd-opt %s --spmd-fail-on="gather" 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: sed 's/BUDGET/BUDGETS/' %s > %t.mlir
// RUN: not spmd-opt %t.mlir --spmd-check-budget 2>&1 | FileCheck %s --check-prefix=NONE

// BUDGET: all_gather<=1 all_reduce<=12 collective_permute<=1 bytes<=6KiB
// BUDGET: main peak<=1920

// The sum in the loop counts for each trip.
// CHECK:      In a step each device sends 3,200 bytes by 14 collectives.
// A microsecond for each, and 5 bytes in a nanosecond: 12 (1000 + 192 / 5) ns in the loop. Each sender of the permute sends 256 bytes.
// CHECK-NEXT: By the topology they take 14.67 us one after another. Where collectives join, 14 are left, which take 14.67 us.
// CHECK:      bytes us times collective axes what for
// CHECK:      2,304 12.46 12 all_reduce a tensor<4x8xf32> -> tensor<4x8xf32>, operand 1 of stablehlo.multiply: [{}, {}] partial over "a" -> [{}, {}]
// CHECK:      768 1.15 1 all_gather a tensor<8x8xf32> -> tensor<32x8xf32>, operand 0 of stablehlo.sine: [{"a"}, {}] -> [{}, {}]
// Two of four devices send.
// CHECK:      128 1.05 1 collective_permute 2 pairs tensor<8x8xf32> -> tensor<8x8xf32>, the program's own stablehlo.collective_permute
// CHECK:      by kind
// CHECK-NEXT: 2,304 12.46 12 all_reduce
// CHECK:      by axes
// CHECK:      by cause
// CHECK:      768 1.15 1 operand 0 of stablehlo.sine

// Along a slow axis, 20 us and a byte in a nanosecond; the permute names no axis and waits for the slowest.
// SLOW:      they take 283.33 us one
// SLOW:      2,304 242.30 12 all_reduce
// SLOW:      768 20.77 1 all_gather
// SLOW:      128 20.26 1 coll

// JSON:      "bytes": 3200,
// JSON-NEXT: "count": 14,
// JSON-NEXT: "us": 14.665{{[0-9]*}},
// JSON-NEXT: "joined": {
// JSON-NEXT:   "count": 14,
// JSON-NEXT:   "us": 14.665
// JSON:      "kind": "all_reduce",
// JSON-NEXT: "axes": "a",
// JSON-NEXT: "devices": 4,
// JSON-NEXT: "times": 12,
// JSON-NEXT: "trips_known": true,
// JSON-NEXT: "in_branch": false,
// JSON-NEXT: "bytes": 192,
// JSON-NEXT: "us": 1.0384
// JSON:      "by_kind": {

// LIMIT:     error: an all_gather over a sends 768 bytes from each device in a step, more than the 767 of --spmd-fail-on=gather>767
// LIMIT:     note: it is for operand 0 of stablehlo.sine
// LIMIT-NOT: error

// EXCEEDED:     error: does not hold: a step has 1
// EXCEEDED-NEXT: BUDGET: all_gather<=0
// EXCEEDED:     error: does not hold: a step has {{[0-9]+}}
// PEAK: "peak_bytes":1920,
// MEMORY:     error: does not hold: a device needs 1920 bytes
// MEMORY-NEXT: peak<=1919
// MEMORY-NOT: error
// READ: error: 'other' is no limit of the form NAME<=NUMBER
// READ: error: '2KB' is no number of bytes such as
// WORDS: error: 'shuffle' is none of bytes, peak, all_gather, all_reduce, reduce_scatter, all_to_all, collective_permute, collective_broadcast or any
// WORDS: error: 'all_gather<2' is no limit of the form NAME<=NUMBER
// WORDS: error: 'x' is no number of collectives
// WORDS: error: '6kB' is no number of bytes such as 4096, 28KiB, 1MiB or 2GiB
// KIND:  spmd-opt: --spmd-fail-on: 'gathers' is not all_gather, all_reduce, reduce_scatter, all_to_all, collective_permute, collective_broadcast or any
// BYTES: spmd-opt: --spmd-fail-on: '' is no number of bytes
// NONE:  the program has no line '{{//}} BUDGET: ...'
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %w: tensor<4x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>}) -> (tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<4x8xf32>, tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {}]> : tensor<32x8xf32>
  %1 = stablehlo.sine %0 : tensor<32x8xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<12> : tensor<i32>
  %start = stablehlo.constant dense<0.0> : tensor<4x8xf32>
  %2:2 = stablehlo.while(%i = %zero, %y = %start) : tensor<i32>, tensor<4x8xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %p = stablehlo.dot_general %w, %x, contracting_dims = [1] x [0] : (tensor<4x32xf32>, tensor<32x8xf32>) -> tensor<4x8xf32>
    %q = stablehlo.multiply %y, %p : tensor<4x8xf32>
    %s = stablehlo.tanh %q : tensor<4x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %s : tensor<i32>, tensor<4x8xf32>
  }
  %3 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%l: tensor<8x8xf32>) {
    %m = "stablehlo.collective_permute"(%l) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    sdy.return %m : tensor<8x8xf32>
  } : (tensor<32x8xf32>) -> tensor<32x8xf32>
  return %1, %2#1, %3 : tensor<32x8xf32>, tensor<4x8xf32>, tensor<32x8xf32>
}
