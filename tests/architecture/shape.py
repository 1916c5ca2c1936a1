"""`python -m tests.architecture.shape`: how large the parts of the code are and which of them import each other in
a circle, as Markdown. The code is only read, never imported."""

import ast
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PACKAGES = ("bot", "handlers", "engine", "sandbox")
SPLIT = "bot"
"""In circles this package is looked at part by part; the others are one node each."""
MOST = 10
RECORDS = frozenset({"NamedTuple", "TypedDict", "BaseModel", "BaseSettings", "CallbackData"})
"""Bases of other libraries that make fields of what is annotated in a class."""
NO_CODE = frozenset(
    {
        *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT),
        *(tokenize.ENCODING, tokenize.ENDMARKER),
    }
)
Name = tuple[str, str]
"""A module, and what it defines."""
Row = tuple[str, int, int, int, int, int]
"""Of the table of classes."""
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Module:
    name: str
    file: Path

    @cached_property
    def text(self) -> str:
        return self.file.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.file)

    @property
    def is_package(self) -> bool:
        return self.file.name == "__init__.py"

    @property
    def lines(self) -> int:
        return len(self.text.splitlines())

    @cached_property
    def code_lines(self) -> int:
        """Without empty lines, comments and docstrings (and other strings that stand alone)."""
        alone = {
            line
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
            for line in _span(node)
        }
        with self.file.open("rb") as file:
            tokens = [token for token in tokenize.tokenize(file.readline) if token.type not in NO_CODE]
        return len({line for token in tokens for line in range(token.start[0], token.end[0] + 1)} - alone)


@dataclass
class Class:
    module: str
    name: str
    lines: int
    bases: list[Name] = field(default_factory=list)
    """Those of our own code."""
    is_record: bool = False
    """By a base of another library; heirs are records too."""
    is_dataclass: bool = False
    annotated: set[str] = field(default_factory=set)
    assigned: set[str] = field(default_factory=set)
    """On `self` when it is made."""
    methods: set[str] = field(default_factory=set)
    """Public ones, properties too."""


class Code:
    """All modules of our own, by name."""

    def __init__(self, root: Path = ROOT) -> None:
        self.modules = {
            module.name: module
            for package in PACKAGES
            for file in sorted((root / package).rglob("*.py"))
            for module in [Module(_module_name(file.relative_to(root)), file)]
        }
        self._bound = {module.name: dict(self._bindings(module)) for module in self.modules.values()}
        self.classes = {(found.module, found.name): found for found in self._find_classes()}

    # --- imports ------------------------------------------------------------------------------------------------

    def imports_of(self, module: Module) -> Iterator[str]:
        """Modules of ours that it imports, wherever in it the import stands."""
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names if alias.name in self.modules)
            elif isinstance(node, ast.ImportFrom):
                source = _source_of(node, module)
                for alias in node.names:
                    inner = f"{source}.{alias.name}"
                    if inner in self.modules:
                        yield inner
                    elif source in self.modules:
                        yield source

    def _bindings(self, module: Module) -> Iterator[tuple[str, Name]]:
        """What each imported name of a module means: something of a module, or (with an empty name) a module."""
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.asname and alias.name in self.modules:
                        yield alias.asname, (alias.name, "")
            elif isinstance(node, ast.ImportFrom):
                source = _source_of(node, module)
                for alias in node.names:
                    inner = f"{source}.{alias.name}"
                    if inner in self.modules:
                        yield alias.asname or alias.name, (inner, "")
                    elif source in self.modules:
                        yield alias.asname or alias.name, (source, alias.name)

    def _defined(self, name: Name) -> Name:
        """Where it really is defined: packages hand on what their modules define."""
        met: set[Name] = set()
        while name not in met and name[1] in self._bound.get(name[0], {}):
            met.add(name)
            name = self._bound[name[0]][name[1]]
        return name

    def importers(self) -> dict[Name, set[str]]:
        """Which modules import a name, by itself or as an attribute of its module."""
        found: defaultdict[Name, set[str]] = defaultdict(set)
        for module in self.modules.values():
            bound = self._bound[module.name]
            for name in bound.values():
                found[self._defined(name)].add(module.name)
            for node in ast.walk(module.tree):
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                    of, inner = bound.get(node.value.id, ("", ""))
                    if of and not inner:
                        found[self._defined((of, node.attr))].add(module.name)
        return found

    # --- classes ------------------------------------------------------------------------------------------------

    def _find_classes(self) -> Iterator[Class]:
        for module in self.modules.values():
            for path, node in _definitions(module.tree):
                if isinstance(node, ast.ClassDef):
                    yield self._class(module, path, node)

    def _class(self, module: Module, path: str, node: ast.ClassDef) -> Class:
        found = Class(module.name, path, len(_span(node)))
        for base in node.bases:
            written = base.value if isinstance(base, ast.Subscript) else base
            match written:
                case ast.Name(id=name):
                    found.bases.append(self._defined((module.name, name)))
                case ast.Attribute(value=ast.Name(id=holder), attr=name):
                    found.bases.append(
                        self._defined((self._bound[module.name].get(holder, (holder, ""))[0], name))
                    )
        found.is_record = any(name in RECORDS for _, name in found.bases)
        found.is_dataclass = any("dataclass" in ast.unparse(decorator) for decorator in node.decorator_list)
        for inner in node.body:
            match inner:
                case ast.AnnAssign(target=ast.Name(id=name)) if "ClassVar" not in ast.unparse(inner.annotation):
                    found.annotated.add(name)
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    if not name.startswith("_"):
                        found.methods.add(name)
                    if name in ("__init__", "__post_init__"):
                        found.assigned |= set(_assigned_on_self(inner))
        return found

    def ancestors(self, one: Class) -> list[Class]:
        """Classes of ours that it inherits from, near ones first."""
        found: list[Class] = []
        for name in one.bases:
            base = self.classes.get(name)
            if base is not None and base is not one:
                found += [each for each in (base, *self.ancestors(base)) if each not in found]
        return found

    def fields(self, one: Class) -> set[str]:
        """With the inherited ones."""
        family = [one, *self.ancestors(one)]
        found: set[str] = set()
        for each in family:
            found |= each.assigned
            is_record = any(ancestor.is_record for ancestor in (each, *self.ancestors(each)))
            if each.is_dataclass or is_record:
                found |= each.annotated
        return found

    def inherited_methods(self, one: Class) -> set[str]:
        return {name for base in self.ancestors(one) for name in base.methods} - one.methods


