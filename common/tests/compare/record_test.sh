#!/bin/sh
# record.sh with lessons that only append a row: which files it writes, and that it stops when a
# lesson fails.   record_test.sh RECORD.SH COMPARE
set -eu
record=$1 compare=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/tools" "$work/out"
fail() {
  echo "$1"
  exit 1
}

# A lesson that appends one row of its workload, with a prediction, and the header to a new file.
cat >"$work/lesson" <<'END'
#!/bin/sh
lesson=${0##*/}
[ "$lesson" != "${FAILING:-}" ] || exit 3
workload=uniform type=int32 bins=256
case $lesson in 01* | 02*) workload='' type=float32 bins='' ;; esac
while [ $# -gt 0 ]; do
  case $1 in
  --workload) workload=$2 ;;
  --csv) csv=$2 ;;
  --rates) : >"$2" ;;
  esac
  shift
done
header=lesson,variant,backend,device,n,type,bins,workload,cache,median_ms,status,predicted_ms,bound
echo "racy     wrong, as expected: 1,980 updates lost; bin 0 is 4,139 instead of 4,152"
[ -n "${csv:-}" ] || exit 0
grep -q "^$header$" "$csv" || echo "$header" >>"$csv"
echo "$lesson,v,cuda,GPU A,1024,$type,$bins,$workload,cold,2,ok,1,\"memory, 4 bytes\"" >>"$csv"
END
for lesson in 01_elementwise 02_vectorized 03_atomic_naive 04_privatization 05_shared_memory \
  06_coarsening 07_cub beyond; do
  cp "$work/lesson" "$work/bin/$lesson"
done
printf '#!/bin/sh\necho "GPU A"\n' >"$work/tools/nvidia-smi"
printf '#!/bin/sh\necho "Cuda compilation tools, release 1.2, V1.2.3"\n' >"$work/tools/nvcc"
# What libraries.py finds here should not matter: no PyTorch, or one that writes a row or fails.
cat >"$work/tools/python3" <<'END'
#!/bin/sh
[ -n "${TORCH:-}" ] || exit 77
while [ $# -gt 0 ]; do
  case $1 in
  --csv) csv=$2 ;;
  --comment) comment=$2 ;;
  esac
  shift
done
printf '%s, torch 1\nlesson,variant,backend,device,n,type,status\n' "$comment" >"$csv"
echo "torch,add,cuda,GPU A,1024,float32,ok" >>"$csv"
exit "$TORCH"
END
chmod +x "$work"/bin/* "$work"/tools/*
PATH=$work/tools:$PATH
csv=$work/out/h200.csv

# Every part has a file, which begins with its provenance and has a row for each run.
sh "$record" "$work/bin" "$work/out" abc >"$work/shown"
rows=0
for name in h200 h200-racy h200-blocks h200-bytes h200-sweep h200-bins h200-l2 h200-small h200-few; do
  head -n 1 "$work/out/$name.csv" |
    grep -q '^# device: GPU A, driver GPU A, toolkit 1.2.3, date ....-..-.., commit abc$' ||
    fail "no provenance in $name.csv"
  rows=$((rows + $(grep -c '^0' "$work/out/$name.csv")))
done
[ "$(grep -c '^== 0' "$work/shown")" -eq "$rows" ] || fail "not one row per run"
[ "$rows" -gt 100 ] || fail "only $rows runs"
grep -q '^07_cub,v,cuda,GPU A,1024,int32,256,hot:90,' "$csv" || fail "no skewed workload"
[ -e "$work/out/h200-rates.csv" ] || fail "no rates"
[ "$(grep -c '^03_atomic_naive,racy,268435456,.*,1980$' "$work/out/h200-racy.csv")" -eq 3 ] ||
  fail "not three losses"
[ ! -e "$work/out/h200-libraries.csv" ] || fail "a file of libraries without PyTorch"

# compare reads what was written.
cat >"$work/out/a.md" <<END
<!-- compare:begin table=model file=h200.csv file=h200-bytes.csv -->
<!-- compare:end -->
END
"$compare" --update "$work/out/a.md" --root "$work/out"
grep -q '^| adds | 2 |' "$work/out/a.md" || fail "no table"

# Another recording appends; the parts that it leaves out stay as they are.
cp "$csv" "$work/before"
sh "$record" "$work/bin" "$work/out" abc small >/dev/null
cmp "$csv" "$work/before"
sh "$record" "$work/bin" "$work/out" abc main >/dev/null
[ "$(grep -c '^0' "$csv")" -eq $((2 * $(grep -c '^0' "$work/before"))) ] || fail "not appended"
[ "$(grep -c '^#' "$csv")" -eq 1 ] || fail "a second provenance"

# With PyTorch its rows stand in a file of their own; a wrong result of it fails.
TORCH=0 sh "$record" "$work/bin" "$work/out" abc libraries >/dev/null
grep -q '^# device: GPU A, .* commit abc, torch 1$' "$work/out/h200-libraries.csv" ||
  fail "no provenance of libraries"
grep -q '^torch,add,' "$work/out/h200-libraries.csv" || fail "no rows of libraries"
status=0
TORCH=1 sh "$record" "$work/bin" "$work/out" abc libraries >/dev/null || status=$?
[ $status -eq 1 ] || fail "a wrong result of a library passed"

# A lesson that fails ends the recording with its status.
rm -f "$work"/out/*
status=0
FAILING=04_privatization sh "$record" "$work/bin" "$work/out" abc main >"$work/shown" || status=$?
[ $status -eq 3 ] || fail "status $status instead of 3"
tail -n 1 "$work/shown" | grep -q '^== 04_privatization' || fail "it went on after a failure"
grep -q '^03_atomic_naive,' "$csv" || fail "the rows before the failure are lost"

status=0
sh "$record" "$work/bin" "$work/out" abc everything 2>"$work/message" || status=$?
[ $status -eq 2 ] || fail "an unknown part: status $status instead of 2"
grep -q 'no part named everything' "$work/message" || fail "no message"
