// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes of compiler/partition, in the order of the pipeline; compiler/passes.td includes this.

def TopologyOption : Option<"topology", "topology", "std::string", "",
                            "file with the links along the axes of the mesh">;

def SliceBehindLoops : Pass<"spmd-slice-behind-loops", "mlir::ModuleOp"> {
  let summary = "Moves slices of split dims, which loops save, behind the loops";
  let description = [{
    Requires closed shardings and the trip counts of loops. A loop that saves a slice of a split value
    in every trip saves the value instead, if no device needs more memory for it, and the slice follows
    the loop.
  }];
  let dependentDialects = ["::spmd::sdy::SdyDialect", "::spmd::stablehlo::StablehloDialect"];
}

def SumsBehindLoops : Pass<"spmd-sums-behind-loops", "mlir::ModuleOp"> {
  let summary = "Moves the program's own all_reduces behind loops that only add up their results";
  let description = [{
    Requires the trip counts of loops, if they are known. A value that a loop carries, and that grows by
    results of all_reduces over the same groups only, grows by their operands instead, and one all_reduce
    follows the loop.
  }];
  let dependentDialects = ["::spmd::stablehlo::StablehloDialect"];
}

def CutDims : Pass<"spmd-cut-dims", "mlir::ModuleOp"> {
  let summary = "Cuts reductions, prefix scans and top_k along split dims into those of the shards";
  let description = [{
    Requires closed shardings. A dim along which an op combines elements, in a way that no collective
    does, becomes the dims [shards, piece]. The op works on each piece, and then on what the pieces
    give, which is all that is sent: the candidates of argmax and top_k, the totals of a cumsum.
  }];
  let dependentDialects = ["::spmd::sdy::SdyDialect", "::spmd::stablehlo::StablehloDialect"];
}

def ExpandShifts : Pass<"spmd-expand-shifts", "mlir::ModuleOp"> {
  let summary = "Writes slices and concatenations along split dims as shifts of rows";
  let description = [{
    Requires closed shardings. A slice of a split dim becomes a padding of negative width, a
    concatenation becomes selects between shifted inputs. spmd-pad-dims can lengthen these, and in the
    local program each device gets the rows that it needs from its neighbours.
  }];
  let dependentDialects = ["::spmd::sdy::SdyDialect", "::spmd::stablehlo::StablehloDialect"];
}

def AlignShifts : Pass<"spmd-align-shifts", "mlir::ModuleOp"> {
  let summary = "Lets ops between slices and paddings of a split dim work where the padding puts their rows";
  let description = [{
    Requires closed shardings, and slices written as paddings. Ops that work on each row by itself, as those of a
    stencil between slices u[2:], u[:-2] and the place of its result in u, work on all rows of the result's place if that
    sends fewer bytes. The rows beyond those of the program have undefined contents and are not read.
  }];
  let dependentDialects = ["::spmd::sdy::SdyDialect", "::spmd::stablehlo::StablehloDialect"];
}

def PadDims : Pass<"spmd-pad-dims", "mlir::ModuleOp"> {
  let summary = "Pads dims that their shards do not divide";
  let description = [{
    Requires closed shardings. Rewrites the global program: 10 rows over 4 shards become 12 in every value
    that has them. Reductions read the identity of their combination in place of the padding. An op that
    cannot work on padding takes the dim at its own size and whole; a remark names it. Arguments and
    results of functions keep their sizes in `spmd.sharding`.
    With `even-borders`, arguments and results that their own shards divide are not padded themselves.
  }];
  let options = [Option<"evenBorders", "even-borders", "bool", "false",
                        "arguments and results that their shards divide keep their sizes">];
  let dependentDialects = ["::spmd::sdy::SdyDialect", "::spmd::stablehlo::StablehloDialect"];
}

def RefineShardings : Pass<"spmd-refine-shardings", "mlir::ModuleOp"> {
  let summary = "Gives values other placements where that sends less, with the whole function in view";
  let description = [{
    Requires that every value has a closed sharding. Rows of weights that a loop gathers and saves are
    gathered again by the loops that read them. What loops save else is placed like the saved values,
    and sums that loops only add up are marked as unreduced. Then values that neither the program nor a
    border places take other shardings, many at once, where all ops together send less so.
  }];
  let options = [TopologyOption,
                 Option<"prices", "prices", "std::string", "",
                        "remarks about values that get another placement: sending or all">];
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}

