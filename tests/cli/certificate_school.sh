#!/usr/bin/env bash
# A school judges a learner's file again and signs it. Readers name its key, or look it up at its
# web address: a server on this machine, with a certificate authority of the test.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
need_toolkit
command -v python3 >/dev/null && command -v openssl >/dev/null && command -v curl >/dev/null ||
    { echo "skipped: no python3, openssl or curl"; exit 77; }
tests=$(realpath "$(dirname "$0")")
cd "$scratch" || exit 1

# --- a learner's file ---------------------------------------------------------------------------
pack=$scratch/pack lesson=$scratch/pack/lessons/week03/double_it.yaml
expect 0 "lessons/week03/double_it.yaml" author-new double_it --into "$pack" --week 3
bench=$(grep -o 'bench: {n: [0-9]*}' "$lesson")
sed -i "s/^\( *\)$bench/&\n\1full: {n: 1048576}/" "$lesson"
id=$(sed -n 's/^id: //p' "$lesson")
certify() { expect "$1" "$2" certificate "${@:3}" --pack "$pack"; }
expect 0 "badge earned" grade double_it --pack "$pack" --device virtual --seed 5 --file "$pack/solutions/week03/double_it.cu"
certify 0 "written: $id.json" issue "$id" --name "Ada Lovelace"

# --- signed by a school -------------------------------------------------------------------------
make_key() { # make_key NAME
    openssl ecparam -genkey -name prime256v1 -noout -out "$1.pem" 2>/dev/null
    openssl ec -in "$1.pem" -pubout -out "$1.pub" 2>/dev/null
}
make_key school
make_key other
school=(--as did:web:school.example:gpu --name "A School")
certify 2 "usage: warpschool certificate sign" sign "$id.json"
certify 2 "it needs --as" sign "$id.json" --out signed.json
certify 2 "'school' is no name such as did:web" sign "$id.json" --as school --key school.pem --out signed.json
certify 2 "it needs the name of a host, without a port" sign "$id.json" --as did:web:school.example%3A8443 --key school.pem --out signed.json
certify 2 "warpschool: 'none.pem' does not exist" sign "$id.json" "${school[@]}" --key none.pem --out signed.json
certify 3 "a public key cannot sign" sign "$id.json" "${school[@]}" --key school.pub --out signed.json
certify 0 "written: signed.json" sign "$id.json" "${school[@]}" --key school.pem --out signed.json
certify 3 "the key of its issuer is not in the file" verify signed.json
certify 3 "--online looks it up" show signed.json
certify 2 "the signature is not the issuer's" verify signed.json --key other.pub
certify 0 "1 confirmed" verify signed.json --key school.pub
certify 0 "issuer      A School" show signed.json --key school.pub
certify 0 '"crv": "P-256"' did "${school[@]}" --key school.pem

# A school stands for its own words alone, and for files that their learner signed.
key=$(find "$scratch/state" -name identity.pem)
python3 "$tests/resign.py" "$id.json" changed.json "$key" 'credential["credentialSubject"]["achievement"].update(
    name="Doctor of GPUs", description="knows everything", criteria={"narrative": "none"})
evidence["note"] = evidence["claims"][0]["note"] = "with honours"
evidence["assessments"] = [dict(lesson="a", level="foundation", points=9, points_total=10, elapsed_s=5, pack="Harvard",
    self_administered=False, started_at="2026-01-01T00:00:00Z")]'
certify 0 "Doctor of GPUs" show changed.json
certify 0 "written: signed2.json" sign changed.json "${school[@]}" --key school.pem --out signed2.json
certify 0 "9 of 10 points, self-administered" show signed2.json --key school.pub
grep -E "honours|Harvard" signed2.json && { echo "FAIL the school signed words of the learner"; failures=$((failures + 1)); }
"$program" certificate show signed2.json --key school.pub | grep -E "Doctor|everything" && { echo "FAIL the school gave a title"; failures=$((failures + 1)); }
python3 "$tests/resign.py" "$id.json" changed.json "$key" 'credential["sub"] = credential["credentialSubject"]["id"] = evidence["learner"]["did"] = "did:x"'
certify 2 "the file is not signed by its learner" sign changed.json "${school[@]}" --key school.pem --out none.json
python3 "$tests/resign.py" "$id.json" changed.json "$key" 'credential["credentialSubject"]["identifier"][0]["identityHash"] = evidence["learner"]["name"] = "Ada\u202e"'
certify 2 "the name has characters that cannot be printed" sign changed.json "${school[@]}" --key school.pem --out none.json

