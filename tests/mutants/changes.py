# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds all small changes of C++ sources that tests/mutants.py may make, and draws some of them by a seed.

A change replaces one token, one pair of arguments, one range of a loop or one call statement. Comments, text, preprocessor lines,
assertions, diagnostics, template arguments and compile-time constants stay as they are: no result of a program depends on them, or
they are prices, which no test can tell from others.
"""
import bisect
import collections
import dataclasses
import glob
import os
import random
import re

# Whole rooms, and the files of compiler/ops that serve the facet `localize` alone. Of the other files there only functions and classes
# that take a LocalizeContext belong to it.
ROOMS = ["compiler/partition", "compiler/placement"]
LOCAL_FORMS = re.compile(r"compiler/ops/(localize|gather_places|shifts|windows)\.")
DIAGNOSTIC = re.compile(r"\b(emit(Error|OpError|Remark|Warning)|report\w*|remark\w*|append|attachNote|errs|outs|fmt|print\w*|formatv|"
                        r"signalPassFailure|raw_\w*ostream)\b|<< |\bassert\(|\bstatic_assert\(|\bconstexpr\b|\busing\b|\btemplate\b|"
                        r"\b(class|struct|namespace)\s+\w+;|\benum\b|\brequires\b|\) (const )?= 0;")
# A region of such an op has one block, so its first one is its last one.
ONE_BLOCK = re.compile(r"(?i)(region|body|func|block|select|scatter|computation)(\(\)|\[\d\])?$")


@dataclasses.dataclass(frozen=True)
class Change:
    kind: str
    begin: int
    end: int
    text: str


def masked(source):
    """The source with blanks in place of comments, text, preprocessor lines and template arguments; every offset stays."""
    blank = lambda match: re.sub(r"[^\n]", " ", match[0])
    result = re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|^[ \t]*#(?:\\\n|[^\n])*', blank, source, flags=re.S | re.M)
    inner = re.compile(r"(?<=\w)<[^<>;{}]*>")  # clang-format puts blanks around the operator `<`, none around these
    while inner.search(result):
        result = inner.sub(blank, result)
    return result


def statements(text):
    """Begin and end of each statement or head of a block, by `;`, `{` and `}` outside of parentheses or inside."""
    begin = 0
    for match in re.finditer(r"[;{}]", text):
        yield begin + len(text[begin:match.start()]) - len(text[begin:match.start()].lstrip()), match.end()
        begin = match.end()


def closing(text, at):
    """The offset of the bracket that closes the one at `at`."""
    depth = 0
    for match in re.compile(r"[(){}\[\]]").finditer(text, at):
        depth += 1 if match[0] in "({[" else -1
        if depth == 0:
            return match.start()
    return len(text)


def opening(text, at):
    """The bracket that is open at `at`, if it stands in the same statement."""
    depth = 0
    for i in range(at - 1, -1, -1):
        if text[i] in ")}]":
            depth += 1
        elif text[i] in "({[":
            if depth == 0:
                return text[i]
            depth -= 1
        elif text[i] == ";" and depth == 0:
            return ""
    return ""


def local_forms(text):
    """The ranges of functions and classes that have a LocalizeContext."""
    ranges, classes = [], []
    heads = [(text[begin:end], begin, closing(text, end - 1)) for begin, end in statements(text) if text[end - 1] == "{"]
    for head, begin, end in heads:
        name = re.search(r"\b(?:class|struct)\s+(\w+)", head)
        if name and re.search(r"LocalizeContext &\w+;", text[begin:end]):
            classes.append(name[1])
    for head, begin, end in heads:
        name = re.search(r"\b(?:class|struct)\s+(\w+)", head)
        if "LocalizeContext" in head or (name and name[1] in classes) or any(name + "::" in head for name in classes):
            ranges.append((begin, end))
    return ranges


def left_out_calls(text):
    """Statements that are one call and nothing else."""
    for match in re.finditer(r"(?<=[;{})])\s+(?!return\b|if\b|for\b|while\b|switch\b|auto\b)([A-Za-z_]\w*(?:(?:::|\.|->)\w+|\[[^\]\n]*\])*)(\()", text):
        end = closing(text, match.start(2))
        if text[end + 1:end + 2] == ";":
            yield Change("call", match.start(1), end + 2, "{}")


def changed_orders(text):
    """Loops over axes, dims and the like in the other order, and neighbouring arguments swapped."""
    for match in re.finditer(r"\bfor \([^;()]*? : (?!llvm::|\{)([\w.\->\[\]:]+(?:\([^()]*\))?)\)", text):
        if re.search(r"[Aa]x(is|es)|[Dd]im|[Aa]tom|[Ff]actor|operand|result|[Ss]tep|shard|group", match[0]):
            yield Change("order", match.start(1), match.end(1), f"llvm::reverse({match[1]})")
    for match in re.finditer(r"\bllvm::reverse\(([^()]*(?:\([^()]*\))?)\)", text):
        yield Change("order", match.start(), match.end(), match[1])
    for match in re.finditer(r"(?<=[(,]) ?(\w+)(, )(\w+)(?=[,)])", text):
        if match[1] != match[3] and not match[1].isdigit() and opening(text, match.start()):
            yield Change("order", match.start(1), match.end(3), match[3] + match[2] + match[1])


TOKENS = {
    "comparison": (r"(?<= )(<=|>=|==|!=|<|>)(?=\s)", {"<": ["<=", ">"], "<=": ["<"], ">": [">=", "<"], ">=": [">"], "==": ["!="], "!=": ["=="]}),
    "arithmetic": (r"(?<=[\w\])] )([+\-*/%])(?=\s+[\w(])|(?<= )([+\-]=)(?= )",
                   {"+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["/"], "+=": ["-="], "-=": ["+="]}),
    "logic": (r"(?<= )(&&|\|\|)(?=\s)|(?<=[\s(])(!)(?=[\w(*])", {"&&": ["||"], "||": ["&&"], "!": [""]}),
    "choice": (r"\bstd::(min|max)\b|\bllvm::(any_of|all_of|none_of)\b|\.(front|back)\(\)|\.(drop|take)_(?:front|back)\b",
               {"min": ["max"], "max": ["min"], "any_of": ["all_of"], "all_of": ["any_of"], "none_of": ["any_of"], "front": ["back"],
                "back": ["front"], "drop": ["take"], "take": ["drop"]}),
    "identity": (r"\b(true|false)\b", {"true": ["false"], "false": ["true"]}),
}


def all_changes(path, source):
    """All changes of a file, in the order of the text."""
    text, found = masked(source), []
    for kind, (pattern, others) in TOKENS.items():
        for match in re.finditer(pattern, text):
            group = next(i for i, part in enumerate(match.groups(), 1) if part)
            if match[group] in ("front", "back") and ONE_BLOCK.search(text[:match.start()][-60:]):
                continue
            found += [Change(kind, match.start(group), match.end(group), other) for other in others[match[group]]]
    if path.endswith(".h"):  # initial values of members, which most makers of the struct replace
        text = re.sub(r"^ +[\w:]+ (\w+ = -?\d+(, )?)+;", lambda match: " " * len(match[0]), text, flags=re.M)
    for match in re.finditer(r"(?<![\w.])(\d+)(?![\w.'])", text):
        value = int(match[1])
        found += [Change("index", match.start(1), match.end(1), str(other)) for other in (value + 1, value - 1) if other >= 0]
    found += [*left_out_calls(text), *changed_orders(text)]
    kept = [(begin, told.start() if (told := DIAGNOSTIC.search(text, begin, end)) else end) for begin, end in statements(text)]
    starts = [begin for begin, _ in kept]

    def may_change(change):
        at = bisect.bisect_right(starts, change.begin) - 1
        return at >= 0 and change.begin < kept[at][1]

    wanted = local_forms(text) if path.startswith("compiler/ops/") and not LOCAL_FORMS.match(path) else [(0, len(text))]
    return sorted({c for c in found if may_change(c) and any(begin <= c.begin < end for begin, end in wanted)},
                  key=lambda c: (c.begin, c.kind, c.text))


def files(root):
    """The sources that are changed, with their changes."""
    paths = sorted(os.path.relpath(path, root) for room in [*ROOMS, "compiler/ops"] for path in glob.glob(f"{root}/{room}/*.[ch]*"))
    result = {}
    for path in paths:
        if not path.endswith("_test.cpp"):
            with open(f"{root}/{path}", encoding="utf-8") as file:
                source = file.read()
            if changes := all_changes(path, source):
                result[path] = (source, changes)
    return result


def shares(sources, count):
    """How many of `count` changes each file gets: at least one, the others by the number of changes that it has."""
    total, left = sum(len(changes) for _, changes in sources.values()), max(count - len(sources), 0)
    exact = {path: left * len(changes) / total for path, (_, changes) in sources.items()}
    result = {path: 1 + int(share) for path, share in exact.items()}
    by_rest = sorted(exact, key=lambda path: (int(exact[path]) - exact[path], path))
    for path in by_rest[:max(count - sum(result.values()), 0)]:
        result[path] += 1
    return result


def in_turns(changes, rng):
    """The changes of a file in random order, the kinds by turns, so that rare kinds come, too."""
    kinds = collections.defaultdict(list)
    for change in changes:
        kinds[change.kind].append(change)
    names = sorted(kinds)
    rng.shuffle(names)
    for name in names:
        rng.shuffle(kinds[name])
    return [kinds[name][turn] for turn in range(len(changes)) for name in names if turn < len(kinds[name])]


def draw(sources, seed, count):
    """For each number from 0 its file and its changes: the first one, and those that replace it if it does not compile."""
    share = shares(sources, count)
    slots = [(path, turn) for path in sorted(sources) for turn in range(share[path])]
    random.Random(seed).shuffle(slots)
    orders = {path: in_turns(changes, random.Random(f"{seed}:{path}")) for path, (_, changes) in sources.items()}
    return [(path, orders[path][turn::share[path]]) for path, turn in slots[:count]]


def lines_around(source, begin, end):
    return source[source.rfind("\n", 0, begin) + 1:begin], source[end:source.find("\n", end)]


def describe(source, change):
    """The line, and its text before and after the change."""
    before, after = lines_around(source, change.begin, change.end)
    join = lambda middle: re.sub(r"\s+", " ", before + middle + after).strip()
    return source.count("\n", 0, change.begin) + 1, join(source[change.begin:change.end]), join(change.text)


def apply(source, change):
    return source[:change.begin] + change.text + source[change.end:]
