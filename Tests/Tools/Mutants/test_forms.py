# SPDX-License-Identifier: MIT
"""Tests the rules for mutants that `make mutate` leaves out: `make check PARTS=mutants`."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import forms
from equivalent import Entry
from rules import mutants
from swift_source import SwiftSource


def changes(text):
    """Returns the mutants of a source, each with the reason if it is equivalent, otherwise None."""
    source = SwiftSource("Sources/Module/File.swift", text)
    return {m.change: forms.reason(source, m) for m in mutants(source, {})}


def orders(body):
    text = "struct Example {\n    func change() {\n" + body + "\n    }\n}\n"
    return [change for change in changes(text) if " ⇄ " in change]


class FormTests(unittest.TestCase):
    def assert_forms(self, text, harmless, harmful):
        found = changes(text)
        for change in harmless:
            self.assertIsNotNone(found[change], change)
        for change in harmful:
            self.assertIsNone(found[change], change)

    def test_arguments_of_a_symmetric_function_may_be_swapped(self):
        self.assert_forms("let a = min(one, two)\n", ["one ⇄ two"], [])
        self.assert_forms("let a = isBelow(one, two)\n", [], ["one ⇄ two"])

    def test_a_counter_may_have_any_start_and_step_but_zero(self):
        text = "struct Example {\n    var lastID = 0\n    func next() { foo()\n lastID += 1\n }\n}\n"
        step = "lastID += 1 → lastID += "
        self.assert_forms(text, ["var lastID = 0 → var lastID = 1", step + "2"], [step + "0", "lastID += 1 → ()"])

    def test_a_buffer_may_be_larger_but_not_smaller(self):
        head = "let bytes = [UInt8](repeating: 0, count: "
        self.assert_forms(f"{head}8)\n", [f"{head}8) → {head}9)"], [f"{head}8) → {head}7)"])
        text = 'let zeros = String(repeating: "0", count: 4)\n'
        self.assert_forms(text, [], [f"{text.strip()} → {text.strip()[:-2]}5)"])

    def test_capacity_is_released_only_when_a_list_is_empty(self):
        line = "if list.isEmpty, list.capacity > 64 { list = [] }"
        harmless = [line.replace("> 64", ">= 64"), line.replace("list = []", "()")]
        harmful = [line.replace("list.isEmpty", "true"), line.replace("list.isEmpty", "!(list.isEmpty)")]
        text = "func change() {\n" + line + "\n}\n"
        self.assert_forms(text, [f"{line} → {new}" for new in harmless], [f"{line} → {new}" for new in harmful])

    def test_only_own_properties_in_init_and_deinit_need_no_lock(self):
        text = "class Example {\n    let own = Lock(1)\n    deinit {\n        own.withLock { $0 += 1 }\n"
        text += "        all.withLock { $0 += 1 }\n        later { own.withLock { $0 += 2 } }\n    }\n}\n"
        lines = [line.strip() for line in text.splitlines() if "withLock" in line]
        unlocked = [f"{line} → {line.replace('withLock', 'withoutLock')}" for line in lines]
        self.assert_forms(text, unlocked[:1], unlocked[1:])


class OrderTests(unittest.TestCase):
    def test_changes_of_two_variables_are_independent(self):
        self.assertEqual(orders("count += 1\nlist.append(Entry(id: 1))"), [])
        self.assertEqual(orders("observer.thread = nil\nlist.removeAll { $0 === observer }"), [])
        self.assertEqual(orders("self.members = Members(members)\nonly = members.first"), [])

    def test_a_change_and_a_read_of_a_variable_are_dependent(self):
        self.assertEqual(len(orders("count += 1\nlist.append(count)")), 1)
        self.assertEqual(len(orders("parser.index += 2\nheader.names = parser.names()")), 1)
        self.assertEqual(len(orders("lines.offset = 1\nlist.append(lines)")), 1)

    def test_calls_of_unknown_functions_are_dependent(self):
        self.assertEqual(len(orders("isOpen = false\nforget()")), 1)
        self.assertEqual(len(orders("isOpen = false\n_ = other.close()")), 1)

    def test_mutually_exclusive_conditions_are_independent(self):
        self.assertEqual(orders("if error == A { return }\nif error == B { return }"), [])
        self.assertEqual(len(orders("if error == A { return }\nif other == B { return }")), 1)
        self.assertEqual(len(orders("if error == A { error = B }\nif error == B { return }")), 1)


class EntryTests(unittest.TestCase):
    TEXT = "struct Queue {\n    func move() {\n        if room / 8 > 4 { print(room, 8) }\n        one()\n        two()\n    }\n}\n"

    def covered(self, change, name="Queue.move"):
        source = SwiftSource("Sources/Module/File.swift", self.TEXT)
        entry = Entry("Module", name, change)
        return {mutant.new for mutant in mutants(source, {}) if entry.covers(mutant)}

    def test_an_entry_covers_a_change_of_a_part_of_a_line(self):
        self.assertEqual(self.covered("room / 8 → room / 9"), {"9"})
        self.assertEqual(self.covered("8 → 9"), {"9"})
        self.assertEqual(self.covered("room / 8 → room / 10"), set())

    def test_an_entry_may_cover_all_changes_of_a_number(self):
        self.assertEqual(self.covered("room / 8 → …"), {"9", "7", "*"})

    def test_an_entry_covers_swapped_parts_by_their_prefixes(self):
        self.assertEqual(len(self.covered("if room… ⇄ one()")), 1)
        self.assertEqual(len(self.covered("one() ⇄ two()")), 1)
        self.assertEqual(len(self.covered("two() ⇄ one()")), 0)

    def test_an_entry_is_found_by_its_type_and_member(self):
        self.assertEqual(self.covered("8 → 9", "Queue"), {"9"})
        self.assertEqual(self.covered("8 → 9", "Que"), set())
        self.assertEqual(self.covered("8 → 9", "Queue.append"), set())


if __name__ == "__main__":
    unittest.main()
