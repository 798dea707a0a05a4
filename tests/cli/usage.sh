#!/usr/bin/env bash
# The command line's messages that need no compiler.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"

expect 0 "usage: warpschool" help
expect 0 "assessment [start|show|answer|submit|finish|result] ..." help
expect 0 "Exit status: 0 passed" help grade
expect 0 "warpschool " version
expect 2 "did you mean 'grade'?" graed
expect 2 "did you mean 'grade'?" help graed
expect 2 "\`warpschool help\` lists the commands" help zzzz
expect 2 "\`warpschool shell NAME\` opens a lesson or an exercise" vector_add
for verb in start "reset --yes"; do
    # shellcheck disable=SC2086 # words of a command
    WARPSCHOOL_STATE=/proc/nowhere expect 3 "set WARPSCHOOL_STATE to a folder that is" $verb vector_add
done
# Where nothing is recorded, each command says so, and none that only records seems to succeed.
for place in /proc/nowhere /dev/null "$scratch/as-folder"; do
    mkdir -p "$scratch/as-folder/warpschool.db"
    export WARPSCHOOL_STATE=$place
    expect 0 "progress is not kept: " status
    echo '{}' >"$scratch/empty.json"
    for command in "note vector_add text" "rate vector_add 3" "assessment start foundation --yes" placement "progress import $scratch/empty.json"; do
        # shellcheck disable=SC2086 # words of a command
        expect 3 "nothing was recorded, because progress is not kept" $command
    done
done
export WARPSCHOOL_STATE=$scratch/state
expect 2 "did you mean 'vector_add'" shell vector_ad
expect 0 "One program, many threads" shell w01-hello-grid
expect 2 "did you mean --json?" grade vector_add --jsn
expect 2 "there is no exercise 'vector_ad'" grade vector_ad
expect 2 "did you mean 'vector_add'" grade vector_ad
expect 0 "exercises passed" status
expect 0 "vector_add" list
expect 0 '"schema": "warpschool.overview/1"' list --json
expect 0 "One program, many threads" show w01-hello-grid
expect 0 "work/week" start
expect 0 "work/week01/hello_grid.cu" start hello_grid
expect 0 "no attempts yet" history
mkdir -p "$scratch/later/lessons" "$scratch/later/exercises"
echo "// later" >"$scratch/later/exercises/later.cu"
cat >"$scratch/later/lessons/later.yaml" <<'LESSON'
id: later-lesson
level: foundation
week: 1
title: Later
objectives: [{id: wait, say: wait}]
minutes: 1
steps:
  - exercise: {id: later, title: Later, task: Wait., starter: later.cu, locked: Opens in week 5.}
LESSON
for verb in solution start hint reset; do
    expect 3 "later is not open yet: Opens in week 5" $verb later --pack "$scratch/later"
done
expect 0 "hint 1 of 5" hint vector_add
expect 0 "hint 2 of 5" hint vector_add
expect 1 "the solution was not shown" solution vector_add
expect 0 "c[i] = a[i] + b[i]" solution vector_add --yes
expect 0 "hello_grid is the starter already" reset hello_grid --yes
echo "// mine" >>"$WARPSCHOOL_STATE/work/week01/hello_grid.cu"
expect 1 "nothing was reset" reset hello_grid
expect 0 "is reset to the starter" reset hello_grid --yes
expect 0 "as it was before the reset" reset hello_grid --undo
expect 2 "hello_grid has no half-written starter" reset hello_grid --half --yes
expect 2 "after 3 failures with one diagnosis" reset vector_add --half --yes
expect 2 "--seed takes a whole number" grade vector_add --seed x
expect 2 "no folder /nonexistent/lessons" status --root /nonexistent
expect 2 "usage: warpschool certificate show|verify|sign FILE" certificate verify
expect 2 "usage: warpschool progress import FILE" progress import
expect 0 "w01-vector-add" list --lesson-names

