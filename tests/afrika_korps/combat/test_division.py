"""Dividing combat: the search against plain enumeration, and the fights of the rulebook without a map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sandtable.games.afrika_korps.combat import division
from sandtable.games.afrika_korps.combat.division import (
    Attacker,
    Contact,
    Defender,
    Group,
    TooHard,
    divide,
    least_losses,
)

# --- plain enumeration


def partitions(names: Sequence[str]) -> Iterator[list[tuple[str, ...]]]:
    """Every way to put names into groups."""
    if not names:
        yield []
        return
    for rest in partitions(names[1:]):
        yield [(names[0],), *rest]
        for i, group in enumerate(rest):
            yield [*rest[:i], (names[0], *group), *rest[i + 1 :]]


def lawful(attackers: Sequence[Attacker], defence: int) -> bool:
    """The odds by hand: six to one in favour of the defender at the worst, supply for all from two to one."""
    strength = sum(attacker.attack for attacker in attackers)
    if strength * 6 < defence:
        return False
    return strength * 2 < defence or all(attacker.supplied for attacker in attackers)


def exists(contact: Contact) -> bool:
    """Whether any division gives every attacker one battle and every defender one battle."""
    defence = {d.name: d.defence for d in contact.defenders}
    for groups in partitions([d.name for d in contact.defenders]):
        targets = [*groups, *((prize,) for prize in contact.prizes)]
        for choice in product(range(len(targets)), repeat=len(contact.attackers)):
            dealt = list(zip(contact.attackers, choice, strict=True))
            if not all(attacker.next_to.issuperset(targets[i]) for attacker, i in dealt):
                continue
            forces = [[attacker for attacker, i in dealt if i == number] for number in range(len(targets))]
            fights, prizes = forces[: len(groups)], forces[len(groups) :]
            if all(len(captors) <= 1 for captors in prizes) and all(
                force and lawful(force, sum(defence[name] for name in group))
                for force, group in zip(fights, groups, strict=True)
            ):
                return True
    return False


@st.composite
def contacts(draw: st.DrawFn) -> Contact:
    """Up to four attackers who meet up to three defenders, and perhaps a guarded supply."""
    strengths = draw(st.lists(st.integers(1, 14), min_size=1, max_size=3))
    defenders = tuple(Defender(f"d{i}", strength, draw(st.integers(0, 1))) for i, strength in enumerate(strengths))
    near = st.frozensets(st.sampled_from([d.name for d in defenders]), min_size=1)
    prize = draw(st.booleans())
    attackers = tuple(
        Attacker(
            f"a{i}",
            draw(st.integers(1, 7)),
            draw(near) | (frozenset({"supply"}) if prize and draw(st.booleans()) else frozenset()),
            draw(st.booleans()),
        )
        for i in range(draw(st.integers(1, 4)))
    )
    # units on one hex have the same neighbours
    attackers = tuple(
        Attacker(a.name, a.attack, frozenset(n for n in a.next_to if n == "supply") | _stacks(a, defenders), a.supplied)
        for a in attackers
    )
    met = {name for attacker in attackers for name in attacker.next_to}
    return Contact(attackers, tuple(d for d in defenders if d.name in met), prizes=("supply",) if prize else ())


def _stacks(attacker: Attacker, defenders: Sequence[Defender]) -> frozenset[str]:
    places = {d.at for d in defenders if d.name in attacker.next_to}
    return frozenset(d.name for d in defenders if d.at in places)


def check_division(contact: Contact, found: Sequence[Group]) -> None:
    attackers, defence = {a.name: a for a in contact.attackers}, {d.name: d.defence for d in contact.defenders}
    assert sorted(name for group in found for name in group.attackers) == sorted(attackers)
    fights = [group for group in found if not group.prize]
    assert sorted(name for group in fights for name in group.defenders) == sorted(defence)
    for group in found:
        force = [attackers[name] for name in group.attackers]
        assert all(attacker.next_to.issuperset(group.defenders) for attacker in force)
        assert group.attack == sum(attacker.attack for attacker in force)
        if group.prize:
            assert len(force) == 1
        else:
            assert lawful(force, sum(defence[name] for name in group.defenders))


# --- the search


@pytest.mark.case("11.3", "11.31", "11.32", "11.33", "11.7")
@given(contacts())
@example(Contact((Attacker("a", 1, frozenset({"x", "y"})),), (Defender("x", 4, 0), Defender("y", 4, 1))))
def test_a_division_is_found_exactly_when_enumeration_finds_one(contact: Contact) -> None:
    found = divide(contact)
    assert (found is not None) == exists(contact)
    if found is not None:
        check_division(contact, found)


@pytest.mark.case("7.4", "11.6")
@given(contacts())
def test_the_least_losses_are_those_that_enumeration_finds(contact: Contact) -> None:
    if len(list(contact.parts())) > 1 or exists(contact):
        return
    names = [attacker.name for attacker in contact.attackers]
    without_supply = {attacker.name for attacker in contact.attackers if not attacker.supplied}
    expected = set[frozenset[str]]()
    for count in range(1, len(names) + 1):
        fresh = [frozenset(lost) for lost in combinations(names, count) if exists(contact.without(lost))]
        expected |= {lost for lost in fresh if not any(smaller < lost for smaller in expected)}
        if any(lost & without_supply for lost in expected):
            break
    (found,) = least_losses(contact)
    assert set(found.fight.attackers) == set(contact.attackers)
    assert set(found.sets) == expected and found.certain


@pytest.mark.case("7.4", "11.6", "11.9")
@given(contacts())
def test_nobody_is_lost_while_a_division_exists_and_somebody_is_when_none_does(contact: Contact) -> None:
    losses = least_losses(contact)
    assert bool(losses) == (not exists(contact))
    for fight, sets, certain in losses:
        assert certain and sets and all(lost <= {a.name for a in fight.attackers} for lost in sets)


# --- single fights


def contact(attackers: dict[str, tuple[int, str]], defenders: dict[str, int], *fixed: Group) -> Contact:
    """Attackers with their attack and the defenders they touch; each defender on a hex of its own."""
    return Contact(
        tuple(Attacker(name, attack, frozenset(near.split())) for name, (attack, near) in attackers.items()),
        tuple(Defender(name, defence, at) for at, (name, defence) in enumerate(defenders.items())),
        fixed,
    )


@pytest.mark.case("11.6", "11.33")
def test_one_factor_cannot_soak_off_two_armoured_brigades_at_1_8() -> None:
    fight = contact({"folgere": (1, "nz 7/4 2/3"), "21/5": (7, "nz")}, {"nz": 1, "7/4": 4, "2/3": 4})
    assert divide(fight) is None
    assert [each.sets for each in least_losses(fight)] == [[frozenset({"folgere"})]]
    assert divide(fight.without(["folgere"])) == (Group(("nz",), 1, 7, attackers=("21/5",)),)


@pytest.mark.case("11.6")
def test_one_factor_more_makes_the_soak_off_possible() -> None:
    fight = contact({"21/3": (2, "nz 7/4 2/3"), "21/5": (7, "nz")}, {"nz": 1, "7/4": 4, "2/3": 4})
    assert least_losses(fight) == []


@pytest.mark.case("11.6", "7.4")
def test_units_that_share_their_enemies_may_all_have_to_go() -> None:
    fight = contact({"a": (1, "x y"), "b": (1, "y z")}, {"x": 5, "y": 5, "z": 5})
    assert divide(fight) is None
    assert [each.sets for each in least_losses(fight)] == [[frozenset({"a", "b"})]]


@pytest.mark.case("11.6", "14.1", "14.3")
def test_when_either_of_two_could_go_the_owner_has_the_choice() -> None:
    """Out of supply either alone is at 1-3, both together at 1-2."""
    two = tuple(Attacker(name, 1, frozenset({"brescia"}), supplied=False) for name in ("1SA/1", "1SA/2"))
    fight = Contact(two, (Defender("brescia", 3, 0),))
    assert divide(fight) is None
    assert [set(each.sets) for each in least_losses(fight)] == [{frozenset({"1SA/1"}), frozenset({"1SA/2"})}]
    assert least_losses(fight._replace(defenders=(Defender("brescia", 5, 0),))) == []


@pytest.mark.case("9.4", "11.7")
def test_attackers_may_join_a_battle_that_stands_already() -> None:
    stands = Group(("victim",), 1, 7, attackers=("victor",), fixed=True)
    fight = contact({"joiner": (2, "victim")}, {}, stands)
    assert divide(fight) == (Group(("victim",), 1, 9, attackers=("victor", "joiner"), fixed=True),)


@pytest.mark.case("9.4", "8.4")
def test_the_victors_bring_a_third_unit_into_contact_whom_somebody_else_must_soak_off() -> None:
    stands = Group(("victim",), 1, 7, attackers=("victor",), fixed=True)
    victor = Attacker("victor", 7, frozenset({"victim", "third"}))
    alone = Contact((), (Defender("third", 4, 1),), (stands,), victors=(victor,), victims=(Defender("victim", 1, 0),))
    assert divide(alone) is None
    assert [each.sets for each in least_losses(alone)] == [[frozenset({"victor"})]]
    helped = alone._replace(attackers=(Attacker("recce", 2, frozenset({"third"})),))
    assert divide(helped) is not None


@pytest.mark.case("7.4", "9.5")
def test_a_battle_that_stands_loses_the_strength_of_whoever_is_given_up() -> None:
    stands = Group(("victim",), 1, 9, attackers=("victor", "helper"), fixed=True)
    victors = (Attacker("victor", 7, frozenset({"victim"})), Attacker("helper", 2, frozenset({"victim"})))
    fight = Contact((), (), (stands,), victors=victors)
    assert fight.without(["helper"]).fixed == (Group(("victim",), 1, 7, attackers=("victor",), fixed=True),)
    assert fight.without(["victor"]).fixed == (Group(("victim",), 1, 2, attackers=("helper",), fixed=True),)


@pytest.mark.case("15.322", "7.4")
def test_beside_a_prize_two_factors_attack_no_defence_of_thirteen() -> None:
    both = frozenset({"guard", "AxS1"})
    fight = Contact((Attacker("one", 1, both), Attacker("two", 1, both)), (Defender("guard", 13, 0),), prizes=("AxS1",))
    assert divide(fight) is None
    weaker = fight._replace(defenders=(Defender("guard", 12, 0),))
    (fought,) = (group for group in divide(weaker) or () if group.attackers)
    assert (fought.attack, fought.fixed, fought.prize) == (2, False, False)


@pytest.mark.case("7.4", "23.1")
def test_whom_somebody_owes_an_attack_is_an_enemy_though_nobody_else_stands_next_to_him() -> None:
    fight = Contact((), (Defender("besieger", 2, 0), Defender("passer-by", 2, 1)), owed=frozenset({"besieger"}))
    assert [d.name for d in fight.without(()).defenders] == ["besieger"]


@pytest.mark.case("9.5", "7.4")
def test_without_its_last_victor_the_victim_is_an_enemy_like_any_other() -> None:
    stands = Group(("victim",), 1, 7, attackers=("victor",), fixed=True)
    victor = Attacker("victor", 7, frozenset({"victim", "third"}))
    fight = Contact(
        (Attacker("other", 2, frozenset({"victim", "third"})),), (Defender("third", 4, 1),), (stands,),
        victors=(victor,), victims=(Defender("victim", 1, 0),),
    )  # fmt: skip
    assert {d.name for d in fight.without(["victor"]).defenders} == {"victim", "third"}
    assert {d.name for d in fight.without(["other"]).defenders} == {"third"}


def test_fights_that_do_not_touch_are_divided_apart() -> None:
    fight = contact({"a": (7, "x"), "b": (1, "y z")}, {"x": 1, "y": 4, "z": 4})
    assert [sorted(a.name for a in part.attackers) for part in fight.parts()] == [["a"], ["b"]]
    assert [each.sets for each in least_losses(fight)] == [[frozenset({"b"})]]


def test_a_search_that_takes_too_long_is_given_up_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(division, "EFFORT", 2)
    fight = contact({"a": (2, "x y"), "b": (1, "x y")}, {"x": 4, "y": 4})
    with pytest.raises(TooHard):
        divide(fight)
    (found,) = least_losses(fight)
    assert set(found.sets) == {frozenset({"a"}), frozenset({"b"})} and not found.certain


@pytest.mark.case("15.322")
def test_one_unit_and_no_more_goes_for_a_guarded_supply() -> None:
    prize = Group(("AxS1",), 0, prize=True)
    alone = prize.joined_by(Attacker("32", 1, frozenset(), True), supplied=True)
    assert prize.legal and alone.legal
    assert not alone.joined_by(Attacker("1arm", 1, frozenset(), True), supplied=True).legal
