"""What is not tried: changes that are no faults of rules, by kind, each with the reason. Without cosmic-ray, so that
tests of this need no environment of their own.
"""

import ast

_LEFT_OUT = (
    *("ReplaceComparisonOperator_Is_", "ReplaceComparisonOperator_IsNot_"),  # what is compared with None is not ordered
    *(
        "RemoveDecorator",
        "ExceptionReplacer",
        "VariableReplacer",
        "VariableInserter",
    ),  # noticed on import, or need names
    "NoOp",
)
_KEPT_OF_IDENTITY = ("ReplaceComparisonOperator_Is_IsNot", "ReplaceComparisonOperator_IsNot_Is")
_TO_IDENTITY = ("_Is", "_IsNot")
"""Whether equal numbers or words are one object is the interpreter's choice: no test can count on either."""
_ORDERS = ("_Lt", "_LtE", "_Gt", "_GtE")
"""Not tried where a word is compared (`kind == "staked"`): words have no order that a rule could mean, and whether such
a change is seen hangs on the alphabet. `==` and `!=` are tried for each other."""

Span = tuple[tuple[int, int], tuple[int, int]]
"""Where something begins and ends, by line and column."""


def is_used(operator: str) -> bool:
    """Whether an operator's changes are tried at all; `operator`: its name without its package."""
    return operator in _KEPT_OF_IDENTITY or not (operator.startswith(_LEFT_OUT) or operator.endswith(_TO_IDENTITY))


def is_order(operator: str) -> bool:
    """Whether an operator makes a comparison of order."""
    return operator.endswith(_ORDERS)


def _span(node: ast.expr) -> Span:
    return (node.lineno, node.col_offset), (node.end_lineno or node.lineno, node.end_col_offset or 0)


def compared_words(source: str) -> list[Span]:
    """Comparisons with a word."""
    compared = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Compare)]
    return [_span(each) for each in compared if any(_is_word(side) for side in (each.left, *each.comparators))]


def _is_word(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def types_in(source: str) -> list[Span]:
    """Where types are written, how classes are declared (`frozen=True`): mypy checks that, no test has to. And
    `strict=True` of `zip`, which asserts what callers keep, and how many results `lru_cache` remembers, which is
    seen in the time alone."""
    found: list[ast.expr | None] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.append(node.returns)
        elif isinstance(node, ast.arg | ast.AnnAssign):
            found.append(node.annotation)
        elif isinstance(node, ast.ClassDef):
            found += [keyword.value for keyword in node.keywords]
        elif isinstance(node, ast.Assign) and (_is_union_of_types(node.value) or _is_literal_type(node.value)):
            found.append(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("zip", "lru_cache"):
            found += [keyword.value for keyword in node.keywords]
            found += node.args if node.func.id == "lru_cache" else []
    return [_span(each) for each in found if each is not None]


def _is_union_of_types(value: ast.expr) -> bool:
    """`A | B`, as an alias of types is written."""
    if not isinstance(value, ast.BinOp) or not isinstance(value.op, ast.BitOr):
        return False
    return all(_is_type(side) for side in (value.left, value.right))


def _is_literal_type(value: ast.expr) -> bool:
    """`Literal[100, 200]`, as an alias of a type is written."""
    return isinstance(value, ast.Subscript) and isinstance(value.value, ast.Name) and value.value.id == "Literal"


def _is_type(value: ast.expr) -> bool:
    if isinstance(value, ast.BinOp):
        return _is_union_of_types(value)
    name = value.value if isinstance(value, ast.Subscript) else value
    if isinstance(name, ast.Constant):
        return name.value is None or isinstance(name.value, str)
    return isinstance(name, ast.Attribute) or (isinstance(name, ast.Name) and not name.id.isupper())
