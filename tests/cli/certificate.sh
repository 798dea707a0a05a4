#!/usr/bin/env bash
# `certificate`: issued here, checked with the state of another machine, refused when changed.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
small_course
need_toolkit
resign=$(realpath "$(dirname "$0")/resign.py")
cd "$scratch" || exit 1

expect 0 "Foundation badge (foundation-badge): 0 of 3 requirements met" certificate
expect 0 "[ ] core of week 1: 0 of" certificate status
expect 2 "there is no badge or certificate 'medal'" certificate issue medal --name Ada
expect 2 "usage: warpschool certificate issue" certificate issue week-1
expect 2 "certificate has no command 'seal'" certificate seal x

# A course of one lesson beside the shipped one.
pack=$scratch/pack lesson=$scratch/pack/lessons/week03/double_it.yaml
expect 0 "lessons/week03/double_it.yaml" author-new double_it --into "$pack" --week 3
bench=$(grep -o 'bench: {n: [0-9]*}' "$lesson")
sed -i "s/^\( *\)$bench/&\n\1full: {n: 1048576}/" "$lesson"
id=$(sed -n 's/^id: //p' "$lesson")
certify() { expect "$1" "$2" certificate "${@:3}" --pack "$pack"; }

certify 2 "'$id' is not earned yet" issue "$id" --name "Ada Lovelace"
# The badge wants a pass of the learner's own. The sampled one is judged in full when it is issued.
expect 0 "badge earned" grade double_it --pack "$pack" --device virtual --seed 5 --file "$pack/solutions/week03/double_it.cu"
certify 2 "characters that cannot be printed" issue "$id" --name $'Ada\e[2J'
# A failure before the whole launch has run takes no pass away: the course may have changed.
sed -i 's/= x\[i\] + x\[i\]/= x[i] + 1/' "$pack/kernels/week03/double_it.cu"
certify 2 "double_it does not count: " issue "$id" --name "Ada Lovelace"
sed -i 's/= x\[i\] + 1/= x[i] + x[i]/' "$pack/kernels/week03/double_it.cu"
if command -v script >/dev/null; then # a terminal shows how many are judged
    shown=$(script -qec "'$program' certificate issue '$id' --name Ada --out terminal.json --pack '$pack'" /dev/null)
    [[ $shown == *"judged with every block: 0 of 1 kernels"*"1 of 1"*"written: terminal.json"* ]] ||
        { echo "FAIL no progress: $shown"; failures=$((failures + 1)); }
fi
certify 0 "written: $id.json" issue "$id" --name "Ada Lovelace" --svg badge.svg
grep -q '<openbadges:credential verify="eyJ' badge.svg || { echo "FAIL the picture carries no credential"; failures=$((failures + 1)); }
if command -v rsvg-convert >/dev/null; then
    certify 0 "written: badge.png" show "$id.json" --png badge.png
    grep -aq "iTXtopenbadgecredential" badge.png || { echo "FAIL the PNG carries no credential"; failures=$((failures + 1)); }
fi
[ "$(stat -c %a "$scratch/state/config/identity.pem" 2>/dev/null || find "$scratch/state" -name identity.pem -printf %m)" = 600 ] ||
    { echo "FAIL mode of the key"; failures=$((failures + 1)); }
"$program" progress export | grep -q "PRIVATE KEY" && { echo "FAIL the key is exported"; failures=$((failures + 1)); }

"$program" progress export record.json
export WARPSCHOOL_STATE=$scratch/other

# Attempts are merged by their ids. One that differs in nothing else is another one.
expect 2 "is not from \`warpschool progress export\`" progress import badge.svg
expect 0 "new here: 1 attempt," progress import record.json
expect 0 "new here: 0 attempts," progress import record.json
sed -i 's/"id": "./"id": "another /' record.json
expect 0 "new here: 1 attempt," progress import record.json
sed -i '/"id": "/d' record.json # as older programs wrote it
expect 0 "new here: 1 attempt," progress import record.json
expect 0 "new here: 0 attempts," progress import record.json

