"""A message in the shape that a service takes."""

from __future__ import annotations

import json

from sandtable.table.notices.outside import Outside
from sandtable.table.notices.values import Webhook
from sandtable.table.notices.words import Message

JSON = {"Content-Type": "application/json"}


def post(outside: Outside, webhook: Webhook, message: Message) -> None:
    """Raises `Refusal` or `NotTaken`."""
    body, headers = shaped(webhook.kind, message)
    outside.post(webhook.url, body, headers)


def shaped(kind: str, message: Message) -> tuple[bytes, dict[str, str]]:
    whole = f"{message.title}\n{message.text}\n{message.link}"
    if kind == "discord":  # nobody is called by a mention that somebody has put into a name
        return json.dumps({"content": whole[:1900], "allowed_mentions": {"parse": []}}).encode(), JSON
    if kind == "slack":
        safe = whole.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return json.dumps({"text": safe}).encode(), JSON
    title = message.title.encode("ascii", "replace").decode()
    return message.text.encode(), {"Title": title, "Click": message.link, "Content-Type": "text/plain; charset=utf-8"}
