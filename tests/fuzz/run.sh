#!/usr/bin/env bash
# run.sh BUILD SECONDS [JOBS [SEEDS]]: fuzzes the PTX parser and the executor with the fuzz preset's
# programs in BUILD. One process of four fuzzes the parser. SEEDS is a folder of further inputs for
# the executor. With NAME in FUZZ_ONLY, all processes run fuzz_NAME. Prints the number of
# executions. ./crashes holds failing inputs, and ./logs the output of each process.
# Status 1: some input failed.
set -u
build=$(realpath "$1") seconds=$2 jobs=${3:-$(nproc)} seeds=${4:-} only=${FUZZ_ONLY:-}
here=$(realpath "$(dirname "$0")")
corpus=$here/corpus
mkdir -p crashes logs
rm -rf logs/* found.*
export ASAN_OPTIONS=malloc_context_size=2:quarantine_size_mb=2:thread_local_quarantine_size_kb=64

# fuzz NAME JOB OPTION...: one process. After a failure it starts again for the remaining time.
fuzz() {
    local name=$1 job=$2 left=$seconds part=0 began
    shift 2
    mkdir -p "found.$job"
    while [ "$left" -gt 5 ] && [ "$part" -lt 20 ]; do
        began=$SECONDS
        "$build/fuzz_$name" -seed=$((1000 * part + job + 1)) -max_total_time="$left" -timeout=60 -rss_limit_mb=3000 \
            -print_final_stats=1 -reload=0 -entropic=0 -verbosity=1 -artifact_prefix=crashes/ "$@" \
            >"logs/$name.$job.$part" 2>&1 && break
        left=$((left - (SECONDS - began)))
        part=$((part + 1))
    done
}

# executions NAME: the sum over its processes
executions() {
    cat "logs/$1".* 2>/dev/null | grep -a '^stat::number_of_executed_units' | awk '{ sum += $2 } END { print sum + 0 }'
}

for ((job = 0; job < jobs; job++)); do
    if [ "$only" ]; then
        dict=$here/$only.dict
        [ -e "$dict" ] && dict=-dict=$dict || dict=
        longest=$((job % 4 ? 3000 : 12000)) # short inputs are faster
        fuzz "$only" $job -max_len=$longest ${dict:+"$dict"} "found.$job" "$corpus/$only" ${seeds:+"$seeds"} &
        continue
    fi
    case $((job % 4)) in
    3) fuzz ptx $job -max_len=600 "found.$job" "$corpus/ptx" & ;;
    2) fuzz execute $job -max_len=12000 "found.$job" "$corpus/execute" ${seeds:+"$seeds"} & ;; # texts as long as kernels
    *) fuzz execute $job -max_len=700 "found.$job" "$corpus/execute" ${seeds:+"$seeds"} & ;;
    esac
done
wait
parser=$(executions ptx) executor=$(executions execute)
if [ "$only" ]; then
    words="executions of fuzz_$only: $(executions "$only")"
else
    words="executions: $((parser + executor)), $parser of the parser and $executor of the executor"
fi
failed=$(find crashes -type f ! -name 'slow-unit-*' | wc -l)
echo "$words; failed: $failed"
[ "$failed" = 0 ] || { ls crashes && grep -a -h -E 'ERROR: |runtime error|SUMMARY' logs/* | sort | uniq -c | sort -rn | head -40; }
[ "$failed" = 0 ]
