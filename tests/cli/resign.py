#!/usr/bin/env python3
"""Changes a certificate file and signs it again, as its holder can.

    resign.py FILE OUT KEY CODE

CODE changes `header`, `credential` and `evidence`. It can change texts, too: `payload` (bytes,
before they are signed), `token` (the signed text) and `text` (the whole file) are functions.
"""
import base64
import hashlib
import json
import subprocess
import sys


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def numbers(der):
    """r and s of a signature in DER, 32 bytes each."""
    first = der[3]
    second = der[5 + first]
    r, s = der[4 : 4 + first], der[6 + first : 6 + first + second]
    return b"".join(int.from_bytes(n, "big").to_bytes(32, "big") for n in (r, s))


source, target, key, code = sys.argv[1:]
with open(source, encoding="utf-8") as file:
    root = json.load(file)
header, credential = (
    json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))) for part in root["credential"].split(".")[:2]
)
evidence = root["evidence"]
payload = token = text = lambda value: value
exec(code)
credential["evidence"][0]["id"] = "urn:sha256:" + hashlib.sha256(canonical(evidence)).hexdigest()
signed = encoded(canonical(header)) + "." + encoded(payload(canonical(credential)))
der = subprocess.run(
    ["openssl", "dgst", "-sha256", "-sign", key], input=signed.encode(), stdout=subprocess.PIPE, check=True
).stdout
root["credential"] = token(signed + "." + encoded(numbers(der)))
with open(target, "w", encoding="utf-8") as file:
    file.write(text(json.dumps(root, ensure_ascii=False)))
