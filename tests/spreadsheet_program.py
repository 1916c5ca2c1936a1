"""A spreadsheet program that is not ours: works a workbook out and tells one sheet as JSON, cell by cell.

In a process of its own: `python -W ignore -m tests.spreadsheet_program FILE SHEET`.
"""

import json
import sys

import formulas


def cells(file: str, sheet: str) -> dict[str, object]:
    solution = formulas.ExcelModel().loads(file).finish().calculate()
    name = file.rsplit("/", 1)[-1]
    prefix = f"'[{name}]{sheet.upper()}'!"
    return {
        str(where).removeprefix(prefix): _plain(found.value[0, 0])
        for where, found in solution.items()
        if str(where).startswith(prefix) and ":" not in str(where)
    }


def _plain(value: object) -> object:
    return value if isinstance(value, str) else float(str(value))


if __name__ == "__main__":
    print(json.dumps(cells(sys.argv[1], sys.argv[2]), ensure_ascii=False))
