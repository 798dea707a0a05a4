#!/usr/bin/env python3
"""Shows credentials of ours to the programs of others that are installed.

    credentials.py --any                              whether there is one
    credentials.py BADGE.json SIGNED.json DID.json    the pictures stand beside BADGE.json
"""
import asyncio
import base64
import importlib
import json
import os
import sys


def payload_of(token):
    part = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


def changed(token):
    """Another text with the same signature."""
    head, body, signature = token.split(".")
    payload = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)).replace(b"Ada Lovelace", b"Bob Lovelace")
    return ".".join((head, base64.urlsafe_b64encode(payload).rstrip(b"=").decode(), signature))


def openbadgeslib(token):
    from openbadgeslib.ob3.verifier import OB3Verifier

    did = payload_of(token)["iss"]
    return OB3Verifier.for_issuer_did(did).verify(token).issuer.id == did


def vc_jwt_decoder(token):
    from vc_jwt_decoder.verification import verify_signature

    return asyncio.run(verify_signature(token)).verified


def pyjwt(token):
    """With the key that vc-jwt-decoder reads from the name."""
    import jwt
    from vc_jwt_decoder.did_key_resolver import jwk_from_did_key

    key = jwk_from_did_key(payload_of(token)["iss"])
    return bool(jwt.decode(token, key.export_to_pem(), algorithms=["ES256"]))


verifiers = {
    "openbadgeslib": (openbadgeslib, ["openbadgeslib"]),
    "vc-jwt-decoder": (vc_jwt_decoder, ["vc_jwt_decoder"]),
    "PyJWT": (pyjwt, ["jwt", "vc_jwt_decoder"]),
}


def is_there(modules):
    try:
        for module in modules:
            importlib.import_module(module)
        return True
    except ImportError:
        return False


def accepts(verifier, token):
    try:
        return verifier(token)
    except Exception as reason:  # each program has its own kinds
        print("      " + type(reason).__name__ + ": " + str(reason)[:120])
        return False


failures = 0


def check(good, words):
    global failures
    failures += not good
    print(("ok    " if good else "FAIL  ") + words)


def check_pictures(folder, token):
    from openbadgeslib.ob3.verifier import OB3Verifier

    for kind, extract in (("svg", OB3Verifier.extract_token_from_svg), ("png", OB3Verifier.extract_token_from_png)):
        path = os.path.join(folder, "badge." + kind)
        if os.path.exists(path):
            with open(path, "rb") as file:
                check(extract(file.read()) == token, "openbadgeslib finds the credential in the " + kind)


def check_school(token, document):
    """The document of a did:web name; what fetches it is ours."""
    from vc_jwt_decoder import did_web_resolver, verification

    async def fetch(url, *_, **__):
        assert url == "https://school.example/.well-known/did.json", url
        return document, None

    did_web_resolver._fetch_did_document = fetch
    check(asyncio.run(verification.verify_signature(token)).verified, "vc-jwt-decoder accepts a school's credential")
    check(not asyncio.run(verification.verify_signature(changed(token))).verified, "and refuses a changed one")


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def main():
    there = {name: verifier for name, (verifier, modules) in verifiers.items() if is_there(modules)}
    if sys.argv[1] == "--any":
        return 0 if there else 1
    badge, signed = (read_json(path)["credential"] for path in sys.argv[1:3])
    for name, verifier in there.items():
        check(accepts(verifier, badge), name + " accepts a learner's credential")
        check(not accepts(verifier, changed(badge)), name + " refuses a changed one")
    if "openbadgeslib" in there:
        check_pictures(os.path.dirname(sys.argv[1]), badge)
    if "vc-jwt-decoder" in there:
        check_school(signed, read_json(sys.argv[3]))
    for name in verifiers.keys() - there.keys():
        print("skip  " + name + " is not installed")
    return failures > 0


sys.exit(main())
