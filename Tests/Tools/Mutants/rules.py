# SPDX-License-Identifier: MIT
"""Generates the mutants of a source: small changes, by kind. The compiler rejects those that make no sense."""

import re
from dataclasses import dataclass

from forms import are_independent

COMPARISONS = {
    "==": ["!="], "!=": ["=="], "===": ["!=="], "!==": ["==="],
    "<": ["<=", ">"], "<=": ["<", ">="], ">": [">=", "<"], ">=": [">", "<="],
}  # fmt: skip
ARITHMETIC = {
    "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "+=": "-=", "-=": "+=", "*=": "/=", "&+": "&-", "&-": "&+",
    "&": "|", "|": "&", "^": "&", "<<": ">>", ">>": "<<", "..<": "...", "...": "..<",
}  # fmt: skip
OPPOSITES = [
    ("first", "last"), ("min", "max"), ("startIndex", "endIndex"), ("lowerBound", "upperBound"), ("prefix", "suffix"),
    ("dropFirst", "dropLast"), ("removeFirst", "removeLast"), ("popFirst", "popLast"),
]  # fmt: skip
OTHERS = {a: b for pair in OPPOSITES for a, b in (pair, pair[::-1])}
EMPTY_RESULTS = {"": [""], "Void": [""], "Bool": ["true", "false"], "Int": ["0"], "String": ['""']}
EXITS = ("return", "break", "continue")
# `withExtendedLifetime` has an effect only in optimised builds.
WITHOUT_EFFECT = ("label", "withExtendedLifetime")
CONTROL = ("if", "guard", "for", "while", "switch", "do", "repeat", "defer", "throw", "label", *EXITS)
DECLARATIONS = (
    "let", "var", "func", "struct", "class", "enum", "actor", "extension", "protocol", "init", "deinit", "subscript",
    "fallthrough", "typealias", "associatedtype", "import", "case", "get", "set", "didSet", "willSet",
    "_read", "_modify",
)  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    kind: str
    path: str
    name: str  # the enclosing type and member
    line: int
    start: int
    end: int
    new: str
    before: str  # the changed lines, joined to one
    after: str
    exchanged: tuple = ()  # the two swapped parts, if the mutant swaps some

    @property
    def module(self):
        return self.path.split("/")[1]

    @property
    def change(self):
        if self.exchanged:
            return " ⇄ ".join(shortened(part, 60) for part in self.exchanged)
        return f"{shortened(self.before, 160)} → {shortened(self.after, 160)}"


def mutants(source, siblings):
    """Returns all mutants of a source, without duplicates. `siblings` maps a case to the other cases of its enum."""
    found = {}
    for rule in (conditions, operators, literals, names, calls, statements):
        for kind, start, end, new, *exchanged in rule(source, siblings):
            if new != source.text[start:end]:
                found.setdefault((start, end, new), (kind, *exchanged))
    return [mutant(source, *place, *what) for place, what in sorted(found.items())]


def mutant(source, start, end, new, kind, exchanged=()):
    text = source.text
    new += "\n" * (text[start:end].count("\n") - new.count("\n"))  # later code keeps its line numbers
    head, tail = text.rfind("\n", 0, start) + 1, (text.find("\n", end) + 1 or len(text) + 1) - 1
    before, after = one_line(text[head:tail]), one_line(text[head:start] + new + text[end:tail])
    line = text.count("\n", 0, start) + 1
    parts = tuple(map(one_line, exchanged))
    return Mutant(kind, source.path, source.name_at(start), line, start, end, new, before, after, parts)


def one_line(text):
    return " ".join(re.sub(r"^\s*//.*", "", text, flags=re.MULTILINE).split())


def shortened(text, length):
    return text if len(text) <= length else f"{text[:length]}…"


def enum_cases(sources):
    """Returns, for each case of the enums in some sources, the other cases of its enum."""
    siblings = {}
    for source in sources:
        for index, token in enumerate(source.tokens):
            brace = source.find(index, len(source.tokens), "{") if token.text == "enum" else None
            if brace is None:
                continue
            inside = source.outside_of_brackets(brace + 1, source.partner[brace])
            cases = [source.tokens[i + 1].text for i in inside if source.is_text(i, "case", ",")]
            for case in cases:
                siblings.setdefault(case, set()).update(set(cases) - {case})
    return siblings


