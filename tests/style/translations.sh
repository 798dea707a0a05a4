#!/usr/bin/env bash
# Every text that learners see is in the template and has its translation in each catalogue.
set -u
cd "$(dirname "$0")/../.." || exit 1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

fail() {
    echo "FAIL $1"
    failures=$((failures + 1))
}

po/update.sh --template "$scratch/now.pot" || exit 1
cmp -s "$scratch/now.pot" po/warpschool.pot || fail "po/warpschool.pot is out of date: run po/update.sh"
for catalogue in po/*.po; do
    msgfmt --check --output-file=/dev/null "$catalogue" || fail "$catalogue does not compile"
    msgmerge --quiet --no-fuzzy-matching --output-file="$scratch/merged.po" "$catalogue" "$scratch/now.pot"
    missing=$(msgattrib --no-wrap --untranslated "$scratch/merged.po" | grep '^msgid "..*"')
    missing+=$(msgattrib --no-wrap --only-fuzzy "$scratch/merged.po" | grep '^msgid "..*"') # left out by msgfmt
    [ -z "$missing" ] || fail "$catalogue lacks a translation of:
$missing"
done

for language in es zh; do
    cmp -s <(grep '^- term:' lessons/glossary.yaml) <(grep '^- term:' "lessons/glossary.$language.yaml") ||
        fail "lessons/glossary.$language.yaml has other terms than lessons/glossary.yaml"
done

# The fields of a cause can begin with "L2" or "DRAM", so Chinese has a space before them.
glued=$(grep -n '[^ ：]{cause}' po/zh.po)
[ -z "$glued" ] || fail "po/zh.po lacks a space before {cause}: $glued"

# One word for one thing. A catalogue avoids the second word that its language has for a term.
#
# avoid CATALOGUE PATTERN WORD: the text has PATTERN instead of WORD.
avoid() {
    found=$(msgcat --no-wrap "$1" | grep -E '^msgstr' | LC_ALL=C.UTF-8 grep -iP "$2")
    [ -z "$found" ] || fail "$1 must say '$3' here:
$found"
}
avoid po/es.po 'aprob|aprueb' superar
avoid po/es.po 'rejilla|cuadrícula' malla
avoid po/es.po arreglo array
avoid po/es.po 'línea launch' 'línea de lanzamiento'
avoid po/es.po 'conflictos? de banco\b' 'conflictos de bancos'
avoid po/es.po micro-batch microlote
avoid po/es.po '\b(una|la|esta) orden\b(?! de)|\bórdenes' comando
avoid po/es.po 'trasp[uoó]' transpuesta
avoid po/es.po 'evaluador\b|próxima evaluación' juzgar
avoid po/zh.po 分级 摸底测验
avoid po/zh.po '算例|情况 \{case\}' 用例
avoid po/zh.po 起始代码 初始代码
avoid po/zh.po '，用例 \{case\}：' '用例 {case} 中'
avoid po/zh.po 离散度 离散程度
avoid po/zh.po 本地内存 局部内存
avoid po/zh.po '(?<!//! )launch 行' 启动行
avoid po/zh.po '(个|所有)块(?!代码)' 线程块
avoid po/zh.po '\p{Han}[(,:;?!]' 'the wide punctuation of Chinese'

# In Chinese a store is 存储 and a write 写入, a load 加载 and a read 读取. Texts that speak of both
# are left to the reader.
#
# for_accesses STEM OTHER WORD AVOIDED
for_accesses() {
    found=$(msggrep -K -E -e "\\b$1(s|ed|ing)?\\b" po/zh.po | msggrep -v -K -i -e "$2" - |
        msgcat --no-wrap - | grep -E '^msgstr' | grep "$4")
    [ -z "$found" ] || fail "po/zh.po must say '$3' here:
$found"
}
for_accesses 'store?' writ 存储 写入
for_accesses load read 加载 读取
# A lesson is 课文, the course 课程.
found=$(msggrep -K -i -e lesson po/zh.po | msggrep -v -K -i -e 'course\|pack' - | msgcat --no-wrap - |
    grep '^msgstr' | grep 课程)
[ -z "$found" ] || fail "po/zh.po must say '课文' here:
$found"
[ "$failures" -eq 0 ]
