"""A client of the API with the standard library of Python alone, as the conformance suite starts it:

    business-cloud-conformance client -- python3 client.py

It does what CONFORMANCE_SCENARIO says, once, and exits with 0 where that succeeded.
"""

import http.client
import json
import os
import random
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid
from concurrent.futures import ThreadPoolExecutor


def setting(name: str) -> str:
    return os.environ["CONFORMANCE_" + name]


WORD = setting("HEADER_WORD")
API = f"/api/{setting('VERSION')}"
DEADLINE = time.monotonic() + int(setting("DEADLINE_MS")) / 1000
ATTEMPTS_MAX = 4


class OperationFailed(Exception):
    """The operation ended in an error."""


def sent(method: str, url: str, headers: dict[str, str], body: bytes | None) -> tuple[int | None, dict[str, str], bytes]:
    """One attempt: status, headers with their names in lower case, and body. No status where the connection was lost."""
    request = urllib.request.Request(url, data=body, headers=headers, method=method)
    left = max(0.1, DEADLINE - time.monotonic())
    try:
        with urllib.request.urlopen(request, timeout=left) as response:
            return response.status, lowered(response.headers), response.read()
    except urllib.error.HTTPError as error:
        return error.code, lowered(error.headers), error.read()
    except (OSError, http.client.HTTPException):
        return None, {}, b""


def lowered(headers) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def identity() -> dict[str, str]:
    return {f"X-{WORD}-ApiKey": setting("API_KEY"), f"X-{WORD}-ApplicationId": setting("APPLICATION_ID")}


class Session:
    """The token, which all threads share."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.token: str | None = None

    def token_after(self, refused: str | None) -> str:
        """A token other than the refused one: that of another thread where it has asked for one meanwhile."""
        with self.lock:
            if self.token is None or self.token == refused:
                self.token = self.login()
            return self.token

    def login(self) -> str:
        body = json.dumps({"UserName": setting("USERNAME"), "Password": setting("PASSWORD")}).encode()
        headers = {**identity(), "Content-Type": "application/json"}
        status, answered, _ = sent("POST", f"{setting('ADMIN_URL')}{API}/authenticate", headers, body)
        if status != 200 or "x-token" not in answered:
            raise OperationFailed(f"authenticate: {status}")
        return answered["x-token"]


session = Session()


def call(method: str, path: str, license_key: str, body: object = None) -> dict:
    """One operation, with all its attempts."""
    data = None if body is None else json.dumps(body).encode()
    # One key for the operation, made before its first attempt.
    key = str(uuid.uuid4()) if method in ("POST", "PUT") else None
    token = session.token_after(None)
    renewed = False
    for attempt in range(1, 1000):
        headers = {**identity(), f"X-{WORD}-LicenseKey": license_key, "Authorization": f"Bearer {token}"}
        if data is not None:
            headers["Content-Type"] = "application/json"
        if key is not None:
            headers["Idempotency-Key"] = key
        status, answered, content = sent(method, setting("CUSTOMER_URL") + API + path, headers, data)
        if status is not None and 200 <= status < 300:
            return json.loads(content) if content else {}
        if status == 401 and not renewed:
            renewed = True
            token = session.token_after(token)
            continue
        repeated = status in (409, 429) or ((status is None or status >= 500) and attempt < ATTEMPTS_MAX)
        pause = max(wait_asked_for(answered), 0.05 + random.random() * 0.1 * attempt)
        if not repeated or time.monotonic() + pause > DEADLINE:
            raise OperationFailed(f"{method} {path}: {status}")
        time.sleep(pause)
    raise OperationFailed(f"{method} {path}: too many attempts")


def wait_asked_for(headers: dict[str, str]) -> float:
    seconds = headers.get("retry-after", "0")
    return float(seconds) if seconds.isdigit() else 0


OWN = (setting("COMPANY_ID"), setting("LICENSE_KEY"))
OTHER = (setting("OTHER_COMPANY_ID"), setting("OTHER_LICENSE_KEY"))
OBJECT_ID = setting("OBJECT_ID")


def list_companies() -> None:
    call("GET", "/config/Azienda", OWN[1])


def get_articolo(company: tuple[str, str] = OWN) -> None:
    call("GET", f"/{company[0]}/articolo/{OBJECT_ID}", company[1])


def get_articolo_other() -> None:
    get_articolo()
    get_articolo(OTHER)


def create_anagrafica() -> None:
    call("POST", f"/{OWN[0]}/Anagrafica", OWN[1], {"nome": setting("NOME")})


def create_two() -> None:
    create_anagrafica()
    create_anagrafica()


def update_webhook() -> None:
    path = f"/config/webhook/{OBJECT_ID}"
    webhook = call("GET", path, OWN[1])
    changed = {
        "AziendaId": webhook["aziendaId"],
        "Url": webhook["url"],
        "Description": f"{webhook['description']}, changed",
        "Events": webhook["events"],
        "ConcurrencyToken": webhook["concurrencyToken"],
    }
    call("PUT", path, OWN[1], changed)


def delete_webhook() -> None:
    call("DELETE", f"/config/webhook/{OBJECT_ID}", OWN[1])


def parallel_reads() -> None:
    get_articolo()
    with ThreadPoolExecutor(10) as threads:
        for reading in [threads.submit(get_articolo) for _ in range(10)]:
            reading.result()


try:
    {
        "list-companies": list_companies,
        "get-articolo": get_articolo,
        "get-articolo-other": get_articolo_other,
        "create-anagrafica": create_anagrafica,
        "create-two": create_two,
        "update-webhook": update_webhook,
        "delete-webhook": delete_webhook,
        "parallel-reads": parallel_reads,
    }[setting("SCENARIO")]()
except OperationFailed as failed:
    sys.exit(str(failed))
