"""Names of accounts: plain, and no two of them alike to the eye."""

from __future__ import annotations

import re
import unicodedata

from sandtable.core.values import Refusal

SHORTEST, LONGEST = 3, 20
SHAPE = re.compile(r"[^\W\d_]+(?:[-_.]?[^\W_]+)*")
# Names that would speak for the house, or for nobody.
RESERVED = (
    "the table", "table", "the house", "house", "host", "the host", "admin", "administrator", "moderator", "owner",
    "root", "sandtable", "system", "staff", "the staff", "machine", "the machine", "nobody", "guest", "a guest",
    "spectator", "deleted", "former player", "you", "me", "everybody",
)  # fmt: skip
# Latin letters that no accent makes of a plain one.
PLAIN = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
# What an eye takes for another sign.
ALIKE = (("0", "o"), ("1", "l"), ("i", "l"), ("5", "s"), ("rn", "m"), ("vv", "w"))


def skeleton(name: str) -> str:
    """What is left of a name for somebody who does not look closely: equal for names that are alike."""
    plain = name.casefold().translate(PLAIN)
    letters = (sign for sign in unicodedata.normalize("NFKD", plain) if sign.isalnum())
    bare = "".join(letters)
    for one, other in ALIKE:
        bare = bare.replace(one, other)
    return bare


def is_reserved(name: str, machines: frozenset[str] = frozenset()) -> bool:
    return skeleton(name) in {skeleton(each) for each in (*RESERVED, *machines)}


def checked(name: str, machines: frozenset[str] = frozenset()) -> str:
    """The name as it is kept. `machines`: names of machine players, which nobody else may have. Raises `Refusal`."""
    name = unicodedata.normalize("NFC", name)
    if not SHORTEST <= len(name) <= LONGEST:
        raise Refusal("name", f"a name has {SHORTEST} to {LONGEST} letters")
    if not SHAPE.fullmatch(name) or not all(_is_plain(sign) for sign in name):
        raise Refusal(
            "name", "a name begins with a letter and has Latin letters, figures and single - _ . between them"
        )
    if is_reserved(name, machines):
        raise Refusal("name", "this name would be taken for the house or for a machine: choose another")
    return name


def _is_plain(sign: str) -> bool:
    if sign.isascii():
        return True
    return sign.isalpha() and unicodedata.name(sign, "").startswith("LATIN ")
