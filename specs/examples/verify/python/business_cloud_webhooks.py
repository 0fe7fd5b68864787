"""Verifies deliveries of webhooks of the Business Management Cloud Service. Copy this file: it needs nothing but Python 3.8.

    verify(request.headers.get(SIGNATURE_HEADER), request.get_data(), SECRET)

The body must be the bytes as they came. A body that was parsed and written again is another one, and does not verify.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import time
from typing import NamedTuple, Sequence

#: A live installation has the name of its product in place of Service.
SIGNATURE_HEADER = "Service-Signature"

#: Limits: Default signature timestamp tolerance in official libraries.
DEFAULT_TOLERANCE_SECONDS = 300


class WebhookError(Exception):
    """A delivery was refused (Errors: Signature verification failure).

    `code` is `missing-header`, `malformed-header`, `no-timestamp`, `no-v2`, `mismatch`, `too-old` or `too-new`.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Verified(NamedTuple):
    """When the delivery was signed, in Unix seconds, and with which of several secrets, counted from 0."""

    timestamp: int
    secret_index: int


def verify(
    header: str | None,
    body: bytes,
    secret: str | Sequence[str],
    *,
    tolerance_seconds: float = DEFAULT_TOLERANCE_SECONDS,
    now_seconds: float | None = None,
) -> Verified:
    """Says when a delivery was signed, or raises a WebhookError.

    `header` is the value of the signature header, and None where there is none. `secret` is what the creation of the webhook answered,
    as it is; give several while one webhook replaces another.
    """
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not secrets or not all(secrets):
        raise ValueError("secret must not be empty: anybody could sign with it")
    if not isinstance(body, (bytes, bytearray, memoryview)):
        raise TypeError(f"body must be the raw bytes of the request, not {type(body).__name__}")
    timestamp, signatures = _parse(header)
    # Signature: Signed string. The timestamp is signed as it is written.
    signed = timestamp.encode() + b"." + bytes(body)
    matched = None
    for index, each in enumerate(secrets):
        expected = hmac.new(each.encode(), signed, hashlib.sha256).hexdigest().encode()
        for signature in signatures:
            # Signature: verification step 4. Each value is compared, so that the time tells nothing.
            if hmac.compare_digest(signature.encode(errors="replace"), expected):
                matched = index
    if matched is None:
        raise WebhookError("mismatch", "no v2 element of the header signs this body with this secret")
    # Signature: verification step 5. It comes last, so that nobody learns about our clock without the secret.
    age = (int(time.time()) if now_seconds is None else now_seconds) - int(timestamp)
    if age > tolerance_seconds:
        raise WebhookError("too-old", f"the delivery was signed more than {tolerance_seconds} s ago")
    if -age > tolerance_seconds:
        raise WebhookError("too-new", f"the delivery was signed more than {tolerance_seconds} s in the future")
    return Verified(int(timestamp), matched)


def _parse(header: str | None) -> tuple[str, list[str]]:
    """The timestamp and the v2 values. All other elements are ignored (Signature: Header format, Valid scheme)."""
    if not header:
        raise WebhookError("missing-header", "the delivery has no signature header")
    elements = header.split(",")
    # Signature: verification step 1. An element ends its name at its first equals sign.
    timestamps = [element[len("t=") :] for element in elements if element.startswith("t=")]
    signatures = [element[len("v2=") :] for element in elements if element.startswith("v2=")]
    if not timestamps:
        raise WebhookError("no-timestamp", "the signature header has no t element")
    if len(timestamps) > 1 or not re.fullmatch("[0-9]{1,15}", timestamps[0]):
        raise WebhookError("malformed-header", "the signature header needs one t element of 1 to 15 digits")
    if not signatures:
        raise WebhookError("no-v2", "the signature header has no v2 element")
    return timestamps[0], signatures
