# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The bytes that a device has to send in a step, from sizes, mesh and mode alone: by hand, before anybody partitions anything.

A bound is a function of the sizes `o` (attributes, numbers of elements) and of the mesh `axes` (name -> devices); bench/programs says
which sizes and axes a mode has. It counts rings, as bench/xla_wire.py does, averaged over the devices: to n devices, a gather of k
bytes costs k (n - 1) / n, an all-reduce twice that, a permute the slab that moves.

The counts follow "Reducing Activation Recomputation in Large Transformer Models" (Korthikanti et al., 2022; tp and tp + sp), "ZeRO:
Memory Optimizations" (Rajbhandari et al., 2020; dp, fsdp), "DeepSpeed Ulysses" (Jacobs et al., 2023), "Ring Attention" (Liu et al.,
2023), "GPipe" (Huang et al., 2019) and "GShard" (Lepikhin et al., 2021; experts). *a* is the size of the activations [batch, sequence,
d_model] of all devices that do not split the batch. Where a mode admits two counts, the lower one stands here, with the reason. A
program may beat the bound of its mode where another mode is cheaper at its sizes.
"""
F32 = 4
SCALAR = F32  # the loss


def gather(size, n):
    """All-gather with a result, reduce-scatter or all-to-all with an operand of `size` bytes; on average a broadcast, too."""
    return size * (n - 1) / n


def all_reduce(size, n):
    return 2 * gather(size, n)


def layer_leaves(o):
    """Elements of a layer's leaves: a GPT-2 with a hidden width of 4 d."""
    d = o.d
    return dict(g1=d, b1=d, wqkv=3 * d * d, wo=d * d, g2=d, b2=d, wi=4 * d * d, bi=4 * d, wf=4 * d * d, bf=d)


def top_leaves(o):
    return dict(wte=o.vocab * o.d, wpe=o.seq * o.d, g=o.d, b=o.d)


def layers_size(o):
    return o.layers * sum(layer_leaves(o).values()) * F32


def params_size(o):
    return layers_size(o) + sum(top_leaves(o).values()) * F32


def activations(o):
    """*a* in bytes."""
    return o.batch * o.seq * o.d * F32


# Parameters that are added only. The backward pass does not need them, so one gather is enough.
ADDED = {"b1", "b2", "bi", "bf", "wpe", "b"}


def dp(o, axes):
    """One all-reduce of each gradient and of the loss, once per step whatever the number of micro-batches (ZeRO, section 7.1)."""
    return all_reduce(params_size(o) + SCALAR, axes["data"])


def fsdp(o, axes, added=1, element=F32):
    """Each leaf is gathered for the forward and for the backward pass, and its gradient is one reduce-scatter (ZeRO, section 7.2). A leaf
    that is only added is gathered `added` times. Once per step: with micro-batches, the gathers need not be in their loop."""
    n = axes["data"]
    layer = sum(size * (1 + (added if name in ADDED else 2)) for name, size in layer_leaves(o).items())
    top = sum(size * (1 + (1 if name in ADDED else 2)) for name, size in top_leaves(o).items())
    return gather((o.layers * layer + top) * element, n) + all_reduce(SCALAR, n)


def fsdp_remat(o, axes):
    """With full remat, a layer runs once more right before its backward pass. Three gathers is the usual count. Two is the lower one:
    the copy that the second run gathers is still there when the backward pass of the same layer wants it. That run needs biases, too."""
    return fsdp(o, axes, added=2)


def fsdp_bf16(o, axes):
    """The program computes in bf16 and converts leaves before use: 2 bytes per element, in gradients, too."""
    return fsdp(o, axes, element=2)


def zero(o, axes):
    """ZeRO-1 and 2: a reduce-scatter of the gradients, the optimizer on the own part, a gather of the new parameters (section 7.2)."""
    return dp(o, axes)


def gathered_weights(element):
    """Forward pass of two weights of d x 4 d with narrow elements: each is gathered once, as narrow as it is kept."""
    return lambda o, axes: gather(2 * o.d * 4 * o.d * element, axes["data"])


def both_views(o, axes):
    """fsdp of one weight of d x 4 d of which the transpose is used, too: gathered for the forward and for the backward pass."""
    n = axes["data"]
    return 3 * gather(o.d * 4 * o.d * F32, n) + all_reduce(SCALAR, n)


def loss_statistics(o):
    """Over a split vocabulary: the maximum and the sum of exponentials of each token. Three statistics is the usual count. The third one,
    the label's logit, is only added up over all tokens, so a scalar is enough."""
    return 2 * o.batch * o.seq * F32 + SCALAR


def tp_forward(o, axes):
    """An all-reduce after attention, after the MLP and after the embedding."""
    return all_reduce((2 * o.layers + 1) * activations(o) + loss_statistics(o), axes["model"])


def tp(o, axes):
    """The same number again in the backward pass: the gradients of the inputs of the split matmuls."""
    return all_reduce((4 * o.layers + 2) * activations(o) + loss_statistics(o), axes["model"])


