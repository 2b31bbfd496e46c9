// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of ops. VHLO gives an op a new row, with a new suffix, whenever its attributes change.
// Operands, results and regions are not listed: they are those of the StableHLO op, whose verifier
// checks them.
#include "dialects/vhlo/op_table.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace spmd::vhlo {
namespace {

/// Rows of equal versions and attributes. Most ops are alike: 56 of them have no attributes at all.
///  `ops` are names without the dialect.
struct RowText {
  StringLiteral ops;
  Version since, until;
  StringLiteral fields = "";
  Assembly assembly = Assembly::None;
};

/// Until the newest version that is read.
constexpr Version kNow = kNewestVersion;

// Rows of version 1.17. Within a row fields stand by name, as in a file: `compare_type` before
// `comparison_direction`. clang-format would spread each row over many lines.
// clang-format off
constexpr RowText kRows[] = {
  {"abs_v1 add_v1 after_all_v1 and_v1 atan2_v1 bitcast_convert_v1 case_v1 ceil_v1 clamp_v1 "
   "complex_v1 convert_v1 count_leading_zeros_v1 create_token_v1 divide_v1 dynamic_pad_v1 "
   "dynamic_reshape_v1 dynamic_update_slice_v1 floor_v1 if_v1 imag_v1 is_finite_v1 maximum_v1 "
   "minimum_v1 multiply_v1 negate_v1 not_v1 optimization_barrier_v1 or_v1 partition_id_v1 "
   "popcnt_v1 power_v1 real_dynamic_slice_v1 real_v1 remainder_v1 replica_id_v1 reshape_v1 "
   "return_v1 round_nearest_afz_v1 round_nearest_even_v1 select_v1 shift_left_v1 "
   "shift_right_arithmetic_v1 shift_right_logical_v1 sign_v1 subtract_v1 tuple_v1 "
   "uniform_dequantize_v1 uniform_quantize_v1 while_v1 xor_v1",
   {0, 9}, kNow},
  // Ops that came later, and functions whose accuracy can be stated.
  {"async_done_v1 async_start_v1", {1, 15}, kNow},
  {"cbrt_v2 cosine_v2 exponential_minus_one_v2 log_v2 log_plus_one_v2 logistic_v2 rsqrt_v2 "
   "sine_v2 sqrt_v2 tan_v2 tanh_v2", {1, 10}, kNow, "result_accuracy:x=0"},
  {"exponential_v2", {1, 9}, kNow, "result_accuracy:x=0"},

  // One attribute.
  {"broadcast_v1", {0, 9}, kNow, "broadcast_sizes:V"},
  {"broadcast_in_dim_v1", {0, 9}, kNow, "broadcast_dimensions:V"},
  {"cholesky_v1", {0, 9}, kNow, "lower:b=0"},
  {"concatenate_v1 get_dimension_size_v1 set_dimension_size_v1", {0, 9}, kNow, "dimension:i"},
  {"constant_v1", {0, 9}, kNow, "value:c"},
  {"cross-replica-sum_v1", {0, 9}, kNow, "replica_groups:x"},
  {"dot_v1", {0, 9}, kNow, "precision_config:a=0"},
  {"dynamic_iota_v1 iota_v1", {0, 9}, kNow, "iota_dimension:i"},
  {"dynamic_slice_v1", {0, 9}, kNow, "slice_sizes:V"},
  {"einsum_v1 unary_einsum_v1", {0, 9}, kNow, "einsum_config:s"},
  {"get_tuple_element_v1", {0, 9}, kNow, "index:j"},
  {"reverse_v1", {0, 9}, kNow, "dimensions:V"},
  {"rng_v1", {0, 9}, kNow, "rng_distribution:e"},
  {"rng_bit_generator_v1", {0, 9}, kNow, "rng_algorithm:e"},
  {"transpose_v1", {0, 9}, kNow, "permutation:V"},

  // Several attributes, in the alphabet's order of ops.
  {"all_gather_v2", {1, 5}, kNow,
   "all_gather_dim:i channel_id:C=0 replica_groups:x use_global_device_ids:U"},
  {"all_reduce_v2", {1, 5}, kNow, "channel_id:C=0 replica_groups:x use_global_device_ids:U"},
  {"all_to_all_v2", {1, 5}, kNow,
   "channel_id:C=0 concat_dimension:i replica_groups:x split_count:i split_dimension:i"},
  {"batch_norm_grad_v1 batch_norm_inference_v1 batch_norm_training_v1", {0, 9}, kNow,
   "epsilon:f feature_index:i"},
  {"call_v1", {0, 9}, kNow, "callee:Y"},
  {"collective_broadcast_v1", {0, 16}, kNow, "channel_id:C=0 replica_groups:x"},
  {"collective_permute_v1", {0, 9}, kNow, "channel_id:C=0 source_target_pairs:c"},
  {"compare_v1", {0, 9}, kNow, "compare_type:e=0 comparison_direction:e"},
  {"composite_v2", {1, 14}, kNow, "composite_attributes:d=0 decomposition:Y name:s version:x=0"},
  {"convolution_v1", {0, 9}, kNow,
   "batch_group_count:i feature_group_count:i input_batch_dimension:n input_feature_dimension:n "
   "input_spatial_dimensions:l kernel_input_feature_dimension:n "
   "kernel_output_feature_dimension:n kernel_spatial_dimensions:l lhs_dilation:V=1 "
   "output_batch_dimension:n output_feature_dimension:n output_spatial_dimensions:l padding:c=0 "
   "precision_config:a=0 rhs_dilation:V=1 window_reversal:W=0 window_strides:V=1",
   Assembly::Convolution},
  {"custom_call_v1", {0, 9}, {1, 17},
   "api_version:j=1 backend_config:x=0 call_target_name:s called_computations:S=[] "
   "has_side_effect:b=0 operand_layouts:l output_operand_aliases:a=[] result_layouts:l",
   Assembly::Layouts},
  {"dot_general_v2", {1, 6}, kNow,
   "accumulation_type:p allow_imprecise_accumulation:p lhs_batching_dimensions:l "
   "lhs_component_count:p lhs_contracting_dimensions:l lhs_precision_type:p "
   "num_primitive_operations:p precision_config:a=0 rhs_batching_dimensions:l "
   "rhs_component_count:p rhs_contracting_dimensions:l rhs_precision_type:p", Assembly::Dot},
  {"dynamic_broadcast_in_dim_v1", {0, 9}, kNow,
   "broadcast_dimensions:V known_expanding_dimensions:V=[] known_nonexpanding_dimensions:V=[]"},
  {"dynamic_conv_v2", {0, 20}, kNow,
   "batch_group_count:i feature_group_count:i input_batch_dimension:n input_feature_dimension:n "
   "input_spatial_dimensions:l kernel_input_feature_dimension:n "
   "kernel_output_feature_dimension:n kernel_spatial_dimensions:l lhs_dilation:V=1 "
   "output_batch_dimension:n output_feature_dimension:n output_spatial_dimensions:l "
   "precision_config:a=0 rhs_dilation:V=1 window_reversal:W=0 window_strides:V=1",
   Assembly::Convolution},
  {"dynamic_gather_v2", {1, 1}, kNow,
   "collapsed_slice_dims:l index_vector_dim:n indices_are_sorted:b=0 offset_dims:l "
   "operand_batching_dims:l start_index_map:l start_indices_batching_dims:l", Assembly::Gather},
  {"fft_v1", {0, 9}, kNow, "fft_length:V fft_type:e"},
  {"func_v1", {0, 9}, kNow,
   "arg_attrs:a=[] function_type:t res_attrs:a=[] sym_name:s sym_visibility:s=0"},
  {"gather_v2", {1, 1}, kNow,
   "collapsed_slice_dims:l index_vector_dim:n indices_are_sorted:b=0 offset_dims:l "
   "operand_batching_dims:l slice_sizes:V start_index_map:l start_indices_batching_dims:l",
   Assembly::Gather},
  {"infeed_v1", {0, 9}, kNow, "infeed_config:s=0 layout:a=[]"},
  {"map_v1 reduce_v1", {0, 9}, kNow, "dimensions:V"},
  {"outfeed_v1", {0, 9}, kNow, "outfeed_config:s=0"},
  {"pad_v1", {0, 9}, kNow, "edge_padding_high:V edge_padding_low:V interior_padding:V"},
  {"recv_v2 send_v2", {1, 12}, kNow,
   "channel_id:n channel_type:n is_host_transfer:b=0 source_target_pairs:c=[]", Assembly::Channel},
  {"reduce_precision_v1", {0, 9}, kNow, "exponent_bits:j mantissa_bits:j"},
  {"reduce_scatter_v1", {0, 9}, kNow,
   "channel_id:C=0 replica_groups:x scatter_dimension:i use_global_device_ids:U"},
  {"reduce_window_v1", {0, 9}, kNow,
   "base_dilations:V=1 padding:c=0 window_dilations:V=1 window_dimensions:V window_strides:V=1"},
  {"scatter_v2", {1, 1}, kNow,
   "index_vector_dim:n indices_are_sorted:b=0 input_batching_dims:l inserted_window_dims:l "
   "scatter_dims_to_operand_dims:l scatter_indices_batching_dims:l unique_indices:b=0 "
   "update_window_dims:l",
   Assembly::Scatter},
  {"select_and_scatter_v1", {0, 9}, kNow, "padding:c=0 window_dimensions:V window_strides:V=1"},
  {"slice_v1", {0, 9}, kNow, "limit_indices:V start_indices:V strides:V"},
  {"sort_v1", {0, 9}, kNow, "dimension:i=-1 is_stable:b=0"},
  {"torch_index_select_v1", {0, 9}, kNow, "batch_dims:i dim:i"},
  {"triangular_solve_v1", {0, 9}, kNow, "left_side:b lower:b transpose_a:e unit_diagonal:b"},

  // Rows that version 1.17 no longer has. Its own rows for the same ops have more attributes. What
  // they lack has a default, which is none.
  {"cbrt_v1 cosine_v1 exponential_minus_one_v1 log_v1 log_plus_one_v1 logistic_v1 rsqrt_v1 "
   "sine_v1 sqrt_v1 tan_v1 tanh_v1", {0, 9}, {1, 9}},
  {"exponential_v1", {0, 9}, {1, 8}},
  {"all_gather_v1", {0, 9}, {1, 4},
   "all_gather_dim:i channel_id:C=0 replica_groups:x use_global_device_ids:U"},
  {"all_reduce_v1", {0, 9}, {1, 4}, "channel_id:C=0 replica_groups:x use_global_device_ids:U"},
  {"all_to_all_v1", {0, 9}, {1, 4},
   "channel_id:C=0 concat_dimension:i replica_groups:x split_count:i split_dimension:i"},
  {"composite_v1", {0, 19}, {1, 13}, "composite_attributes:d=0 decomposition:Y name:s version:x=0"},
  {"dot_general_v1", {0, 9}, {1, 5},
   "lhs_batching_dimensions:l lhs_contracting_dimensions:l precision_config:a=0 "
   "rhs_batching_dimensions:l rhs_contracting_dimensions:l", Assembly::Dot},
  {"dynamic_conv_v1", {0, 9}, {0, 19},
   "batch_group_count:i feature_group_count:i input_batch_dimension:n input_feature_dimension:n "
   "input_spatial_dimensions:l kernel_input_feature_dimension:n "
   "kernel_output_feature_dimension:n kernel_spatial_dimensions:l lhs_dilation:V=1 "
   "output_batch_dimension:n output_feature_dimension:n output_spatial_dimensions:l padding:- "
   "precision_config:a=0 rhs_dilation:V=1 window_reversal:W=0 window_strides:V=1",
   Assembly::Convolution},
  {"dynamic_gather_v1", {0, 9}, {1, 0},
   "collapsed_slice_dims:l index_vector_dim:n indices_are_sorted:b=0 offset_dims:l "
   "start_index_map:l",
   Assembly::Gather},
  {"gather_v1", {0, 9}, {1, 0},
   "collapsed_slice_dims:l index_vector_dim:n indices_are_sorted:b=0 offset_dims:l "
   "slice_sizes:V start_index_map:l",
   Assembly::Gather},
  {"recv_v1 send_v1", {0, 9}, {1, 11}, "channel_id:n channel_type:n is_host_transfer:b=0",
   Assembly::Channel},
  {"scatter_v1", {0, 9}, {1, 0},
   "index_vector_dim:n indices_are_sorted:b=0 inserted_window_dims:l "
   "scatter_dims_to_operand_dims:l unique_indices:b=0 update_window_dims:l", Assembly::Scatter},
};

// sdy has no versions here: its ops may stand beside those of any version. Their attributes are
// sdy's own, which the verifiers of the ops check, so all have the form x.
constexpr Version kMixed = kOldestVersion;
constexpr RowText kSdyRows[] = {
  {"all_gather", kMixed, kNow, "gathering_axes:x out_sharding:x"},
  {"all_reduce", kMixed, kNow, "out_sharding:x reduction_axes:x"},
  {"all_slice", kMixed, kNow, "out_sharding:x slicing_axes:x"},
  {"all_to_all", kMixed, kNow, "out_sharding:x params:x"},
  {"collective_permute", kMixed, kNow, "out_sharding:x"},
  {"constant", kMixed, kNow, "value:x"},
  {"data_flow_edge", kMixed, kNow, "sharding:x?"},
  {"func_data_flow_edge return", kMixed, kNow},
  {"manual_computation", kMixed, kNow, "in_shardings:x manual_axes:x out_shardings:x"},
  {"mesh", kMixed, kNow, "mesh:x sym_name:x"},
  {"named_computation", kMixed, kNow, "in_shardings:x? name:x out_shardings:x?"},
  {"propagation_barrier", kMixed, kNow, "allowed_direction:x"},
  {"reduce_scatter", kMixed, kNow, "out_sharding:x reduce_scatter_axes:x"},
  {"replicated_to_unreduced sharded_to_unreduced", kMixed, kNow, "axes:x out_sharding:x"},
  {"reshard sharding_constraint", kMixed, kNow, "sharding:x"},
  {"sharding_group", kMixed, kNow, "group_id:x"},
};
// clang-format on

/// A field from its text:
///   "sharding:x?"         name sharding, form x, may be absent
///   "window_strides:V=1"  name window_strides, form V, dropped where all are 1
Field parseField(StringRef text) {
  auto [name, form] = text.split(':');
  auto [letter, absent] = form.split('=');
  return {name.str(), letter.front(), letter.ends_with("?"), absent.str()};
}

/// The name in StableHLO of a row: "add_v1" -> "stablehlo.add", "call_v1" -> "func.call". Three ops
/// are MLIR's own; a return inside of an op becomes one of StableHLO's (program.cpp).
std::string targetOf(StringRef name) {
  name = name.take_front(name.rfind("_v"));
  const bool isFunction = name == "func" || name == "call" || name == "return";
  return ((isFunction ? "func." : "stablehlo.") + name).str();
}

/// Adds a row for each name in `rows`.
void addRows(StringRef dialect, ArrayRef<RowText> rows, StringMap<Row> &table) {
  for (const RowText &text : rows) {
    Row row{.target = "", .since = text.since, .until = text.until, .assembly = text.assembly};
    for (StringRef field : split(text.fields, ' '))
      if (!field.empty())
        row.fields.push_back(parseField(field));
    for (StringRef name : split(text.ops, ' ')) {
      row.target = dialect == "vhlo" ? targetOf(name) : (dialect + "." + name).str();
      table.try_emplace((dialect + "." + name).str(), row);
    }
  }
}

} // namespace

