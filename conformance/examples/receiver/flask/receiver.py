"""A receiver of webhooks on Flask, with business_cloud_webhooks.py of specs/examples/verify/python beside it.

    pip install flask
    SECRET=whsec_1234 PORT=8080 python3 receiver.py

POST /webhook takes deliveries; GET /effects says how often each event was processed, for a conformance run.
"""

import logging
import os
import threading

from business_cloud_webhooks import SIGNATURE_HEADER, WebhookError, verify
from flask import Flask, request
from werkzeug.serving import make_server

SECRET = os.environ["SECRET"]

app = Flask(__name__)
logging.getLogger("werkzeug").setLevel(logging.ERROR)
lock = threading.Lock()
processed: dict[str, int] = {}


@app.post("/webhook")
def webhook():
    # Verify the bytes as they came: what request.get_json() read, written again, is another text.
    body = request.get_data()
    try:
        verify(request.headers.get(SIGNATURE_HEADER), body, SECRET)
    except WebhookError as refusal:
        app.logger.warning("%s: %s", refusal.code, refusal)
        return "", 401
    event = request.get_json()
    # Your work, once for each event. A real receiver remembers identifiers in its database, in the transaction of its work.
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
