# SPDX-License-Identifier: MIT
"""Parses Swift source to tokens, brackets and statements, as far as the mutation rules need it."""

import re
from bisect import bisect_right
from dataclasses import dataclass, field

TOKEN = re.compile(
    r"""(?P<space>[ \t\r]+) | (?P<newline>\n) | (?P<comment>//[^\n]*) | (?P<block>/\*) | (?P<string>\#*")
    | (?P<directive>\#(?:if|elseif|else|endif|sourceLocation)\b[^\n]*) | (?P<attribute>@[\w.]+)
    | (?P<number>\d\w*(?:\.\d\w*)?) | (?P<name>\#?\$?\w+|`\w+`) | (?P<operator>\.\.[.<]|[-+*/%=<>!&|^~?]+)
    | (?P<mark>.)""",
    re.VERBOSE,
)
OPENING = {"(": ")", "[": "]", "{": "}"}
TYPES = {"struct", "class", "enum", "actor", "extension", "protocol", "precedencegroup"}
MODIFIERS = set(
    "public package internal fileprivate private open static final override mutating nonmutating consuming lazy weak "
    "unowned nonisolated required convenience indirect isolated borrowing dynamic prefix postfix infix async".split()
)


@dataclass
class Token:
    kind: str
    text: str
    start: int
    end: int
    after_newline: bool
    spaced: bool = False  # whether whitespace or a comment precedes it

    @property
    def is_operator(self):
        return self.kind == "operator"


@dataclass
class Block:
    """The code between two braces."""

    result: str | None  # the type that a `return` in it returns: "" for no result, None if unknown
    owner: str = ""  # the first word of its statement
    statements: list = field(default_factory=list)


@dataclass
class Statement:
    first: int  # the range of its tokens
    last: int
    head: str  # its first word, without modifiers; "label" for `case` and `default` of a switch
    block: Block


@dataclass
class Declaration:
    """A type, an extension, or a member of one."""

    head: str
    name: str
    first: int  # the range of its tokens
    last: int


