#!/usr/bin/env bash
# Blanks on the command line: right and wrong answers, refusals, what is shown without an answer.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"

course="$(dirname "$0")/../curriculum/labs"
expect 0 "float tile[32][____];" fill tile_pitch --root "$course"
expect 0 "float tile[32][33];" fill tile_pitch --show --root "$course"
expect 2 "the step 'tile_column' has no blank" fill tile_column 32 --root "$course"
expect 2 "there is no step 'tile'" fill tile 32 --root "$course"
expect 0 "A warp's load of one column takes 32 passes." show w03-transposes --answers --root "$course"
# Before the guess the text has the rows that the shell shows then, and no others.
question=$("$program" show w03-transposes --root "$course")
for words in "How many" "strided loads (week 1): " "  4  8x" "show w03-transposes --answers"; do
    grep -qF -- "$words" <<<"$question" || { echo "FAIL '$words' is not shown"; failures=$((failures + 1)); }
done
for words in "one column takes 32 passes." "tile: extra load" "Pitch rises" "PITCH 36 to"; do
    grep -qF -- "$words" <<<"$question" && { echo "FAIL '$words' is shown before the guess"; failures=$((failures + 1)); }
done
expect 0 "The pitch of 33 is" show w03-transposes --root "$course"
need_toolkit
# A round with two barriers is one line, where nothing changed before the first of them.
expect 0 "7
  d = 1            .     .     3     5" fill scan_left "t - d"
expect 0 "Right." fill tile_pitch 33 --root "$course"
expect 0 "A float divided by a float is a float." fill day0_third "x[i] / 3.0f"
expect 0 "Right." fill tile_pitch "30 + 5" --root "$course"
expect 1 "Still 32 passes: row r starts at bank" fill tile_pitch 32 --root "$course"
expect 1 "Rows overlap" fill tile_pitch 31 --root "$course"
expect 1 "is false: passes per" fill tile_pitch 40 --root "$course"
expect 1 "It does not compile" fill tile_pitch nowhere --root "$course"
expect 1 "unknown name 'batch30'" fill step_rows batch30
expect 1 "check the brackets" fill tile_pitch "1) + (2" --root "$course"
expect 1 "check the brackets" fill tile_pitch "$(printf '(%.0s' {1..5000})" --root "$course"
expect 1 "write one expression, without ;" fill tile_pitch "33;" --root "$course"
expect 0 "6 checks, 0 failed" author-check tile_pitch --root "$course"
expect 0 "2 checks, 0 failed" author-check tile_column --root "$course"

# A drawn line that has the answer, in any spacing, is a mistake.
cp -r "$course" "$scratch/given"
sed -i 's|blanks: {pitch: "33"}|blanks: {pitch: "2 * 16 + 1"}|' "$scratch/given/lessons/week03/transposes.yaml"
expect 0 "0 failed" author-check tile_pitch --root "$scratch/given"
sed -i 's|    int i = threadIdx.x|    const int wide = 2*16+1;\n&|' "$scratch/given/kernels/week03/transpose_tile.cu"
expect 1 "gives the answer: leave it out" author-check tile_pitch --root "$scratch/given"

# A false claim, and results of another kernel, are mistakes.
cp -r "$course" "$scratch/course"
sed -i 's/claim: shared_load_conflict_ratio == 32/claim: shared_load_conflict_ratio == 31/' "$scratch/course/lessons/week03/transposes.yaml"
expect 1 "the claim is false" author-check tile_column --root "$scratch/course"
sed -i 's|y + r < h)|y + r < h \&\& h > 0)|' "$scratch/course/kernels/week03/transpose_tile.cu"
expect 1 "is out of date" author-check tile_column --root "$scratch/course"
finish
