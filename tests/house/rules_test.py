#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each house rule finds what it is for: small trees with one violation, the message that is wanted, and next to it a tree in which the
rule must find nothing.
usage: rules_test.py SOURCE_ROOT"""
import os
import shutil
import sys
import tempfile

import rules

SOURCE = sys.argv[1]


def lines(count, line="x();"):
    return f"{line}\n" * count


def function(count, head="void f()"):
    """A function of `count` lines."""
    return f"{head} {{\n" + lines(count - 2, "  x();") + "}\n"


def unlike(word):
    """A header with the word only where it names nothing of ours."""
    return f'// {word}\nvoid f(int {word}) {{ g("{word}"); other::{word}({word}); }}\n'


def wants(rule, bad, message, good):
    """(rule, files of a tree, the one message of the rule on them or None)."""
    return [(rule, bad, message), (rule, good, None)]


CASES = [
    # Files and folders.
    *wants("sizes", {"tools/a.py": lines(401)}, "tools/a.py: 401 lines; split it, or write the reason into tests/house/rules.py", {"tools/a.py": lines(400)}),
    *wants("sizes", {f"tools/a{i}.cpp": "" for i in range(41)}, "tools: 41 .cpp files, at most 40 are wanted",
           {f"tools/a{i}{'_test' * (i > 39)}.cpp": "" for i in range(41)}),
    # Functions, however their first lines look.
    *wants("sizes", {"tools/a.cpp": function(61)}, "tools/a.cpp:1: f has 61 lines, at most 60 are wanted", {"tools/a.cpp": function(60)}),
    *wants("sizes", {"tools/a.cpp": "\n" + function(61, "template <class T>\n  requires(!A<T>)\nT B<T>::operator()(int i = {}, std::span<T> x) const")},
           "tools/a.cpp:2: B::operator() has 63 lines, at most 60 are wanted",
           {"tools/a.cpp": function(57, "template <class T>\n  requires(!A<T>)\nT B<T>::operator()(int i = {}, std::span<T> x) const")}),
    *wants("sizes", {"tools/a.h": f"namespace n {{\nstruct A : B<decltype(x())> {{\n  int y{{3}};\n{function(61, 'A(int a) : B(a), y{a}, z(g({a}))')}}};\n}}\n"},
           "tools/a.h:4: A has 61 lines, at most 60 are wanted", {"tools/a.h": f"struct A {{\n{function(30)}{function(31, 'bool operator<(A) const')}}};\n"}),
    *wants("sizes", {"tools/a.cpp": function(61, "static auto f() -> std::vector<int>")}, "tools/a.cpp:1: f has 61 lines, at most 60 are wanted",
           {"tools/a.cpp": "const int table[] = {\n" + lines(70, "    1,") + "};\nenum class E : int {\n" + lines(70, "  A,") + "};\n", "tests/a.cpp": function(61),
            "tools/a_test.cpp": function(61)}),
    *wants("sizes", {"tools/a.cpp": '/* { */ // {\nchar c = \'{\', *s = "{", *r = R"(})}";\n#define OPEN {\n' + function(61)},
           "tools/a.cpp:4: f has 61 lines, at most 60 are wanted", {"tools/a.cpp": '/* { */ // {\nconst int n = 1\'000;\nA_MACRO(A, {})\nA_MACRO(B, {})\n' + function(60)}),
    # Classes with all their files.
    *wants("sizes", {"tools/a.h": "namespace n {\nclass A {\n" + lines(348, "  int x;") + "};\n}\n",
                     "tools/a.cpp": "namespace n {\n" + function(51, "void A::f()") + "}\n"},
           "tools/a.h:2: n::A has 401 lines in all its files, at most 400 are wanted",
           {"tools/a.h": "namespace n {\nclass A {\n" + lines(348, "  int x;") + "};\n}\n", "tools/a.cpp": "namespace n {\n" + function(50, "void A::f()") + "}\n",
            "tools/b.cpp": "namespace n {\nnamespace {\nclass A {};\n" + function(50, "void A::f()") + "}\n}\n"}),
    *wants("sizes", {"tools/a.h": "class A {\npublic:\n" + lines(30, "  void f(int x = g());") + "  A();\n};\n"},
           "tools/a.h:1: A has 31 methods, at most 30 are wanted",
           {"tools/a.h": "class A {\npublic:\n" + lines(29, "  void f();") + "  int x(), y = g();\n  using F = int(int);\n  void (*p)(int);\n  struct B {\n    B();\n  };\n};\n"}),
    *wants("sizes", {"tools/a.h": "namespace n {\nstruct A {};\n}\n", "tools/b.h": "namespace n {\nclass A {};\n}\n"},
           "tools/b.h:2: n::A is the name of a class of tools/a.h, too",
           {"tools/a.cpp": "namespace {\nstruct A {};\n}\n", "tools/b.cpp": "namespace {\nclass A {};\n}\n", "tools/c.h": "struct A;\nnamespace n {\nclass A {};\n}\n"}),
    # Names.
    *wants("names", {"tools/a.h": "struct ExtremeValue;\n"}, "tools/a.h:1: ExtremeValue: extreme in a name; max/min reduction is the word",
           {"tools/a.h": unlike("extreme")}),
    *wants("names", {"tools/a.cpp": "void fetchAhead() {}\n"}, "tools/a.cpp:1: fetchAhead: fetch in a name; prefetch is the word",
           {"tools/a.cpp": "void prefetchAhead() {}\n" + unlike("fetch")}),
    *wants("names", {"tools/a.h": "struct A {\n  bool isUnwritten() const;\n};\n"}, "tools/a.h:2: isUnwritten: unwritten in a name; undefined contents is the word",
           {"tools/a.h": unlike("unwritten")}),
    *wants("names", {"tools/a.cpp": "void f() {\n  auto product = [&] { return 1; };\n}\n"}, "tools/a.cpp:2: product: product in a name; matmul is the word",
           {"tools/a.cpp": "struct Product {};\ndouble differenceOfProducts() { return 1; }\n" + unlike("product")}),
    *wants("names", {"tools/residual_stacks.cpp": ""}, "tools/residual_stacks.cpp: residual_stacks: stacks in a name; saved residual, residual buffer is the word",
           {"tools/stacked_residuals.cpp": "void raiseStackLimit() {}\n"}),
    *wants("names", {"compiler/passes.td": 'def Sort : Pass<"spmd-sort-runs"> {}\n'}, "compiler/passes.td: spmd-sort-runs: runs in a name; prefix scan is the word",
           {"compiler/passes.td": 'def Run : Pass<"spmd-run-by-blocks"> {}\n'}),
    *wants("names", {"tests/a.py": "def guest():\n    pass\n"}, "tests/a.py: guest: guest in a name; worker, task, park, resume is the word", {"tests/a.py": "guest = 1\n"}),
    # Comments.
    *wants("comments", {"runtime/a.cpp": lines(11, "// A.") + lines(89)}, "runtime: 11 of 100 lines are comments, at least 0.12 of them are wanted",
           {"runtime/a.cpp": lines(12, "  // A.") + lines(88), "runtime/a_test.cpp": lines(9), "runtime/a.h": lines(9)}),
    *wants("comments", {"tools/a.h": "int x; // Computed anew.\n"}, 'tools/a.h:1: the word "anew"', {"tools/a.h": 'const char *s = "anew"; // A bedroom.\n'}),
    *wants("comments", {"docs/a.md": "A worker's seat.\n"}, 'docs/a.md:1: the word "seat"', {"docs/a.md": "A worker's seating.\n"}),
    # Dispatch, doors, the embedder's example.
    *wants("dispatch", {"compiler/import/a.cpp": "bool b = isa<stablehlo::AddOp, stablehlo::MulOp, chlo::ErfOp>(op);\n"},
           "compiler/import/a.cpp:1: asks which op it is: isa<stablehlo::AddOp, stablehlo::MulOp, chlo::ErfOp",
           {"compiler/import/a.cpp": "bool b = isa<stablehlo::AddOp, stablehlo::MulOp>(op);\n", "compiler/ops/a.cpp": "TypeSwitch<A>();\n"}),
    *wants("dispatch", {"compiler/import/a.cpp": 'if (name == "stablehlo.add")\n'}, 'compiler/import/a.cpp:1: asks which op it is: == "stablehlo.',
           {"compiler/import/a.cpp": 'if (name == "func.func")\n'}),
    *wants("layering", {"compiler/import/a.cpp": '#include "compiler/export/b.h"\n'}, "compiler/import/a.cpp:1: compiler/import may not include compiler/export/b.h",
           {"compiler/import/a.cpp": '#include "compiler/ops/b.h"\n#include "compiler/import/c.h"\n'}),
    *wants("layering", {"runtime/a.cpp": '#include "mlir/IR/Value.h"\n'}, "runtime/a.cpp:1: the runtime does not know MLIR", {"runtime/a.cpp": '#include "llvm/ADT/ArrayRef.h"\n'}),
    *wants("embed", {"examples/embed/main.cpp": lines(61)}, "examples/embed/main.cpp: 61 lines, at most 60 are wanted",
           {"examples/embed/main.cpp": "#include <spmd.h>\n#include <vector>\n" + lines(58)}),
    *wants("embed", {"examples/embed/main.cpp": "#include <mlir/IR/Value.h>\n"},
           "examples/embed/main.cpp:1: includes <mlir/IR/Value.h>, only <spmd.h> and the standard library are wanted", {"examples/embed/main.cpp": ""}),
    # Messages and passes.
    *wants("messages", {"tools/a.cpp": 'return usage("--mesh: \\"" + x + "\\" is no mesh at all");\n', "tests/a.test": "CHECK: --mesh: \n"},
           'tools/a.cpp:1: no test expects "" is no mesh at all"',
           {"tools/a.cpp": 'return usage("--mesh: " + x + " is no mesh at all");\n', "tests/a.test": "CHECK: is no mesh at all\n"}),
    *wants("messages", {"runtime/a.cpp": 'return error("our mesh is no mesh");\n'}, 'runtime/a.cpp:1: the word "our" in a message',
           {"runtime/a.cpp": 'return error("the hour is no mesh"); // our\n'}),
    *wants("passes", {"compiler/passes.td": 'def A : Pass<"spmd-a"> {}\n', "tests/a.mlir": "// RUN: spmd-opt %s --spmd-pipeline\n"},
           "passes.td: no file of tests/ runs spmd-a alone",
           {"compiler/passes.td": 'def A : Pass<"spmd-a"> {}\n', "tests/a.mlir": "// RUN: spmd-opt %s --spmd-a | FileCheck %s\n"}),
    # Licence.
    *wants("licence", {"tools/a.cpp": "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception And more.\n"},
           "tools/a.cpp: does not begin with the line of the licence",
           {"tools/a.cpp": "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n",
            "tools/a.py": "#!/usr/bin/env python3\n# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"}),
    # Format.
    *wants("format", {"tools/a.cpp": "int  x;\n"}, "tools/a.cpp:1:4: error: code should be clang-formatted [-Wclang-format-violations]", {"tools/a.cpp": "int x;\n"}),
    *wants("format", {"tools/a.cpp": "// " + "x" * 98 + "\n"}, "tools/a.cpp:1: 101 columns",
           {"tools/a.cpp": "// " + "x" * 97 + '\nconst char *text = R"(\n' + "x" * 101 + '\n)";\n'}),
]


def found(rule, files):
    """What a rule says about a tree of these files, beside those that every tree has."""
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(text)
        os.makedirs(os.path.join(root, "docs"), exist_ok=True)
        shutil.copy(os.path.join(SOURCE, "docs/index.md"), os.path.join(root, "docs"))
        shutil.copy(os.path.join(SOURCE, ".clang-format"), root)
        return rules.RULES[rule](root)


failures = 0
for rule, files, message in CASES:
    problems = found(rule, files)
    if problems != ([message] if message else []):
        failures += 1
        print(f"{rule} on {', '.join(files)}: {problems}, wanted: {message}")
untested = set(rules.RULES) - {rule for rule, _, _ in CASES}
print(f"{len(CASES)} trees, {failures} failures, rules without a tree: {sorted(untested) or 'none'}")
sys.exit(1 if failures or untested else 0)
