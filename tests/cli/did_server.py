#!/usr/bin/env python3
"""Serves documents of did:web by HTTPS on this machine, good ones and hostile ones.

    did_server.py CERTIFICATE KEY DOCUMENT PORT_FILE

The path says how: /.well-known/did.json and /gpu/did.json are DOCUMENT. It ends by itself after two
minutes.
"""
import http.server
import json
import ssl
import sys
import threading

certificate, key, document_path, port_file = sys.argv[1:]
with open(document_path, encoding="utf-8") as file:
    good = json.load(file)


def renamed(path):
    """The document as that of the path's own name."""
    text = json.dumps(good)
    return text.replace(good["id"], "did:web:school.example:" + path)


def several(path):
    document = json.loads(renamed(path))
    document["verificationMethod"] *= 2
    return json.dumps(document)


def another_curve(path):
    document = json.loads(renamed(path))
    document["verificationMethod"][0]["publicKeyJwk"]["crv"] = "secp256k1"
    return json.dumps(document)


answers = {
    "gpu": lambda path: json.dumps(good),
    "named": renamed,
    "wrong": lambda path: json.dumps(good),
    "several": several,
    "curve": another_curve,
    "deep": lambda path: "[" * 60000,
    "huge": lambda path: "[" + " " * 10000000 + "]",
}


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        path = self.path.strip("/").split("/")[0]
        if path == "moved":
            self.send_response(302)
            self.send_header("Location", self.path.replace("moved", "named"))
            self.end_headers()
        elif path in answers and self.path == "/" + path + "/did.json":
            body = answers[path](path).encode()
            self.send_response(200)
            if path != "huge":  # its size is not announced
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            try:
                self.wfile.write(body)
            except OSError:  # the reader had enough
                pass
        else:
            self.send_error(404)

    def log_message(self, *words):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)
server.socket = context.wrap_socket(server.socket, server_side=True)
with open(port_file, "w", encoding="ascii") as file:
    file.write(str(server.server_address[1]))
timer = threading.Timer(120, server.shutdown)
timer.daemon = True
timer.start()
server.serve_forever()
