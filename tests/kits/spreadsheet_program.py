"""A small spreadsheet program: works out the formulas of a workbook as Excel would, and knows nothing of points.

Numbers are binary fractions and `ROUND` goes half away from nought, as there. Only what our workbooks use.
"""

import re
from collections.abc import Callable, Iterator
from decimal import ROUND_HALF_UP, Decimal
from io import BytesIO
from typing import Any

from openpyxl import load_workbook
from openpyxl.formula import Tokenizer
from openpyxl.formula.tokenizer import Token
from openpyxl.utils import range_boundaries

Value = Any
Cell = tuple[str, int, int]
"""Sheet, row, column."""
WHERE = re.compile(r"(?:'([^']+)'!)?(.+)")
BINDING = {"=": 1, "<>": 1, "<": 1, ">": 1, "<=": 1, ">=": 1, "&": 2, "+": 3, "-": 3, "*": 4, "/": 4}


class Program:
    def __init__(self, book: bytes) -> None:
        self._cells: dict[Cell, Value] = {}
        for sheet in load_workbook(BytesIO(book)):
            for row in sheet.iter_rows():
                for cell in row:
                    if cell.value is not None:
                        self._cells[sheet.title, cell.row, cell.column] = (cell.data_type, cell.value)
        self._known: dict[Cell, Value] = {}
        self._ranges: dict[tuple[str, str], list[Value]] = {}

    def value(self, sheet: str, row: int, column: int) -> Value:
        where = (sheet, row, column)
        if where not in self._known:
            kind, content = self._cells.get(where, ("n", None))
            self._known[where] = self._worked_out(sheet, content) if kind == "f" else content
        return self._known[where]

    def _worked_out(self, sheet: str, formula: str) -> Value:
        tokens = [token for token in Tokenizer(formula).items if token.type != Token.WSPACE]
        return _Reading(self, sheet, tokens).expression()

    def all_of(self, sheet: str, where: str) -> list[Value]:
        """Returns the values of a range, row by row; of a single cell its own."""
        found = self._ranges.get((sheet, where))
        if found is None:
            matched = WHERE.fullmatch(where)
            assert matched is not None, where
            left, top, right, bottom = (number or 1 for number in range_boundaries(matched[2]))
            found = [
                self.value(matched[1] or sheet, row, column)
                for row in range(top, bottom + 1)
                for column in range(left, right + 1)
            ]
            self._ranges[sheet, where] = found
        return found


class _Reading:
    """One formula, from left to right: operators by how strongly they bind."""

    def __init__(self, program: Program, sheet: str, tokens: list[Token]) -> None:
        self._program = program
        self._sheet = sheet
        self._tokens: Iterator[Token] = iter(tokens)
        self._next: Token | None = next(self._tokens, None)

    def _take(self) -> Token:
        token, self._next = self._next, next(self._tokens, None)
        assert token is not None, "the formula ends too early"
        return token

    def expression(self, strength: int = 0) -> Value:
        left = self._operand()
        while self._next is not None and self._next.type == Token.OP_IN and BINDING[self._next.value] > strength:
            sign = self._take().value
            left = OPERATORS[sign](left, self.expression(BINDING[sign]))
        return left

    def _operand(self) -> Value:
        token = self._take()
        match token.type, token.subtype:
            case Token.OPERAND, Token.NUMBER:
                return float(token.value)
            case Token.OPERAND, Token.TEXT:
                return token.value[1:-1].replace('""', '"')
            case Token.OPERAND, Token.RANGE:
                found = self._program.all_of(self._sheet, token.value)
                return found[0] if len(found) == 1 else found
            case Token.OP_PRE, _:
                return -self._operand() if token.value == "-" else self._operand()
            case Token.PAREN, Token.OPEN:
                inner = self.expression()
                self._take()
                return inner
            case Token.FUNC, Token.OPEN:
                return FUNCTIONS[token.value.rstrip("(")](*self._arguments())
        raise ValueError(f"what is {token.value}?")

    def _arguments(self) -> list[Value]:
        values = []
        while True:
            values.append(self.expression())
            if self._take().type != Token.SEP:
                return values


def _same(one: Value, other: Value) -> bool:
    """Compares texts without regard to case; an empty cell is neither text nor number."""
    if isinstance(one, str) and isinstance(other, str):
        return one.casefold() == other.casefold()
    return bool(one == other)


NO_NUMBER = float("nan")
"""Excel's #DIV/0!: every result computed from it is an error too."""
OPERATORS: dict[str, Callable[[Value, Value], Value]] = {
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": lambda one, other: one * other,
    "/": lambda one, other: one / other if other else NO_NUMBER,
    "=": _same,
    "<>": lambda one, other: not _same(one, other),
    "<": lambda one, other: one < other,
    ">": lambda one, other: one > other,
}


def _lines(pairs: tuple[Value, ...]) -> list[bool]:
    """Returns the lines that meet all the conditions of a …IFS function."""
    spans, wanted = pairs[::2], pairs[1::2]
    met = [True] * len(spans[0])
    for span, value in zip(spans, wanted, strict=True):
        met = [fits and _same(each, value) for fits, each in zip(met, span, strict=True)]
    return met


def _sum_ifs(summed: list[Value], *pairs: Value) -> float:
    return float(sum(value for value, fits in zip(summed, _lines(pairs), strict=True) if fits))


def _round(number: float, digits: float) -> float:
    unit = Decimal(1).scaleb(-int(digits))
    # Excel compares fifteen digits.
    return float(Decimal(f"{number:.15g}").quantize(unit, rounding=ROUND_HALF_UP))


FUNCTIONS: dict[str, Callable[..., Value]] = {
    "IF": lambda condition, then, otherwise: then if condition else otherwise,
    "ROUND": _round,
    "SUM": lambda span: float(sum(value for value in span if value is not None)),
    "MIN": min,
    "MAX": max,
    "COUNTIFS": lambda *pairs: sum(_lines(pairs)),
    "SUMIFS": _sum_ifs,
}
