# SPDX-License-Identifier: MIT
"""Reads equivalent.txt, which lists equivalent mutants that no form covers."""

import re
from dataclasses import dataclass
from pathlib import Path

EQUIVALENT = Path(__file__).with_name("equivalent.txt")
# The kinds of mutants that an entry with "→ …" covers.
NUMBER_KINDS = ("off by one", "comparison", "arithmetic", "index")


class BadEntry(Exception):
    """The location of an unreadable line."""


@dataclass(frozen=True)
class Entry:
    """An entry of EQUIVALENT, which covers one or several mutants."""

    module: str
    name: str
    change: str

    def __str__(self):
        return f"{self.module} {self.name}: {self.change}"

    def covers(self, mutant):
        if mutant.module != self.module or not f"{mutant.name}.".startswith(f"{self.name}."):
            return False
        if " ⇄ " in self.change:
            parts = zip(self.change.split(" ⇄ "), mutant.exchanged)
            return bool(mutant.exchanged) and all(
                part.startswith(said.removesuffix("…")) if said.endswith("…") else part == said for said, part in parts
            )
        before, after = self.change.split(" → ")
        heads = [match.start() for match in re.finditer(re.escape(before), mutant.before)]
        return any(self.becomes(after, mutant, mutant.before[:h], mutant.before[h + len(before) :]) for h in heads)

    def becomes(self, after, mutant, head, tail):
        """Whether a mutant's line has `after` between `head` and `tail`. "…" stands for any number."""
        if after == "…":
            is_around = mutant.after.startswith(head) and mutant.after.endswith(tail)
            return is_around and mutant.kind in NUMBER_KINDS and len(mutant.after) > len(head) + len(tail)
        return mutant.after == head + after + tail


def read_equivalent():
    entries = []
    for number, line in enumerate(EQUIVALENT.read_text().splitlines(), 1):
        if not line.startswith(" "):
            continue  # a comment, or the reason of the following entries
        match = re.fullmatch(r" +(\w+) (\S+): (.+? (?:→|⇄) .+)", line)
        if not match:
            raise BadEntry(f"{EQUIVALENT.name}:{number}: expected a module, a name and a change")
        entries.append(Entry(*match.groups()))
    return entries