class SwiftSource:
    def __init__(self, path, text):
        self.path, self.text = path, text
        self.tokens = list(self._tokens())
        self.starts = [token.start for token in self.tokens]
        self.partner = self._partners()
        self.blocks = []
        self.block_of = {}  # key: the opening brace
        self.declarations = []
        self._read(0, len(self.tokens), Block(None), is_code=False)

    # Tokens

    def _tokens(self):
        place, after_newline, spaced = 0, True, True
        while place < len(self.text):
            match = TOKEN.match(self.text, place)
            kind, end = match.lastgroup, match.end()
            if kind == "block":
                end, kind = self._end_of_comment(end), "comment"
            elif kind == "string":
                end = self._end_of_string(place, match.group())
            elif kind == "attribute" or match.group() in ("#available", "#unavailable"):
                if self.text.startswith("(", end):
                    end = self._end_of_parentheses(end)
            if kind in ("space", "newline", "comment"):
                after_newline, spaced = after_newline or kind == "newline", True
            else:
                yield Token(kind, self.text[place:end], place, end, after_newline, spaced)
                after_newline = spaced = False
            place = end

    def _end_of_comment(self, place):
        depth = 1
        while depth:
            match = re.compile(r"/\*|\*/").search(self.text, place)
            if not match:
                return len(self.text)
            depth += 1 if match.group() == "/*" else -1
            place = match.end()
        return place

    def _end_of_string(self, place, opening):
        hashes = opening[:-1]
        quote = '"""' if self.text.startswith(hashes + '"""', place) else '"'
        place += len(hashes + quote)
        while not self.text.startswith(quote + hashes, place):
            if self.text.startswith("\\" + hashes, place):
                place += 1 + len(hashes)
                place = self._end_of_parentheses(place) if self.text.startswith("(", place) else place + 1
            else:
                place += 1
            if place >= len(self.text):
                raise ValueError(f"{self.path}: unterminated string")
        return place + len(quote + hashes)

    def _end_of_parentheses(self, place):
        depth = 0
        while True:
            match = TOKEN.match(self.text, place)
            if match.lastgroup == "string":
                place = self._end_of_string(place, match.group())
                continue
            depth += {"(": 1, ")": -1}.get(match.group(), 0)
            place = match.end()
            if depth == 0:
                return place

    def _partners(self):
        partner, opened = {}, []
        for index, token in enumerate(self.tokens):
            if token.kind != "mark":
                continue
            if token.text in OPENING:
                opened.append(index)
            elif token.text in OPENING.values():
                partner[opened.pop()] = index
        return partner

    def _name(self, head, last):
        """Returns the name of a declaration, with dots for a nested type, or its first word if it has no name."""
        if head + 1 >= last or self.tokens[head].text in ("init", "deinit", "subscript"):
            return self.tokens[head].text
        end = head + 2
        while end + 1 < last and self.is_text(end, ".") and self.is_text(head, "extension"):
            end += 2
        return self.text[self.tokens[head + 1].start : self.tokens[end - 1].end]

    # Questions

    def index_at(self, place):
        """Returns the index of the token at an offset of the text, or of the token before it."""
        return max(0, bisect_right(self.starts, place) - 1)

    def declarations_around(self, place):
        """Returns the declarations around an offset, outermost first."""
        index = self.index_at(place)
        return [d for d in self.declarations if d.first <= index < d.last]

    def name_at(self, place):
        """Returns the type and member around an offset, such as `Queue.append`."""
        return ".".join(d.name for d in self.declarations_around(place))

    def is_text(self, index, *texts):
        return 0 <= index < len(self.tokens) and self.tokens[index].text in texts

    def is_binary(self, index):
        """Whether a token is an operator with spaces on both sides."""
        token = self.tokens[index]
        return token.is_operator and token.spaced and index + 1 < len(self.tokens) and self.tokens[index + 1].spaced

    def find(self, first, last, *texts):
        """Returns the first token outside brackets that has one of the texts, or None."""
        for index in self.outside_of_brackets(first, last):
            if self.tokens[index].text in texts:
                return index
        return None

    def outside_of_brackets(self, first, last):
        index = first
        while index < last:
            yield index
            index = self.partner.get(index, index) + 1

    def split(self, first, last, separator=","):
        """Yields the ranges of tokens between separators, ignoring separators in brackets."""
        start = first
        for index in self.outside_of_brackets(first, last):
            if self.tokens[index].text == separator:
                yield start, index
                start = index + 1
        if start < last:
            yield start, last

    def range(self, first, last):
        """Returns the range in the text of the tokens from `first` up to, but not including, `last`."""
        return self.tokens[first].start, self.tokens[last - 1].end

    def words(self, first, last):
        start, end = self.range(first, last)
        return self.text[start:end]

    # Statements

    def _read(self, first, last, block, is_code):
        if is_code:
            self.blocks.append(block)
            self.block_of[self._brace_before(first)] = block
        while first < last:
            head = first
            while self.tokens[head].kind == "attribute" or self.tokens[head].text in MODIFIERS and head + 1 < last:
                head = self.partner[head + 1] + 1 if self.is_text(head + 1, "(") else head + 1
                if head >= last:
                    return
            word = self.tokens[head].text
            if is_code and word in ("case", "default"):
                end, word = (self.find(head, last, ":") or last - 1) + 1, "label"
            else:
                end = self._end_of_statement(head, last)
            block.statements.append(Statement(first, end, word, block))
            if not is_code:
                self.declarations.append(Declaration(word, self._name(head, end), first, end))
            self._read_braces(first, end, word, block)
            first = end + 1 if self.is_text(end, ";") else end

    def _brace_before(self, index):
        """Returns the opening brace before the first token of a block. The header of a closure may be between them."""
        while index > 0 and not self.is_text(index - 1, "{"):
            index -= 1
        return index - 1

    def _end_of_statement(self, first, last):
        for index in self.outside_of_brackets(first, last):
            after = self.partner.get(index, index) + 1
            if after >= last or self.tokens[after].text == ";" or self.tokens[after].kind == "directive":
                return after
            if self.tokens[index].kind == "directive":
                return after
            if self.tokens[after].after_newline and not self._goes_on(index, after):
                return after
        return last

    def _goes_on(self, index, after):
        token, following = self.tokens[index], self.tokens[after]
        if token.kind == "attribute" or token.text in ("guard", ",", ":", ".", "else", "where", "try", "await"):
            return True
        if token.is_operator and token.spaced or following.text in (".", "else", "catch", "where", "{", "?"):
            return True
        return following.is_operator and self.is_binary(after)

    def _read_braces(self, first, last, head, block):
        """Reads the blocks of a statement: its body and its closures."""
        is_body, index = True, first
        while index < last:
            if not self.is_text(index, "{"):
                index += 1
                continue
            end = self.partner[index]
            inherits = head in ("if", "guard", "for", "while", "switch", "do", "repeat", "defer")
            if head in TYPES:
                self._read(index + 1, end, Block(None), is_code=False)
            elif inherits:
                self._read(index + 1, end, Block(block.result, head), is_code=True)
            else:
                result = self._result(first, index, head) if is_body else None
                self._read(self._after_closure_header(index + 1, end), end, Block(result, head), is_code=True)
            is_body, index = False, end + 1

    def _result(self, first, brace, head):
        if head in ("func", "subscript"):
            arrow = self.find(first, brace, "->")
            where = self.find(first, brace, "where") or brace
            return self.words(arrow + 1, where) if arrow else ""
        if head == "deinit":
            return ""
        colon = self.find(first, brace, ":")
        is_computed = head == "var" and colon and not self.find(first, brace, "=")
        return self.words(colon + 1, brace) if is_computed else None

    def _after_closure_header(self, first, last):
        for index in self.outside_of_brackets(first, last):
            if index > first and self.tokens[index].after_newline or self.is_text(first, "for"):
                return first
            if self.tokens[index].text == "in":
                return index + 1
        return first
