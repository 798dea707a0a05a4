#!/usr/bin/env bash
# Claims about times are checked against the clock of a GPU. This one says 10 us for any work
# (tests/support/clocked/).
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/../support.sh"
need_toolkit

"$program" author-new double_it --into "$scratch/pack" --week 3 >/dev/null
lesson="$scratch/pack/lessons/week03/double_it.yaml"
sed -i 's/case: {n: 1048576, stride: 8}/case: {n: 4096, stride: 8}/; /^      vary: /d' "$lesson"
step=double_it_seen
claim() { sed -i "s/^      claim: .*/      claim: $1/" "$lesson"; }
checked() { expect "$1" "$2" author-check "$step" --pack "$scratch/pack" "${@:3}"; }

# A claim without a time needs no GPU, and there is nothing to report.
checked 0 "0 checks, 0 failed" --device cuda

# A true claim comes with its values. Counters are those of the virtual device.
claim "load_sectors_per_request == 32 \&\& time > 9.9 \&\& time < 10.1"
checked 0 "time 10 μs" --device cuda:0
checked 0 "load_sectors_per_request 32" --device cuda:0
checked 1 "the claim is false: " --device virtual

# A false one is reported with its values, and with the modelled time.
claim "time < 9"
checked 1 "double_it.yaml" --device cuda:0
checked 1 "the claim is false on this GPU: time < 9. " --device cuda:0
checked 0 "1 checks, 0 failed" --write-steps
checked 1 "time 10 μs (modelled 3." --device cuda:0

# All values of a range are measured, each by its own run.
sed -i 's/^      claim: .*/      vary: {stride: [1, 8]}\n      claim: time(8) > 1.5 * time(1)/' "$lesson"
checked 1 "1: time 10 μs, load_sectors_per_request 4; 8: time 10 μs (modelled 3." --device cuda:0

# Nothing is written, even if asked for.
checked 2 "--write-steps stores modelled times: it takes no GPU" --device cuda --write-steps
claim "time < 9"
sed -i '/^      vary: /d' "$lesson"
stored=$(sha256sum "${lesson%.yaml}.steps.json")
checked 1 "1 checks, 1 failed" --device cuda:0
[ "$stored" = "$(sha256sum "${lesson%.yaml}.steps.json")" ] || { echo "FAIL the stored results changed"; failures=$((failures + 1)); }
finish
