// RUN: spmd-opt %s -split-input-file -verify-diagnostics

func.func @custom_call_config_is_string(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{has backend_config {} with api_version 1; version 4 takes a dictionary, the others a string}}
  %0 = stablehlo.custom_call @f(%x) {backend_config = {}} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @custom_call_config_is_dictionary(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{has backend_config "a" with api_version 4; version 4 takes a dictionary, the others a string}}
  %0 = stablehlo.custom_call @f(%x) {api_version = 4 : i32, backend_config = "a"} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @custom_call_layouts_of_one_side(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{has operand_layouts only; both must be given}}
  %0 = stablehlo.custom_call @f(%x) {operand_layouts = [dense<0> : tensor<1xindex>]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @custom_call_layout_count(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{has 0 operand layouts for 1 operands}}
  %0 = stablehlo.custom_call @f(%x) {operand_layouts = [], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+1 {{operand 0 is 'tensor<4xf32>'}}
func.func @custom_call_layout_permutes(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{has operand layout 0 = dense<1> : tensor<1xindex> for 'tensor<4xf32>'; it must be a permutation of its 1 dims}}
  %0 = stablehlo.custom_call @f(%x) {operand_layouts = [dense<1> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @custom_call_layout_kind(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{has operand layout 0 = dense<0> : tensor<1xi64>; a layout is a vector of index}}
  %0 = stablehlo.custom_call @f(%x) {operand_layouts = [dense<0> : tensor<1xi64>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+1 {{operand 0 is '!stablehlo.token'}}
func.func @custom_call_layout_of_token(%x: !stablehlo.token) {
  // expected-error @+1 {{for '!stablehlo.token', which is no tensor; the layout must be empty}}
  stablehlo.custom_call @f(%x) {operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = []} : (!stablehlo.token) -> ()
  return
}

// -----

func.func @custom_call_alias_operand(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{has an alias of operand 1; there are 1}}
  %0 = stablehlo.custom_call @f(%x) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+1 {{operand 0 is 'tensor<4xf32>'}}
func.func @custom_call_alias_path(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{whose path leaves the output 'tensor<4xf32>'}}
  %0 = stablehlo.custom_call @f(%x) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+1 {{operand 0 is 'tensor<4xf32>'}}
func.func @custom_call_alias_operand_path(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{whose path leaves the operand 'tensor<4xf32>'}}
  %0 = stablehlo.custom_call @f(%x) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [0]>]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+1 {{operand 0 is 'tensor<4xf32>'}}
func.func @custom_call_alias_type(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{aliases an output part of type 'tensor<5xf32>' with a part of operand 0 of type 'tensor<4xf32>'; the types must be equal}}
  %0 = stablehlo.custom_call @f(%x) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @custom_call_buffer_result(%x: memref<4xf32>) {
  // expected-error @+1 {{aliases buffer result 0 0 times; it must be once}}
  %0 = stablehlo.custom_call @f(%x) {} : (memref<4xf32>) -> memref<4xf32>
  return
}

// -----

// expected-note @+1 {{the buffer is 'memref<4xf32>'}}
func.func @custom_call_buffer_operand(%x: memref<4xf32>) {
  // expected-error @+1 {{aliases buffer operand 0 2 times; once is allowed}}
  %0:2 = stablehlo.custom_call @f(%x) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>]} : (memref<4xf32>) -> (memref<4xf32>, memref<4xf32>)
  return
}

// -----

func.func @custom_call_create_buffer(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{calls CreateBuffer, which is () -> buffer}}
  %0 = stablehlo.custom_call @CreateBuffer() : () -> tensor<4xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4xf32>'}}
func.func @custom_call_pin(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{calls Pin, which is (tensor) -> buffer of its shape}}
  %0 = stablehlo.custom_call @Pin(%x) : (tensor<4xf32>) -> memref<5xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'memref<4xf32>'}}
func.func @custom_call_unpin(%x: memref<4xf32>) {
  // expected-error @+1 {{calls Unpin, which is (buffer) -> tensor of its shape}}
  %0 = stablehlo.custom_call @Unpin(%x) : (memref<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func private @impl(tensor<4xf32>) -> tensor<4xf32>

func.func @composite_c1(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{has the name "scale"; a name is a namespace, a point and words: acme.scale}}
  %0 = stablehlo.composite "scale" %x {decomposition = @impl} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @composite_c2(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{decomposes to @none, which is no function of this module}}
  %0 = stablehlo.composite "acme.scale" %x {decomposition = @none} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+1 {{@impl is defined here}}
func.func private @impl(tensor<4xf32>) -> tensor<4xf32>

func.func @composite_c3(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{has inputs of types ('tensor<5xf32>'), its decomposition @impl has ('tensor<4xf32>')}}
  %0 = stablehlo.composite "acme.scale" %y {decomposition = @impl} : (tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+1 {{@impl is defined here}}
func.func private @impl(tensor<4xf32>) -> tensor<4xf32>

func.func @composite_c4(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{has results of types ('tensor<5xf32>'), its decomposition @impl has ('tensor<4xf32>')}}
  %0 = stablehlo.composite "acme.scale" %x {decomposition = @impl} : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// A splat of any size takes a few bytes of text: it is refused by its number of elements.
// expected-note @+1 {{operand 0 is 'tensor<4xf32>'}}
func.func @custom_call_layout_of_many(%x: tensor<4xf32>) {
  // expected-error @+1 {{it must be a permutation of its 1 dims}}
  %0 = stablehlo.custom_call @f(%x) {operand_layouts = [dense<0> : tensor<9223372036854775807xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