std::string Version::text() const { return std::to_string(major) + "." + std::to_string(minor); }

// The third number must be there, and is not looked at.
std::optional<Version> parseVersion(StringRef producer) {
  Version version;
  unsigned patch = 0;
  bool isVersion = producer.consume_front("StableHLO_v") &&
                   !producer.consumeInteger(10, version.major) && producer.consume_front(".") &&
                   !producer.consumeInteger(10, version.minor) && producer.consume_front(".") &&
                   !producer.consumeInteger(10, patch) && producer.empty();
  return isVersion ? std::optional(version) : std::nullopt;
}

// 145 rows of VHLO, 18 of sdy and the module.
const StringMap<Row> &opTable() {
  // Parsing takes some 20 us, and all contexts share the rows.
  static const StringMap<Row> table = [] {
    StringMap<Row> rows;
    addRows("vhlo", kRows, rows);
    addRows("sdy", kSdyRows, rows);
    // Symbol name and visibility are attributes of modules that may be absent.
    Row module{.target = "builtin.module", .since = kOldestVersion, .until = kNow};
    module.fields = {parseField("sym_name:x?"), parseField("sym_visibility:x?")};
    rows.try_emplace("builtin.module", module);
    return rows;
  }();
  return table;
}

} // namespace spmd::vhlo
