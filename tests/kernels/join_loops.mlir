// Loops whose trips are short become one kernel each.
// RUN: spmd-opt %s --spmd-pipeline=stop-after=optimize | spmd-opt - --spmd-plan-kernels > %t.mlir
// RUN: spmd-opt %t.mlir --spmd-join-loops | FileCheck %s
// RUN: spmd-run %s --check-against-sequential
// Of a loop that is one kernel one command is left: all trips together would have more than 300.
// RUN: spmd-run %s --no-run --stats | FileCheck %s --check-prefix=STATS
// RUN: spmd-run %s --random-args=1 --print-after=codegen 2>&1 | FileCheck %s --check-prefix=IR
// A mark in the text of a loop that cannot be one kernel is an error.
// RUN: sed 's/spmd.trip_count = 3 : i64/spmd.trip_count = 3 : i64, spmd.one_kernel/' %t.mlir > %t.marked.mlir
// RUN: not spmd-run %t.marked.mlir --start-after=optimize --no-run 2>&1 | FileCheck %s --check-prefix=MARKED
// RUN: sed 's/spmd.trip_count = 3 : i64/spmd.trip_count = 3 : i64, spmd.one_kernel = 1/' %t.mlir > %t.number.mlir
// RUN: not spmd-opt %t.number.mlir 2>&1 | FileCheck %s --check-prefix=NUMBER

// On anything but a loop the mark means nothing.
// RUN: sed 's/^module {/module attributes {spmd.one_kernel} {/' %t.mlir > %t.module.mlir
// RUN: grep -q 'attributes {spmd.one_kernel}' %t.module.mlir && spmd-run %t.module.mlir --start-after=optimize --no-run

// STATS: commands {{[1-9][0-9]}} kernels
// MARKED: error: 'stablehlo.while' op has spmd.one_kernel, but not all its commands are kernels
// NUMBER: error: 'stablehlo.while' op spmd.one_kernel is 1 : i64; it is there or not