# Values that no option knows are refused.
expect 2 "--language takes en, es or zh, not 'xx'" --language xx version
LC_ALL=C expect 2 "the terminal shows no UTF-8, so the language cannot be zh" --plain --language zh
expect 2 "--color takes auto, always or never, not 'maybe'" list --color maybe
expect 2 "--theme takes dark or light, not 'pink'" shell --theme pink
expect 2 "--arch takes one of h100, " grade vector_add --arch foo
expect 2 "no GPU 'foo' is modelled" grade vector_add --arch foo

# One rule for files: one that is not there, or a folder in its place, is wrong usage everywhere.
for file in nofile.cu "$scratch"; do
    for verb in "run" "run --grid 1 --block 1" "grade vector_add" "compare vector_add solution" "certificate show" \
        "certificate verify" "progress import" "export --torch vector_add --file"; do
        # shellcheck disable=SC2086 # a verb has options
        expect 2 "warpschool: '$file' " $verb "$file"
    done
done
expect 2 "too many: warpschool version" version x
"$program" version x 2>&1 | grep -q ' $' && { echo "FAIL a usage ends with a space"; failures=$((failures + 1)); }
touch "$scratch/file"
expect 2 "exists and is not a folder" portfolio "$scratch/file"
echo "__global__ void k() {}" >"$scratch/kernel.cu"
expect 2 "a file with a main() needs neither" run "$scratch/kernel.cu"
expect 0 "A file that does not exist is wrong usage" help
expect 1 "no lesson or exercise is called 'zzz'" list zzz
expect 0 "vector_add" list VECTOR

# Words in texts, and their meaning.
expect 0 "w02-shared-reverse, step" search __syncthreads
"$program" search bank | grep -qE '.{81}' && { echo "FAIL search writes lines of more than 80 columns"; failures=$((failures + 1)); }
expect 1 "no text has 'no such words'" search no such words
expect 1 "did you mean 'bank conflict'?" search bnak conflcit
expect 0 "32 threads of a block" glossary Warps
expect 0 "bank conflict" glossary
expect 0 "conflicto de bancos" glossary bank conflict --language es
expect 2 "did you mean 'warp'?" glossary wrap

# The status says once what is open, not for each certificate.
count=$("$program" status | grep -c "core of week 1")
[ "$count" = 1 ] || { echo "FAIL: the status says $count times what is open"; failures=$((failures + 1)); }

# Every command that takes a device says so before it does anything else.
expect 2 "--device is auto, virtual, cuda or cuda:1, not 'tpu'" demo --device tpu
expect 2 "--device is auto, virtual, cuda or cuda:1, not 'tpu'" compare vector_add solution best --device tpu

small_course

# Notes stand at steps and lines. The search finds them.
expect 0 "no notes yet" note
expect 0 "Noted. \`warpschool note\` lists all notes" note w01-coalescing:3 ask about sectors
expect 0 "A bookmark is here. \`warpschool note\` lists all" note vector_add:7
expect 0 "" note vector_add why ceil
expect 0 "w01-coalescing, step 3" search ask sectors
expect 0 "vector_add, line 7" note
expect 0 "" note vector_add:8 "$(printf 'red \033[31mink')"
"$program" note | grep -q $'\033' && { echo "FAIL: a note controls the terminal"; failures=1; }
expect 0 "The note is gone" note vector_add:8 --remove
expect 0 "The note is gone" note vector_add:7 --remove
expect 0 "why ceil" note
expect 2 "vector_add.cu has" note vector_add:9999 far
expect 0 "" note vector_add:9999 --remove
expect 2 "'x' is not the number of a step or a line" note vector_add:x
expect 2 "':' names no place for a note" note : x
expect 2 "'vector_add:' names no place for a note" note vector_add: x
expect 2 "'' names no place for a note" note "" x
expect 2 "w01-coalescing has" note w01-coalescing:99 far
expect 2 "there is no lesson or exercise 'nothing'" note nothing here
expect 2 "did you mean 'w01-hello-grid'" show w01-helo-grid
expect 2 "did you mean 'w01-hello-grid'" rate w01-helo-grid 4
expect 2 "did you mean 'hello_index'" fill hello_idex 1

