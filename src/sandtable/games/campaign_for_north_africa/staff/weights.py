"""What the staff values, read from data/staff.toml."""

from __future__ import annotations

from functools import cache

import msgspec

from sandtable.core.tables import load


class Aims(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What places are worth."""

    level: tuple[float, ...]  # a place that a level of victory asks for, by rank
    any_of: float  # of that, where one of several places is enough
    deny: float  # of what it is worth to the enemy
    dear: float  # of that, from which a place is held as if one needed it oneself
    point: float  # a victory point
    reserve: float  # garrisons for each raw point that threatens a place
    least: float  # raw points of defence in a place nobody threatens
    remote: float  # times as much in a place that one needs and where nobody is yet, or nobody near
    last: float  # times as much in a place that one needs on the last Game-Turn
    most: float
    fast: int  # hexes from which fast enemies threaten a place
    slow: int  # and the others
    near: float  # Operations Stages from which a garrison is strengthened
    thirst: float  # by which a way without Fuel at its end seems longer
    oversize: float  # raw points too many that count like a stage
    distance: float  # half points that make a place half as attractive
    ahead: int  # hexes of the way to a place on which an enemy holds one up
    full: int  # what the dearest place of a scenario counts, however many points it brings
    raid: int  # hexes from which raiders come
    served: int  # hexes within which a Supply Unit serves a place
    leave: int  # Game-Turns before a withdrawal in which units set out
    taken: float  # what a place is worth that is to be taken by order, like one that wins the game


class Combat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How assaults are judged."""

    threshold: float
    ground: float  # raw points that a retreat of the enemy is worth
    aim: float  # the same for each point of worth of a place
    passage: float  # the same for each raw point of offence that he holds up
    own_loss: float  # of a raw point lost
    vain: float  # of the enemy's defence below which no assault is thought of
    even: float  # of the enemy's defence with which a place next to him is entered
    ammo: float  # raw points for each point of Ammo
    ample: float  # of the enemy's defence, with which not all who could need take part
    another: float  # raw points that one more counter has to add to an assault
    exploit: int  # raw points that are worth holding in Reserve behind an assault
    flank: float  # raw points lost for each that another enemy's zone forces to attack him
    certain: float  # raw points of defence beyond the enemy's offence with which a hex holds for certain
    hopeless: int  # the column from which one leaves before an assault
    worn: int  # the Cohesion Level at which one leaves before an assault
    feared: int  # the column of the enemy's next assault against which guns fire
    exposed: int  # the column of the enemy's next assault before which a march stops short
    share: float  # of the enemies near a hex that will join in it
    friends: float  # of the defence of friends near it, by which their assault is weaker
    dry: float  # how sure it is that an enemy without Supply Units in range surrenders
    tired: int  # the Cohesion Level below which a counter rests
    span: int  # hexes from which an assault is prepared
    shares: tuple[float, ...]  # of those next to an enemy who may be sent
    candidates: int  # counters that are looked at for one assault


class Strength(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is expected of the enemy."""

    headquarters: float


class Columns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who goes far ahead of the army."""

    pace: int  # the allowance of a battalion that goes
    weak: float  # raw points of defence in a place, and near it, that is worth a column
    least: float  # raw points of defence that are always reckoned with
    odds: float  # times as much offence has to go
    promising: int  # the column that their assault has to come to
    together: int  # battalions for a place
    ahead: int  # hexes of a column's way that have to be open
    near: int  # hexes from a place within which the enemy helps its garrison


class Balance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the armies are compared."""

    morale: float  # of an army's offence, for each point of its morale
    superior: float  # times the enemy's offence from which one can do without some battalions


class School(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is trained, and who comes to train others."""

    lack: float  # points of morale that a unit lacks to be trained before it goes to the front
    far: int  # hexes from the enemy
    turns: float  # Game-Turns that must be left for each of these points
    called: int  # hexes from which a battalion comes to train others, for each point that waits


class Stores(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an army lacks."""

    least: float  # raw points of a stack that is supplied
    bare: float  # times as dear is the first Supply Unit of a garrison in a place that wins
    lead: float  # times as much more it is worth to supply the head of an army than its tail
    approach: int  # hexes from such a place within which its future garrison is supplied
    hoard: int  # Ammo in a hex that is guarded against raids
    place: float  # as many more count in a place that wins
    through: float  # times as dear where they lack it besides
    train: float  # Ammo that lies with a stack before it goes through a minefield
    front: int  # hexes from the enemy within which a stack has its full share
    rear: float  # the share of the others
    far: int  # hexes beyond which only those get supplies who could not move otherwise
    ammo: float  # for each raw point
    fuel: float
    stranded: float  # Fuel for each raw point of who has none
    plenty: int  # Fuel on the map from which trucks carry infantry
    stock: int  # Supply Units at the railhead from which trains carry units
    scarce: int  # Fuel on the map below which only those march who are needed
    rounds: float  # of the Ammo that all its units need in defence, with which a counter is ready
    reserve: float  # the same that must be left after an assault
    spare: float  # the same with which guns fire in defence
    marches: float  # for which there must be Fuel where one stands
    follow: int  # hexes that trucks with Ammo catch up in a stage
    guard: int  # raw points in whose company a Supply Unit goes near the enemy
    strong_guard: int  # and next to him
    load: int  # Ammo that is worth bringing up
    least_fuel: int  # below which a Supply Unit gives up its trucks
    empty_fuel: int  # the same for one with hardly any Ammo
    near: int  # hexes to which a Supply Unit comes to a stack
    beside: int  # and to a battalion by itself, which guards it
    ordered: float  # times as dear is who is to be supplied by order
    nobody: int  # hexes to the nearest enemy where there is none


class Convoys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How trucks carry supplies."""

    range: int  # hexes that make a stack half as attractive
    tries: int  # places that are looked at on the way to a stack
    open: int  # hexes from enemies who could come beyond which a Supply Unit may stand alone
    daring: int  # the same from any enemy, also for one that is badly needed


class Transports(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How trains and ships carry supplies."""

    range: int  # hexes by which a journey has to lead nearer to the front; by sea twice as many
    ends: int  # stations near the front that are looked at
    near: int  # hexes from the line within which a column lives on it
    stage: int  # hexes between dumps along the railway


class Marches(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How counters march."""

    gain: int  # half points that a detour has to bring
    worthwhile: int  # hexes of a way, with the first one, for which Fuel is too dear
    close: int  # hexes to the enemy within which one keeps others busy or is to be feared
    tries: int  # ends of a way that are looked at
    range: int  # hexes from which a Supply Unit may be within range
    depots: int  # Supply Units that are thought of
    ammo: int  # for which it is worth to go back


class Breakthrough(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who goes over the line where strength beyond it wins."""

    stages: int  # Operations Stages that a way over the line may take
    tries: int  # ends of a way that are looked at
    close: int  # hexes to the enemy within which nobody waits for the last stage


class Raids(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Desert raiders and commandos."""

    spared: int  # points of a unit of armoured cars that can give one up
    base: int  # Capability Points to water from where raiders are formed
    range: int  # hexes to a dump that make it worth while to form them
    slack: int  # Capability Points in hand on the way home
    sources: int  # wells and dumps that are thought of
    targets: int  # dumps of the enemy that are thought of
    nearer: int  # hexes that a new base must bring
    safe: int  # hexes from the enemy at which a raider is safe
    lonely: int  # hexes around a landing without enemies


class Engineers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Those who build, and those who repair."""

    safe: int  # hexes to the enemy within which no road is built
    gangs: int  # counters of engineers that work by themselves
    far: int  # hexes to a road that is worth the march
    wreck: int  # hexes beyond which nobody sets out for a wreck


class Captors(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who guards prisoners."""

    spared: int  # infantry points of a unit that can give up more than the one guard a camp needs
    front: int  # hexes to the enemy within which nobody is spared for a march


class Navy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ships, and raids on them."""

    nearer: int  # hexes by which a passage has to lead nearer to the front
    guns: int  # guns of a ship that is worth a voyage
    raid: int  # guns in the harbour that are worth a raid


class Replacements(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Men on their way to units, and who trains them."""

    called: int  # hexes from which a battalion comes to train others
    close: int  # hexes to the enemy within which nobody is sent
    tries: int  # ends of a way that are looked at


class Plans(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The plan of a segment as a whole."""

    behind: int  # hexes from an assault within which a Reserve waits
    reserves: int  # counters held in Reserve
    pursuit: int  # hexes from a gap within which others go on
    near: int  # hexes from a place within which the enemy helps its garrison
    plenty: int  # raw points beyond twice the enemy's with which enough are on their way to a place
    crowded: float  # of its worth that such a place has for others
    scouts: int  # points of a unit that can spare one for a patrol
    cycles: int  # Movement and Combat Segments in a phase


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    aims: Aims
    combat: Combat
    enemy: Strength
    stores: Stores
    columns: Columns
    convoys: Convoys
    transports: Transports
    marches: Marches
    breakthrough: Breakthrough
    raids: Raids
    engineers: Engineers
    captors: Captors
    navy: Navy
    replacements: Replacements
    plans: Plans
    balance: Balance
    school: School


@cache
def weights() -> Weights:
    return load("sandtable.games.campaign_for_north_africa", "staff.toml", Weights)