// A recurrence. The functions of its kernels are in the module of the loop, and its buffers do not overlap.
// CHECK-LABEL: func.func public @main
// CHECK:       stablehlo.while{{.*}}spmd.one_kernel{{.*}}spmd.trip_count = 100
// IR:          define internal void @k[[NAME:[0-9a-f]+]].part0(
// IR:          define internal void @k[[NAME]].trips(ptr noalias dereferenceable(
// IR:          call void @k[[NAME]].part{{[0-9]}}(
// IR:          define void @k[[NAME]](ptr %{{[0-9]+}}, i64
// Without a known number of trips; the branches of a case.
// CHECK:       stablehlo.while
// CHECK-SAME:  attributes {spmd.one_kernel}
// A loop inside of a loop: of both, only the outer one is marked.
// CHECK:       stablehlo.while{{.*}}spmd.one_kernel{{.*}}spmd.trip_count = 7
// CHECK:       stablehlo.while
// CHECK-NOT:   spmd.one_kernel
// CHECK-SAME:  spmd.trip_count = 5
// An open loop inside of a counted one: the inner one.
// CHECK:       stablehlo.while
// CHECK-NOT:   spmd.one_kernel
// CHECK-SAME:  spmd.trip_count = 6
// CHECK:       stablehlo.while
// CHECK-SAME:  attributes {spmd.one_kernel}
// Long trips.
// CHECK:       stablehlo.while
// CHECK-NOT:   spmd.one_kernel
// CHECK-SAME:  spmd.trip_count = 9
// A matmul, which is a call of a library.
// CHECK:       stablehlo.while
// CHECK-NOT:   spmd.one_kernel
// CHECK-SAME:  spmd.trip_count = 3
func.func public @main(%x: tensor<6xf32>, %rows: tensor<100x6xf32>, %n: tensor<i32>, %big: tensor<100000xf32>, %w: tensor<64x64xf32>)
    -> (tensor<6xf32>, tensor<100x6xf32>, tensor<i32>, tensor<i32>, tensor<6xf32>, tensor<i32>, tensor<100000xf32>, tensor<64x64xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %six = stablehlo.constant dense<6> : tensor<i32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %many = stablehlo.constant dense<1000> : tensor<i32>
  %empty = stablehlo.constant dense<0.0> : tensor<100x6xf32>

  %i, %state, %all = stablehlo.while(%k = %zero, %s = %x, %out = %empty) : tensor<i32>, tensor<6xf32>, tensor<100x6xf32>
  cond {
    %c = stablehlo.compare LT, %k, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %row = stablehlo.dynamic_slice %rows, %k, %zero, sizes = [1, 6] : (tensor<100x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x6xf32>
    %flat = stablehlo.reshape %row : (tensor<1x6xf32>) -> tensor<6xf32>
    %sin = stablehlo.sine %s : tensor<6xf32>
    %next = stablehlo.add %sin, %flat : tensor<6xf32>
    %as_row = stablehlo.reshape %next : (tensor<6xf32>) -> tensor<1x6xf32>
    %stored = stablehlo.dynamic_update_slice %out, %as_row, %k, %zero : (tensor<100x6xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<100x6xf32>
    %k1 = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %k1, %next, %stored : tensor<i32>, tensor<6xf32>, tensor<100x6xf32>
  }

  %steps, %last = stablehlo.while(%k = %zero, %m = %n) : tensor<i32>, tensor<i32>
  cond {
    %ne = stablehlo.compare NE, %m, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %lt = stablehlo.compare LT, %k, %many : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c = stablehlo.and %ne, %lt : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %odd = stablehlo.and %m, %one : tensor<i32>
    %next = "stablehlo.case"(%odd) ({
      %half = stablehlo.divide %m, %two : tensor<i32>
      stablehlo.return %half : tensor<i32>
    }, {
      %times = stablehlo.multiply %m, %three : tensor<i32>
      %plus = stablehlo.add %times, %one : tensor<i32>
      stablehlo.return %plus : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %k1 = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %k1, %next : tensor<i32>, tensor<i32>
  }

  %a, %nested = stablehlo.while(%k = %zero, %s = %x) : tensor<i32>, tensor<6xf32>
  cond {
    %c = stablehlo.compare LT, %k, %seven : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %b, %inner = stablehlo.while(%l = %zero, %t = %s) : tensor<i32>, tensor<6xf32>
    cond {
      %c = stablehlo.compare LT, %l, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %cos = stablehlo.cosine %t : tensor<6xf32>
      %l1 = stablehlo.add %l, %one : tensor<i32>
      stablehlo.return %l1, %cos : tensor<i32>, tensor<6xf32>
    }
    %next = stablehlo.add %inner, %x : tensor<6xf32>
    %k1 = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %k1, %next : tensor<i32>, tensor<6xf32>
  }

  %d, %doubled = stablehlo.while(%k = %zero, %s = %n) : tensor<i32>, tensor<i32>
  cond {
    %c = stablehlo.compare LT, %k, %six : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %inner = stablehlo.while(%t = %s) : tensor<i32>
    cond {
      %c = stablehlo.compare GT, %t, %many : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %less = stablehlo.subtract %t, %hundred : tensor<i32>
      stablehlo.return %less : tensor<i32>
    }
    %more = stablehlo.multiply %inner, %three : tensor<i32>
    %k1 = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %k1, %more : tensor<i32>, tensor<i32>
  }

  %e, %long = stablehlo.while(%k = %zero, %s = %big) : tensor<i32>, tensor<100000xf32>
  cond {
    %c = stablehlo.compare LT, %k, %nine : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %tanh = stablehlo.tanh %s : tensor<100000xf32>
    %k1 = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %k1, %tanh : tensor<i32>, tensor<100000xf32>
  }

  %f, %power = stablehlo.while(%k = %zero, %s = %w) : tensor<i32>, tensor<64x64xf32>
  cond {
    %c = stablehlo.compare LT, %k, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %dot = stablehlo.dot_general %s, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %tanh = stablehlo.tanh %dot : tensor<64x64xf32>
    %k1 = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %k1, %tanh : tensor<i32>, tensor<64x64xf32>
  }
  return %state, %all, %steps, %last, %nested, %doubled, %long, %power
      : tensor<6xf32>, tensor<100x6xf32>, tensor<i32>, tensor<i32>, tensor<6xf32>, tensor<i32>, tensor<100000xf32>, tensor<64x64xf32>
}

// Functions whose code would be unrolled for seven elements, sixteen of them, are too much for one function. So are trips of a million
// commands, of which a run could not be ended.
// CHECK-LABEL: func.func @much_code
// CHECK:       stablehlo.while
// CHECK-NOT:   spmd.one_kernel
// CHECK:       return
func.func @much_code(%x: tensor<7xf32>) -> tensor<7xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %i, %r = stablehlo.while(%k = %zero, %s = %x) : tensor<i32>, tensor<7xf32>
  cond {
    %c = stablehlo.compare LT, %k, %nine : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s0 = stablehlo.sine %s : tensor<7xf32>
    %s1 = stablehlo.cosine %s0 : tensor<7xf32>
    %s2 = stablehlo.sine %s1 : tensor<7xf32>
    %s3 = stablehlo.cosine %s2 : tensor<7xf32>
    %s4 = stablehlo.sine %s3 : tensor<7xf32>
    %s5 = stablehlo.cosine %s4 : tensor<7xf32>
    %s6 = stablehlo.sine %s5 : tensor<7xf32>
    %s7 = stablehlo.cosine %s6 : tensor<7xf32>
    %s8 = stablehlo.sine %s7 : tensor<7xf32>
    %s9 = stablehlo.cosine %s8 : tensor<7xf32>
    %s10 = stablehlo.sine %s9 : tensor<7xf32>
    %s11 = stablehlo.cosine %s10 : tensor<7xf32>
    %s12 = stablehlo.sine %s11 : tensor<7xf32>
    %s13 = stablehlo.cosine %s12 : tensor<7xf32>
    %s14 = stablehlo.sine %s13 : tensor<7xf32>
    %s15 = stablehlo.cosine %s14 : tensor<7xf32>
    %k1 = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %k1, %s15 : tensor<i32>, tensor<7xf32>
  }
  return %r : tensor<7xf32>
}
// CHECK-LABEL: func.func @long_trips
// CHECK:       stablehlo.while
// CHECK-NOT:   spmd.one_kernel
// CHECK:       stablehlo.while{{.*}}spmd.one_kernel
func.func @long_trips(%x: tensor<f32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %million = stablehlo.constant dense<1000000> : tensor<i32>
  %i, %r = stablehlo.while(%k = %zero, %s = %x) : tensor<i32>, tensor<f32>
  cond {
    %c = stablehlo.compare LT, %k, %nine : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %l, %t = stablehlo.while(%m = %zero, %u = %s) : tensor<i32>, tensor<f32>
    cond {
      %c = stablehlo.compare LT, %m, %million : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %v = stablehlo.add %u, %x : tensor<f32>
      %m1 = stablehlo.add %m, %one : tensor<i32>
      stablehlo.return %m1, %v : tensor<i32>, tensor<f32>
    }
    %k1 = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %k1, %t : tensor<i32>, tensor<f32>
  }
  return %r : tensor<f32>
}
