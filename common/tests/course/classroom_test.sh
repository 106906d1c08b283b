#!/bin/bash
# classroom_test.sh SOURCE BUILD PAGES_TESTS quick|all: runs the commands of docs/classroom.md in a fresh copy of
# the course, one after another, and looks into the copy of a class that they make. `quick` takes the
# programs from BUILD, and leaves out building and grading, which `all` does as well.
set -eu
source=$1 build=$2 pages_tests=$3 mode=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/course"
cd "$folder/course"
tar -C "$source" --exclude=./build --exclude=./.git --exclude=__pycache__ -cf - . | tar -xf -
command -v git || exit 77
git init -q
git add .
git -c user.name=test -c user.email=test@localhost commit -qm "the course"

commands=$(sed -n '/^```sh$/,/^```$/p' docs/classroom.md | grep -v '^```')
[ "$(echo "$commands" | wc -l)" -gt 15 ]
if [ "$mode" = quick ]; then
  mkdir build
  ln -s "$build" build/default
  ln -s "$build" build/cpu
  commands=$(echo "$commands" | grep -v '^cmake\|course grade\|cpu-race')
  progress=$build/course_progress.txt  # a developer's own, which the programs of BUILD write
  if [ -e "$progress" ]; then mv "$progress" "$folder/progress"; fi
  trap 'rm -f "$progress"; [ ! -e "$folder/progress" ] || mv "$folder/progress" "$progress"; rm -rf "$folder"' EXIT
else
  cmake --preset default -DCOURSE_BACKEND=cpu
  cmake --build build/default --target course compare 05_shared_memory
fi
bash -euxc "$commands"
if [ "$mode" = all ]; then
  grep -q '^anna,05_skip_empty,passed,' grades.csv
  grep -q '^carl,05_skip_empty,failed,results' grades.csv
fi

echo "== the class's copy"
cd "$folder"
python3 -m zipfile -e course/class.zip class
class=$folder/class/course
for taught in 'solutions/*' '*/wrong/*.cuh' '*/cheats/*'; do
  [ -n "$(find "$source/docs" "$source/common" -path "*$taught")" ]
  [ -z "$(find "$class" -path "*$taught")" ] || { find "$class" -path "*$taught"; exit 1; }
done
COURSE_ROOT=$class "$pages_tests"
# Without CUB, as trying whether it fits takes most of the time.
cmake -S "$class" -B "$class/build" -G Ninja -DCOURSE_BACKEND=cpu -DCOURSE_CUB_INCLUDE_DIR="$folder" >"$folder/log" ||
  { cat "$folder/log"; exit 1; }
cmake --build "$class/build" --target help >"$folder/targets"
grep -q exercise_05_skip_empty "$folder/targets"
ctest --test-dir "$class/build" -N >"$folder/tests"
grep -q exercise_05_skip_empty "$folder/tests"
if grep -h solution_ "$folder/targets" "$folder/tests"; then exit 1; fi
if [ "$mode" = all ]; then
  cmake --build "$class/build" --target course exercise_05_skip_empty pages_tests text_check_test
  ctest --test-dir "$class/build" --output-on-failure -R '^course|^pages|05_skip_empty'
fi