def tp_remat(o, axes):
    """A layer's second run needs the sum after attention, not the one after the MLP."""
    return all_reduce((5 * o.layers + 2) * activations(o) + loss_statistics(o), axes["model"])


def tp_flat(o, axes):
    """tp of weights [d, 3 d] whose columns are split as they lie: of 3 n blocks of d / n columns device i has those from 3 i on, and its
    heads are the blocks i, n + i and 2 n + i. The blocks that it lacks come once, and their gradients go back. Either the columns of the
    weights move or those of the activations, whichever are fewer."""
    n = axes["model"]
    lacking = sum(block // 3 != i for i in range(n) for block in (i, n + i, 2 * n + i)) / n
    return tp(o, axes) + 2 * o.layers * lacking * min(o.batch * o.seq, o.d) * o.d // n * F32


def megatron(o, axes):
    """tp + sp: each all-reduce is a reduce-scatter and a gather, at the same bytes. What works on a part of the sequence has partial
    gradients: norms, and the bias after the MLP. Gathered inputs are kept for the backward pass (Megatron gathers them again)."""
    small = o.layers * 5 * o.d + 2 * o.d
    return tp(o, axes) + all_reduce(small * F32, axes["model"])


def replicated_over_sequence(o, n):
    """All parameters lie whole on the devices of the sequence, but for the positions, which are split like it."""
    return all_reduce(params_size(o) - o.seq * o.d * F32 + SCALAR, n)


def ulysses(o, axes):
    """Four all-to-alls of a layer (queries, keys, values, result), and four backward, each of a / n."""
    n = axes["seq"]
    return 8 * o.layers * gather(activations(o) / n, n) + replicated_over_sequence(o, n)


def cp(o, axes):
    """Keys and values of each layer reach all devices (gathered, or around a ring in n - 1 hops), and their gradients come back. They
    are kept for the backward pass."""
    n = axes["seq"]
    return 4 * o.layers * gather(activations(o), n) + replicated_over_sequence(o, n)


def recurrence(o, axes):
    """A recurrence over a split sequence: each device hands its last state, batch x d, to the next one. To gather what all parts amount
    to is the usual way, with fewer messages one after another; the chain has fewer bytes."""
    return gather(o.batch * o.d * F32, axes["seq"])


def one_sum(rows, width):
    """One all-reduce of o.rows x width elements: sums that wait for the linear ops behind them."""
    return lambda o, axes: all_reduce(getattr(o, rows) * width * F32, axes["model"])


def pipeline(o, axes):
    """Bytes of *a* of one data shard; what stages exchange; GPipe with one layer a stage. In each of M + S - 1 ticks, all stages but the
    last one send a micro-batch on, and as much comes back in the backward pass: idle ticks count, since the same program runs on all
    stages. The last stage's results and the gradient of the first one's inputs go once to all stages."""
    stages = axes["pipe"]
    a = activations(o) / axes.get("data", 1)
    moved = (o.micro + stages - 1) / o.micro
    return a, 2 * gather(moved * a, stages) + 2 * gather(a, stages), moved


def pp(o, axes):
    """And an all-reduce over data of one stage's gradients, of the leaves outside of the pipeline and of the loss."""
    leaves = sum(layer_leaves(o).values()) + sum(top_leaves(o).values())
    return pipeline(o, axes)[1] + all_reduce(leaves * F32 + SCALAR, axes.get("data", 1))


# Leaves of which tensor parallelism splits a dim; others are whole on its devices.
SPLIT_BY_TENSOR = {"wqkv", "wo", "wi", "bi", "wf", "wte"}


def hybrid_pp(o, axes):
    """The sums of tp in all ticks, those of the embedding and of the loss once; the gradients of what a device holds."""
    a, moved_bytes, moved = pipeline(o, axes)
    data, t = axes["data"], axes["tensor"]
    held = sum(size / (t if name in SPLIT_BY_TENSOR else 1) for name, size in {**layer_leaves(o), **top_leaves(o)}.items())
    sums = (4 * moved + 2) * a + (loss_statistics(o) - SCALAR) / data + SCALAR
    return moved_bytes + all_reduce(sums, t) + all_reduce(held * F32 + SCALAR, data)


def hybrid(o, axes):
    """fsdp of what a device of the tensor axis has, tp of the activations of one batch shard, and an all-reduce over data of the part of
    the gradients that fsdp left it."""
    data, f, t = axes["data"], axes["fsdp"], axes["tensor"]
    size = 0
    for leaves, times in ((layer_leaves(o), o.layers), (top_leaves(o), 1)):
        for name, elements in leaves.items():
            held = times * elements * F32 / (t if name in SPLIT_BY_TENSOR else 1)
            size += (2 if name in ADDED else 3) * gather(held, f) + all_reduce(held / f, data)
    shard = data * f
    sums = (4 * o.layers + 2) * activations(o) / shard + (loss_statistics(o) - SCALAR) / shard + SCALAR
    return size + all_reduce(sums, t) + all_reduce(SCALAR, shard)


def dense_of_experts(o, n):
    """The leaves that all devices have: a matmul in front, and the routers."""
    return all_reduce((o.d * o.d + o.layers * o.d * o.experts) * F32 + SCALAR, n)


def ep(o, axes):
    """An all-to-all before and after the experts, and both again in the backward pass. A device has batch E C d / n elements."""
    n = axes["expert"]
    tokens = o.batch * o.experts * o.capacity * o.d * F32 / n
    return 4 * o.layers * gather(tokens, n) + dense_of_experts(o, n)


def ep_dropless(o, axes):
    """All tokens may want the experts of one device, so shapes that do not depend on the data take all of them: a gather, and a
    reduce-scatter of the results; both again in the backward pass."""
    n = axes["expert"]
    return 4 * o.layers * gather(activations(o), n) + dense_of_experts(o, n)


def rows(o, width, channels, both=2):
    """A row of each image to one neighbour, or to `both`; devices at the border of the image send less."""
    return lambda n: both * gather(o.batch * width * channels * F32, n)


CLASSES = 10


def convolutions(o, axes):
    """Convolutions of 3 x 3: a row of each neighbour. Windows of 2 x 2 with a stride of 2 need none. Then the mean over the image: sums
    of 2 c features, or of 10 logits, since the matmul between is linear."""
    n, c = axes["rows"], o.channels
    halo = rows(o, o.size, 3)(n) + rows(o, o.size, c)(n) + rows(o, o.size // 2, c)(n)
    return halo + all_reduce(o.batch * min(2 * c, CLASSES) * F32, n)


def kernels(o, n):
    """Gradients of the kernels, and the sums of the features. The last weight's gradient takes whole features; if only the logits were
    summed, it would be a sum itself."""
    c = o.channels
    features = min(o.batch * 2 * c, o.batch * CLASSES + 2 * c * CLASSES)
    return all_reduce((9 * 3 * c + 9 * c * c + 9 * c * 2 * c + features) * F32, n)


def convolutions_training(o, axes):
    """The gradient of an input takes a row of each neighbour's output gradients; the image itself needs none. The rows for the gradients
    of the kernels are there already."""
    n, c = axes["rows"], o.channels
    forward = rows(o, o.size, 3)(n) + rows(o, o.size, c)(n) + rows(o, o.size // 2, c)(n)
    backward = rows(o, o.size, c)(n) + rows(o, o.size // 2, 2 * c)(n)
    return forward + backward + kernels(o, n)


def strided(o, axes):
    """With a stride of 2, "SAME" pads behind an even image alone, so the windows reach one row of one neighbour."""
    n, c = axes["rows"], o.channels
    halo = rows(o, o.size, 3)(n) + rows(o, o.size, c, 1)(n) + rows(o, o.size // 2, c, 1)(n)
    return halo + all_reduce(o.batch * min(2 * c, CLASSES) * F32, n)


def strided_training(o, axes):
    n, c = axes["rows"], o.channels
    forward = rows(o, o.size, 3)(n) + rows(o, o.size, c, 1)(n) + rows(o, o.size // 2, c, 1)(n)
    backward = rows(o, o.size // 2, c, 1)(n) + rows(o, o.size // 4, 2 * c, 1)(n)
    return forward + backward + kernels(o, n)


def heat(o, axes):
    """A row of the grid to each neighbour, in each step."""
    return o.steps * 2 * gather(o.size * F32, axes["rows"])


def windows(o, axes):
    """Two rows go to a neighbour, around the border, too, and come back."""
    return 2 * 2 * o.batch * o.size * o.channels * F32


def nothing(o, axes):
    """Each device has all that it needs."""
    return 0


def best_of(count, k, n):
    """The k best of `count` rows whose n parts lie on n devices: each device gets all candidates (value and number) of some rows, and the
    numbers of those that win are gathered."""
    return gather(count * k * 2 * F32, n) + gather(count * k * F32, n)


def argmax(o, axes):
    return best_of(o.batch, 1, axes["model"])


def top_k(o, axes):
    """Of the 4 best, the values are results, too."""
    return best_of(o.batch, 4, axes["model"]) + gather(o.batch * 4 * F32, axes["model"])


def decode_batch_heads(o, axes):
    """tp of one token, of the batch of a data shard; then the best token of a split vocabulary."""
    batch, n = o.batch / axes.get("data", 1), axes["model"]
    return all_reduce((2 * o.layers + 1) * batch * o.d * F32, n) + best_of(batch, 1, n)


decode_heads = decode_batch_heads


def decode_sequence(o, axes):
    """In each layer, the maximum and the sum of exponentials of each head's scores, and sums of the results over the cache."""
    return all_reduce(o.layers * (o.batch * o.d + 2 * o.batch * o.heads) * F32, axes["seq"])
