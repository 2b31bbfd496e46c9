// RUN: spmd-opt %s -split-input-file -verify-diagnostics

func.func @infeed_c1(%t: !stablehlo.token, %x: tensor<4xf32>) {
  // expected-error @+1 {{has no result; the last result is a token}}
  "stablehlo.infeed"(%t) : (!stablehlo.token) -> ()
  return
}

// -----

func.func @infeed_c2(%t: !stablehlo.token, %x: tensor<4xf32>) {
  // expected-error @+1 {{has result 0 of type '!stablehlo.token'; it must be a tensor, the token comes last}}
  %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}

// -----

func.func @infeed_c3(%t: !stablehlo.token, %x: tensor<4xf32>) {
  // expected-error @+1 {{has result 0 of type 'tensor<4xf32>'; it must be a token, as the last one}}
  %0 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> tensor<4xf32>
  return
}

// -----

func.func @infeed_layout_count(%t: !stablehlo.token, %x: tensor<4xf32>) {
  // expected-error @+1 {{has 0 layouts for 1 tensors}}
  %0:2 = "stablehlo.infeed"(%t) <{layout = []}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @infeed_layout_kind(%t: !stablehlo.token, %x: tensor<4xf32>) {
  // expected-error @+1 {{has the layout "a"; a layout is a list of integers}}
  %0:2 = "stablehlo.infeed"(%t) <{layout = ["a"]}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @send_c5(%t: !stablehlo.token, %x: tensor<4xf32>) {
  // expected-error @+1 {{uses a channel of type 2; between devices it must be 1}}
  %0 = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send_c5_host(%t: !stablehlo.token, %x: tensor<4xf32>) {
  // expected-error @+1 {{uses a channel of type 1; to or from the host it must be 2}}
  %0 = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @recv_c5(%t: !stablehlo.token, %x: tensor<4xf32>) {
  // expected-error @+1 {{uses a channel of type 2; to or from the host it must be 3}}
  %0:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv_results(%t: !stablehlo.token, %x: tensor<4xf32>) {
  // expected-error @+1 {{has result 0 of type 'tensor<4xf32>'; it must be a token, as the last one}}
  %0 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> tensor<4xf32>
  return
}
