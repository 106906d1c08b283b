#!/bin/sh
# record.sh with lessons that only print: what it writes into h200-model.csv, and that it stops when a
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

for lesson in 01_elementwise 02_vectorized; do
  cat >"$work/bin/$lesson" <<'END'
#!/bin/sh
lesson=${0##*/}
echo "$lesson on GPU A"
echo
echo "1,024 elements (1 rows of 1,024 columns), 256 threads a block, cache cold"
echo
echo "why  measured ms  predicted  ratio                   bound by"
echo "f32        0.473      0.616   0.77  memory, 4 bytes an access"
END
done
for lesson in 03_atomic_naive 04_privatization 05_shared_memory 06_coarsening 07_cub; do
  cat >"$work/bin/$lesson" <<'END'
#!/bin/sh
lesson=${0##*/}
[ "$lesson" != "${FAILING:-}" ] || exit 3
workload=uniform
while [ $# -gt 0 ]; do
  [ "$1" != --workload ] || workload=$2
  shift
done
echo "$lesson on GPU A"
echo
echo "1,024 int32 samples, 256 bins, workload $workload, cache cold"
echo
echo "why  measured ms  predicted  ratio         bound by"
echo "i32        1,235        616   2.00  atomics in L2"
END
done
printf '#!/bin/sh\necho "GPU A"\n' >"$work/tools/nvidia-smi"
printf '#!/bin/sh\necho "Cuda compilation tools, release 1.2, V1.2.3"\n' >"$work/tools/nvcc"
chmod +x "$work"/bin/* "$work"/tools/*
PATH=$work/tools:$PATH
model=$work/out/h200-model.csv

sh "$record" "$work/bin" "$work/out" abc main bytes >"$work/shown"
grep -q '^# device: GPU A, driver GPU A, toolkit 1.2.3, date ....-..-.., commit abc$' "$model" ||
  fail "no provenance"
[ "$(sed -n 1p "$model")" = "$(sed -n 1p "$work/out/h200.csv")" ] || fail "a different provenance"
[ "$(grep -c '^lesson,variant,n,' "$model")" -eq 1 ] || fail "not one header"
shown=$(grep -c ' on GPU A$' "$work/shown")
[ "$shown" -gt 50 ] || fail "the lessons' output is not shown"
[ "$(grep -c '^0' "$model")" -eq "$shown" ] || fail "not one row per run"
grep -q '^01_elementwise,f32,1024,float32,,,0.473,0.616,"memory, 4 bytes an access"$' "$model" ||
  fail "no row of an add"
grep -q '^07_cub,i32,1024,int32,256,hot:90,1235,616,atomics in L2$' "$model" ||
  fail "no row of a histogram"

# compare reads what was written.
printf '<!-- compare:begin model=h200-model.csv -->\n<!-- compare:end -->\n' >"$work/out/a.md"
"$compare" --update "$work/out/a.md" --root "$work/out"
grep -q '^| adds | 2 |' "$work/out/a.md" || fail "no table"

# The other parts leave the file alone; a second recording has no second header.
cp "$model" "$work/before"
sh "$record" "$work/bin" "$work/out" abc sweep l2 small >/dev/null
cmp "$model" "$work/before"
sh "$record" "$work/bin" "$work/out" abc main bytes >/dev/null
[ "$(grep -c '^0' "$model")" -eq $((2 * shown)) ] || fail "not appended"
[ "$(grep -c '^lesson,variant,n,' "$model")" -eq 1 ] || fail "a second header"

# A lesson that fails ends the recording with its status.
rm -f "$work"/out/*
status=0
FAILING=04_privatization sh "$record" "$work/bin" "$work/out" abc main >"$work/shown" || status=$?
[ $status -eq 3 ] || fail "status $status instead of 3"
tail -n 1 "$work/shown" | grep -q '^== 04_privatization' || fail "it went on after a failure"
grep -q '^03_atomic_naive,' "$model" || fail "the rows before the failure are lost"

# So does a table that cannot be read.
printf '#!/bin/sh\necho "why  measured ms  predicted  ratio  bound by"\n' >"$work/bin/02_vectorized"
status=0
sh "$record" "$work/bin" "$work/out" abc main >"$work/shown" 2>"$work/message" || status=$?
[ $status -eq 1 ] || fail "status $status instead of 1"
grep -q 'a table without a heading' "$work/message" || fail "no message"
tail -n 2 "$work/shown" | grep -q '^== 02_vectorized' || fail "it went on after a broken table"
