#!/usr/bin/env bash
# The languages of lessons, help, verdicts and errors. tests/style/translations.sh says what lacks.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
expect 0 "Un programa, muchos hilos" show w01-hello-grid --language es
expect 0 "一个程序" show w01-hello-grid --language zh
LANGUAGE=zh expect 0 "一个程序" show w01-hello-grid
expect 0 "juzga un kernel una vez y registra el intento" grade --help --language es
expect 0 "选项：" help grade --language zh
expect 2 "--language takes en, es or zh" show w01-hello-grid --language xx
expect 0 "One program, many threads" show w01-hello-grid
expect 0 "Escribe y[i] = min(max(scale * x[i], low), high)" show pool_clamp_scale --language es
expect 0 "Qué se te pedirá" show assessment-foundation --language es
expect 0 "测评的内容" show assessment-foundation --language zh
expect 0 "Todo x y sus columnas de w" show assessment-intermediate --language es
expect 0 "整个 x 和自己的那些 w 的列" show assessment-intermediate --language zh
expect 0 "Gira 90 grados a la derecha" show pool_turn --language es
expect 0 "向右旋转 90 度" show pool_turn --language zh
expect 2 "no hay ningún ejercicio 'vektor_add'" grade vektor_add --language es
expect 2 "¿querías decir 'vector_add'?" grade vektor_add --language es
expect 2 "没有练习 'vektor_add'" grade vektor_add --language zh
expect 2 "grade no tiene la opción --sede" grade --sede 1 --language es
LANGUAGE=es expect 2 "no hay ningún comando 'grad'" grad
LANGUAGE=zh expect 2 "不能是 'x'" history --limit x
LANGUAGE=es expect 2 "'nowhere.json' no existe" progress import nowhere.json
LANGUAGE=es expect 0 "formato " doctor
expect 0 "La entrada de una capa que se suma a su salida" glossary residual --language es
expect 0 "加到一层输出上的该层输入" glossary residual --language zh
expect 0 "La prueba que detiene a los hilos" glossary guarda --language es
expect 0 "An activation: 0.5 * x * (1 + erf(x / sqrt(2)))" glossary silu
expect 0 "还没有试过。\`warpschool shell hello_grid\`" certificate status foundation --language zh

# The help of no command has an English placeholder. The other words in capitals are names.
placeholders=$(for command in $("$program" help | grep -oE '^  [a-z-]+'); do
    "$program" help "$command" --language zh
done | grep -oE '\b[A-Z]{3,}\b' | sort -u |
    grep -vxE 'COLORFGBG|CPU|CUDA|DID|EDITOR|GPU|JSON|PEM|PNG|PTX|README|TMPDIR|VISUAL|XML' | tr '\n' ' ')
[ -z "$placeholders" ] || { echo "FAIL: the Chinese help has $placeholders"; failures=$((failures + 1)); }
expect 2 "uso: warpschool show LECCIÓN|EJERCICIO" show --language es
expect 0 "grade <练习> [<文件>]" help --language zh
expect 0 "juzga un kernel una vez y registra el intento" help --man --language es
expect 0 ".SH 命令" help --man --language zh

# Titles, slips and the reasons of gates come from the catalogue: these lessons have no translation.
expect 0 "Acceso coalescente" list transpose --language es
expect 0 "合并访问" list transpose --language zh
expect 0 "Semana 3: teselas y varias GPU (intermedio), 0 de 26 ejercicios superados" list --language es
need_toolkit
wrong() { echo "$(dirname "$0")/../curriculum/wrong/$1.cu"; }
expect 1 "Los carriles vecinos deben escribir en direcciones vecinas." \
    grade transpose_coalesced --no-record --file "$(wrong transpose_coalesced/strided_stores)" --language es
# A limit has the form of the value beside it.
expect 1 "所需的 8.0 倍（上限 1.1 倍）" grade transpose_coalesced --no-record --file "$(wrong transpose_coalesced/strided_stores)" --language zh
# A severity has the word and the colon of its language.
{ echo "int unfinished(int x)"; cat "$(dirname "$0")/../../solutions/week01/vector_add.cu"; } >"$scratch/unfinished.cu"
expect 1 ":6:1: 错误：expected" grade vector_add --no-record --language zh --file "$scratch/unfinished.cu"
expect 1 "相邻通道必须存储到相邻地址。" grade transpose_coalesced --no-record --file "$(wrong transpose_coalesced/strided_stores)" --language zh
expect 1 "este descuido: El gradiente no se divide por el número de filas n." \
    grade gradient_accumulate --no-record --seed 1 --language es \
    --file "$(dirname "$0")/../curriculum/wrong/gradient_accumulate/not_averaged.diff"
expect 1 "la velocidad de la solución. Este ejercicio pide 0.6x." \
    grade few_threads --no-record --seed 1 --file "$(wrong few_threads/stores_between)" --language es
expect 1 "m 和 v 在所有用例中都正确" grade adamw_update --no-record --seed 1 --language zh \
    --file "$(dirname "$0")/../curriculum/wrong/adamw_update/gradient_ahead.diff"

# Words from the worker, which has no languages: a refused plan, a wrong timed size, a checker.
expect 1 "no queda ninguna configuración" grade autotune_tiles --no-record --seed 5 \
    --file "$(wrong autotune_tiles/no_tile_for_one_row)" --language es
expect 1 "que escriben sus bloques de muestra" grade repair_f --no-record --seed 5 \
    --file "$(wrong repair_f/every_second_row_when_long)" --language es
expect 1 "其中 got 是 NaN" grade allclose --no-record --file "$(wrong allclose/one_direction)" --language zh
expect 1 "结果错误" compare vector_add solution "$(dirname "$0")/../../exercises/week01/vector_add.cu" --language zh
finish
