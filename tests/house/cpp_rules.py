# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The house rules about functions, classes, names and comments of the C++ sources; rules.py runs them."""
import collections
import os
import re

from cpp import Scan, blank

FUNCTION_LINES, CLASS_LINES, CLASS_METHODS, COMMENT_SHARE = 60, 400, 30, 0.12
# Avoided words (docs/index.md) that no page, comment or message of this project can use in another meaning.
NO_OTHER_USE = "anew|dear|unwritten|seats?|beds?|guests?"
# Name -> why it is not the word's wrong use.
ALLOWED_NAMES = {
    r"checkStreams": "stdin, stdout and stderr are streams",
    r"raiseStackLimit|stackKey": "the call stack of a process",
    r"differenceOfProducts|fused_products|productsStayInRange|saturatingProduct": "products of numbers",
    r"repeatRuns": "runs of a program",
    r"outerProduct|outer_product_of_powers": "the field's word for a matmul without a sum",
    r"Product": "the reduction that multiplies",
}


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def code(root, sources):
    """The scanned C++ files but for tests."""
    return [Scan(path, read(root, path)) for path in sources
            if path.endswith((".cpp", ".h")) and not path.startswith("tests/") and not re.search(r"_test\.cpp$|/test_\w+\.h$", path)]


def functions(root, sources):
    return [f"{scan.path}:{function.first}: {function.name} has {function.last - function.first + 1} lines, at most {FUNCTION_LINES} are wanted"
            for scan in code(root, sources) for function in scan.functions
            if function.last - function.first >= FUNCTION_LINES]


def classes(root, sources):
    """A class with all its methods is small, whatever files it is in, and its name is its own: the linker takes two classes of one name for
    one, and with them their destructors and the containers that hold them."""
    scans, bad = code(root, sources), []
    found = {}
    for scan in scans:
        for item in scan.classes:
            if item.name in found and "<" not in item.name:
                path, other = found[item.name]
                bad.append(f"{scan.path}:{item.first}: {item.name} is the name of a class of {path}, too")
            found.setdefault(item.name, (scan.path, item))
    outside = collections.Counter()  # lines of methods that are defined outside of their class
    for scan in scans:
        for function in scan.functions:
            owner, _, _ = function.name.rpartition("::")
            scopes = function.scope.split("::")
            around = ["::".join(scopes[:n]) for n in range(len(scopes), -1, -1)]
            names = [f"{scope}::{part}{owner}".strip(":") for scope in around for part in ("", scan.path + "::")]
            outside[next((name for name in names if owner and name in found), None)] += function.last - function.first + 1
    for name, (path, item) in found.items():
        lines = item.last - item.first + 1 + outside[name]
        if lines > CLASS_LINES:
            bad.append(f"{path}:{item.first}: {name} has {lines} lines in all its files, at most {CLASS_LINES} are wanted")
        if len(item.methods) > CLASS_METHODS:
            bad.append(f"{path}:{item.first}: {name} has {len(item.methods)} methods, at most {CLASS_METHODS} are wanted")
    return bad


def comments(root, sources):
    """At least 0.12 of the lines of each room's .cpp files are comments, and no comment or page has an avoided word without another use."""
    bad = []
    pages = [f"docs/{name}" for name in os.listdir(os.path.join(root, "docs")) if name.endswith(".md") and name != "index.md"]
    for path in [*sources, *sorted(pages)]:
        prose = r".*" if path.endswith(".md") else r"\s//.*"
        if path.endswith((".cpp", ".h", ".td", ".md")):
            bad += [f"{path}:{number}: the word \"{word[0]}\"" for number, line in enumerate(read(root, path).splitlines(), 1)
                    for match in re.finditer(prose, f" {line}") for word in re.finditer(rf"(?i)\b({NO_OTHER_USE})\b", match[0])]
    for room in ("compiler", "dialects", "runtime", "tools"):
        lines = [line for path in sources if re.search(r"(?<!_test)\.cpp$", path) and path.startswith(room + "/")
                 for line in read(root, path).splitlines()]
        count = sum(line.lstrip().startswith("//") for line in lines)
        if count < COMMENT_SHARE * len(lines):
            bad.append(f"{room}: {count} of {len(lines)} lines are comments, at least {COMMENT_SHARE} of them are wanted")
    return bad


def avoided_words(root):
    """word -> what to write instead, from the second table of docs/index.md."""
    table = read(root, "docs/index.md").partition("# Words that name nothing here")[2]
    return {word: use for use, words in re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", table, re.M) for word in re.findall(r"`(\w+)`", words)}


def parts(name):
    """`prefetchTheRow` -> prefetch the row; `spmd-sort` -> spmd sort."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def names(root, sources):
    """No type, function, file or pass has an avoided word in its name."""
    avoided = {word + ending: use for word, use in avoided_words(root).items() for ending in ("", "s", "es")}
    named = [(path, os.path.splitext(os.path.basename(path))[0]) for path in sources]
    for scan in code(root, sources):
        named += [(f"{scan.path}:{function.first}", function.name.rpartition("::")[2]) for function in scan.functions]
        named += [(f"{scan.path}:{line}", method) for item in scan.classes for method, line in item.methods]
        named += [(f"{scan.path}:{line}", name) for name, line in scan.lambdas]
        text = blank(read(root, scan.path))
        named += [(f"{scan.path}:{text.count(chr(10), 0, match.start()) + 1}", match[1])
                  for match in re.finditer(r"\b(?:class|struct|union|enum|concept|using)\s+(\w+)", text)]
    for path in sources:
        if path.endswith(".td"):
            named += [(path, name) for match in re.findall(r'\bdef (\w+)|<"([\w-]+)"', read(root, path)) for name in match]
        if path.endswith(".py"):
            named += [(path, name) for name in re.findall(r"^\s*(?:def|class) (\w+)", read(root, path), re.M)]
    return sorted({f"{place}: {name}: {word} in a name; {avoided[word]} is the word" for place, name in named
                   if not any(re.fullmatch(allowed, name) for allowed in ALLOWED_NAMES) for word in parts(name) if word in avoided})
