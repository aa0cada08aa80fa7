"""The smallest engine that plays every game: rather attacks than moves, and never thinks (docs/engine-protocol.md)."""

import random
import sys


def say(line: str) -> None:
    print(line, flush=True)


def hear() -> tuple[str, str]:
    word, _, rest = sys.stdin.readline().rstrip("\n").partition(" ")
    return word or "quit", rest


def listed() -> list[str]:
    say("actions")
    found = []
    while (heard := hear())[0] == "action":
        found.append(heard[1])
    return found


def choose(orders: list[str]) -> str:
    attacks = [order for order in orders if order.startswith(("attack", "combat", "assault"))]
    return random.choice(attacks or orders)


while True:
    word, rest = hear()
    if word == "sandtable":
        say("name Muddler 1")
        say("ready")
    elif word == "game":
        random.seed(int(rest.split()[2]))
    elif word == "choose":
        say("play " + choose(listed()))
    elif word == "quit":
        break
