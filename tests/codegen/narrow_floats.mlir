// Each op on f8 and f16 rounds its result to the type: constants are what numpy makes of the same ops one by one (-77 stands for NaN).
// RUN: spmd-run %s
// RUN: spmd-run %s --exact
// RUN: spmd-run %s --backend=reference
// RUN: env SPMD_MAX_ISA=x86-64 spmd-run %s --no-cache
module {
  func.func public @main() {
    %nan = stablehlo.constant dense<-77.0> : tensor<37xf32>

    %x.f16, %y.f16, %w.f16 = call @f16() : () -> (tensor<37xf16>, tensor<37xf16>, tensor<37xf32>)
    %p.f16 = stablehlo.multiply %x.f16, %y.f16 : tensor<37xf16>
    %s.f16 = stablehlo.add %p.f16, %x.f16 : tensor<37xf16>
    %q.f16 = stablehlo.divide %s.f16, %y.f16 : tensor<37xf16>
    %d.f16 = stablehlo.subtract %q.f16, %p.f16 : tensor<37xf16>
    %e.f16 = stablehlo.multiply %d.f16, %d.f16 : tensor<37xf16>
    %m.f16 = stablehlo.maximum %e.f16, %q.f16 : tensor<37xf16>
    %f.f16 = stablehlo.convert %m.f16 : (tensor<37xf16>) -> tensor<37xf32>
    %n.f16 = stablehlo.compare EQ, %f.f16, %f.f16 : (tensor<37xf32>, tensor<37xf32>) -> tensor<37xi1>
    %r.f16 = stablehlo.select %n.f16, %f.f16, %nan : tensor<37xi1>, tensor<37xf32>
    check.expect_eq %r.f16, %w.f16 : tensor<37xf32>

    %x.f8E5M2, %y.f8E5M2, %w.f8E5M2 = call @f8E5M2() : () -> (tensor<37xf8E5M2>, tensor<37xf8E5M2>, tensor<37xf32>)
    %p.f8E5M2 = stablehlo.multiply %x.f8E5M2, %y.f8E5M2 : tensor<37xf8E5M2>
    %s.f8E5M2 = stablehlo.add %p.f8E5M2, %x.f8E5M2 : tensor<37xf8E5M2>
    %q.f8E5M2 = stablehlo.divide %s.f8E5M2, %y.f8E5M2 : tensor<37xf8E5M2>
    %d.f8E5M2 = stablehlo.subtract %q.f8E5M2, %p.f8E5M2 : tensor<37xf8E5M2>
    %e.f8E5M2 = stablehlo.multiply %d.f8E5M2, %d.f8E5M2 : tensor<37xf8E5M2>
    %m.f8E5M2 = stablehlo.maximum %e.f8E5M2, %q.f8E5M2 : tensor<37xf8E5M2>
    %f.f8E5M2 = stablehlo.convert %m.f8E5M2 : (tensor<37xf8E5M2>) -> tensor<37xf32>
    %n.f8E5M2 = stablehlo.compare EQ, %f.f8E5M2, %f.f8E5M2 : (tensor<37xf32>, tensor<37xf32>) -> tensor<37xi1>
    %r.f8E5M2 = stablehlo.select %n.f8E5M2, %f.f8E5M2, %nan : tensor<37xi1>, tensor<37xf32>
    check.expect_eq %r.f8E5M2, %w.f8E5M2 : tensor<37xf32>

    %x.f8E4M3FN, %y.f8E4M3FN, %w.f8E4M3FN = call @f8E4M3FN() : () -> (tensor<37xf8E4M3FN>, tensor<37xf8E4M3FN>, tensor<37xf32>)
    %p.f8E4M3FN = stablehlo.multiply %x.f8E4M3FN, %y.f8E4M3FN : tensor<37xf8E4M3FN>
    %s.f8E4M3FN = stablehlo.add %p.f8E4M3FN, %x.f8E4M3FN : tensor<37xf8E4M3FN>
    %q.f8E4M3FN = stablehlo.divide %s.f8E4M3FN, %y.f8E4M3FN : tensor<37xf8E4M3FN>
    %d.f8E4M3FN = stablehlo.subtract %q.f8E4M3FN, %p.f8E4M3FN : tensor<37xf8E4M3FN>
    %e.f8E4M3FN = stablehlo.multiply %d.f8E4M3FN, %d.f8E4M3FN : tensor<37xf8E4M3FN>
    %m.f8E4M3FN = stablehlo.maximum %e.f8E4M3FN, %q.f8E4M3FN : tensor<37xf8E4M3FN>
    %f.f8E4M3FN = stablehlo.convert %m.f8E4M3FN : (tensor<37xf8E4M3FN>) -> tensor<37xf32>
    %n.f8E4M3FN = stablehlo.compare EQ, %f.f8E4M3FN, %f.f8E4M3FN : (tensor<37xf32>, tensor<37xf32>) -> tensor<37xi1>
    %r.f8E4M3FN = stablehlo.select %n.f8E4M3FN, %f.f8E4M3FN, %nan : tensor<37xi1>, tensor<37xf32>
    check.expect_eq %r.f8E4M3FN, %w.f8E4M3FN : tensor<37xf32>

    %x.f8E4M3, %y.f8E4M3, %w.f8E4M3 = call @f8E4M3() : () -> (tensor<37xf8E4M3>, tensor<37xf8E4M3>, tensor<37xf32>)
    %p.f8E4M3 = stablehlo.multiply %x.f8E4M3, %y.f8E4M3 : tensor<37xf8E4M3>
    %s.f8E4M3 = stablehlo.add %p.f8E4M3, %x.f8E4M3 : tensor<37xf8E4M3>
    %q.f8E4M3 = stablehlo.divide %s.f8E4M3, %y.f8E4M3 : tensor<37xf8E4M3>
    %d.f8E4M3 = stablehlo.subtract %q.f8E4M3, %p.f8E4M3 : tensor<37xf8E4M3>
    %e.f8E4M3 = stablehlo.multiply %d.f8E4M3, %d.f8E4M3 : tensor<37xf8E4M3>
    %m.f8E4M3 = stablehlo.maximum %e.f8E4M3, %q.f8E4M3 : tensor<37xf8E4M3>
    %f.f8E4M3 = stablehlo.convert %m.f8E4M3 : (tensor<37xf8E4M3>) -> tensor<37xf32>
    %n.f8E4M3 = stablehlo.compare EQ, %f.f8E4M3, %f.f8E4M3 : (tensor<37xf32>, tensor<37xf32>) -> tensor<37xi1>
    %r.f8E4M3 = stablehlo.select %n.f8E4M3, %f.f8E4M3, %nan : tensor<37xi1>, tensor<37xf32>
    check.expect_eq %r.f8E4M3, %w.f8E4M3 : tensor<37xf32>

    %x.f8E3M4, %y.f8E3M4, %w.f8E3M4 = call @f8E3M4() : () -> (tensor<37xf8E3M4>, tensor<37xf8E3M4>, tensor<37xf32>)
    %p.f8E3M4 = stablehlo.multiply %x.f8E3M4, %y.f8E3M4 : tensor<37xf8E3M4>
    %s.f8E3M4 = stablehlo.add %p.f8E3M4, %x.f8E3M4 : tensor<37xf8E3M4>
    %q.f8E3M4 = stablehlo.divide %s.f8E3M4, %y.f8E3M4 : tensor<37xf8E3M4>
    %d.f8E3M4 = stablehlo.subtract %q.f8E3M4, %p.f8E3M4 : tensor<37xf8E3M4>
    %e.f8E3M4 = stablehlo.multiply %d.f8E3M4, %d.f8E3M4 : tensor<37xf8E3M4>
    %m.f8E3M4 = stablehlo.maximum %e.f8E3M4, %q.f8E3M4 : tensor<37xf8E3M4>
    %f.f8E3M4 = stablehlo.convert %m.f8E3M4 : (tensor<37xf8E3M4>) -> tensor<37xf32>
    %n.f8E3M4 = stablehlo.compare EQ, %f.f8E3M4, %f.f8E3M4 : (tensor<37xf32>, tensor<37xf32>) -> tensor<37xi1>
    %r.f8E3M4 = stablehlo.select %n.f8E3M4, %f.f8E3M4, %nan : tensor<37xi1>, tensor<37xf32>
    check.expect_eq %r.f8E3M4, %w.f8E3M4 : tensor<37xf32>

    %x.f8E4M3FNUZ, %y.f8E4M3FNUZ, %w.f8E4M3FNUZ = call @f8E4M3FNUZ() : () -> (tensor<37xf8E4M3FNUZ>, tensor<37xf8E4M3FNUZ>, tensor<37xf32>)
    %p.f8E4M3FNUZ = stablehlo.multiply %x.f8E4M3FNUZ, %y.f8E4M3FNUZ : tensor<37xf8E4M3FNUZ>
    %s.f8E4M3FNUZ = stablehlo.add %p.f8E4M3FNUZ, %x.f8E4M3FNUZ : tensor<37xf8E4M3FNUZ>
    %q.f8E4M3FNUZ = stablehlo.divide %s.f8E4M3FNUZ, %y.f8E4M3FNUZ : tensor<37xf8E4M3FNUZ>
    %d.f8E4M3FNUZ = stablehlo.subtract %q.f8E4M3FNUZ, %p.f8E4M3FNUZ : tensor<37xf8E4M3FNUZ>
    %e.f8E4M3FNUZ = stablehlo.multiply %d.f8E4M3FNUZ, %d.f8E4M3FNUZ : tensor<37xf8E4M3FNUZ>
    %m.f8E4M3FNUZ = stablehlo.maximum %e.f8E4M3FNUZ, %q.f8E4M3FNUZ : tensor<37xf8E4M3FNUZ>
    %f.f8E4M3FNUZ = stablehlo.convert %m.f8E4M3FNUZ : (tensor<37xf8E4M3FNUZ>) -> tensor<37xf32>
    %n.f8E4M3FNUZ = stablehlo.compare EQ, %f.f8E4M3FNUZ, %f.f8E4M3FNUZ : (tensor<37xf32>, tensor<37xf32>) -> tensor<37xi1>
    %r.f8E4M3FNUZ = stablehlo.select %n.f8E4M3FNUZ, %f.f8E4M3FNUZ, %nan : tensor<37xi1>, tensor<37xf32>
    check.expect_eq %r.f8E4M3FNUZ, %w.f8E4M3FNUZ : tensor<37xf32>

    %x.f8E5M2FNUZ, %y.f8E5M2FNUZ, %w.f8E5M2FNUZ = call @f8E5M2FNUZ() : () -> (tensor<37xf8E5M2FNUZ>, tensor<37xf8E5M2FNUZ>, tensor<37xf32>)
    %p.f8E5M2FNUZ = stablehlo.multiply %x.f8E5M2FNUZ, %y.f8E5M2FNUZ : tensor<37xf8E5M2FNUZ>
    %s.f8E5M2FNUZ = stablehlo.add %p.f8E5M2FNUZ, %x.f8E5M2FNUZ : tensor<37xf8E5M2FNUZ>
    %q.f8E5M2FNUZ = stablehlo.divide %s.f8E5M2FNUZ, %y.f8E5M2FNUZ : tensor<37xf8E5M2FNUZ>
    %d.f8E5M2FNUZ = stablehlo.subtract %q.f8E5M2FNUZ, %p.f8E5M2FNUZ : tensor<37xf8E5M2FNUZ>
    %e.f8E5M2FNUZ = stablehlo.multiply %d.f8E5M2FNUZ, %d.f8E5M2FNUZ : tensor<37xf8E5M2FNUZ>
    %m.f8E5M2FNUZ = stablehlo.maximum %e.f8E5M2FNUZ, %q.f8E5M2FNUZ : tensor<37xf8E5M2FNUZ>
    %f.f8E5M2FNUZ = stablehlo.convert %m.f8E5M2FNUZ : (tensor<37xf8E5M2FNUZ>) -> tensor<37xf32>
    %n.f8E5M2FNUZ = stablehlo.compare EQ, %f.f8E5M2FNUZ, %f.f8E5M2FNUZ : (tensor<37xf32>, tensor<37xf32>) -> tensor<37xi1>
    %r.f8E5M2FNUZ = stablehlo.select %n.f8E5M2FNUZ, %f.f8E5M2FNUZ, %nan : tensor<37xi1>, tensor<37xf32>
    check.expect_eq %r.f8E5M2FNUZ, %w.f8E5M2FNUZ : tensor<37xf32>

    %x.f8E4M3B11FNUZ, %y.f8E4M3B11FNUZ, %w.f8E4M3B11FNUZ = call @f8E4M3B11FNUZ() : () -> (tensor<37xf8E4M3B11FNUZ>, tensor<37xf8E4M3B11FNUZ>, tensor<37xf32>)
    %p.f8E4M3B11FNUZ = stablehlo.multiply %x.f8E4M3B11FNUZ, %y.f8E4M3B11FNUZ : tensor<37xf8E4M3B11FNUZ>
    %s.f8E4M3B11FNUZ = stablehlo.add %p.f8E4M3B11FNUZ, %x.f8E4M3B11FNUZ : tensor<37xf8E4M3B11FNUZ>
    %q.f8E4M3B11FNUZ = stablehlo.divide %s.f8E4M3B11FNUZ, %y.f8E4M3B11FNUZ : tensor<37xf8E4M3B11FNUZ>
    %d.f8E4M3B11FNUZ = stablehlo.subtract %q.f8E4M3B11FNUZ, %p.f8E4M3B11FNUZ : tensor<37xf8E4M3B11FNUZ>
    %e.f8E4M3B11FNUZ = stablehlo.multiply %d.f8E4M3B11FNUZ, %d.f8E4M3B11FNUZ : tensor<37xf8E4M3B11FNUZ>
    %m.f8E4M3B11FNUZ = stablehlo.maximum %e.f8E4M3B11FNUZ, %q.f8E4M3B11FNUZ : tensor<37xf8E4M3B11FNUZ>
    %f.f8E4M3B11FNUZ = stablehlo.convert %m.f8E4M3B11FNUZ : (tensor<37xf8E4M3B11FNUZ>) -> tensor<37xf32>
    %n.f8E4M3B11FNUZ = stablehlo.compare EQ, %f.f8E4M3B11FNUZ, %f.f8E4M3B11FNUZ : (tensor<37xf32>, tensor<37xf32>) -> tensor<37xi1>
    %r.f8E4M3B11FNUZ = stablehlo.select %n.f8E4M3B11FNUZ, %f.f8E4M3B11FNUZ, %nan : tensor<37xi1>, tensor<37xf32>
    check.expect_eq %r.f8E4M3B11FNUZ, %w.f8E4M3B11FNUZ : tensor<37xf32>

    return
  }

  func.func private @f16() -> (tensor<37xf16>, tensor<37xf16>, tensor<37xf32>) {
    %x = stablehlo.constant dense<"0x8839933E493936C13E3F243B4CBCA63CD539B538472B603CE4BD37B5B7BBCA3C162DAEB841BE1DB82B2469B82D4107406CC58EC398B5C1BAD636F4363C4473C00BBA16442C3D4E3D1DBC"> : tensor<37xf16>
    %y = stablehlo.constant dense<"0xE3C3023E4F3D5DC133BC453A56BFA439253D6D3C27B890415943DA3FD2BD644209B846436EC07D43853B7EC1762BA63C463FC9BFA5C0653E67B6D33E8F42E5C30D3FAD44E02EBBBD8342"> : tensor<37xf16>
    %w = stablehlo.constant dense<"0x0040284100402F400040943F00C0944200807C40000002400020C14000C07D4000C0A53F00608F3F00A00C3A00E01A400020484100C0B23C00203A4000A0A24000E0BD3A0020F43F0060954100A0CF3F00A0093D00605E400000094500A06F400020074000E0A84200C0823F0040043A0000623E0060303F00C08B4200E0D9420020B23C0020484300E02D430020A94000808040"> : tensor<37xf32>
    return %x, %y, %w : tensor<37xf16>, tensor<37xf16>, tensor<37xf32>
  }
  func.func private @f8E5M2() -> (tensor<37xf8E5M2>, tensor<37xf8E5M2>, tensor<37xf32>) {
    %x = stablehlo.constant dense<"0x383FBAC2B3BB3E36C3C13F3DBD983B3B3F38B2B840C5B42CC239BD3FB43D413ABFC243B3BE"> : tensor<37xf8E5M2>
    %y = stablehlo.constant dense<"0x3E37433C3CBD41C04246C3C64248C0C242BEB8AA41B33F38BE29BF3CC1C1453B3B41B43541"> : tensor<37xf8E5M2>
    %w = stablehlo.constant dense<"0x0000603F0000C04100000040000000410000403D0000803F000020400000803F0000C04100000043000040420000C042000080400000403900008040000000410000C0400000403F0000403E0000C042000080400000C043000000000000403E0000C041000080430000C040000060400000003F00008041000080420000E03F00008040000000410000C0420000003F00000040"> : tensor<37xf32>
    return %x, %y, %w : tensor<37xf8E5M2>, tensor<37xf8E5M2>, tensor<37xf32>
  }
  func.func private @f8E4M3FN() -> (tensor<37xf8E4M3FN>, tensor<37xf8E4M3FN>, tensor<37xf32>) {
    %x = stablehlo.constant dense<"0x31C13DB9C0BEB445C12AC9823EAFBA2F3B3B482DB9A8A126972BC53DB9C13A43382ABF4B3E"> : tensor<37xf8E4M3FN>
    %y = stablehlo.constant dense<"0xC2BB3AC73CAC4948CE39C7493C43C14D4EC140B837C34DBF1E42B729B332C2AA2C81391F45"> : tensor<37xf8E4M3FN>
    %w = stablehlo.constant dense<"0x0000404000004041000030400000C0410000803D0000C0400000C0400000A0420000A0430000103F0000C04300000000000030400000C03E000040410000C04000008042000060410000C0400000303E0000C03F0000403F0000103F0000803E0000A03E0000003F0000F040000030420000103F00008041000060410000C0410000404100009AC20000104000009AC200003041"> : tensor<37xf32>
    return %x, %y, %w : tensor<37xf8E4M3FN>, tensor<37xf8E4M3FN>, tensor<37xf32>
  }
  func.func private @f8E4M3() -> (tensor<37xf8E4M3>, tensor<37xf8E4M3>, tensor<37xf32>) {
    %x = stablehlo.constant dense<"0xB2A9BBB8C238C1BC3335B5C83530C33CBBC124AB2DC546BAC43AB332B39F30BC3BB7BE2236"> : tensor<37xf8E4M3>
    %y = stablehlo.constant dense<"0x2ABD43C9C039C4393547BEB640CD52B9BA4636C94446AB2242BE413DB8C52ABD483B453B3E"> : tensor<37xf8E4M3>
    %w = stablehlo.constant dense<"0x0000A0400000A03E000060400000C041000010420000E03F0000A0420000C03F0000C03F0000804000004040000010410000A03F000060410000807F00008040000080400000C0410000D03E000040400000103F000040420000C0410000C042000040410000F0400000803E0000803F0000F03E0000403E0000604000001041000060410000103E000030410000903E0000B03F"> : tensor<37xf32>
    return %x, %y, %w : tensor<37xf8E4M3>, tensor<37xf8E4M3>, tensor<37xf32>
  }
  func.func private @f8E3M4() -> (tensor<37xf8E3M4>, tensor<37xf8E3M4>, tensor<37xf32>) {
    %x = stablehlo.constant dense<"0xB9354DA4B394AFB612A34700253EA347B4BAA78FC684CB468AB5BDA99DC1BD98B13E42022E"> : tensor<37xf8E3M4>
    %y = stablehlo.constant dense<"0xC8472D4457D73DC246C89F3A4734B6A54D2FD04C424D814CC1469E4850B32B325249C5434A"> : tensor<37xf8E3M4>
    %w = stablehlo.constant dense<"0x0000807F000080400000807F0000E03E0000807F000090400000803D000070410000C83E0000904000004040000000000000803F000058400000703F0000103E0000104100005040000038410000803E0000A0400000803C0000807F0000807F0000303E00005040000008400000E03F0000C83F0000F0400000B8400000C03D00004041000038410000807F0000403D00004040"> : tensor<37xf32>
    return %x, %y, %w : tensor<37xf8E3M4>, tensor<37xf8E3M4>, tensor<37xf32>
  }
  func.func private @f8E4M3FNUZ() -> (tensor<37xf8E4M3FNUZ>, tensor<37xf8E4M3FNUZ>, tensor<37xf32>) {
    %x = stablehlo.constant dense<"0x50CDC14BCBCA4048C3412F4C8348C6B4AC4941C44344AEB8B4CE3437C644CBC1BF50CD4147"> : tensor<37xf8E4M3FNUZ>
    %y = stablehlo.constant dense<"0x4951C8D44DCA13CA504EC14F433941354B479C50BD474953B8544435C04B41C9CABBC05152"> : tensor<37xf8E4M3FNUZ>
    %w = stablehlo.constant dense<"0x000010410000F0420000F04000009AC20000C0410000604200009AC200001042000060410000C0400000803D00004042000000000000A0410000C03F0000A03F0000803D0000504000009AC2000080410000303F000010400000C03C0000A0400000C03E00009AC20000203F0000C03F00004040000080400000C040000010410000F0400000403F000030410000404100004042"> : tensor<37xf32>
    return %x, %y, %w : tensor<37xf8E4M3FNUZ>, tensor<37xf8E4M3FNUZ>, tensor<37xf32>
  }
  func.func private @f8E5M2FNUZ() -> (tensor<37xf8E5M2FNUZ>, tensor<37xf8E5M2FNUZ>, tensor<37xf32>) {
    %x = stablehlo.constant dense<"0x433EBF33434843BC31C0C2BA3A47334547354642BF3C2EBBBA393FC3A9C63C41393D41C1BC"> : tensor<37xf8E5M2FNUZ>
    %y = stablehlo.constant dense<"0x4548444C3E48493DC2C542484342B445C94340C64CC6C4C548C3464643C6BF4AC6C23C4743"> : tensor<37xf8E5M2FNUZ>
    %w = stablehlo.constant dense<"0x00002040000080400000803E0000003F0000004100000043000000420000803F0000003D000000410000803E0000803F0000203F0000A0400000003F000000410000C0430000603E000000410000C04100000042000040400000C03C0000C03F0000803F0000C03E0000C03F0000C040000080370000C0420000003E000000420000C03F0000C03F000040410000C04000000000"> : tensor<37xf32>
    return %x, %y, %w : tensor<37xf8E5M2FNUZ>, tensor<37xf8E5M2FNUZ>, tensor<37xf32>
  }
  func.func private @f8E4M3B11FNUZ() -> (tensor<37xf8E4M3B11FNUZ>, tensor<37xf8E4M3B11FNUZ>, tensor<37xf32>) {
    %x = stablehlo.constant dense<"0x5CE15F59E56469DC3E63E4E8E2D9D95A51E2596762603260DF5CC36157E14862E1D9DCE45F"> : tensor<37xf8E4M3B11FNUZ>
    %y = stablehlo.constant dense<"0x6A665E565EDA676867D15A506D5CE9616D646759EAE9E3525F64AB6742D966DEEEE15AF0B9"> : tensor<37xf8E4M3B11FNUZ>
    %w = stablehlo.constant dense<"0x00009AC20000C04100003040000010400000803E0000A04100009AC2000080410000103E0000103F0000404000009AC200009AC20000803D00009AC20000E03F00001041000080410000C0400000104100009AC200009AC20000D03C000060410000803E0000C04000009AC20000C04100009AC20000F0400000A03E0000F04100009AC2000010410000403F00009AC200009AC2"> : tensor<37xf32>
    return %x, %y, %w : tensor<37xf8E4M3B11FNUZ>, tensor<37xf8E4M3B11FNUZ>, tensor<37xf32>
  }
}
