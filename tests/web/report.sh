#!/usr/bin/env bash
# The page of `report` in headless Chromium, without a network. At three widths it loads, and no
# text is wider than the window. tidy finds nothing. Skipped without chromium.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/../cli/support.sh"
need_toolkit
command -v chromium >/dev/null || { echo "skipped: no chromium"; exit 77; }
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