certify 0 "self-issued" show "$id.json"
certify 0 "cada ejercicio de la lección, superado sin ayuda" show "$id.json" --language es
certify 0 "1 kernel, juzgado con cada elemento" show "$id.json" --language es
certify 0 "1 confirmed, 0 not confirmed" verify "$id.json"
certify 0 "confirmed             double_it, every block" verify "$id.json" --seed 9 --jobs 1
certify 0 '"confirmed": true' verify "$id.json" --json

# Changed files: each with its reason.
changed() { # changed TEXT SED-EXPRESSION: the change must be refused with the text
    sed "$2" "$id.json" >changed.json
    cmp -s "$id.json" changed.json && { echo "FAIL sed changed nothing: $2"; failures=$((failures + 1)); }
    output=$("$program" certificate verify changed.json --pack "$pack" 2>&1) && { echo "FAIL taken: $2"; failures=$((failures + 1)); }
    [[ $output == *"$1"* ]] || { printf 'FAIL %s\n expected: %s\n%s\n' "$2" "$1" "$output"; failures=$((failures + 1)); }
}
changed "the evidence is not the one that was signed" 's/2.0f \* x/3.0f * x/'
changed "the evidence is not the one that was signed" 's/"medal": "[a-z]*"/"medal": "gold, truly"/'
changed "the evidence is not the one that was signed" 's/"award": ".*"/"award": "research"/'
changed "the evidence is not the one that was signed" 's/"name": "Ada Lovelace"/"name": "Bob"/'
# One character of the signed text becomes `_`, or `-` where it is `_` already.
other() { printf 's/\(%s\)_/\\1-/; t; s/\(%s\)./\\1_/' "$1" "$1"; }
changed "the signature is not the issuer's" "$(other 'credential": "[^.]*\.[^.]*\.')"
changed "" "$(other 'credential": "[^.]*\.eyJ.\{60\}')"
changed "another algorithm" 's/credential": "[^.]*\./credential": "eyJhbGciOiJub25lIn0./'
changed "three parts" 's/credential": "[^"]*"/credential": "x"/'
changed "no certificate of warpschool" 's/"warpschool_certificate": 1/"warpschool_certificate": 2/'
changed "credential" 's/"credential"/"credentials"/'
changed "duplicate" 's/"warpschool_certificate": 1/"warpschool_certificate": 1, "warpschool_certificate": 1/'
changed "evidence" 's/"evidence": {/"evidence": 1, "x": {/'
head -c 300 "$id.json" >changed.json
certify 2 "the text ends too early: it was cut off" show changed.json
certify 2 "name the .json file that \`certificate issue\` writes" verify badge.svg
{ printf '{"evidence": '; head -c 100000 /dev/zero | tr '\0' '['; } >changed.json
certify 2 "maximum parsing depth" show changed.json
truncate -s 17M changed.json
certify 3 "'changed.json' is larger than 16 MiB" verify changed.json
certify 2 "nowhere.json" show nowhere.json
mkfifo pipe.json
certify 3 "pipe.json" show pipe.json

# Another key than the issuer's, and none.
openssl ecparam -name prime256v1 -genkey -noout 2>/dev/null | openssl ec -pubout -out other.pem 2>/dev/null
[ -s other.pem ] && certify 2 "the signature is not the issuer's" show "$id.json" --key other.pem
certify 2 "not a key in PEM form" show "$id.json" --key "$id.json"

# The holder changes the file and signs it again. Nothing may be confirmed by it.
key=$(find "$scratch/state" -name identity.pem)
resigned() { # resigned STATUS TEXT CODE [OPTION...]
    python3 "$resign" "$id.json" resigned.json "$key" "$3" || { echo "FAIL no new signature"; failures=$((failures + 1)); }
    certify "$1" "$2" verify resigned.json "${@:4}"
}
if command -v python3 openssl >/dev/null; then
    resigned 0 "1 confirmed" ""
    resigned 1 "it holds no kernel to judge again" 'n = "w01-framework"