# A record goes to another place. What is there already is not added again.
expect 0 '"schema": "warpschool.progress/1"' progress export
"$program" progress export "$scratch/record.json"
expect 0 "new here: 0 attempts, 0 answers, 0 hints, 0 notes" progress import "$scratch/record.json"
WARPSCHOOL_STATE=$scratch/other
expect 0 "new here: 0 attempts, 0 answers, 2 hints, 2 notes" progress import "$scratch/record.json"
expect 0 "hint 2 of 5" hint vector_add --all
echo '{"schema": "other"}' > "$scratch/record.json"
expect 2 "record.json: this file is not from" progress import "$scratch/record.json"
echo hello > "$scratch/record.json"
expect 2 "record.json' is damaged, or is not from \`warpschool progress export\`: it is not JSON" progress import "$scratch/record.json"

# A backup is made once a day. A damaged file is set aside, and the backup fills the gap.
today=$(date -u +%F)
expect 0 "$today" progress backups
expect 2 "there is no backup of 'yesterday'" progress restore yesterday --yes
expect 2 "there is no backup of 'yesterday'" progress restore yesterday
expect 0 "your record now comes from $today" progress restore "$today" --yes
expect 0 "before-restore" progress backups
head -c 8192 /dev/urandom | dd of="$WARPSCHOOL_STATE/warpschool.db" conv=notrunc status=none
rm -f "$WARPSCHOOL_STATE"/warpschool.db-*
expect 0 "the progress file was damaged and unreadable" status
expect 0 "exercises passed" status
ls "$WARPSCHOOL_STATE"/warpschool.db.damaged-* >/dev/null || { echo "FAIL the damaged file is not kept"; failures=$((failures + 1)); }
WARPSCHOOL_STATE=$scratch/no-backup
mkdir -p "$WARPSCHOOL_STATE"
head -c 8192 /dev/urandom > "$WARPSCHOOL_STATE/warpschool.db"
expect 0 "the progress file was damaged and unreadable, and no backup has an entry: your record starts empty" status

# Damage within the file, which opening does not see, is found by the daily look at it.
rm -f "$WARPSCHOOL_STATE"/warpschool.db.damaged-*
sqlite() { python3 -c 'import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); print(*c.execute(sys.argv[2])); c.commit()' "$WARPSCHOOL_STATE/warpschool.db" "$1"; }
sqlite "DELETE FROM setting WHERE key = 'backup_day'" >/dev/null
sqlite "PRAGMA wal_checkpoint(TRUNCATE)" >/dev/null
rm -rf "$WARPSCHOOL_STATE/backups" && echo x >"$WARPSCHOOL_STATE/backups"
page=$(sqlite "SELECT rootpage FROM sqlite_master WHERE name = 'attempt'" | tr -dc 0-9)
head -c 4096 /dev/urandom | dd of="$WARPSCHOOL_STATE/warpschool.db" bs=4096 seek=$((page - 1)) conv=notrunc status=none
expect 0 "the progress file was damaged and unreadable" status
expect 0 "exercises passed" status

# A file of no bytes is no first start where there are backups.
rm -f "$WARPSCHOOL_STATE/backups"
sqlite "DELETE FROM setting WHERE key = 'backup_day'" >/dev/null
expect 0 "exercises passed" status
rm -f "$WARPSCHOOL_STATE"/warpschool.db-*
: >"$WARPSCHOOL_STATE/warpschool.db"
expect 0 "the progress file was empty or gone" status
expect 0 "exercises passed" status

# A size has three digits and its unit.
count=$("$program" doctor --toolkit /nonexistent | grep -c "no libnvrtc")
[ "$count" = 1 ] || { echo "FAIL: the doctor says $count times why there is no NVRTC"; failures=$((failures + 1)); }
"$program" doctor | grep -qE '[ .0-9]+ [KMGT]iB free for ' || { echo "FAIL doctor names no free space"; failures=$((failures + 1)); }
"$program" doctor | grep -E '[0-9]{4,} MiB free for ' && failures=$((failures + 1))
finish
