"""Mutants: a module's source with one small thing changed."""

import ast
import random
from collections.abc import Iterator
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
    :param change: what is there now, and what was.
    :param source: the whole module with the change.
    """

    module: str
    line: int
    change: str
    source: str

    @property
    def name(self) -> str:
        """Where it is and what it is, stable as long as the module is."""
        return f"{self.module}:{self.line} {self.change}"


def mutant(folder: Path, module: str, number: int) -> Mutant:
    """The mutant of a number among all of a module."""
    tree = ast.parse((folder / module).read_text(encoding="utf-8"))
    node = list(_places(tree))[number]
    before, line = ast.unparse(node), node.lineno
    _change(node)
    return Mutant(module, line, f"{before[:70]} -> {ast.unparse(node)[:70]}", ast.unparse(tree))


def sampled(folder: Path, modules: list[str], count: int, seed: int) -> list[Mutant]:
    """So many mutants of all there are in some modules, each as likely as the others."""
    everything = [(module, i) for module in modules for i in range(_count(folder / module))]
    chosen = random.Random(seed).sample(everything, min(count, len(everything)))
    return [mutant(folder, module, i) for module, i in chosen]


def _count(path: Path) -> int:
    return len(list(_places(ast.parse(path.read_text(encoding="utf-8")))))


def _places(tree: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """What can be changed, in order; annotations, docstrings and class variables left out."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            for statement in node.body:
                yield from _within(statement)
        elif isinstance(node, ast.ClassDef):
            yield from _places(node)


def _within(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    if isinstance(node, ast.Assert | ast.Raise) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    ):
        return
    if isinstance(node, ast.expr | ast.stmt) and _changeable(node):
        yield node
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


def _change(node: ast.expr | ast.stmt) -> None:
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
        node.op = ast.UAdd()
        node.operand = ast.Call(ast.Name("bool", ast.Load()), [node.operand], [])
    elif isinstance(node, ast.Expr):
        node.value = ast.Constant(None)
    elif isinstance(node, ast.AugAssign):
        node.op = CALCULATED.get(type(node.op), ast.Sub)()
