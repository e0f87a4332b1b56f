# SPDX-License-Identifier: MIT
"""The programs of the documentation that have code for Apple's platforms."""

import re

PAGES = ["README.md", "Docs/**/*.md"]
GUARD = re.compile(r"^ *#(if|elseif) .*canImport\((?!FoundationEssentials)", re.M)


class Program:
    """Blocks of a page that are one file; each line has the number that it has in the page."""

    def __init__(self, page):
        self.page = page
        self.lines = []

    def add(self, first_line, lines):
        self.lines += [""] * (first_line - 1 - len(self.lines)) + lines

    @property
    def first_line(self):
        return next(index for index, line in enumerate(self.lines) if line) + 1

    @property
    def name(self):
        return f"{self.page}:{self.first_line}"

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"


def programs(root):
    """Those with a condition on a framework, which is what only Apple's platforms compile."""
    pages = sorted(path for pattern in PAGES for path in root.glob(pattern))
    found = [program for page in pages for program in programs_of(page, str(page.relative_to(root)))]
    return [program for program in found if GUARD.search(program.text)]


def programs_of(page, name):
    result = [Program(name)]
    marker, block, first_line = "", None, 0
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        text = line.strip()
        if block is not None:
            if text == "```":
                if "starts over" in marker:
                    result.append(Program(name))
                is_manifest = block[:1] and block[0].startswith("// swift-tools-version:")
                if not is_manifest and "rejected" not in marker:
                    result[-1].add(first_line, block)
                marker, block = "", None
            else:
                block.append(line)
        elif text == "```swift":
            block, first_line = [], number + 1
        elif text.startswith("```"):
            block, first_line, marker = [], number + 1, "rejected"
        elif text.startswith("<!--"):
            marker = text
    return result
