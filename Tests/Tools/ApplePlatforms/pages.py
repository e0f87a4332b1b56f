# SPDX-License-Identifier: MIT
"""The programs of the documentation that have code for Apple's platforms."""

import re

PAGES = ["README.md", "Docs/**/*.md"]
# The declarations that get `nonisolated` in a main actor module, as the page on Xcode 26 recommends. Views stay isolated.
DECLARATION = re.compile(r"^(?<!@MainActor\n)((?:public |private |fileprivate |final |@Prism )*)"
                         r"(?=(?:struct|enum|class|protocol|extension|func) )(?!.*: (?:View|App|Scene|UIViewController)\b)", re.M)
GUARD = re.compile(r"^ *#(if|elseif) .*canImport\((?!FoundationEssentials)", re.M)


class Program:
    """Blocks of a page that form one file. Each line has the same number as in the page."""

    def __init__(self, page):
        self.page = page
        self.lines = []
        self.options = []
        self.warnings = ["-warnings-as-errors"]

    def add(self, first_line, lines):
        self.lines += [""] * (first_line - 1 - len(self.lines)) + lines

    @property
    def first_line(self):
        return next(index for index, line in enumerate(self.lines) if line) + 1

    @property
    def name(self):
        return f"{self.page}:{self.first_line}{' on the main actor' if self.options else ''}"

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"

    def on_the_main_actor(self):
        """Returns the program for a main actor module, with types marked `nonisolated`."""
        program = Program(self.page)
        program.lines = DECLARATION.sub(r"\1nonisolated ", self.text).splitlines()
        program.options = ["-default-isolation", "MainActor", "-enable-upcoming-feature", "NonisolatedNonsendingByDefault",
                           "-enable-upcoming-feature", "InferIsolatedConformances"]
        return program


def programs(root):
    """Returns the programs with a `#if canImport` of a framework, which only Apple's platforms compile."""
    pages = sorted(path for pattern in PAGES for path in root.glob(pattern))
    found = [program for page in pages for program in programs_of(page, str(page.relative_to(root)))]
    found = [program for program in found if GUARD.search(program.text)]
    isolated = [program.on_the_main_actor() for program in found if "import Testing" not in program.text]
    return found + isolated + list(examples(root))


def examples(root):
    """Returns the examples of comments that only Apple's platforms compile, each in a function, with what they use."""
    context = (root / "Tests/DocumentationTests/Contexts/RexObservation.swift").read_text(encoding="utf-8")
    for path in sorted(root.glob("Sources/RexObservation/Apple/*.swift")):
        source = path.read_text(encoding="utf-8").splitlines()
        program, in_block = Program(str(path.relative_to(root))), False
        for number, line in enumerate(source):
            text = re.sub(r"^ *///? ?", "", line)
            if text == "```swift":
                first = re.sub(r"^ *///? ?", "", source[number + 1])
                value = " _ = receiver" if first.startswith(".") else ""
                text, in_block = f"@MainActor func example{number}() {{{value}", True
            elif text == "```" and in_block:
                text, in_block = "}", False
            elif not in_block and not line.startswith(("#if", "#endif")):
                text = ""
            program.lines.append(text)
        program.lines += ["import RexCore", "import RexObservation", context, "func given<Value>() -> Value { fatalError() }"]
        program.warnings = ["-suppress-warnings", "-parse-as-library"]
        yield program


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
                # swift-testing is not available for these platforms on Linux.
                is_test = any(line.startswith(("import Testing", "@Test")) for line in block)
                if not is_manifest and not is_test and "rejected" not in marker:
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
