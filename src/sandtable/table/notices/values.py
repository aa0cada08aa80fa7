"""What somebody wishes to be told, and what there is to tell."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from sandtable.core.values import Value

Minutes = Annotated[int, Meta(ge=0, lt=24 * 60)]
Url = Annotated[str, Meta(max_length=500)]


class Webhook(Value, frozen=True, forbid_unknown_fields=True):
    """Where a message is posted, and in which shape."""

    kind: Literal["discord", "slack", "ntfy"]
    url: Url


class PushKeys(Value, frozen=True, forbid_unknown_fields=True):
    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]


class Subscription(Value, frozen=True, forbid_unknown_fields=True):
    """A browser that shows messages, as it has subscribed."""

    endpoint: Url
    keys: PushKeys


class Wishes(Value, frozen=True, forbid_unknown_fields=True):
    """Times are minutes of the day where the person lives, which is `zone` minutes ahead of Greenwich."""

    mail: bool = False
    webhook: Webhook | None = None
    digest: bool = False  # once a day, all together
    at: Minutes = 8 * 60  # when the digest comes
    quiet: Annotated[tuple[Minutes, ...], Meta(max_length=2)] = ()  # from, until: nothing comes then
    zone: Annotated[int, Meta(ge=-720, le=840)] = 0


class Alert(Value, frozen=True):
    """Somebody is to be told of a table."""

    person: str
    table: str
    made: int
    due: int
    tries: int = 0  # how often that was tried before