# --- looked up ----------------------------------------------------------------------------------
# curl, as the program calls it, but sent to the server here. It knows only the test's authority.
mkdir bin
"$program" certificate did "${school[@]}" --key school.pem >did.json
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj "/CN=Test authority" \
    -keyout ca.key -out bin/ca.pem 2>/dev/null
openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=school.example" \
    -keyout server.key -out server.csr 2>/dev/null
printf 'subjectAltName=DNS:school.example' >names.txt
openssl x509 -req -in server.csr -CA bin/ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names.txt -out server.pem 2>/dev/null
python3 "$tests/did_server.py" server.pem server.key did.json port.txt &
server=$!
trap 'kill "$server" 2>/dev/null; rm -rf "$scratch"' EXIT
for ((i = 0; i < 100; i++)); do [ -s port.txt ] && break; sleep 0.1; done
cat >bin/curl <<END
#!/bin/sh
exec $(command -v curl) "\$@" --connect-to ::127.0.0.1:$(cat port.txt) --cacert $scratch/bin/ca.pem
END
chmod +x bin/curl
PATH="$scratch/bin:$PATH"

certify 3 "the key of its issuer is not in the file" verify signed.json # never without --online
certify 2 "either --key or --online" show signed.json --key school.pub --online
certify 0 "signed with the key that is at its issuer's web address now:" show signed.json --online
certify 0 '"looked_up": true' verify signed.json --online --json
certify 0 "self-issued" show "$id.json" --online

# The same file under other names of the school's, each with its answer.
named() { # named STATUS TEXT NAME [CODE]
    python3 "$tests/resign.py" signed.json named.json school.pem "n = '$3'
header['kid'] = n + '#key-1'
credential['iss'] = credential['issuer']['id'] = n
${4:-}"
    certify "$1" "$2" show named.json --online
}
named 0 "web address now" did:web:school.example:named
named 0 "web address now" did:web:school.example:named "del header['kid']"
named 2 "https://school.example/wrong/did.json: the document belongs to another person" did:web:school.example:wrong
named 2 "several keys of one name" did:web:school.example:several
named 2 "does not say which" did:web:school.example:several "del header['kid']"
named 3 "not one of the curve P-256" did:web:school.example:curve
named 2 "no key of that name" did:web:school.example:named "header['kid'] = n + '#key-2'"
named 2 "another person" did:web:school.example:named "header['kid'] = 'did:web:other.example#key-1'"
named 2 "maximum parsing depth" did:web:school.example:deep
named 2 "larger than 65536 bytes" did:web:school.example:huge
named 2 "sends elsewhere (status 302)" did:web:school.example:moved
named 3 "answers with status 404" did:web:school.example:nowhere
named 3 "answers with status 404" did:web:school.example
named 3 "curl failed: curl: (60)" did:web:other.example:gpu # the server's certificate is for another host
named 2 "without a port" did:web:school.example%3A443:gpu
named 2 "is no name such as" did:web:127.0.0.1:gpu
named 2 "is no name such as" did:web:localhost:gpu
cp other.pem wrong.pem
python3 "$tests/resign.py" signed.json forged.json wrong.pem ""
certify 2 "the signature is not the issuer's" show forged.json --online
kill "$server"
wait "$server" 2>/dev/null
certify 3 "curl failed: curl: (7)" show signed.json --online
PATH=$scratch/empty certify 2 "curl is not installed; it looks up the keys of issuers" show signed.json --online
finish