def _module_name(file: Path) -> str:
    parts = file.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _source_of(node: ast.ImportFrom, module: Module) -> str:
    if not node.level:
        return node.module or ""
    parts = module.name.split(".")
    kept = parts[: len(parts) - node.level + module.is_package]
    return ".".join([*kept, *([node.module] if node.module else [])])


def _span(node: ast.stmt) -> range:
    """The lines it stands on, without decorators."""
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _definitions(tree: ast.AST, path: str = "") -> Iterator[tuple[str, Definition]]:
    """Functions and classes at every depth, each with its dotted name in the module."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Definition):
            inner = f"{path}.{node.name}" if path else node.name
            yield inner, node
            yield from _definitions(node, inner)
        else:
            yield from _definitions(node, path)


def _assigned_on_self(function: ast.AST) -> Iterator[str]:
    for node in ast.walk(function):
        match node:
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                yield name
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="object"), attr="__setattr__"),
                args=[ast.Name(id="self"), ast.Constant(value=str(name)), _],
            ):
                yield name


# --- circles -----------------------------------------------------------------------------------------------------


def part_of(module: str) -> str:
    """The node of a module in the graph of packages."""
    first, *rest = module.split(".")
    return f"{first}.{rest[0]}" if first == SPLIT and rest else first


def arrows(code: Code) -> dict[str, set[str]]:
    """Which parts import which others."""
    found: dict[str, set[str]] = {}
    for module in code.modules.values():
        part = part_of(module.name)
        found.setdefault(part, set()).update(part_of(name) for name in code.imports_of(module))
    return {part: others - {part} for part, others in found.items()}


def arrows_inside(code: Code, package: str) -> dict[str, set[str]]:
    """Which sub-packages and loose modules of a package import which others of them."""
    depth = len(package.split(".")) + 1

    def child(module: str) -> str:
        return ".".join(module.split(".")[:depth]) if module.startswith(f"{package}.") else ""

    found: dict[str, set[str]] = {}
    for module in code.modules.values():
        if part := child(module.name):
            found.setdefault(part, set()).update(filter(None, map(child, code.imports_of(module))))
    return {part: others - {part} for part, others in found.items()}


def package_circles(code: Code) -> list[list[str]]:
    """Circles that lead through at least one package, at every depth below the top (`arrows` has the top, where
    `bot.app` is apart from the `bot` that handlers import). Every import counts: also those
    inside functions and under TYPE_CHECKING."""
    packages = [name for name, module in code.modules.items() if module.is_package]
    return [
        circle
        for package in packages
        for circle in circles(arrows_inside(code, package))
        if any(code.modules[name].is_package for name in circle)
    ]


def circles(graph: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Strongly connected components of more than one node, large ones first (Tarjan)."""
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []
    order = count()

    def visit(node: str) -> None:
        numbers[node] = lowest[node] = next(order)
        stack.append(node)
        for other in sorted(graph[node]):
            if other not in numbers:
                visit(other)
                lowest[node] = min(lowest[node], lowest[other])
            elif other in stack:
                lowest[node] = min(lowest[node], numbers[other])
        if lowest[node] == numbers[node]:
            place = stack.index(node)
            if len(stack) - place > 1:
                found.append(sorted(stack[place:]))
            del stack[place:]

    for node in sorted(graph):
        if node not in numbers:
            visit(node)
    return sorted(found, key=lambda circle: (-len(circle), circle))


