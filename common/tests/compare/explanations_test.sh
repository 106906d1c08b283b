#!/bin/sh
# explanations.awk turns the output of lessons into the expected rows, and refuses what it cannot read.
#   explanations_test.sh EXPLANATIONS.AWK OUTPUT EXPECTED
set -eu
script=$1 output=$2 expected=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Each awk that is installed; "awk" itself has to be.
for awk in awk mawk gawk original-awk; do
  [ $awk = awk ] || command -v $awk >/dev/null || continue
  echo "== $awk"
  $awk -f "$script" "$output" >"$work/rows"
  diff "$expected" "$work/rows"

  refuse() { # what the message says; the text stands on stdin
    cat >"$work/bad"
    if $awk -f "$script" "$work/bad" >"$work/rows" 2>"$work/message"; then
      echo "not refused: $1"
      exit 1
    fi
    grep -F "$1" "$work/message" || { echo "expected: $1"; cat "$work/message"; exit 1; }
    [ "$(wc -l <"$work/message")" -eq 1 ]
  }
  why='why  measured ms  predicted  ratio  bound by'
  lesson='03_atomic_naive on GPU A'
  heading='1,024 int32 samples, 256 bins, workload uniform, cache cold'
  refuse 'line 1: a table without a heading' <<END
$why
END
  refuse 'line 2: a table without a heading' <<END
$lesson
$why
END
  refuse 'line 6: a table without a heading' <<END
$lesson
$heading
$why
i32  1  1  1.00  memory

$why
END
  refuse 'line 4: not a row of five cells' <<END
$lesson
$heading
$why
i32  1  1  1.00
END
  refuse 'line 4: not a number' <<END
$lesson
$heading
$why
i32  1  n/a  1.00  memory
END
  refuse 'line 4: neither f32 nor f16' <<END
$lesson
1,024 elements (1 rows of 1,024 columns), 256 threads a block, cache cold
$why
f64  1  1  1.00  memory
END
  refuse 'line 2: an unknown type' <<END
$lesson
1,024 int64 samples, 256 bins, workload uniform, cache cold
END
done
