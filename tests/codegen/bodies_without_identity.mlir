// Bodies without a neutral element take the initial value once, before all elements: in rows, columns, pieces of long reductions, windows. 0.5 o x with x o y = x y + x + y, and complex products from 2 + i.
// RUN: spmd-run %s --random-args=1 --threads=1 --check-against-sequential
// RUN: spmd-run %s --random-args=1 --threads=2 --check-against-sequential
func.func @main(%a: tensor<64x40xf32>, %b: tensor<64x40xf32>, %c: tensor<40x64xf32>, %d: tensor<2000x300xf32>, %e: tensor<2000x300xf32>, %f: tensor<2000x300xf32>, %g: tensor<100000xf32>, %h: tensor<30x50x70xf32>, %i: tensor<30x50x70xf32>, %j: tensor<3x5xf32>, %l: tensor<1x7xf32>, %m: tensor<65x17xf32>, %n: tensor<65x17xf32>, %v: tensor<4x6xcomplex<f32>>)
    -> (tensor<40xf32>, tensor<64xf32>, tensor<f32>, tensor<300xf32>, tensor<2000xf32>, tensor<f32>, tensor<f32>, tensor<50xf32>, tensor<30x70xf32>, tensor<3xf32>, tensor<7xf32>, tensor<17xf32>, tensor<65xf32>, tensor<3x5xcomplex<f32>>, tensor<3x5xcomplex<f32>>, tensor<4xcomplex<f32>>) {
  %halfa = stablehlo.constant dense<0.5> : tensor<f32>
  %tinya = stablehlo.constant dense<1.0e-3> : tensor<f32>
  %tba = stablehlo.broadcast_in_dim %tinya, dims = [] : (tensor<f32>) -> tensor<64x40xf32>
  %sa = stablehlo.multiply %a, %tba : tensor<64x40xf32>
  %ra = stablehlo.reduce(%sa init: %halfa) across dimensions = [0] : (tensor<64x40xf32>, tensor<f32>) -> tensor<40xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %p = stablehlo.multiply %x, %y : tensor<f32>
    %q = stablehlo.add %p, %x : tensor<f32>
    %z = stablehlo.add %q, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }
  %halfb = stablehlo.constant dense<0.5> : tensor<f32>
  %tinyb = stablehlo.constant dense<1.0e-3> : tensor<f32>
  %tbb = stablehlo.broadcast_in_dim %tinyb, dims = [] : (tensor<f32>) -> tensor<64x40xf32>
  %sb = stablehlo.multiply %b, %tbb : tensor<64x40xf32>
  %rb = stablehlo.reduce(%sb init: %halfb) across dimensions = [1] : (tensor<64x40xf32>, tensor<f32>) -> tensor<64xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %p = stablehlo.multiply %x, %y : tensor<f32>
    %q = stablehlo.add %p, %x : tensor<f32>
    %z = stablehlo.add %q, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }
  %halfc = stablehlo.constant dense<0.5> : tensor<f32>
  %tinyc = stablehlo.constant dense<1.0e-3> : tensor<f32>
  %tbc = stablehlo.broadcast_in_dim %tinyc, dims = [] : (tensor<f32>) -> tensor<40x64xf32>
  %sc = stablehlo.multiply %c, %tbc : tensor<40x64xf32>
  %rc = stablehlo.reduce(%sc init: %halfc) across dimensions = [0, 1] : (tensor<40x64xf32>, tensor<f32>) -> tensor<f32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %p = stablehlo.multiply %x, %y : tensor<f32>
    %q = stablehlo.add %p, %x : tensor<f32>
    %z = stablehlo.add %q, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }
  %halfd = stablehlo.constant dense<0.5> : tensor<f32>
  %tinyd = stablehlo.constant dense<1.0e-3> : tensor<f32>
  %tbd = stablehlo.broadcast_in_dim %tinyd, dims = [] : (tensor<f32>) -> tensor<2000x300xf32>
  %sd = stablehlo.multiply %d, %tbd : tensor<2000x300xf32>
  %rd = stablehlo.reduce(%sd init: %halfd) across dimensions = [0] : (tensor<2000x300xf32>, tensor<f32>) -> tensor<300xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %p = stablehlo.multiply %x, %y : tensor<f32>
    %q = stablehlo.add %p, %x : tensor<f32>
    %z = stablehlo.add %q, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }
  %halfe = stablehlo.constant dense<0.5> : tensor<f32>
  %tinye = stablehlo.constant dense<1.0e-3> : tensor<f32>
  %tbe = stablehlo.broadcast_in_dim %tinye, dims = [] : (tensor<f32>) -> tensor<2000x300xf32>
  %se = stablehlo.multiply %e, %tbe : tensor<2000x300xf32>
  %re = stablehlo.reduce(%se init: %halfe) across dimensions = [1] : (tensor<2000x300xf32>, tensor<f32>) -> tensor<2000xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %p = stablehlo.multiply %x, %y : tensor<f32>
    %q = stablehlo.add %p, %x : tensor<f32>
    %z = stablehlo.add %q, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }
  %halff = stablehlo.constant dense<0.5> : tensor<f32>
  %tinyf = stablehlo.constant dense<1.0e-3> : tensor<f32>
  %tbf = stablehlo.broadcast_in_dim %tinyf, dims = [] : (tensor<f32>) -> tensor<2000x300xf32>
  %sf = stablehlo.multiply %f, %tbf : tensor<2000x300xf32>
  %rf = stablehlo.reduce(%sf init: %halff) across dimensions = [0, 1] : (tensor<2000x300xf32>, tensor<f32>) -> tensor<f32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %p = stablehlo.multiply %x, %y : tensor<f32>
    %q = stablehlo.add %p, %x : tensor<f32>
    %z = stablehlo.add %q, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }
  %halfg = stablehlo.constant dense<0.5> : tensor<f32>
  %tinyg = stablehlo.constant dense<1.0e-3> : tensor<f32>
  %tbg = stablehlo.broadcast_in_dim %tinyg, dims = [] : (tensor<f32>) -> tensor<100000xf32>
  %sg = stablehlo.multiply %g, %tbg : tensor<100000xf32>
  %rg = stablehlo.reduce(%sg init: %halfg) across dimensions = [0] : (tensor<100000xf32>, tensor<f32>) -> tensor<f32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %p = stablehlo.multiply %x, %y : tensor<f32>
    %q = stablehlo.add %p, %x : tensor<f32>
    %z = stablehlo.add %q, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }
  %halfh = stablehlo.constant dense<0.5> : tensor<f32>
  %tinyh = stablehlo.constant dense<1.0e-3> : tensor<f32>
  %tbh = stablehlo.broadcast_in_dim %tinyh, dims = [] : (tensor<f32>) -> tensor<30x50x70xf32>
  %sh = stablehlo.multiply %h, %tbh : tensor<30x50x70xf32>
  %rh = stablehlo.reduce(%sh init: %halfh) across dimensions = [0, 2] : (tensor<30x50x70xf32>, tensor<f32>) -> tensor<50xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %p = stablehlo.multiply %x, %y : tensor<f32>
    %q = stablehlo.add %p, %x : tensor<f32>
    %z = stablehlo.add %q, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }
  %halfi = stablehlo.constant dense<0.5> : tensor<f32>
  %tinyi = stablehlo.constant dense<1.0e-3> : tensor<f32>
  %tbi = stablehlo.broadcast_in_dim %tinyi, dims = [] : (tensor<f32>) -> tensor<30x50x70xf32>
  %si = stablehlo.multiply %i, %tbi : tensor<30x50x70xf32>
  %ri = stablehlo.reduce(%si init: %halfi) across dimensions = [1] : (tensor<30x50x70xf32>, tensor<f32>) -> tensor<30x70xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %p = stablehlo.multiply %x, %y : tensor<f32>
    %q = stablehlo.add %p, %x : tensor<f32>
    %z = stablehlo.add %q, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }
  %halfj = stablehlo.constant dense<0.5> : tensor<f32>
  %tinyj = stablehlo.constant dense<1.0e-3> : tensor<f32>
  %tbj = stablehlo.broadcast_in_dim %tinyj, dims = [] : (tensor<f32>) -> tensor<3x5xf32>
  %sj = stablehlo.multiply %j, %tbj : tensor<3x5xf32>
  %rj = stablehlo.reduce(%sj init: %halfj) across dimensions = [1] : (tensor<3x5xf32>, tensor<f32>) -> tensor<3xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %p = stablehlo.multiply %x, %y : tensor<f32>
    %q = stablehlo.add %p, %x : tensor<f32>
    %z = stablehlo.add %q, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }
  %halfl = stablehlo.constant dense<0.5> : tensor<f32>
  %tinyl = stablehlo.constant dense<1.0e-3> : tensor<f32>
  %tbl = stablehlo.broadcast_in_dim %tinyl, dims = [] : (tensor<f32>) -> tensor<1x7xf32>
  %sl = stablehlo.multiply %l, %tbl : tensor<1x7xf32>
  %rl = stablehlo.reduce(%sl init: %halfl) across dimensions = [0] : (tensor<1x7xf32>, tensor<f32>) -> tensor<7xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %p = stablehlo.multiply %x, %y : tensor<f32>
    %q = stablehlo.add %p, %x : tensor<f32>
    %z = stablehlo.add %q, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }
  %halfm = stablehlo.constant dense<0.5> : tensor<f32>
  %tinym = stablehlo.constant dense<1.0e-3> : tensor<f32>
  %tbm = stablehlo.broadcast_in_dim %tinym, dims = [] : (tensor<f32>) -> tensor<65x17xf32>
  %sm = stablehlo.multiply %m, %tbm : tensor<65x17xf32>
  %rm = stablehlo.reduce(%sm init: %halfm) across dimensions = [0] : (tensor<65x17xf32>, tensor<f32>) -> tensor<17xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %p = stablehlo.multiply %x, %y : tensor<f32>
    %q = stablehlo.add %p, %x : tensor<f32>
    %z = stablehlo.add %q, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }
  %halfn = stablehlo.constant dense<0.5> : tensor<f32>
  %tinyn = stablehlo.constant dense<1.0e-3> : tensor<f32>
  %tbn = stablehlo.broadcast_in_dim %tinyn, dims = [] : (tensor<f32>) -> tensor<65x17xf32>
  %sn = stablehlo.multiply %n, %tbn : tensor<65x17xf32>
  %rn = stablehlo.reduce(%sn init: %halfn) across dimensions = [1] : (tensor<65x17xf32>, tensor<f32>) -> tensor<65xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %p = stablehlo.multiply %x, %y : tensor<f32>
    %q = stablehlo.add %p, %x : tensor<f32>
    %z = stablehlo.add %q, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }
  %two = stablehlo.constant dense<(2.0, 1.0)> : tensor<complex<f32>>
  %w0 = "stablehlo.reduce_window"(%v, %two) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%left: tensor<complex<f32>>, %right: tensor<complex<f32>>):
    %1 = stablehlo.multiply %left, %right : tensor<complex<f32>>
    stablehlo.return %1 : tensor<complex<f32>>
  }) : (tensor<4x6xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3x5xcomplex<f32>>
  %w2 = "stablehlo.reduce_window"(%v, %two) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%left: tensor<complex<f32>>, %right: tensor<complex<f32>>):
    %1 = stablehlo.add %left, %right : tensor<complex<f32>>
    stablehlo.return %1 : tensor<complex<f32>>
  }) : (tensor<4x6xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3x5xcomplex<f32>>
  %w3 = stablehlo.reduce(%v init: %two) applies stablehlo.multiply across dimensions = [1] : (tensor<4x6xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4xcomplex<f32>>
  return %ra, %rb, %rc, %rd, %re, %rf, %rg, %rh, %ri, %rj, %rl, %rm, %rn, %w0, %w2, %w3 : tensor<40xf32>, tensor<64xf32>, tensor<f32>, tensor<300xf32>, tensor<2000xf32>, tensor<f32>, tensor<f32>, tensor<50xf32>, tensor<30x70xf32>, tensor<3xf32>, tensor<7xf32>, tensor<17xf32>, tensor<65xf32>, tensor<3x5xcomplex<f32>>, tensor<3x5xcomplex<f32>>, tensor<4xcomplex<f32>>
}
