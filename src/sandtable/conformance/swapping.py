"""A mutant put into a program that is running: the function that holds the fault gets the faulty code.

Nothing is imported again, so this is quick; but what was worked out before the fault came in stays as it was.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cached_property
from types import CodeType, FunctionType, ModuleType

from sandtable.conformance.mutation import Mutant


def swap_in(mutant: Mutant) -> bool:
    """Whether the fault is now in force; one outside all functions cannot be brought in like this."""
    module = sys.modules.get(mutant.module)
    function = outermost(module, mutant.function) if module else None
    if function is None:
        return False
    here = function.__code__
    whole = compile(mutant.source(), mutant.path, "exec", dont_inherit=True)
    for code in inner_codes(whole):
        is_it = (code.co_qualname, code.co_firstlineno) == (here.co_qualname, here.co_firstlineno)
        if is_it and code != here and code.co_freevars == here.co_freevars:
            function.__code__ = code
            return True
    return False


def outermost(module: ModuleType, path: str) -> FunctionType | None:
    """The outermost function on a dotted path through a module, below whatever was wrapped round it."""
    scope: object = module
    for name in path.split("."):
        found = unwrapped(vars(scope).get(name))
        if isinstance(found, FunctionType):
            return found
        if not isinstance(found, type):
            return None
        scope = found
    return None


def unwrapped(found: object) -> object:
    if isinstance(found, property):
        return unwrapped(found.fget)
    if isinstance(found, cached_property):
        return unwrapped(found.func)
    within = getattr(found, "__wrapped__", None)  # a cached function, a context, a method of the class
    return found if within is None else unwrapped(within)


def inner_codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from inner_codes(constant)