credential["credentialSubject"]["achievement"]["id"] = "urn:warpschool:award:" + n
evidence.update(award=n, claims=[], questions=[{"lesson": n}])'
    resigned 1 "w01-framework: the award needs it" 'n = "w01-framework"
credential["credentialSubject"]["achievement"]["id"] = "urn:warpschool:award:" + n
evidence.update(award=n, claims=[])'
    resigned 0 "award       TODO" 'credential["credentialSubject"]["achievement"]["name"] = "Research certificate"'
    resigned 1 "it is claimed twice" 'evidence["claims"] *= 2'
    resigned 1 "the award does not count this exercise" 'evidence["claims"] += [dict(evidence["claims"][0], exercise="hello_grid")]'
    resigned 1 "it claims a medal that does not exist" 'evidence["claims"][0].update(medal="gold, the best", trust="measured")'
    resigned 2 "the evidence is another learner's" 'evidence["learner"]["name"] = "Bob"'
    resigned 2 "the signed text has expired" 'credential["exp"] = 1577836800'
    resigned 2 "its last date is not one" 'credential["validUntil"] = 1577836800'
    resigned 0 "which anyone can make under any name" 'credential["sub"] = credential["credentialSubject"]["id"] = evidence["learner"]["did"] = "did:x"'
    resigned 0 '"name": "A[31m"' 'credential["credentialSubject"]["identifier"][0]["identityHash"] = evidence["learner"]["name"] = "A\u009b[31m\u202e\x7f"' --json

    # Texts that two readers could read in two ways.
    resigned 2 "duplicate object key" 'payload = lambda b: b[:-1] + b",\"id\":\"urn:uuid:0\"}"'
    resigned 2 "duplicate object key" 'text = lambda t: t.replace("\"evidence\": {", "\"evidence\": {\"\\u0061ward\": \"research\", ", 1)'
    resigned 2 "decode byte 0xc0" 'payload = lambda b: b.replace(b"Ada Lovelace", b"Ada\xc0\xafLovelace")'
    resigned 2 "NUL" 'payload = lambda b: b.replace(b"Ada Lovelace", b"Ada\\u0000Lovelace")'
    resigned 2 "not one of ES256" 'token = lambda t: t + "="'
    resigned 2 "not one of ES256" 'token = lambda t: t[:-9] + " " + t[-9:]'
    resigned 2 "in base64url" 'token = lambda t: t.replace(".", "=.", 1)'
    resigned 2 "not one of ES256" 'token = lambda t: t + "." + t.split(".")[2]'
    resigned 2 "must be a text" 'token = lambda t: [t, t]'
    resigned 3 "demands extensions" 'header.update(b64=False, crit=["b64"])'
    # Keys of somebody else.
    resigned 2 "names another person" 'header["kid"] = "did:key:zDnaerDaTF5BXEavCrfRZEk316dpbLsfPDZ3WJ5hRTPFU2169#x"'
    resigned 2 "names another person" 'header["kid"] = credential["iss"] + "x#key-1"'
    resigned 2 "must be a text" 'header["kid"] = [credential["iss"]]'
    resigned 2 "the signature is not the issuer" 'header["jwk"] = {"kty": "EC"}; del header["kid"]
