# SPDX-License-Identifier: MIT
"""A mistake that is made in a copy of a file."""

import re
import tempfile
from pathlib import Path


def flaw(file, right, wrong, answer, compiled):
    """Why a mistake is not found; None if it is.

    `compiled` gets the copy, and returns what the compiler says; None if nothing.
    """
    text = file.read_text(encoding="utf-8")
    if right not in text:
        return f"'{right}' does not stand there"
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / file.name
        copy.write_text(text.replace(right, wrong), encoding="utf-8")
        said = compiled(copy)
    if said is None:
        return f"'{wrong}' is accepted"
    return None if re.search(answer, said) else f"'{wrong}' is refused for another reason:\n{said}"
