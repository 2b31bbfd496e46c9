# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the functions and classes of a C++ file by its brackets, without types: enough for the sizes and names that rules.py checks,
and a hundred times faster than a compiler. Macros are not expanded; rules_test.py shows what is told apart."""
import re
from dataclasses import dataclass, field

# Comments, raw strings, strings, characters (but not the ' of 1'000) and directives with their continued lines.
OPAQUE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(?P<mark>\w*)\(.*?\)(?P=mark)"|"(?:[^"\\\n]|\\.)*"|(?<![0-9a-fA-F])\'(?:[^\'\\\n]|\\.)*\''
                    r"|^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", re.S | re.M)
TOKEN = re.compile(r"~?[A-Za-z_]\w*|\d[\w.']*|::|->|[^\s\w]")
CLOSING = {"(": ")", "[": "]", "{": "}"}
NO_FUNCTIONS = {"if", "for", "while", "switch", "catch", "return", "sizeof", "alignof", "decltype", "noexcept", "requires", "static_assert", "alignas",
                "__attribute__", "explicit", "assert"}


@dataclass
class Function:
    name: str  # as written: `walk`, or `Walker::walk` outside of the class
    first: int  # the line of its first word
    last: int  # the line of its closing brace
    scope: str = ""  # the namespaces and classes around it


@dataclass
class Class:
    name: str  # with all that is around it: `spmd::Walker::Step`
    first: int
    last: int = 0
    methods: list = field(default_factory=list)  # name and line of each that its body declares or defines


def blank(text):
    """The text with spaces for comments, strings and directives; all positions stay."""
    return OPAQUE.sub(lambda part: re.sub(r"[^\n]", " ", part[0]), text)


def is_word(token):
    return re.match(r"[A-Za-z_~]", token) is not None


class Scan:
    """The functions with a body and the classes of one file. `path` names what an anonymous namespace holds."""

    def __init__(self, path, text):
        text = blank(text)
        self.path, self.functions, self.classes, self.lambdas = path, [], [], []
        self.tokens, self.lines, line, end = [], [], 1, 0
        for match in TOKEN.finditer(text):
            line, end = line + text.count("\n", end, match.start()), match.start()
            self.tokens.append(match[0])
            self.lines.append(line)
        self.partner, opened = {}, []
        for at, token in enumerate(self.tokens):
            if token in CLOSING:
                opened.append(at)
            elif opened and token == CLOSING[self.tokens[opened[-1]]]:
                self.partner[opened.pop()] = at
        self.declarations(0, len(self.tokens), "", None)

    def declarations(self, at, end, scope, owner):
        """Reads what a file, a namespace or the class `owner` holds between two positions."""
        head = []  # the positions of the words of one declaration so far; of a bracket, the opening one alone
        while at < end:
            token = self.tokens[at]
            if token == "{" and not self.initializes(head):
                at = self.body(head, at, scope, owner)
                head = []
                continue
            if token == ";":
                name = self.function_name(head)
                if owner and name:
                    owner.methods.append((name, self.lines[head[0]]))
                head = []
            elif token == ":" and [self.tokens[i] for i in head] in (["public"], ["private"], ["protected"]):
                head = []
            else:
                head.append(at)
            at = self.partner.get(at, at) + 1

    def initializes(self, head):
        """Is the brace after `head` that of `y` in `Foo(int a) : x(a), y{a} {` or in `int y{3};`?"""
        tokens = [self.tokens[i] for i in head]
        if not tokens or not (is_word(tokens[-1]) or tokens[-1] == ">") or tokens[0] in ("namespace", "extern", "enum") or self.class_name(head):
            return False
        if not self.function_name(head):
            return True
        return ":" in tokens[tokens.index("("):]

    def body(self, head, brace, scope, owner):
        """Reads the braces that end the declaration `head`; returns the position after them."""
        end = self.partner.get(brace, len(self.tokens) - 1)
        while len(head) > 2 and re.fullmatch(r"[A-Z][A-Z0-9_]{2,}", self.tokens[head[0]]) and self.tokens[head[1]] == "(":
            head = head[2:]  # MACRO(x) before a declaration
        tokens = [self.tokens[i] for i in head]
        first, last = self.lines[head[0] if head else brace], self.lines[end]
        if tokens and (tokens[0] == "namespace" or tokens[:2] == ["inline", "namespace"] or tokens == ["extern"]):
            name = "".join(tokens[tokens.index("namespace") + 1:]) or self.path if "namespace" in tokens else ""
            self.declarations(brace + 1, end, f"{scope}::{name}".strip(":"), None)
        elif name := self.class_name(head):
            self.classes.append(Class(f"{scope}::{name}".strip(":"), first, last))
            self.declarations(brace + 1, end, self.classes[-1].name, self.classes[-1])
        elif name := self.function_name(head):
            self.functions.append(Function(name, first, last, scope))
            if owner:
                owner.methods.append((name, first))
            self.statements(brace + 1, end, f"{scope}::{name}".strip(":"))
        return end + 1

    def statements(self, at, end, scope):
        """Finds the classes and the named lambdas of a function's body."""
        while at < end:
            window = self.tokens[at:at + 4]
            if window[0] in ("struct", "class") and is_word(window[1]) and window[2] in ("{", ":"):
                brace = self.tokens.index("{", at)
                at = self.body(range(at, brace), brace, scope, None)
                continue
            if window[0] == "auto" and window[2:] == ["=", "["]:
                self.lambdas.append((window[1], self.lines[at]))
            at += 1

    def outside_angles(self, head):
        """The pairs of index and word of `head` that no `<...>` encloses."""
        depth = 0
        for index, position in enumerate(head):
            token = self.tokens[position]
            depth -= token == ">" and depth > 0
            if depth == 0:
                yield index, token
            depth += token == "<"

    def function_name(self, head):
        """The name of the function that `head` declares, with the classes written before it; None where it declares none."""
        tokens = [self.tokens[i] for i in head]
        if not tokens or tokens[0] in ("using", "typedef", "friend", "return", "enum"):
            return None
        for index, token in self.outside_angles(head):
            if token == "=":
                return None
            if token == "operator":
                end = tokens.index("(", index) if "(" in tokens[index:] else len(tokens)
                return self.qualifiers(tokens, index) + ("".join(tokens[index:end]) if end > index + 1 else "operator()")
            if token == "(" and index > 0:
                name = index - 1
                if tokens[name] == ">":  # f<int>(
                    name = len(tokens[:index]) - tokens[:index][::-1].index("<") - 2
                if is_word(tokens[name]) and tokens[name] not in NO_FUNCTIONS and self.tokens[head[index] + 1] != "*":
                    return self.qualifiers(tokens, name) + tokens[name]
        return None

    def qualifiers(self, tokens, name):
        """The `A::B::` before a name; of `A<T>::`, `A::`."""
        text = ""
        while name >= 2 and tokens[name - 1] == "::":
            name -= 2
            if tokens[name] == ">":
                name = len(tokens[:name]) - tokens[:name][::-1].index("<") - 2
            text = f"{tokens[name]}::{text}"
        return text

    def class_name(self, head):
        """The name of the class that `head` begins, None where it begins none."""
        tokens, name = [self.tokens[i] for i in head], None
        if not tokens or tokens[0] == "enum":
            return None
        for index, token in self.outside_angles(head):
            if token in ("class", "struct", "union"):
                name = ""
            elif token in ("(", "="):
                return None
            elif token in (":", "final"):
                break
            elif name is not None and is_word(token):
                name = name + token if name.endswith("::") else token  # of `struct MACRO Name`, Name
            elif name and token == "::":
                name += "::"
            elif name and token == "<":  # a specialization
                name += "".join(tokens[index:])
                break
        return name
