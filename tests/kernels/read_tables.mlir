// RUN: spmd-opt %s --spmd-read-tables | FileCheck %s

// Each word of 64 bits holds four places.
// CHECK-LABEL: @four_places_a_word(
// CHECK:   %[[NUMBERS:.*]] = arith.bitcast %{{.*}} : vector<8xbf16> to vector<8xi16>
// CHECK:   %[[WORDS:.*]] = vector.bitcast %[[NUMBERS]] : vector<8xi16> to vector<2xi64>
// CHECK:   %[[WORD0:.*]] = vector.extract %[[WORDS]][0] : i64
// CHECK:   %[[SHIFTED0:.*]] = arith.shrui %[[WORD0]], %c0{{.*}} : i64
// CHECK:   %[[LOW0:.*]] = arith.andi %[[SHIFTED0]], %c65535{{.*}} : i64
// CHECK:   %[[PLACE0:.*]] = arith.index_castui %[[LOW0]] : i64 to index
// CHECK:   arith.shrui %[[WORD0]], %c16{{.*}} : i64
// CHECK:   arith.shrui %[[WORD0]], %c32{{.*}} : i64
// CHECK:   arith.shrui %[[WORD0]], %c48{{.*}} : i64
// CHECK:   %[[WORD1:.*]] = vector.extract %[[WORDS]][1] : i64
// CHECK:   arith.shrui %[[WORD1]], %c48{{.*}} : i64
// CHECK:   %[[PLACE7:.*]] = arith.index_castui
// CHECK:   %[[PLACES:.*]] = vector.from_elements %[[PLACE0]], {{.*}}, %[[PLACE7]] : vector<8xindex>
// CHECK:   vector.gather %{{.*}}[%{{.*}}] [%[[PLACES]]]
func.func private @four_places_a_word(%table: memref<65536xbf16>, %x: memref<64xbf16>, %y: memref<64xbf16>, %begin: index, %end: index) attributes {spmd.loops} {
  %c0 = arith.constant 0 : index
  %limit = arith.constant dense<65535> : vector<8xindex>
  %all = arith.constant dense<true> : vector<8xi1>
  %none = arith.constant dense<0.0> : vector<8xbf16>
  %0 = vector.load %x[%begin] : memref<64xbf16>, vector<8xbf16>
  %numbers = arith.bitcast %0 : vector<8xbf16> to vector<8xi16>
  %wide = arith.index_castui %numbers : vector<8xi16> to vector<8xindex>
  %places = arith.minui %wide, %limit : vector<8xindex>
  %1 = vector.gather %table[%c0] [%places], %all, %none : memref<65536xbf16>, vector<8xindex>, vector<8xi1>, vector<8xbf16> into vector<8xbf16>
  vector.store %1, %y[%begin] : memref<64xbf16>, vector<8xbf16>
  return
}

// Four places are two words, so that the words are a vector.
// CHECK-LABEL: @two_places_a_word(
// CHECK:   vector.bitcast %{{.*}} : vector<4xi16> to vector<2xi32>
func.func private @two_places_a_word(%table: memref<65536xf32>, %x: memref<64xi16>, %y: memref<64xf32>, %begin: index, %end: index) attributes {spmd.loops} {
  %c0 = arith.constant 0 : index
  %all = arith.constant dense<true> : vector<4xi1>
  %none = arith.constant dense<0.0> : vector<4xf32>
  %numbers = vector.load %x[%begin] : memref<64xi16>, vector<4xi16>
  %places = arith.index_castui %numbers : vector<4xi16> to vector<4xindex>
  %1 = vector.gather %table[%c0] [%places], %all, %none : memref<65536xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.store %1, %y[%begin] : memref<64xf32>, vector<4xf32>
  return
}

// A limit in the table, signed numbers, and a mask.
// CHECK-LABEL: @others_stay(
// CHECK-NOT: from_elements
// CHECK-COUNT-3: vector.gather
// CHECK:     return
func.func private @others_stay(%table: memref<65536xf32>, %x: memref<64xi16>, %y: memref<64xf32>, %begin: index, %end: index) attributes {spmd.loops} {
  %c0 = arith.constant 0 : index
  %limit = arith.constant dense<65534> : vector<8xindex>
  %all = arith.constant dense<true> : vector<8xi1>
  %low = vector.create_mask %end : vector<8xi1>
  %none = arith.constant dense<0.0> : vector<8xf32>
  %numbers = vector.load %x[%begin] : memref<64xi16>, vector<8xi16>
  %wide = arith.index_castui %numbers : vector<8xi16> to vector<8xindex>
  %clamped = arith.minui %wide, %limit : vector<8xindex>
  %signed = arith.index_cast %numbers : vector<8xi16> to vector<8xindex>
  %0 = vector.gather %table[%c0] [%clamped], %all, %none : memref<65536xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %1 = vector.gather %table[%c0] [%signed], %all, %none : memref<65536xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %2 = vector.gather %table[%c0] [%wide], %low, %none : memref<65536xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %3 = arith.addf %0, %1 : vector<8xf32>
  %4 = arith.addf %3, %2 : vector<8xf32>
  vector.store %4, %y[%begin] : memref<64xf32>, vector<8xf32>
  return
}
