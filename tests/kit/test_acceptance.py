"""A plan as orders: who attacks takes, who marches moves, who stays is left alone; nobody else answers to a name."""

from __future__ import annotations

from typing import Any

from sandtable import games
from sandtable.bots.advice import plan
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.kit.staff.acceptance import as_orders
from sandtable.kit.staff.marching import as_the_crow_flies, next_march
from sandtable.kit.staff.order_book import GivenOrder
from sandtable.kit.staff.plan import Assault, March, Plan, Task
from sandtable.kit.staff.situation import Situation


def situation(key: str, side: str) -> Situation:
    title = games.title(key)
    game: Game[Any] = Game(title, title.setup(), SecretDice(secret_of_seed(3)))
    return Situation(title, title.sight.observe(game.state, side), side)


def test_attackers_take_others_move_and_who_stays_has_no_order() -> None:
    value = Plan(
        "axis", 1, 1, "take Bengasi", "attack", "it is weak",
        tasks=(Task("hold", "W6", ("bologna",)),),
        assaults=(Assault("H2", ("2/2sg",), ("21/5", "21/3"), ("I3", "H3"), "4-1"),),
        marches=(March("21/5", "I3"), March("21/3", "H3"), March("ariete", "S9"), March("trenta", "S9"),
                 March("bologna", "W6"), March("15/8", "W6")),
    )  # fmt: skip
    orders = [str(order) for order in as_orders(value, situation("afrika-korps", "axis"))]
    assert orders == ["take H2 with 21/5, 21/3", "move ariete, trenta to S9"]


def test_a_headquarters_marches_without_its_formation() -> None:
    at_the_front = situation("campaign-for-north-africa", "axis")
    value = Plan("axis", 1, 1, "", "", "", marches=(March("LTC", "C4020"),))
    (order,) = as_orders(value, at_the_front)
    assert str(order) == "move LTC alone to C4020"
    assert at_the_front.understood(str(order)) == order


def test_who_accepts_the_plan_of_panzerarmee_afrika_takes_the_installation_along() -> None:
    """A brigade that drives off leaves no installation behind for the first reconnaissance battalion that comes by."""
    title = games.title("panzerarmee-afrika")
    game: Game[Any] = Game(title, title.setup(), SecretDice(secret_of_seed(1)))
    game.play_text("done")
    game.play_text("done")
    here = Situation(title, game.state, "allied")
    orders = as_orders(plan(title, game.state, "allied"), here)
    fetched = {unit: order.at for order in orders for unit in order.units if unit.startswith("allied-depot")}
    book = tuple(GivenOrder(i, order, game.state.turn) for i, order in enumerate(orders))
    tasks, way = here.tasks(book), as_the_crow_flies(title)
    while action := next_march(title, game.state, "allied", tasks, way):
        game.play(action, "allied")
    now = Situation(title, game.state, "allied").own
    assert fetched and all(here.own[unit] != now[unit] == place for unit, place in fetched.items())
    assert [unit for unit, place in now.items() if place == now["allied-depot-2"]] != ["allied-depot-2"], "left alone"