def conditions(source, _):
    for index, token in enumerate(source.tokens):
        if token.text in ("if", "guard", "while") and token.kind == "name":
            end = source.find(index + 1, len(source.tokens), "else" if token.text == "guard" else "{")
        elif token.text == "where" and clause_of_pattern(source, index):
            end = source.find(index + 1, len(source.tokens), "{", ":")
        else:
            continue
        if end is None or end == index + 1:
            continue
        start = source.tokens[index + 1].start
        if token.text != "where":
            yield "condition", start, start, "false, "
        for first, last in source.split(index + 1, end):
            if source.is_text(first, "let", "var", "case", "#available", "#unavailable"):
                continue
            start, stop = source.range(first, last)
            yield "condition", start, stop, "true"
            yield "condition", start, stop, f"!({source.text[start:stop]})"


def clause_of_pattern(source, index):
    """Whether a `where` belongs to a `for`, a `case` or a `catch`, not to a generic declaration."""
    line = source.text[source.text.rfind("\n", 0, source.tokens[index].start) + 1 : source.tokens[index].start]
    return re.match(r"\s*(}\s*)?(for|case|catch)\b", line)


def operators(source, _):
    for index, token in enumerate(source.tokens):
        if not token.is_operator:
            continue
        if token.text in ("...", "..<") or source.is_binary(index):
            for other in COMPARISONS.get(token.text, []) if not is_type(source, index + 1) else []:
                yield "comparison", token.start, token.end, other
            if token.text in ("&&", "||"):
                yield "condition", token.start, token.end, "||" if token.text == "&&" else "&&"
            elif token.text in ARITHMETIC and not (token.text == "&" and is_type(source, index + 1)):
                yield "arithmetic", token.start, token.end, ARITHMETIC[token.text]
            elif token.text == "?":
                yield from branches(source, index)
        elif token.text == "!" and not source.tokens[index + 1].spaced:
            if token.spaced or source.is_text(index - 1, "(", "[", "{"):
                yield "condition", token.start, token.end, ""


def is_type(source, index):
    return re.match(r"[A-Z][a-z]", source.tokens[index].text) and not source.is_text(index + 1, ".", "(")


def branches(source, question):
    """Swaps the branches of `a ? b : c`."""
    colon = source.find(question, len(source.tokens), ":")
    if colon is None:
        return
    end = colon + 1
    for end in source.outside_of_brackets(colon + 1, len(source.tokens)):
        token = source.tokens[end]
        if token.text in (",", ")", "]", "}", ";") or token.after_newline and end > colon + 1 and token.text != ".":
            break
    yield "condition", *exchange(source, (question + 1, colon), (colon + 1, end))


def exchange(source, one, other):
    (a, b), (c, d) = source.range(*one), source.range(*other)
    text = source.text
    return a, d, text[c:d] + text[b:c] + text[a:b], (text[a:b], text[c:d])


def literals(source, _):
    for index, token in enumerate(source.tokens):
        if token.text in ("true", "false"):
            yield "value", token.start, token.end, "false" if token.text == "true" else "true"
        elif token.kind == "number" and token.text.isdecimal() and not source.is_text(index - 1, "."):
            yield "off by one", token.start, token.end, str(int(token.text) + 1)
            if int(token.text) > 0:
                yield "off by one", token.start, token.end, str(int(token.text) - 1)
        elif token.text in ("count", "endIndex") and source.is_text(index - 1, "."):
            if not source.is_text(index + 1, "("):
                yield "off by one", token.end, token.end, " - 1"


def names(source, siblings):
    for index, token in enumerate(source.tokens):
        is_member = source.is_text(index - 1, ".", "?.")
        if token.text == "withLock" and not source.is_text(index - 1, "func"):
            yield "lock", token.start, token.end, "withoutLock"
        elif token.text == "weak" and source.is_text(index + 1, "var"):
            yield "ownership", token.start, source.tokens[index + 1].start, ""
        elif token.text == "try" and not source.is_text(index + 1, "?", "!"):
            yield "error", token.start, token.end, "try?"
        elif is_member and token.text in OTHERS:
            yield "index", token.start, token.end, OTHERS[token.text]
        elif is_member and (source.tokens[index - 1].spaced or source.is_text(index - 2, "(", "[", "{", "!")):
            for case in sorted(siblings.get(token.text, ())):
                yield "case", token.start, token.end, case


def calls(source, _):
    for opening, closing in source.partner.items():
        if source.tokens[opening].spaced or opening + 1 == closing:
            continue
        arguments = list(source.split(opening + 1, closing))
        if source.is_text(opening, "[") and len(arguments) == 1 and not source.is_text(opening + 2, ":"):
            end = source.tokens[closing].start
            yield "index", end, end, " + 1"
            yield "index", end, end, " - 1"
        elif source.is_text(opening, "(") and not is_declaration(source, opening) and not source.is_text(opening - 1, "swap"):
            values = [(first + 2 if source.is_text(first + 1, ":") else first, last) for first, last in arguments]
            for one, other in zip(values, values[1:]):
                if one[0] < one[1] and other[0] < other[1]:
                    yield "arguments", *exchange(source, one, other)


