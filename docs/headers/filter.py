#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rewrites the comments of a public header into those that doxygen reads. usage: filter.py HEADER > text

In our headers a comment holds for all declarations up to the next blank line or comment. Doxygen gives it to the first one alone, so
this filter repeats it:

    /// Radians as degrees, and the reverse.        /** Radians as degrees, and the reverse. */
    Tensor degrees(const Operand &x);         ->    Tensor degrees(const Operand &x);
    Tensor radians(const Operand &x);               /** Radians as degrees, and the reverse. */
                                                    Tensor radians(const Operand &x);

A `//` comment counts where no `///` comment follows it. The comment at the head of the file becomes the description of the header, and
one behind a member that of the member. The filter relies on clang-format: declarations of one scope have one indentation, and what
continues a declaration has a larger one."""
import re
import sys

NO_DECLARATION = re.compile(r"[}{#]|(public|private|protected):|(inline )?namespace |SPMD_FIELDS")


def head(lines):
    """The number of lines up to the end of the comment that describes the file, which follows the licence line."""
    count = 1
    while count < len(lines) and lines[count].startswith("//") and not lines[count].startswith("///"):
        count += 1
    return count


def filtered(lines):
    """The text for doxygen, line by line."""
    end = head(lines)
    yield "/** @file\n" + "\n".join(line[3:] for line in lines[1:end]) + "\n*/"
    groups = {}      # indentation -> words of the comment that holds for the declarations there
    previous = ""    # the line above
    for line in lines[end:]:
        text, indent = line.strip(), len(line) - len(line.lstrip())
        if text.startswith("//"):
            isDocstring = text.startswith("///")
            follows = previous.strip().startswith("//") and previous.strip().startswith("///") == isDocstring
            groups = {i: words for i, words in groups.items() if i < indent or (i == indent and follows)}
            groups.setdefault(indent, []).append(text.lstrip("/").strip())
        else:
            above = previous.split(" // ")[0].strip()
            isContinued = not above.startswith("//") and (
                re.search(r"[^;{}:>,]$", above) or (above.startswith("template") and not above.endswith((";", "}"))))
            if not text:
                groups = {}
            elif indent in groups and not NO_DECLARATION.match(text) and not isContinued:
                yield " " * indent + "/** " + " ".join(groups[indent]) + " */"
            yield re.sub(r"([;,{]) // (.+)$", r"\1 ///< \2", line)
        previous = line


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as header:
        print("\n".join(filtered(header.read().splitlines())))
