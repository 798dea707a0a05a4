#!/usr/bin/env bash
# The page of `report` in headless Chromium, without a network. At three widths it loads, and no
# text is wider than the window. tidy finds nothing. Skipped without chromium.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/../cli/support.sh"
need_toolkit
command -v chromium >/dev/null || { echo "skipped: no chromium"; exit 77; }
tests=$(realpath "$(dirname "$0")")
cd "$scratch" || exit 1
fail() { echo "FAIL $1"; failures=$((failures + 1)); }

course=$("$program" doctor | sed -n 's/.*resources in //p')
for level in gelu_l1 gelu_l2 gelu_l3; do
    expect 0 "passed" grade "$level" --device virtual --file "$course/solutions/week01/$level.cu"
done
expect 0 "written: page.html" report --html page.html --name "Ada Lovelace"

browse() { # browse WIDTH HEIGHT PAGE OPTION...
    chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --host-resolver-rules="MAP * ~NOTFOUND" \
        --user-data-dir="$scratch/profile" --window-size="$1,$2" "${@:4}" "file://$scratch/$3" 2>/dev/null
}
# The widths, as the browser sees them, in the title of a copy: the page itself has no script.
sed 's|</body>|<script>document.title="w"+document.documentElement.scrollWidth+"of"+innerWidth</script></body>|' \
    page.html >measured.html
for width in 500 900 1500; do # a headless window is at least 500 wide
    title=$(browse "$width" 1200 measured.html --dump-dom | sed -n 's|.*<title>\(w[0-9]*of[0-9]*\)</title>.*|\1|p' | head -1)
    read -r text window <<<"$(tr -c '0-9\n' ' ' <<<"$title")"
    [ "${text:-1}" -le "${window:-0}" ] || fail "at $width: the text is ${text:-?} wide, the window ${window:-?}"
    browse "$width" 1200 page.html --screenshot="$scratch/$width.png" >/dev/null
    [ "$(wc -c <"$width.png")" -gt 20000 ] || fail "at $width: the picture is empty"
done
browse 900 1200 page.html --print-to-pdf="$scratch/page.pdf" >/dev/null
head -c 5 page.pdf | grep -q '%PDF-' || fail "it does not print"

# Accessibility, in light and dark. axe-core comes from a wheel of PyPI that carries it.
cp "$tests/audit.js" .
axe_wheel=axe-playwright-python==0.1.8
axe=${XDG_CACHE_HOME:-$HOME/.cache}/warpschool/axe/axe.min.js
if [ ! -s "$axe" ] && mkdir -p "${axe%/*}" && python3 -m pip download -q --no-deps -d wheel "$axe_wheel" 2>/dev/null; then
    unzip -p wheel/*.whl '*/axe.min.js' >"$axe"
fi
: >axe.js
[ -s "$axe" ] && cp "$axe" axe.js

narrow='s|</head>|<style>html{max-width:320px}</style></head>|'
audit() { # audit light|dark SED-EXPRESSION: the mistakes of the page, with that change
    local scheme='s/@media(prefers-color-scheme:dark)/@media print/g'
    [ "$1" = dark ] && scheme='s/@media(prefers-color-scheme:dark)/@media screen/g'
    sed -e "$scheme" -e "$2" -e 's|</body>|<script src="axe.js"></script><script src="audit.js"></script></body>|' \
        page.html >audited.html
    browse 500 1200 audited.html --virtual-time-budget=30000 --dump-dom | sed -n '/<audit>/,/end<\/audit>/p' |
        sed 's/<audit>//; s|</audit>.*||'
}
for scheme in light dark; do
    for width in "" "$narrow"; do
        audit "$scheme" "$width" >audit.txt
        [ "$(tail -1 audit.txt)" = end ] || fail "in $scheme the audit did not end"
        grep -q ":" audit.txt && fail "in $scheme: $width $(grep ":" audit.txt)"
    done
done
grep "axe" audit.txt
planted() { # planted RULE SED-EXPRESSION: the audit must name the rule
    cmp -s page.html <(sed "$2" page.html) && fail "sed changed nothing: $2"
    audit light "$2" | grep -q "^$1:" || fail "the audit misses: $2"
}
planted language 's/<html lang="en">/<html>/'
planted picture 's|<title>Roofline[^<]*</title>||'
planted heading 's/<h3>/<h5>/'
planted table 's/<th scope="row">\([^<]*\)<\/th>/<td>\1<\/td>/'
planted contrast 's/--dim:#4d5f68/--dim:#9aa5ab/'
planted contrast 's/\.dim{fill:#[0-9a-f]*}/.dim{fill:#9aa5ab}/'
planted graphic 's/\.course{fill:#[0-9a-f]*}/.course{fill:#9fb4be}/'
planted scrolling 's/<pre tabindex="0">/<pre>/'
planted scrolling "s/<div class=\"wide\"[^>]*>/<div class=\"wide\">/; $narrow"
[ -s axe.js ] && planted "axe html-has-lang" 's/<html lang="en">/<html>/'

# Every table's head and every picture has a name for a screen reader.
grep -o '<th[ >]' page.html | wc -l >heads
grep -o '<th scope="[a-z]*"' page.html | wc -l >scoped
cmp -s heads scoped || fail "a head of a table has no scope"
[ "$(grep -c '<svg' page.html)" = "$(grep -A1 '<svg' page.html | grep -c '<title>')" ] || fail "a picture has no title"
if command -v tidy >/dev/null; then
    tidy -quiet -errors --accessibility-check 2 page.html >tidy.log 2>&1
    grep -vE "proprietary|trimming|moved <style>|\[(1\.1\.2|2\.1\.1|2\.2\.1|6\.|11\.2|5\.5|4\.1|10\.4)" tidy.log | grep -E "Warning|Error|Access" && fail "tidy"
fi
finish
