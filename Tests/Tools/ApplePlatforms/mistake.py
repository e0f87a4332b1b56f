# SPDX-License-Identifier: MIT
"""Checks that the compiler finds a mistake in a copy of a file."""

import re
import tempfile
from pathlib import Path


def flaw(file, right, wrong, answer, compiled):
    """Replaces `right` by `wrong` in a copy. Returns why the mistake is not found, or None if it is.

    `compiled` compiles the copy, and returns the errors or None. `answer` is a pattern of the expected error.
    """
    text = file.read_text(encoding="utf-8")
    if right not in text:
        return f"the file does not contain '{right}'"
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / file.name
        copy.write_text(text.replace(right, wrong), encoding="utf-8")
        said = compiled(copy)
    if said is None:
        return f"'{wrong}' is accepted"
    return None if re.search(answer, said) else f"'{wrong}' is rejected for another reason:\n{said}"
