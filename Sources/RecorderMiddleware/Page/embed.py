# SPDX-License-Identifier: MIT
"""Writes the files of the page into PageResources.swift: `make page`. With --check, only compares.

They are strings, since the package manager embeds a file as an array of its bytes, which takes the compiler 16 seconds.
"""

import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parent
OUTPUT = PAGE.parent / "Formats/PageResources.swift"
HEAD = """// swift-format-ignore-file
// SPDX-License-Identifier: MIT

/// The files in `Page/`. `make page` writes this file.
enum PageResources {
"""


def constant(file):
    text = file.read_text(encoding="utf-8")
    assert '"""####' not in text
    return f'    static let {file.name.replace(".", "_")} = ####"""\n{text}\n"""####\n'


files = sorted(file for file in PAGE.iterdir() if file.suffix in (".js", ".css", ".html"))
text = HEAD + "\n".join(constant(file) for file in files) + "}\n"
if "--check" in sys.argv:
    if not OUTPUT.exists() or OUTPUT.read_text(encoding="utf-8") != text:
        sys.exit(f"{OUTPUT.name} does not have the files of Page: run make page.")
else:
    OUTPUT.write_text(text, encoding="utf-8")
