"""A receiver of webhooks with the standard library of Python alone.

    SECRET=whsec_1234 PORT=8080 python3 receiver.py

POST /webhook takes deliveries; GET /effects says how often each event was processed, for a conformance run.
"""

import hashlib
import hmac
import json
import os
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["SECRET"].encode()
TOLERANCE_SECONDS = int(os.environ.get("TOLERANCE", "300"))

lock = threading.Lock()
processed: dict[str, int] = {}


def is_signed(header: str | None, body: bytes) -> bool:
    """Whether a v2 of the header is the HMAC of timestamp, point and body, and the timestamp near enough to now."""
    elements = [element.partition("=") for element in (header or "").split(",")]
    timestamps = [value for prefix, _, value in elements if prefix == "t"]
    if not timestamps or not re.fullmatch("[0-9]{1,12}", timestamps[0]):
        return False
    if abs(time.time() - int(timestamps[0])) > TOLERANCE_SECONDS:
        return False
    expected = hmac.new(SECRET, timestamps[0].encode() + b"." + body, hashlib.sha256).hexdigest()
    # Bytes, since compare_digest takes no text beyond ASCII. Each value is compared, so that the time tells nothing.
    matches = [hmac.compare_digest(value.encode(), expected.encode()) for prefix, _, value in elements if prefix == "v2"]
    return any(matches)


def process(event: dict) -> None:
    """Your work, once for each event; a real receiver remembers identifiers in its database, in the transaction of its work."""
    with lock:
        guid = event["EventGuid"]
        if guid not in processed:
            processed[guid] = 1


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        if not is_signed(self.headers.get("Service-Signature"), body):
            self.answer(401)
            return
        try:
            event = json.loads(body)
        except ValueError:
            self.answer(400)
            return
        process(event)
        self.answer(204)

    def do_GET(self) -> None:
        with lock:
            text = json.dumps({"processed": processed}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    # Deliveries may come many at once.
    request_queue_size = 128


if __name__ == "__main__":
    server = Server(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver)
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
