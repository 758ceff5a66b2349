"""Mutants: a module's source with one small thing changed."""

import ast
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import frozen

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
CALCULATED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


@frozen
class Mutant:
    """One change.

    :param module: the file, from the folder of the package.
    :param function: the outermost function or method that holds the change, with its class.
    :param change: what is there now, and what was; a number tells apart what is alike in one function.
    :param tree: the whole module with the change, with the line numbers of the original.
    """

    module: str
    line: int
    function: str
    change: str
    tree: ast.Module

    @property
    def name(self) -> str:
        """What it is, the same as long as the function is."""
        return f"{self.module} {self.function}: {self.change}"

    @property
    def place(self) -> str:
        """Where it is."""
        return f"{self.module}:{self.line}"


def mutants(folder: Path, module: str, wanted: Sequence[int] | None = None) -> Iterator[Mutant]:
    """The mutants of a module, or those with some numbers."""
    text = (folder / module).read_text(encoding="utf-8")
    seen = Counter[tuple[str, str]]()
    for number, (function, node) in enumerate(_places(ast.parse(text))):
        change = _described(node)
        seen[function, change] += 1
        if wanted is not None and number not in wanted:
            continue
        tree = ast.parse(text)
        _change(list(_places(tree))[number][1])
        nth = seen[function, change]
        ast.fix_missing_locations(tree)
        yield Mutant(module, node.lineno, function, f"{change} #{nth}" if nth > 1 else change, tree)


def count(folder: Path, module: str) -> int:
    """How many mutants a module has."""
    return sum(1 for _ in _places(ast.parse((folder / module).read_text(encoding="utf-8"))))


def sampled(folder: Path, modules: Sequence[str], most: int, seed: int) -> list[Mutant]:
    """So many mutants of all there are in some modules, each as likely as the others."""
    everything = [(module, i) for module in modules for i in range(count(folder, module))]
    chosen = random.Random(seed).sample(everything, min(most, len(everything)))
    wanted: dict[str, list[int]] = {}
    for module, i in chosen:
        wanted.setdefault(module, []).append(i)
    return [mutant for module, numbers in sorted(wanted.items()) for mutant in mutants(folder, module, numbers)]


def _described(node: ast.expr | ast.stmt) -> str:
    copy = ast.parse(ast.unparse(node)).body[0]
    changed = copy.value if isinstance(node, ast.expr) and isinstance(copy, ast.Expr) else copy
    before = ast.unparse(changed)
    _change(changed)
    if isinstance(node, ast.If):
        return f"if {ast.unparse(node.test)[:70]} -> if {ast.unparse(changed.test)[:70]}"
    return f"{before[:70]} -> {ast.unparse(changed)[:70]}"


def _places(tree: ast.AST, outer: str = "") -> Iterator[tuple[str, ast.expr | ast.stmt]]:
    """What can be changed, in order, with its function; annotations, docstrings and class variables left out."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            for statement in node.body:
                for place in _within(statement):
                    yield outer + node.name, place
        elif isinstance(node, ast.ClassDef):
            yield from _places(node, f"{outer}{node.name}.")


def _within(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    if isinstance(node, ast.Assert | ast.Raise) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    ):
        return
    if isinstance(node, ast.expr | ast.stmt) and _changeable(node):
        yield node
    if isinstance(node, ast.keyword) and node.arg == "strict":  # says what must hold, as an assertion does
        return
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns"):
            continue
        for inner in value if isinstance(value, list) else [value]:
            if isinstance(inner, ast.AST):
                yield from _within(inner)


def _changeable(node: ast.expr | ast.stmt) -> bool:
    if isinstance(node, ast.Compare):
        return len(node.ops) == 1 and type(node.ops[0]) in COMPARED
    if isinstance(node, ast.BinOp):
        return type(node.op) in CALCULATED and not isinstance(node.left, ast.Constant | ast.JoinedStr)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, bool | int)
    return (
        isinstance(node, ast.BoolOp | ast.IfExp | ast.If)
        or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
        or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call))
        or isinstance(node, ast.AugAssign)
    )


def _change(node: ast.AST) -> None:
    """Change a place in its tree."""
    if isinstance(node, ast.Compare):
        node.ops = [COMPARED[type(node.ops[0])]()]
    elif isinstance(node, ast.BinOp):
        node.op = CALCULATED[type(node.op)]()
    elif isinstance(node, ast.Constant):
        node.value = not node.value if isinstance(node.value, bool) else node.value + 1  # type: ignore[operator]
    elif isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif isinstance(node, ast.IfExp | ast.If):
        node.test = ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.UnaryOp):
        node.op = ast.Not()
        node.operand = ast.UnaryOp(ast.Not(), node.operand)
    elif isinstance(node, ast.Expr):
        node.value = ast.Constant(None)
    elif isinstance(node, ast.AugAssign):
        node.op = CALCULATED.get(type(node.op), ast.Sub)()