credential["iss"] = credential["issuer"]["id"] = "did:key:zDnaerDaTF5BXEavCrfRZEk316dpbLsfPDZ3WJ5hRTPFU2169"'
    # Numbers and times that no record has.
    resigned 2 "must be from 0 to" 'evidence["claims"][0]["elapsed_ns"] = -1'
    resigned 2 "too big" 'evidence["claims"][0]["elapsed_ns"] = 2 ** 63'
    resigned 2 "must be an integer" 'evidence["claims"][0]["elapsed_ns"] = "5"'
    resigned 2 "was tried after" 'evidence["claims"][0]["started_at"] = "-001-01-01T00:00:00Z"'
    resigned 2 "more than 4000 bytes" 'credential["credentialSubject"]["achievement"]["name"] = "x" * 5000'
    assessment='evidence["assessments"] = [dict(lesson="a", level="foundation", points=9, points_total=10, elapsed_s=5,
    started_at="2026-01-01T00:00:00Z")]; one = evidence["assessments"][0]; '
    resigned 0 "foundation, 9 of 10 points, self-administered" "$assessment"
    resigned 0 "there is only the word of the signer" "$assessment"
    resigned 0 '"judged_again": false' "$assessment" --json
    resigned 2 "must be from 0 to 10" "$assessment one['points'] = 11"
    resigned 2 "must be from 0 to" "$assessment one['points_total'] = 10 ** 18"
    resigned 2 "must be from 0 to" "$assessment one['elapsed_s'] = -5"
    resigned 2 "begun after" "$assessment one['started_at'] = '2999-01-01T00:00:00Z'"
    # Evidence that is not that of the award.
    WARPSCHOOL_ROOT=$tests/../.. resigned 1 "the file shows no pass" "$assessment one['points'] = 1
credential['credentialSubject']['achievement']['id'] = 'urn:warpschool:award:assessment-foundation'
evidence['award'] = 'assessment-foundation'"
    resigned 2 "'research' cannot be earned in this course: it has no" 'evidence["award"] = "research"
credential["credentialSubject"]["achievement"]["id"] = "urn:warpschool:award:research"'
    resigned 1 "rules differ          double_it" 'one = evidence["claims"][0]
one.update(lesson_sha256="0" * 64, source="extern \"C\" __global__ void vector_add(float *c) { c[0] = 1; }")
one["source_sha256"] = hashlib.sha256(one["source"].encode()).hexdigest()'
    resigned 1 "this course has no such exercise" 'evidence["claims"] += [dict(evidence["claims"][0], exercise="../../etc/passwd")]'
    resigned 1 "not confirmed         double_it" 'one = evidence["claims"][0]
one["source"] = "#include \"/etc/passwd\"\n" + one["source"]
one["source_sha256"] = hashlib.sha256(one["source"].encode()).hexdigest()'
    "$program" certificate verify resigned.json --pack "$pack" 2>&1 | grep -q "root:" &&
        { echo "FAIL a file of the reader is shown"; failures=$((failures + 1)); }
    for list in claims questions assessments; do
        resigned 2 "its list '$list' has more than 4096 entries" "evidence['$list'] = [{}] * 4097"
    done
    resigned 2 "must be an array" 'evidence["claims"] = {"0": evidence["claims"][0]}'
    # A whole program is not run unless the reader says so.
    resigned 1 "it is a whole program; --run-native runs it" 'import re
one = evidence["claims"][0]
one.update(exercise="host_add", source="int main() {}")
one["source_sha256"] = hashlib.sha256(one["source"].encode()).hexdigest()
evidence["award"] = "w01-from-the-host"
credential["credentialSubject"]["achievement"]["id"] = "urn:warpschool:award:w01-from-the-host"'
fi

# The reader's course judges: it asks for another result, has another text, asks for more.
sed -i 's/= x\[i\] + x\[i\]/= x[i] + 1/' "$pack/kernels/week03/double_it.cu"
certify 1 "not confirmed         double_it" verify "$id.json"
echo "# another text" >>"$lesson"
certify 1 "rules differ          double_it" verify "$id.json"
sed -i 's/= x\[i\] + 1/= x[i] + x[i]/' "$pack/kernels/week03/double_it.cu"
certify 0 "1 confirmed" verify "$id.json"
sed -i 's/\bdouble_it$/triple_it/; s/exercise: double_it/exercise: triple_it/' "$lesson"
certify 1 "triple_it: the award needs it" verify "$id.json"
certify 1 "double_it: this course has no such exercise" verify "$id.json"
finish
