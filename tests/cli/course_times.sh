#!/usr/bin/env bash
# The course's stored times equal its kernels' modelled times, give ratios, and can be rewritten.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
need_toolkit

here=$(cd "$(dirname "$0")/../.." && pwd)
course="$scratch/course"
wrong="tests/curriculum/wrong/vector_add"
mkdir -p "$course/$wrong"
cp -r "$here"/{lessons,exercises,kernels,solutions} "$course"
cp "$here/$wrong"/{no_guard,less_or_equal,too_few_blocks}.cu "$course/$wrong" # as many as are asked for
file="$course/solutions/modelled-times.json"
ratio() { "$program" grade vector_add --solution --no-record --device virtual --json --root "$course" | grep -o '"ratio_to_solution": *[0-9.]*'; }

expect 0 "0 checks, 0 failed" author-check vector_add --root "$course" --device virtual --write-times
expect 0 "time of the reference" author-check vector_add --root "$course" --device virtual
[[ "$(ratio)" == *" 1.0" ]] || { echo "FAIL the solution is not as fast as the solution: $(ratio)"; failures=$((failures + 1)); }

# An edited entry has no valid check. It does not count for the author, and no ratio uses it.
cp "$file" "$scratch/true.json"
sed -i '/"exercise":"vector_add",.*"kernel":"solution"/s/"elapsed_ns":[0-9.]*/"elapsed_ns":1000000.0/' "$file"
cmp -s "$file" "$scratch/true.json" && { echo "FAIL the file has no entry to change"; failures=$((failures + 1)); }
missing="the file has no time of this kernel and size"
expect 1 "time of the solution: $missing" author-check vector_add --root "$course" --device virtual
[[ "$(ratio)" == *" 1.0" ]] || { echo "FAIL the edited time is used: $(ratio)"; failures=$((failures + 1)); }

# Without any check, every time is computed again.
sed 's/"check":"[0-9a-f]*",//; /"exercise":"vector_add",.*"kernel":"solution"/s/"elapsed_ns":[0-9.]*/"elapsed_ns":1000000.0/' \
    "$scratch/true.json" >"$file"
grep -q '"check"' "$file" && { echo "FAIL a check is left"; failures=$((failures + 1)); }
[[ "$(ratio)" == *" 1.0" ]] || { echo "FAIL a time without a check is used: $(ratio)"; failures=$((failures + 1)); }

# A comment changes nothing. A changed kernel is modelled until the file is written again.
cp "$scratch/true.json" "$file"
echo "// a comment" >>"$course/solutions/week01/vector_add.cu"
expect 0 "time of the solution" author-check vector_add --root "$course" --device virtual
echo "__device__ int changed;" >>"$course/solutions/week01/vector_add.cu"
[[ "$(ratio)" == *" 1.0" ]] || { echo "FAIL a changed solution has no ratio: $(ratio)"; failures=$((failures + 1)); }
expect 1 "time of the solution: $missing" author-check vector_add --root "$course" --device virtual
expect 0 "0 checks, 0 failed" author-check vector_add --root "$course" --device virtual --write-times
expect 0 " 0 failed" author-check vector_add --root "$course" --device virtual

# A file of another toolkit is out of date as a whole: a warning.
cp "$file" "$scratch/new.json"
sed -i 's/"with":"[^"]*"/"with":"12.8, model 10"/' "$file"
expect 0 "3 modelled times in solutions/modelled-times.json are out of date" author-check vector_add --root "$course" --device virtual
cp "$scratch/new.json" "$file"
[ "$(diff "$file" "$scratch/true.json" | grep -c '^<')" = 1 ] || { echo "FAIL more than one entry was changed"; failures=$((failures + 1)); }
finish