# --- the report --------------------------------------------------------------------------------------------------


def table(title: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Names to the left, numbers to the right."""
    yield from (f"## {title}", "", f"| {' | '.join(head)} |", f"|---|{'---:|' * (len(head) - 1)}")
    yield from (f"| `{row[0]}` | {' | '.join(map(str, row[1:]))} |" for row in rows)
    yield ""


def _modules(code: Code) -> Iterator[str]:
    largest = sorted(code.modules.values(), key=lambda module: (-module.code_lines, module.name))[:MOST]
    rows = [(module.name, module.code_lines, module.lines) for module in largest]
    return table("Largest modules", ("module", "lines of code", "all lines"), rows)


def _functions(code: Code) -> Iterator[str]:
    all_of_them = [
        (f"{module.name}:{path}", len(_span(node)))
        for module in code.modules.values()
        for path, node in _definitions(module.tree)
        if not isinstance(node, ast.ClassDef)
    ]
    longest = sorted(all_of_them, key=lambda row: (-row[1], row[0]))[:MOST]
    return table("Longest functions", ("function", "lines"), longest)


def _classes(code: Code) -> Iterator[str]:
    importers = code.importers()
    head = ("class", "lines", "fields", "public methods, own", "inherited", "imported by modules")
    rows: list[Row] = [
        (
            f"{one.module}:{one.name}",
            one.lines,
            len(code.fields(one)),
            len(one.methods),
            len(code.inherited_methods(one)),
            len(importers.get(name, ())),
        )
        for name, one in code.classes.items()
    ]
    by_lines = sorted(rows, key=lambda row: (-row[1], row[0]))
    by_members = sorted(rows, key=lambda row: (-sum(row[2:5]), row[0]))
    yield from table("Largest classes by lines", head, by_lines[:MOST])
    yield from table("Largest classes by fields and public methods", head, by_members[:MOST])


def _packages(code: Code) -> Iterator[str]:
    loose = [
        name for name, module in code.modules.items() if name.count(".") == 1 and name.startswith(f"{SPLIT}.")
    ]
    top = [name for name in loose if not code.modules[name].is_package]
    graph = arrows(code)
    found = circles(graph)
    yield from (
        f"## Modules at the top of {SPLIT}/",
        "",
        f"{len(top)}, beside {len(loose) - len(top)} packages.",
        "",
    )
    yield from ("## Circles between packages", "")
    yield f"{len(found)} among {len(graph)} nodes; every import counts, wherever it stands."
    yield ""
    for circle in found:
        inside = sum(len(graph[node] & set(circle)) for node in circle)
        yield f"- {len(circle)} nodes, {inside} arrows: {', '.join(f'`{node}`' for node in circle)}"
    yield ""


def report(code: Code) -> str:
    total = sum(module.code_lines for module in code.modules.values())
    parts = (_modules, _functions, _classes, _packages)
    lines = [
        "# Shape of the code",
        "",
        f"{len(code.modules)} modules, {total} lines of code in {', '.join(PACKAGES)}.",
    ]
    return "\n".join([*lines, "", *(line for part in parts for line in part(code))]).rstrip()


if __name__ == "__main__":
    print(report(Code()))
