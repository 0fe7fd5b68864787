"""A receiver of webhooks with the standard library of Python, and business_cloud_webhooks.py of specs/examples/verify/python beside it.

    SECRET=whsec_1234 PORT=8080 python3 receiver.py

POST /webhook takes deliveries; GET /effects says how often each event was processed, for a conformance run.
"""

import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from business_cloud_webhooks import SIGNATURE_HEADER, WebhookError, verify

SECRET = os.environ["SECRET"]

lock = threading.Lock()
processed: dict[str, int] = {}


def process(event: dict) -> None:
    """Your work, once for each event; a real receiver remembers identifiers in its database, in the transaction of its work."""
    with lock:
        guid = event["EventGuid"]
        if guid not in processed:
            processed[guid] = 1


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        try:
            verify(self.headers.get(SIGNATURE_HEADER), body, SECRET)
        except WebhookError as refusal:
            print(refusal.code, refusal, file=sys.stderr)
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
    # Many deliveries may come at once.
    request_queue_size = 128


if __name__ == "__main__":
    server = Server(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver)
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
