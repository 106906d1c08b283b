#!/bin/sh
# hint_test.sh COURSE SOURCE: every exercise has three hints, which are shown one by one.
set -eu
course=$1 source=$2
build=$(mktemp -d)  # keeps what was shown
trap 'rm -rf "$build"' EXIT
fail() {
  echo "$1, instead of: $shown"
  exit 1
}
hint() { shown=$("$course" hint "$@" --build "$build"); }
expect() { case "$shown" in *"$1"*) ;; *) fail "'$1'" ;; esac; }

for id in $(sed -n 's/^\([0-9][0-9.]*\) .*/\1/p' "$source/docs/exercises/list.txt"); do
  for stage in First Second Third; do
    hint "$id"
    expect "$id "
    expect "$stage hint of 3"
    [ "$(echo "$shown" | wc -w)" -ge 10 ] || fail "a hint of $id"
  done
  hint "$id"
  expect "--again"
  hint "$id" --again
  expect "First hint"
  hint "$id"
  expect "Second hint"
done
hint 4.1 --again
hint 04.1
expect "Chapter 04 (04_privatization/README.md)"
if "$course" hint nothing --build "$build" 2>"$build/log"; then shown=passed && fail "a refusal"; fi
shown=$(cat "$build/log")
expect "there is no exercise 'nothing'"
