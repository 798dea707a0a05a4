#!/usr/bin/env bash
# `report` and `portfolio`: what they hold, and that the page needs nothing from elsewhere.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
need_toolkit
cd "$scratch" || exit 1

fail() { echo "FAIL $1"; failures=$((failures + 1)); }
holds() { grep -qF -- "$2" "$1" || fail "$1 does not hold: $2"; }
lacks() { grep -qiE -- "$2" "$1" && fail "$1 holds: $2"; }

expect 2 "usage: warpschool report --html FILE" report
expect 0 "written: empty.html" report --html empty.html
holds empty.html "0 of "
lacks empty.html "<h2>Kernels"
expect 2 "no pass of 'gelu_l3' with a time" report --card gelu_l3 --svg card.svg
expect 2 "did you mean 'gelu_l3'" report --card gelu_l33 --svg card.svg

course=$("$program" doctor | sed -n 's/.*resources in //p')
for level in gelu_l1 gelu_l3; do
    expect 0 "passed" grade "$level" --device virtual --file "$course/solutions/week01/$level.cu"
done
expect 0 "written: page.html" report --html page.html --name "Ada <script>alert(1)</script>"
expect 2 "--card needs --svg FILE or --png FILE" report --card gelu_l3
expect 0 "written: card.svg" report --card gelu_l3 --svg card.svg --name "Ada & Co"
holds card.svg "Ada &amp; Co"
if command -v rsvg-convert >/dev/null; then
    expect 0 "written: card.png" report --card gelu_l3 --png card.png --name "Ada & Co"
    [ "$(head -c 4 card.png | tail -c 3)" = PNG ] || fail "card.png is no PNG"
fi
PATH=$scratch/empty expect 2 "rsvg-convert is not installed; it draws PNG files" report --card gelu_l3 --png none.png
[ -e none.png ] && fail "none.png was written"
holds page.html "2 of "
holds page.html "GELU in three levels"
holds page.html "Modelled times, for H100."
holds page.html "blockIdx.x * blockDim.x"
holds page.html "sectors stored to global memory"
lacks page.html 'class="number">0<'
lacks page.html '[0-9]e[+][0-9]' # a long time has another unit, not a power of ten
holds page.html ' μs</td>'
holds page.html "Roofline: the kernels below the limits"
lacks page.html "<script|<link|<img|src=|href=|url\(|@import|onload"
expect 0 "escrito: es.html" report --html es.html --language es
holds es.html '<html lang="es">'
holds es.html "Bajo el roofline"
lacks es.html "exercises passed|Solution|modelled"
expect 0 "zh.html" report --html zh.html --language zh
holds zh.html "verify &lt;文件&gt;"

expect 0 "written: folder" portfolio folder
for file in README.md report.html kernels/gelu_l3.cu figures/gelu.svg figures/roofline.svg; do
    [ -s "folder/$file" ] || fail "folder/$file is missing"
done
holds folder/README.md "[the report](report.html)"
holds folder/README.md " μs | h100, modelled | gold |"
[ -e folder/figures/block.svg ] && fail "a figure of a table without a time of the learner"
cmp -s folder/kernels/gelu_l1.cu "$course/solutions/week01/gelu_l1.cu" || fail "the kernel is not the one that passed"
touch folder/notes.md
expect 0 "written: folder" portfolio folder
[ -e folder/notes.md ] || fail "a file of the learner's own is gone"
expect 3 "cannot" portfolio /proc/nowhere
finish
