"""A receiver of webhooks on Flask.

    pip install flask
    SECRET=whsec_1234 PORT=8080 python3 receiver.py

POST /webhook takes deliveries; GET /effects says how often each event was processed, for a conformance run.
"""

import hashlib
import hmac
import logging
import os
import re
import threading
import time

from flask import Flask, request
from werkzeug.serving import make_server

SECRET = os.environ["SECRET"].encode()
TOLERANCE_SECONDS = int(os.environ.get("TOLERANCE", "300"))

app = Flask(__name__)
logging.getLogger("werkzeug").setLevel(logging.ERROR)
lock = threading.Lock()
processed: dict[str, int] = {}


def is_signed(header: str, body: bytes) -> bool:
    """Whether a v2 of the header is the HMAC of timestamp, point and body, and the timestamp near enough to now."""
    elements = [element.partition("=") for element in header.split(",")]
    timestamps = [value for prefix, _, value in elements if prefix == "t"]
    if not timestamps or not re.fullmatch("[0-9]{1,12}", timestamps[0]):
        return False
    if abs(time.time() - int(timestamps[0])) > TOLERANCE_SECONDS:
        return False
    expected = hmac.new(SECRET, timestamps[0].encode() + b"." + body, hashlib.sha256).hexdigest()
    # Bytes, since compare_digest takes no text beyond ASCII. Each value is compared, so that the time tells nothing.
    matches = [hmac.compare_digest(value.encode(), expected.encode()) for prefix, _, value in elements if prefix == "v2"]
    return any(matches)


@app.post("/webhook")
def webhook():
    # The bytes as they came, and not request.get_json() written again: that is another text.
    body = request.get_data()
    if not is_signed(request.headers.get("Service-Signature", ""), body):
        return "", 401
    event = request.get_json()
    # Your work, once for each event; a real receiver remembers identifiers in its database, in the transaction of its work.
    with lock:
        processed.setdefault(event["EventGuid"], 1)
    return "", 204


@app.get("/effects")
def effects():
    with lock:
        return {"processed": dict(processed)}


if __name__ == "__main__":
    server = make_server("127.0.0.1", int(os.environ.get("PORT", "8080")), app, threaded=True)
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
