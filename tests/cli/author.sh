#!/usr/bin/env bash
# A new lesson from the skeleton passes every check as it stands, in a pack of its own, and breaks where it is broken.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"

expect 0 '"$ref": "#/$defs/lesson"' author-schema
expect 2 "is no name" author-new 'Double It' --into "$scratch/pack"
expect 0 "lessons/week03/double_it.yaml" author-new double_it --into "$scratch/pack" --week 3
expect 2 "is there already" author-new double_it --into "$scratch/pack" --week 3
expect 0 "w03-double-it" list --pack "$scratch/pack"
expect 0 "packs/pack/week03/double_it.cu" start double_it --pack "$scratch/pack"
expect 2 "the pack has no folder" list --pack /nonexistent
expect 2 "there is no exercise 'double_it'" start double_it
need_toolkit
expect 0 "0 checks, 0 failed; 0 mistakes" author-check w01-roofline --device virtual
expect 2 "there is no lesson or exercise 'w01-rooflin'" author-check w01-rooflin --device virtual
expect 0 " 0 failed; 0 mistakes" author-check double_it --pack "$scratch/pack" --device virtual
expect 0 " 0 failed; 0 mistakes" author-check double_it_again --pack "$scratch/pack" --device virtual
sed -i 's/2.0f \* x\[i\]/3.0f * x[i]/' "$scratch/pack/solutions/week03/double_it.cu"
expect 1 "the solution does not pass" author-check double_it --pack "$scratch/pack" --device virtual
sed -i 's/f32, shape: \[n\], role: in/f33, shape: [n], role: in/' "$scratch/pack/lessons/week03/double_it.yaml"
expect 2 "pack/lessons/week03/double_it.yaml:" author-check double_it --pack "$scratch/pack" --device virtual
finish
