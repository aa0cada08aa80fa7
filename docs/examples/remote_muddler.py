"""The smallest engine that lives elsewhere: lines over HTTP, for those who know the token (docs/engine-protocol.md).

python3 remote_muddler.py PORT TOKEN
"""

import random
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def answer(lines: list[str]) -> str:
    """The last line says what is wanted; what is legal was asked for one request earlier."""
    word = lines[-1].split()[0]
    listed = [line.removeprefix("action ") for line in lines if line.startswith("action ")]
    if word == "sandtable":
        return "name Remote Muddler 1\nready\n"
    if word == "choose":
        return "actions\n"
    if word == "end":
        return f"play {random.choice(listed)}\n"
    return "ready\n"


class Engine(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        known = self.headers.get("Authorization") == f"Bearer {sys.argv[2]}"
        told = self.rfile.read(int(self.headers["Content-Length"])).decode()
        said = answer(told.splitlines()).encode() if known else b""
        self.send_response(200 if known else 401)
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *words: object) -> None:
        """It is nobody's business."""


if __name__ == "__main__":
    with ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Engine) as server:
        print(server.server_port, flush=True)
        server.serve_forever()
