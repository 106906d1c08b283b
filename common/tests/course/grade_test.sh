#!/bin/sh
# grade_test.sh COURSE EXERCISE NAME ANSWER.cuh... : grades the answers as students of their files' names.
# The first line of each says by which proofs it must fail: "// fails by: work+race". One without such a
# line must pass.
set -eu
course=$1 exercise=$2 name=$3
shift 3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for answer in "$@"; do
  student=$(basename "$(dirname "$answer")")-$(basename "$answer" .cuh)
  mkdir "$folder/$student"
  cp "$answer" "$folder/$student/$name.cuh"
done
"$course" grade "$exercise" "$folder" --jobs 2 --csv "$folder/grades.csv"
wrong=0
for answer in "$@"; do
  student=$(basename "$(dirname "$answer")")-$(basename "$answer" .cuh)
  row=$(grep "^$student," "$folder/grades.csv")
  status=$(echo "$row" | cut -d, -f3)
  failed_by=$(echo "$row" | cut -d, -f4)
  expected=$(sed -n '1s|^// fails by: ||p' "$answer")
  if [ -z "$expected" ] && [ "$status" != passed ]; then
    echo "$student: $status by $failed_by, and should pass"
    wrong=1
  fi
  for proof in $(echo "$expected" | tr + ' '); do
    case "$status+$failed_by+" in
      failed+*"$proof+"*) ;;
      *) echo "$student: $status by $failed_by, and should fail by $proof" && wrong=1 ;;
    esac
  done
done
exit $wrong
