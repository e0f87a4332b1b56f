# SPDX-License-Identifier: MIT
"""Recognises forms of equivalent mutants in any module, so that they are not reported as gaps in the tests."""

import re

# Functions with two arguments whose order has no effect.
SYMMETRIC = re.compile(r"min|max|equality|are[A-Z]\w*|have[A-Z]\w*")
COUNTERS = re.compile(r"(last|next)(ID|Number|Watcher)|generation")
# Methods of collections and memory that change only their receiver and read nothing else.
MUTATING = {
    "append", "insert", "popFirst", "popLast", "remove", "removeAll", "removeFirst", "removeLast", "removeValue",
    "deallocate", "deinitialize", "initialize", "initializeElement",
}  # fmt: skip
PURE = (
    "compactMap", "contains", "distance", "enumerated", "filter", "first", "flatMap", "map", "reduce", "reversed", "sorted",
)  # fmt: skip
KNOWN_FUNCTIONS = ("max", "min", "type")
BRANCHES = ("if", "guard", "for", "while", "switch", "do", "repeat", "defer")
FATAL = ("preconditionFailure", "fatalError")
# Keywords before the target of an assignment.
EFFECTS = ("unsafe", "try", "await")


def reason(source, mutant):
    """Returns why no test could detect a mutant, if it has one of these forms, otherwise None."""
    index = source.index_at(mutant.start)
    return next((text for text, form in FORMS if form(source, mutant, index)), None)


def is_exchange_of_equals(source, mutant, index):
    if mutant.kind != "arguments":
        return False
    opening = bracket_around(source, index)
    return opening is not None and SYMMETRIC.fullmatch(source.tokens[opening - 1].text) is not None


def is_lock_of_nobody_else(source, mutant, index):
    declarations = source.declarations_around(mutant.start)
    if mutant.kind != "lock" or not declarations or declarations[-1].head not in ("init", "deinit"):
        return False
    if not is_own_property(source, declarations, index - 2):
        return False
    openings = [o for o in source.partner if declarations[-1].first <= o < index < source.partner[o]]
    return all(not source.is_text(o, "{") or not is_closure(source, o, declarations[-1]) for o in openings)


def is_own_property(source, declarations, index):
    """Whether a token names an instance property that its type declares in the same file."""
    if len(declarations) < 2 or source.is_text(index - 1, ".") and not source.is_text(index - 2, "self"):
        return False
    inside = [d for d in source.declarations if declarations[-2].first < d.first < declarations[-2].last]
    name = source.tokens[index].text
    return any(d.name == name and not source.is_text(d.first - 1, "static") for d in inside)


def is_closure(source, opening, declaration):
    """Whether a brace opens a closure, which may run later, and not a branch or the body of a declaration."""
    block = source.block_of.get(opening)
    return block is None or block.owner not in (*BRANCHES, declaration.head)


def is_step_of_counter(source, mutant, index):
    if mutant.kind != "off by one" or mutant.new == "0" or not source.is_text(index - 1, "=", "+="):
        return False
    names = [token.text for token in source.tokens[max(0, index - 5) : index - 1] if token.kind == "name"]
    return bool(names) and (COUNTERS.fullmatch(names[-1]) or names[-1] == "Int" and COUNTERS.fullmatch(names[-2]))


def is_larger_buffer(source, mutant, index):
    """A larger number as the size of a buffer."""
    if mutant.kind != "off by one" or not mutant.new.isdecimal() or int(mutant.new) < int(source.tokens[index].text):
        return False
    declarations = source.declarations_around(mutant.start)
    if declarations and declarations[-1].name == "bufferSize":
        return True
    label = [source.tokens[i].text for i in (index - 2, index - 1)]
    opening = bracket_around(source, index)
    callee = source.tokens[opening - 1].text if opening else ""
    bytes_of = [token.text for token in source.tokens[max(0, (opening or 0) - 3) : opening or 0]]
    is_array = bytes_of == ["[", "UInt8", "]"] and "count" in [source.tokens[i].text for i in range(opening, index)]
    return callee == "allocate" and label == ["capacity", ":"] or is_array


def is_question_of_capacity(source, mutant, index):
    """A change of a condition on the capacity of a collection, or of the assignment that releases the capacity."""
    if mutant.kind == "assignment":
        return re.search(r"if (\w+)\.isEmpty, \1\.capacity > \w+ { \1 = \[:?\] }$", mutant.before) is not None
    if mutant.kind not in ("off by one", "comparison", "condition"):
        return False
    end = source.index_at(max(mutant.start, mutant.end - 1))
    first, last = index, end + 1
    while first > 0 and not source.is_text(first - 1, "if", ",", "{", ";") and not source.tokens[first].after_newline:
        first -= 1
    while last < len(source.tokens) and not source.is_text(last, ",", "{"):
        last += 1
    words = [token.text for token in source.tokens[first:last]]
    return source.is_text(first - 1, "if", ",") and words[1:3] == [".", "capacity"] and mutant.start != mutant.end


def is_written_by_callee(source, mutant, index):
    return source.is_text(index - 1, ":") and source.is_text(index - 2, "revents")


def is_hint_on_memory(source, mutant, index):
    if mutant.kind != "value":
        return False
    names = [token.text for token in source.tokens[max(0, index - 4) : index] if token.kind == "name"]
    return "isContended" in names


