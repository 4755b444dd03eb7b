#!/usr/bin/env python3
"""Takes Noir's webhook and tells ntfy or Discord: webhook.py PORT URL, with the secret in NOIR_SECRET.
URL is https://ntfy.sh/TOPIC or a webhook of Discord. It prints the address it listens on."""
import base64, hashlib, hmac, json, os, sys, time, urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

secret = base64.b64decode(os.environ["NOIR_SECRET"].strip().removeprefix("whsec_"))
target = sys.argv[2]


class Hook(BaseHTTPRequestHandler):
    timeout = 10  # seconds for a slow sender

    def do_POST(self):
        size = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(min(size, 65536))
        name, at = self.headers.get("webhook-id", ""), self.headers.get("webhook-timestamp", "0")
        wanted = hmac.new(secret, f"{name}.{at}.".encode() + body, hashlib.sha256).digest()
        given = [s.removeprefix("v1,") for s in self.headers.get("webhook-signature", "").split()]
        mine = base64.b64encode(wanted).decode()
        if not any(hmac.compare_digest(mine, s) for s in given) or abs(time.time() - int(at)) > 300:
            return self.answer(401)
        self.answer(204 if tell(json.loads(body)["content"]) else 502)

    def answer(self, code):
        self.send_response(code)
        self.end_headers()


def tell(text):
    """Sends a message on. Discord takes JSON, ntfy the text itself."""
    if "discord" in target:
        body, kind = json.dumps({"content": text, "allowed_mentions": {"parse": []}}).encode(), "application/json"
    else:
        body, kind = text.encode(), "text/plain; charset=utf-8"
    # Discord refuses the User-Agent of urllib
    request = urllib.request.Request(target, body, {"Content-Type": kind, "User-Agent": "noir-webhook"})
    try:
        with urllib.request.urlopen(request, timeout=8):
            return True
    except OSError as e:
        print(e, file=sys.stderr)
        return False


server = HTTPServer(("127.0.0.1", int(sys.argv[1])), Hook)
print("http://%s:%d/" % server.server_address, flush=True)
server.serve_forever()
