# SPDX-License-Identifier: MIT
"""Writes the files of the page into PageResources.swift: `make format`. With --check, only compares.

They are strings, since the package manager embeds a file as an array of its bytes, which takes the compiler 16 seconds.
"""

import re
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parent
OUTPUT = PAGE.parent / "Formats/PageResources.swift"
HEAD = """// swift-format-ignore-file
// SPDX-License-Identifier: MIT

/// The files in `Page/`, each on one line. `make format` writes this file.
enum PageResources {
"""
# Control characters and line separators. In a raw string, `\\##n` is a line feed and a backslash alone is a backslash.
ESCAPED = re.compile("[\\x00-\\x1f\\x7f\\x85\\u2028\\u2029]")


def escape(match):
    character = match.group()
    return r"\##n" if character == "\n" else rf"\##u{{{ord(character):x}}}"


def constant(file):
    text = file.read_bytes().decode("utf-8")
    clashes = text.startswith('""') or '"##' in text or r"\##" in text
    assert not clashes, f"{file.name} contains a delimiter of the string"
    return f'    static let {file.name.replace(".", "_")} = ##"{ESCAPED.sub(escape, text)}"##\n'


files = sorted(file for file in PAGE.iterdir() if file.suffix in (".js", ".css", ".html"))
text = HEAD + "".join(constant(file) for file in files) + "}\n"
if "--check" in sys.argv:
    if not OUTPUT.exists() or OUTPUT.read_text(encoding="utf-8") != text:
        sys.exit(f"{OUTPUT.name} does not have the files of Page: run make format.")
else:
    OUTPUT.write_text(text, encoding="utf-8")
