#!/usr/bin/env bash
# Catalogues are complete, with matching formats. A missing language does no harm.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
command -v xgettext >/dev/null || { echo "skipped: no gettext"; exit 77; }
source=$(cd "$(dirname "$0")/../.." && pwd)

"$source/po/update.sh" --template "$scratch/now.pot"
for language in es zh; do
    msgfmt --check --output-file "$scratch/$language.mo" "$source/po/$language.po" || failures=$((failures + 1))
    wanted=$(grep -c '^msgid "..*"' "$scratch/now.pot")
    msgmerge --quiet --no-fuzzy-matching --output-file "$scratch/merged.po" "$source/po/$language.po" "$scratch/now.pot"
    missing=$(msgattrib --untranslated "$scratch/merged.po" | grep -c '^msgid "..*"')
    # New texts may lack a translation. The program shows them in English.
    if [ $((missing * 10)) -gt "$wanted" ]; then
        echo "FAIL $language: $missing of $wanted texts are not translated"
        failures=$((failures + 1))
    fi
done

expect 0 "Un programa, muchos hilos" show w01-hello-grid --language es
expect 0 "一个程序" show w01-hello-grid --language zh
LANGUAGE=zh expect 0 "一个程序" show w01-hello-grid
expect 0 "juzga un kernel una vez y registra el intento" grade --help --language es
expect 0 "选项:" help grade --language zh
expect 2 "--language takes en, es or zh" show w01-hello-grid --language xx
expect 0 "One program, many threads" show w01-hello-grid
finish
