#!/usr/bin/env bash
# A whole assessment: start, restart, answers, a kernel, predictions about it, the result.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"

expect 0 "no assessment is in progress" assessment
expect 2 "you have taken no assessment yet" assessment result
expect 2 "assessment has no command 'begin': use status, start, show, answer, submit, finish or result" assessment begin
expect 2 "this course has no assessment 'expert'" assessment start expert
expect 1 "nothing was started" assessment start
expect 1 "is kept for the assessment" solution pool_dot --yes
expect 0 "You pass with 17 of 24 points" assessment start foundation --seed 3 --yes
expect 0 "next: the foundation assessment is in progress" status
expect 2 "running already: \`warpschool assessment\` shows its items" assessment start foundation --yes
expect 0 ":" assessment
expect 0 "prediction  1 point   to do" assessment
expect 1 "closed while an assessment runs" hint vector_add
expect 1 "closed while an assessment runs" solution vector_add --yes
expect 1 "closed while an assessment runs" run /nonexistent.cu --grid 1 --block 32
expect 0 "1. " assessment show 1
expect 0 "\`warpschool assessment answer 1 CHOICE\` answers it, once" assessment show 1
expect 2 "there is no item 99" assessment show 99
expect 2 "is not a choice" assessment answer 1 7
expect 0 "item 1 is answered" assessment answer 1 1
expect 2 "has an answer already" assessment answer 1 2
expect 0 "your file: " assessment show 7
expect 0 "\`warpschool assessment submit 7\` judges your file" assessment show 7
"$program" assessment | grep -q pool_ && { echo "FAIL: the items name kernels by their ids"; failures=$((failures + 1)); }
"$program" assessment show 1 | grep -q "answers it, once" && { echo "FAIL: an answered item asks for an answer"; failures=$((failures + 1)); }
expect 2 "pass that item first" assessment show 8
expect 2 "pass that item first" assessment answer 8 4
expect 2 "is not a kernel" assessment submit 1

need_toolkit
# The kernel of item 7 is one of the pool. Its shipped solution plays the learner's kernel.
kernel=$(basename "$("$program" assessment show 7 | sed -n 's/^your file: //p')" .cu)
root=$("$program" doctor | sed -n 's/.*resources in //p')
expect 1 "" assessment submit 7
case $("$program" assessment submit 7 2>&1) in # no lesson to read: the assessment teaches nothing
*"read: "*) echo "FAIL: a verdict of the assessment names it as a lesson" && failures=$((failures + 1)) ;;
esac
expect 1 "closed while an assessment runs" grade "$kernel" --json
expect 0 "passed" assessment submit 7 --file "$root/solutions/assessment/$kernel.cu"
expect 0 "passed" assessment
expect 0 "About your kernel that passed" assessment show 8
expect 0 "\`warpschool assessment answer 8 NUMBER\` answers it, once" assessment show 8
expect 0 "¿" assessment show 8 --language es
expect 2 "is not a number" assessment answer 8 many
expect 0 "item 8 is answered" assessment answer 8 64
expect 2 "item 8 has an answer already" assessment answer 8 64
expect 1 "it continues" assessment finish
expect 1 "read again:" assessment finish --yes
expect 1 "not passed, " assessment result foundation
expect 0 "[ ] foundation assessment: not passed" certificate
expect 1 '"self_administered": true' assessment result --json
expect 1 "preparación y navegación     " assessment result --language es # as wide as other areas
expect 0 "no assessment is in progress" assessment
expect 0 "" solution "$kernel" --yes

# An educator's pack: the result names it and is found again without the name.
mkdir -p "$scratch/autumn/lessons"
cat >"$scratch/autumn/lessons/exam.yaml" <<'YAML'
id: exam-autumn
kind: assessment
level: foundation
week: 2
title: Autumn
objectives: [show it]
minutes: 30
draw: {quizzes: 1, exercises: 0, predictions: 0, pass: 1}
steps:
  - quiz:
      read: w01-vector-add
      ask: Which?
      choices: [{say: "this", right: true}, {say: "that", why: "no"}]
YAML
expect 0 "pack autumn" assessment start foundation --pack "$scratch/autumn" --yes
expect 0 "item 1 is answered" assessment answer 1 1
expect 0 "badge earned: Autumn (assessment)" assessment finish --yes
expect 0 "passed, 1 of 1 points" assessment result
expect 0 '"pack": "autumn"' assessment result --json
expect 0 "" assessment start foundation --pack "$scratch/autumn" --yes
expect 0 "item 1 is answered" assessment answer 1 2
expect 1 "not passed, 0 of 1 points" assessment finish --yes
expect 1 "with 1 points: that pass stays" assessment result
expect 0 "assessment: Foundation assessment" status

# A later one that was not passed takes nothing away.
expect 0 "pack autumn" assessment start foundation --pack "$scratch/autumn" --yes
expect 1 "not passed, 0 of 1 points, 1 are needed" assessment finish --yes
expect 0 "written: " certificate issue assessment-foundation --name Ada --out "$scratch/assessment.json"
expect 0 "foundation, 1 of 1 points" certificate show "$scratch/assessment.json"
finish