def is_before_stop(source, mutant, index):
    return mutant.kind == "early return" and source.tokens[index].text in FATAL


def is_case_of_future(source, mutant, index):
    around = source.text[max(0, mutant.start - 40) : mutant.start]
    return re.search(r"@unknown default:\s*$", around) is not None


def is_of_one_at_most(source, mutant, index):
    """`first` instead of `last`, after `guard list.count > 1 else` or in an assignment to `only`."""
    if mutant.kind != "index" or source.tokens[index].text not in ("first", "last"):
        return False
    line = source.text[source.text.rfind("\n", 0, mutant.start) + 1 : mutant.start]
    return re.match(r"\s*(guard \w+\.count > 1 else|only = )", line) is not None


FORMS = (
    ("The order of the arguments has no effect.", is_exchange_of_equals),
    ("Only one thread has an object during its init and deinit.", is_lock_of_nobody_else),
    ("The values of a counter need only increase. Start and step have no effect.", is_step_of_counter),
    ("A larger buffer works as well.", is_larger_buffer),
    ("The kept capacity only affects memory use.", is_question_of_capacity),
    ("The called function overwrites the value before it is read.", is_written_by_callee),
    ("The value only affects the alignment to cache lines.", is_hint_on_memory),
    ("The code is never reached.", is_before_stop),
    ("No such case exists yet.", is_case_of_future),
    ("The list has at most one element.", is_of_one_at_most),
)


def bracket_around(source, index):
    """Returns the opening bracket of the innermost parentheses around a token, or None."""
    around = [o for o, closing in source.partner.items() if o < index < closing and source.is_text(o, "(")]
    return max(around, default=None)


# Statements whose order has no effect


def are_independent(source, one, other):
    """Whether each of two statements only changes a variable that the other does not use."""
    if are_exclusive(source, one, other):
        return True
    written = [written_place(source, s) for s in (one, other)]
    if None in written:
        return False
    ranges = [range(s.first, s.last) for s in (one, other)]
    if any(names_place(source, tokens, place) for tokens, place in zip(ranges, written[::-1])):
        return False
    # If a call consumes a value from a source, the other statement gets a different one.
    called, named = ([names(source, tokens) for tokens in ranges] for names in (called_names, names_of))
    if called[0] & named[1] or called[1] & named[0]:
        return False
    return not any(calls_itself(source, tokens) for tokens in ranges)


def are_exclusive(source, one, other):
    """Whether two conditions compare the same value with different ones, and their branches leave the scope."""
    texts = [source.words(s.first, s.last) for s in (one, other)]
    sides = [re.match(r"if (\S+) == (\w+)(?=[,\s])|if .*?(\w+\.isToken)\((\"[^\"]+\"), at: index\)", t) for t in texts]
    if None in sides or not all(re.search(r"\b(return|continue|break|throw)\b", text) for text in texts):
        return False
    (left, value), (other_left, other_value) = [[g for g in side.groups() if g] for side in sides]
    return left == other_left and value != other_value


def written_place(source, statement):
    """Returns the names in the path of the only variable that a statement changes, or None if there may be more."""
    first = statement.first
    while source.is_text(first, *EFFECTS):
        first += 1
    path, index = [], first
    while index < statement.last and source.tokens[index].kind == "name":
        path.append(source.tokens[index].text)
        index += 1
        if not source.is_text(index, ".", "?."):
            break
        index += 1
    if not path or path == ["_"] or index >= statement.last:
        return None
    if source.is_text(index, "["):
        index = source.partner[index] + 1
    if index < statement.last and source.is_text(index, "=", "+=", "-="):
        return path
    is_call = len(path) in (2, 3) and path[-1] in MUTATING and source.is_text(index, "(", "{")
    return path[:-1] if is_call and source.partner[index] + 1 >= statement.last else None


def names_place(source, tokens, place):
    """Whether tokens use a variable, or pass a value that contains it. `self.x` is not a local `x`."""
    is_own = place[0] == "self"
    for index in tokens:
        text = source.tokens[index].text
        if text == place[-1]:
            has_self = source.is_text(index - 1, ".") and source.is_text(index - 2, "self")
            if has_self or not is_own or source.is_text(index - 1, "."):
                return True
        if text == place[0] and not is_own and is_passed(source, index):
            return True
    return False


def is_passed(source, index):
    """Whether a token is a whole argument of a call."""
    return source.is_text(index - 1, "(", ",", ":", "&") and source.is_text(index + 1, ")", ",")


def names_of(source, tokens):
    return {source.tokens[i].text for i in tokens if source.tokens[i].kind == "name"}


def called_names(source, tokens):
    """Returns the names of the receivers that a method call may change."""
    return {
        source.tokens[i].text
        for i in tokens
        if source.tokens[i].kind == "name"
        and not source.is_text(i, "self", "Self")
        and source.is_text(i + 1, ".")
        and source.is_text(i + 3, "(", "{")
        and not source.is_text(i + 2, *PURE)
    }


def calls_itself(source, tokens):
    """Whether a function without a receiver is called, which may read or change anything."""
    return any(
        source.tokens[i].kind == "name"
        and source.tokens[i].text[0].islower()
        and not source.is_text(i, *KNOWN_FUNCTIONS)
        and source.is_text(i + 1, "(")
        and not source.tokens[i + 1].spaced
        and not source.is_text(i - 1, ".")
        for i in tokens
    )
