#!/usr/bin/env bash
# Programs of others accept a credential of ours, and refuse a changed one: openbadgeslib, PyJWT and
# vc-jwt-decoder of PyPI. Skipped where none is installed. To install them for one run:
#     python3 -m venv /tmp/verifiers && /tmp/verifiers/bin/pip install openbadgeslib vc-jwt-decoder
#     PYTHON=/tmp/verifiers/bin/python ./check web
# vc-jwt-decoder asks for Python 3.12, and works with 3.11 by pip's --ignore-requires-python.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/../cli/support.sh"
need_toolkit
tests=$(realpath "$(dirname "$0")")
python=${PYTHON:-python3}
"$python" "$tests/credentials.py" --any >/dev/null 2>&1 || { echo "skipped: no verifier of others"; exit 77; }
cd "$scratch" || exit 1

course=$("$program" doctor | sed -n 's/.*resources in //p')
expect 0 "badge earned" grade hello_grid --device virtual --file "$course/solutions/week01/hello_grid.cu"
expect 0 "written: badge.json" certificate issue w01-hello-grid --name "Ada Lovelace" --out badge.json --svg badge.svg
command -v rsvg-convert >/dev/null && expect 0 "written: badge.png" certificate show badge.json --png badge.png
openssl ecparam -genkey -name prime256v1 -noout -out school.pem 2>/dev/null
school=(--as did:web:school.example --name "A School" --key school.pem)
expect 0 "written: signed.json" certificate sign badge.json "${school[@]}" --out signed.json
"$program" certificate did "${school[@]}" >did.json
"$python" "$tests/credentials.py" badge.json signed.json did.json || failures=$((failures + 1))
finish
