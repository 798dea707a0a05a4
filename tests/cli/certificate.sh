#!/usr/bin/env bash
# `certificate`: issued here, checked with the state of another machine, refused when changed.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
need_toolkit
resign=$(realpath "$(dirname "$0")/resign.py")
cd "$scratch" || exit 1

expect 0 "Foundation badge (foundation-badge): 0 of 3 requirements met" certificate
expect 0 "[ ] core of week 1: 0 of" certificate status
expect 2 "there is no badge or certificate 'medal'" certificate issue medal --name Ada
expect 2 "usage: warpschool certificate issue" certificate issue week-1
expect 2 "certificate has no 'seal'" certificate seal x

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
expect 0 "new here: 1 attempts" progress import record.json
expect 0 "new here: 0 attempts" progress import record.json
sed -i 's/"id": "./"id": "another /' record.json
expect 0 "new here: 1 attempts" progress import record.json
sed -i '/"id": "/d' record.json # as older programs wrote it
expect 0 "new here: 1 attempts" progress import record.json
expect 0 "new here: 0 attempts" progress import record.json

certify 0 "self-issued" show "$id.json"
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
changed "the signature is not the issuer's" 's/\(credential": "[^.]*\.[^.]*\.\)./\1_/'
changed "" 's/\(credential": "[^.]*\.eyJ.\{60\}\)./\1_/'
changed "another algorithm" 's/credential": "[^.]*\./credential": "eyJhbGciOiJub25lIn0./'
changed "three parts" 's/credential": "[^"]*"/credential": "x"/'
changed "no certificate of warpschool" 's/"warpschool_certificate": 1/"warpschool_certificate": 2/'
changed "credential" 's/"credential"/"credentials"/'
changed "duplicate" 's/"warpschool_certificate": 1/"warpschool_certificate": 1, "warpschool_certificate": 1/'
changed "evidence" 's/"evidence": {/"evidence": 1, "x": {/'
head -c 300 "$id.json" >changed.json
certify 2 "JSON line" show changed.json
{ printf '{"evidence": '; head -c 100000 /dev/zero | tr '\0' '['; } >changed.json
certify 2 "maximum parsing depth" show changed.json
head -c 70000000 /dev/zero >changed.json
certify 3 "changed.json" show changed.json
certify 2 "nowhere.json" show nowhere.json
mkfifo pipe.json
certify 3 "pipe.json" show pipe.json

# Another key than the issuer's, and none.
openssl ecparam -name prime256v1 -genkey -noout 2>/dev/null | openssl ec -pubout -out other.pem 2>/dev/null
[ -s other.pem ] && certify 2 "the signature is not the issuer's" show "$id.json" --key other.pem
certify 2 "no key in PEM form" show "$id.json" --key "$id.json"

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
    resigned 1 "the award does not count it" 'evidence["claims"] += [dict(evidence["claims"][0], exercise="hello_grid")]'
    resigned 1 "it claims a medal that does not exist" 'evidence["claims"][0].update(medal="gold, the best", trust="measured")'
    resigned 2 "the evidence is another learner's" 'evidence["learner"]["name"] = "Bob"'
    resigned 2 "the signed text has expired" 'credential["exp"] = 1577836800'
    resigned 2 "its last date is not one" 'credential["validUntil"] = 1577836800'
    resigned 0 "anybody can make one under any name" 'credential["sub"] = credential["credentialSubject"]["id"] = evidence["learner"]["did"] = "did:x"'
    resigned 0 '"name": "A[31m"' 'credential["credentialSubject"]["identifier"][0]["identityHash"] = evidence["learner"]["name"] = "A\u009b[31m\u202e\x7f"' --json
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