def is_declaration(source, opening):
    start = source.tokens[opening].start
    line = source.text[source.text.rfind("\n", 0, start) + 1 : start]
    heads = r"\bfunc \S+?|(?<!\.)\binit[?!]?|\bsubscript|\bmacro \w+|^\s*(indirect )?case \w+"
    return re.search(rf"({heads})(<[^()]*>)?$", line)


def statements(source, _):
    for block in source.blocks:
        for place, statement in enumerate(block.statements):
            start, end = source.range(statement.first, statement.last)
            kind = kind_of(source, statement)
            if kind:
                yield kind, start, end, "()"
            if statement.head not in (*DECLARATIONS, *WITHOUT_EFFECT, "return") and not is_directive(source, statement):
                for value in early_values(source, block):
                    yield "early return", start, start, f"return {value}".rstrip() + "; "
            if statement.head == "return" and statement.last > statement.first + 1:
                for value in values(block.result or "unknown"):
                    yield "early return", start, end, f"return {value}"
            following = block.statements[place + 1 : place + 2]
            if following and is_order_of_interest(source, statement, following[0]):
                ranges = ((s.first, s.last) for s in (statement, following[0]))
                yield "order", *exchange(source, *ranges)


def is_directive(source, statement):
    return source.tokens[statement.first].kind == "directive"


def kind_of(source, statement):
    """Returns the kind of mutant that removes a statement, or None if removing it makes no sense."""
    first, last, head = statement.first, statement.last, statement.head
    if head in DECLARATIONS or head in WITHOUT_EFFECT or is_directive(source, statement):
        return None
    if head in EXITS:
        return "exit" if last == first + 1 and statement.block.owner != "guard" and not ends_case(statement) else None
    if head in ("for", "while", "defer"):
        return "call"
    if head in CONTROL:
        return "error" if head == "throw" else None
    if is_assignment(source, statement):
        # An initializer must set every property.
        return "assignment" if statement.block.owner != "init" else None
    if statement.block.owner in ("func", "var") and len(statement.block.statements) == 1 and statement.block.result:
        return None  # an implicit return
    return "call" if source.find(first, last, "(", "{") else None


def ends_case(statement):
    """Whether a statement is a `break` at the end of a case, where it has no effect."""
    block = statement.block
    following = block.statements[block.statements.index(statement) + 1 :][:1]
    return statement.head == "break" and block.owner == "switch" and all(s.head == "label" for s in following)


def is_assignment(source, statement):
    outside = source.outside_of_brackets(statement.first, statement.last)
    return statement.head != "_" and any(
        source.is_binary(i) and re.fullmatch(r"[-+*/%&|^]?=|<<=|>>=", source.tokens[i].text) for i in outside
    )


def early_values(source, block):
    if block.result or block.owner in ("func", "deinit"):
        return values(block.result)
    if block.owner == "init" or len(block.statements) == 1:
        return []  # the same as removing the only statement
    text = source.words(block.statements[0].first, block.statements[-1].last)
    return [] if re.search(r"\breturn +[^\s;}]", text) else [""]


def values(result):
    """Returns the values to return early, for the type of a result."""
    if result is None:
        return [""]
    result = result.strip()
    if "->" in result:
        return []
    if result.endswith("?"):
        return ["nil"]
    if result.startswith("["):
        return ["[:]" if ":" in result else "[]"]
    return EMPTY_RESULTS.get(result, [".pure()"] if result.startswith("IO<") else [])


def is_order_of_interest(source, one, other):
    """Whether swapping two statements may have an effect."""
    if one.head == "guard" and source.find(one.first, source.find(one.first, one.last, "else"), "let", "var", "case"):
        return False  # the next statement may need its bindings
    for statement in (one, other):
        if statement.head in (*DECLARATIONS, *EXITS, *WITHOUT_EFFECT, "throw"):
            return False
        if is_directive(source, statement):
            return False
    names = [[t.text for t in source.tokens[s.first : s.last] if t.kind == "name"] for s in (one, other)]
    if names[0][:2] == names[1][:2] == ["hasher", "combine"]:
        return False
    if not (is_assignment(source, one) and is_assignment(source, other)):
        return not are_independent(source, one, other)
    used = [set(n) - {"self"} for n in names]
    # Assignments to two properties of the same value are independent.
    base = names[0][:1]
    ways = zip(names, (one, other))
    if base and all(n[:1] == base and n.count(*base) == 1 and source.is_text(s.first + 1, ".") for n, s in ways):
        used = [u - {*base} for u in used]
    return bool(used[0] & used[1]) and not are_independent(source, one, other)