def InsertReshards : Pass<"spmd-insert-reshards", "mlir::ModuleOp"> {
  let summary = "Chooses how each op is split, and inserts sdy.reshard where shardings differ";
  let description = [{
    Requires that every value has a closed sharding. For each op the pass chooses the split of its
    factors that costs the least, in bytes and their links, given the shardings of its operands and the shardings that
    its results need. The sharding of the op then describes its result; partial sums have unreduced
    axes. With `prices=all`, each op that could be split in several ways gets a remark: what each of
    them would send, the time by the topology, and the price that decided; with `prices=sending` those
    ops alone whose split sends something.
  }];
  let options = [TopologyOption,
                 Option<"prices", "prices", "std::string", "",
                        "remarks with the candidates of ops: sending or all">];
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}

def LowerReshards : Pass<"spmd-lower-reshards", "mlir::ModuleOp"> {
  let summary = "Turns each sdy.reshard into the cheapest chain of sdy collectives";
  let options = [Option<"causes", "causes", "bool", "false",
                        "the locations of collectives say why they are there, for an account">,
                 TopologyOption,
                 Option<"reduceDtype", "reduce-dtype", "std::string", "",
                        "type of partial sums on the wire: bf16, f16 or f32; empty: their own">];
  let description = [{
    With `reduce-dtype`, partial sums of floats of up to 32 bits are converted, summed up and converted
    back: bf16 halves the bytes of f32 gradients, f32 keeps the digits of bf16 ones. Scalars are not
    narrowed. Collectives that the program wrote itself keep their types.
  }];
  let dependentDialects = ["::spmd::sdy::SdyDialect", "::spmd::stablehlo::StablehloDialect"];
}

def Localize : Pass<"spmd-localize", "mlir::ModuleOp"> {
  let summary = "Gives every value its local type and lowers sdy collectives to StableHLO";
  let description = [{
    Arguments and results of functions keep `spmd.sharding`: mesh, axes per dim, device order and
    global shape. No sdy op and no mesh is left.
  }];
  let dependentDialects = ["::spmd::stablehlo::StablehloDialect"];
}

def BroadcastOwnedSums : Pass<"spmd-broadcast-owned-sums", "mlir::ModuleOp"> {
  let summary = "Broadcasts sums to which one device of each group adds anything but zeros";
  let description = [{
    Works on local programs. An all_reduce that adds up values which are zero on all members of each group but
    one, as in psum(where(axis_index == 3, x, 0)), becomes a collective_broadcast from that member. The
    devices follow from predicates of the device's id and constants, which are evaluated for each device.
    A sum stays where a broadcast saves less time than its latency and another sum would take it along.
  }];
  let options = [TopologyOption];
  let dependentDialects = ["::spmd::stablehlo::StablehloDialect"];
}

def MergeExchanges : Pass<"spmd-merge-exchanges", "mlir::ModuleOp"> {
  let summary = "Sends rows once that several collective_permutes send over the same pairs";
  let description = [{
    Works on local programs. Of collective_permutes with the same pairs, each of the same value or of a slice of it,
    one is left: it sends the smallest range that has all rows, if that is less than they send together,
    and the others become slices of what it brings. Permutes of the same elements over pairs that have no device
    in common become one, too.
  }];
  let dependentDialects = ["::spmd::stablehlo::StablehloDialect"];
}

def DropUnreadPairs : Pass<"spmd-drop-unread-pairs", "mlir::ModuleOp"> {
  let summary = "Lets collective_permutes send nothing to devices that do not read it";
  let description = [{
    Works on local programs. A device that takes another value in place of what a permute brings, as the first
    stage of a pipeline does with what the last one sends around the ring, need not get it. The devices
    follow from predicates of the device's id and constants, through loops, too.
  }];
  let dependentDialects = ["::spmd::stablehlo::StablehloDialect"];
}

def DropUnused : Pass<"spmd-drop-unused", "mlir::ModuleOp"> {
  let summary = "Erases ops whose results nothing reads, collectives among them";
  let description = [{
    All devices run one program, so none waits for a collective that is gone. The pipeline begins and
    ends partition with this pass: values that nobody reads are not placed, and what remains of them
    is not sent. Carried values of loops stay; spmd-tidy-loops removes those.
  }];
}
