#!/bin/sh
# learn_test.sh COURSE SOURCE CMAKE: the learner's loop on a copy of the exercises with a build of its own, in
# which a learner's file is a shell script: it prints what a compiler would (`refused`), or is the program.
set -eu
course=$1 source=$2 cmake=$3
folder=$(mktemp -d)
loop=
trap '[ -z "$loop" ] || kill "$loop" 2>"$folder/end" || :; rm -rf "$folder"' EXIT
mkdir -p "$folder/docs/exercises"
cp "$source/docs/exercises/list.txt" "$folder/docs/exercises/"
cat >"$folder/build.sh" <<'END'
echo "$2" >>built.txt
if grep -q refused "$1"; then
  printf 'c++ -Werror /long/way/%s\n/long/way/%s:7:3: error: what is this?\n    7 |  refused\n      |  ^\n' "$1" "$3"
  printf 'more.cuh:8: error: follows from it\n'
  exit 1
fi
mkdir -p "$4/bin"
{ echo '#!/bin/sh' && cat "$1"; } >"$4/bin/$2" && chmod +x "$4/bin/$2"
END
printf 'cmake_minimum_required(VERSION 3.25)\nproject(learner NONE)\n' >"$folder/CMakeLists.txt"
exercises=$(sed -n 's/^[0-9][0-9.]* \([0-9a-z_]*\) .*/\1/p' "$source/docs/exercises/list.txt")
for exercise in $exercises; do
  name=${exercise#*_}
  mkdir "$folder/docs/exercises/$exercise"
  printf 'echo "  case 4 (n 3): bin 7 is 0"\necho "  case 5"\necho "x --check: FAILED: 4 of 9 cases are wrong"\nexit 1\n' \
    >"$folder/docs/exercises/$exercise/$name.cuh"
  echo "add_custom_target(exercise_$exercise COMMAND sh build.sh docs/exercises/$exercise/$name.cuh
    exercise_$exercise $name.cuh \${CMAKE_BINARY_DIR} WORKING_DIRECTORY \${CMAKE_SOURCE_DIR})" >>"$folder/CMakeLists.txt"
done
"$cmake" -S "$folder" -B "$folder/build" >"$folder/log"
presets() {  # with what of the race build
  printf '{"version": 6, "configurePresets": [{"name": "%s", "generator": "Ninja",
    "binaryDir": "${sourceDir}/build/cpu-race"}]}\n' "$1" >"$folder/CMakePresets.json"
}
presets cpu-race
first=$(echo "$exercises" | head -1)
second=$(echo "$exercises" | sed -n 2p)
count=$(echo "$exercises" | wc -l)
file_of() { echo "$folder/docs/exercises/$1/${1#*_}.cuh"; }
solve() { printf 'exit 0\n' >"$(file_of "$1")"; }
learn() {  # status, then arguments
  expected=$1
  shift
  : >"$folder/built.txt"
  status=0
  "$course" learn "$@" --course "$folder" --build "$folder/build" >"$folder/log" 2>&1 || status=$?
  [ "$status" = "$expected" ] || fail "status $status instead of $expected"
}
fail() {
  echo "$1; it said:"
  cat "$folder/log"
  exit 1
}
expect() { grep -qF -- "$1" "$folder/log" || fail "no '$1'"; }
expect_not() { if grep -qF -- "$1" "$folder/log"; then fail "'$1' is more than helps"; fi; }

# The first failing case and the sum, and nothing else.
learn 1 --once
expect "$first/${first#*_}.cuh"
expect "0 of $count exercises solved"
expect "case 4 (n 3): bin 7 is 0"
expect "FAILED: 4 of 9 cases are wrong"
expect_not "case 5"

# What a grade refuses is refused here, too.
file=$(file_of "$first")
cp "$file" "$folder/kept"
echo '#include <array>' >"$file"
learn 1 --once
expect "'#include <array>' has no place in an exercise"
cp "$folder/kept" "$file"

# The first error of the compiler, with its line.
echo refused >"$(file_of "$first")"
learn 1 --once
expect "${first#*_}.cuh:7:3: error: what is this?"
expect "    7 |  refused"
expect_not "/long/way"
expect_not "follows from it"

# A program that dies without a word of --check.
printf 'echo Segmentation\nexit 139\n' >"$(file_of "$first")"
learn 1 --once
expect "Segmentation"
expect "--check ended with status 139"
printf 'exit 127\n' >"$(file_of "$first")"
learn 1 --once
expect "could not be started"
printf 'kill -8 $$\n' >"$(file_of "$first")"
learn 1 --once
expect "--check ended with a signal: "
printf 'echo "no usable CUDA device"\nexit 77\n' >"$(file_of "$first")"
learn 77 --once
expect "preset cpu"

# A race is no solution, though the results are right; for an add none is looked for.
last=$(echo "$exercises" | tail -1)
printf 'case $0 in */cpu-race/*) echo "  case 2: a data race at it.cuh:31" ; echo "x --check: FAILED: 1 of 9 cases are wrong"
  exit 1 ;; esac\n' >"$(file_of "$last")"
presets other
learn 0 --once "$last"
expect "whether threads race was not looked for"
expect "solved: "
presets cpu-race
learn 1 --once "$last"
expect "a data race at it.cuh:31"
expect_not "solved: "
printf 'case $0 in */cpu-race/*) exit 3 ;; esac\n' >"$(file_of "$last")"
learn 0 --once "$last"
printf 'true\nexit 0\n' >"$(file_of "$first")"
learn 0 --once "$first"
expect_not "races"
echo 'exit 1' >"$(file_of "$last")"

# A solved one is recorded, and built again only when its file has changed.
solve "$first"
learn 1 --once
expect "solved: "
expect "1 of $count exercises solved"
grep -q "exercise_$first" "$folder/built.txt" || fail "$first was not built"
learn 1 --once
if grep -q "exercise_$first" "$folder/built.txt"; then fail "$first was built again"; fi
learn 0 --once "$first"
echo 'exit 1' >"$(file_of "$first")"
learn 1 --once
expect "0 of $count exercises solved"
learn 1 --once "$second"
expect "$second"

# The loop checks the file that changes, and ends when all are solved.
"$course" learn --course "$folder" --build "$folder/build" >"$folder/log" 2>&1 &
loop=$!
wait_for() {
  for _ in $(seq 600); do
    if grep -qF -- "$1" "$folder/log"; then return; fi
    sleep 0.1
  done
  fail "no '$1'"
}
wait_for "waiting for you"
for exercise in $(echo "$exercises" | tac); do
  solve "$exercise"
  if [ "$exercise" != "$first" ]; then wait_for "solved: $(grep " $exercise " "$folder/docs/exercises/list.txt" | cut -d' ' -f1)"; fi
done
wait "$loop" || fail "the loop ended with status $?"
loop=
expect "all are solved"
