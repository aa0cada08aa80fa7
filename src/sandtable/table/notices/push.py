"""Messages to browsers that have subscribed, encrypted for them (pywebpush) and signed with a key of the house."""

from __future__ import annotations

import base64
import json
import time
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02
from pywebpush import WebPusher, WebPushException

from sandtable.core.values import Refusal
from sandtable.table.notices.outside import Outside
from sandtable.table.notices.values import Subscription
from sandtable.table.notices.words import Message

LASTS = 12 * 3600  # seconds for which a signature is good
KEPT = 2 * 86_400  # seconds for which a push service keeps a message


def fresh_key() -> str:
    """A private key, as the house keeps it."""
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()


def public_key(private: str) -> str:
    """What a browser subscribes with."""
    key = serialization.load_pem_private_key(private.encode(), None)
    point = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def check(outside: Outside, subscription: Subscription) -> None:
    """Refuse what no message could be encrypted for, or sent to. Raises `Refusal`."""
    outside.checked(subscription.endpoint)
    _encrypted(subscription, b"")


def post(outside: Outside, subscription: Subscription, message: Message, private: str, public: str) -> None:
    """Raises `Refusal` or `NotTaken`: with 404 and 410 the subscription has ended."""
    payload = json.dumps({"title": message.title, "text": message.text, "link": message.link}).encode()
    body = _encrypted(subscription, payload[:3000])
    parts = urlsplit(subscription.endpoint)
    claims = {
        "sub": public if public.startswith("https:") else "mailto:nobody@localhost.localdomain",
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + LASTS,
    }
    signed = Vapid02.from_pem(private.encode()).sign(claims)
    headers = {"Content-Encoding": "aes128gcm", "TTL": str(KEPT), "Content-Type": "application/octet-stream", **signed}
    outside.post(subscription.endpoint, body, headers)


def _encrypted(subscription: Subscription, payload: bytes) -> bytes:
    told = {"endpoint": subscription.endpoint, "keys": {
        "p256dh": subscription.keys.p256dh, "auth": subscription.keys.auth,
    }}  # fmt: skip
    try:
        found = WebPusher(told).encode(payload or b" ", content_encoding="aes128gcm")
    except (WebPushException, ValueError, TypeError, IndexError) as error:
        raise Refusal("message", f"this is not a browser's subscription: {type(error).__name__}") from None
    return bytes(found["body"])
