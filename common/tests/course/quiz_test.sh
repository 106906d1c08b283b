#!/bin/sh
# quiz_test.sh COURSE SOURCE: answers to questions; predictions beside outcomes.
set -eu
course=$1 source=$2
build=$(mktemp -d)  # keeps the predictions
trap 'rm -rf "$build"' EXIT
quiz() {  # status, what it must say, then arguments
  expected=$1 words=$2
  shift 2
  status=0
  said=$("$course" quiz "$@" --build "$build" 2>&1 </dev/null) || status=$?
  case "$status $said" in "$expected "*"$words"*) return ;; esac
  echo "quiz $*: status $status instead of $expected, or no '$words' in:"
  echo "$said"
  exit 1
}
quiz 0 "04.1" ; quiz 0 "How many atomics" 04.1
for answer in 589696 589,696 "589,696 atomics"; do quiz 0 "right: 589,696" 04.1 "$answer"; done
quiz 0 "right: 589,696" 04.1 589,696 atomics
quiz 1 "right so far: 589,824" 04.1 589824
quiz 1 "not right: 589,823 leaves out" 04.1 589823
quiz 1 "answer are folded in 04_privatization/README.md" 04.1 1
quiz 0 "right: 589,696" 4.1 "589,696 atomics of counting and merge"
quiz 0 "right: 264" 04.05 264
quiz 0 "the question also asks for: threads; threads that" 01.1 3907
quiz 0 "the question also asks for: the number of the block" 01.2 67
quiz 0 "right: 3 warps" 01.1 3
quiz 0 "right: 524,288" 04.1 524288 ; quiz 0 "right: 65,536" 04.1 65536
quiz 1 "how many are left if only 511 need merging?" 04.1 589824
quiz 0 "How many atomics per second, if a cache" 03.2
case "$said" in *Question*) echo "03.2 shows more than one question"; exit 1 ;; esac

# Numbers as people write them.
for answer in 512K 512Ki "512 K" "524 288" 524288 "524'288" 5.24288e5 2^19; do
  quiz 0 "right: 524,288" 03.5 "$answer"
done
for answer in 1e7 10M "10 M/s" 10000000 "10 000 000" 10^7 "1 x 10^7" "10 million per second"; do
  quiz 0 "right: 10 million" 03.1 "$answer"
done
for answer in 50 "50 MFLOP/s" 50MFLOPS "50 Mflop/s" "50 million" 5e7 "0.05 GFLOP/s"; do
  quiz 0 "right: 50 MFLOP/s" 03.3 "$answer"
done
for answer in 168 168ms 0.168s "168.4 ms"; do quiz 0 "right: 168 ms" 03.6 "$answer"; done
for answer in "168 s" 168ns "168 MFLOP/s"; do quiz 1 "not right" 03.6 "$answer"; done
quiz 1 "not right" 03.1 10 ms ; quiz 1 "not right" 01.1 3907 threads ; quiz 1 "not right" 01.1 3 blocks
quiz 1 "not right" 03.3 50 GFLOP/s
quiz 0 "right: 264" 04.5 2.64e2 ; quiz 0 "right: 264" 04.5 264 copies
quiz 0 "right: 73.5 million" 03.2 74 million
quiz 2 "'abc' is not understood" 04.5 264abc ; quiz 2 "'blocks/min' is not understood" 04.5 264 blocks/min
quiz 2 "',89,696' is not understood" 04.1 5,89,696
quiz 2 "',25' is not understood" 01.3 0,25
quiz 2 "'2 3' is not understood" 04.1 1 2 3
for answer in 1/6 0.167 0.17 "1 / 6" "1/6 FLOP/byte" "1/6 FLOPs per byte" 1/6FLOP/B "1/6 operations"; do
  quiz 0 "right: 1/6" 01.3 "$answer"
done
for answer in "73 million" 73529411; do quiz 0 "right: 73.5 million" 03.2 "$answer"; done
quiz 1 "a division by 1.1" 03.4 4.5
for answer in -3 x 1/0 1/ . ","; do quiz 2 "is no number" 04.1 "$answer"; done
quiz 2 "is no number" 04.1 "$(printf '%100000d' 1 | tr ' ' 1)"
quiz 2 "no question with a number" 04.7 1
[ "$(echo "$said" | wc -l)" = 1 ] || { echo "a usage error of several lines: $said"; exit 1; }
for part in learn hint quiz grade; do
  for help in --help -h; do
    said=$("$course" "$part" "$help") || { echo "$part $help: status $?"; exit 1; }
    case "$said" in *"  course $part "*) ;; *) echo "$part $help: $said"; exit 1 ;; esac
  done
done

# What was found is not asked for again.
quiz 0 "right: 2 elements" 02.2 2
quiz 0 "also asks for: packs" 02.2 1
case "$said" in *tail*) echo "$said" && exit 1 ;; esac
quiz 0 "that is all that the question asks for" 02.2 255

# Every line of the table gives the answer that it is for.
grep -v '^#' "$source/docs/quiz.txt" | while read -r id sign number text; do
  case "$sign" in
    =) quiz 0 "right: $number $text" "$id" "$number ${text%% *}" ;;
    '~') quiz 1 "right so far: $number $text" "$id" "$number ${text%% *}" ;;
    !) quiz 1 "not right: $number $text" "$id" "$number ${text%% *}" ;;
  esac
done

quiz 0 "recorded" --predict 06 interleaved=3x contiguous=2x
quiz 0 "interleaved" --outcome 06
echo "$said" | grep -Eq '^interleaved +3x +[0-9.]+x  ' || { echo "$said"; exit 1; }
echo "$said" | grep -Eq '^wide +- ' || { echo "$said"; exit 1; }
cat >"$build/own.csv" <<'END'
lesson,variant,backend,device,n,type,bins,workload,cache,speedup,status,predicted_ms,bound
06_coarsening,global (03),model,NVIDIA H200,1024,int32,256,uniform,cold,1,ok,0.3,memory
06_coarsening,interleaved,model,NVIDIA H200,1024,int32,256,uniform,cold,9,ok,0.2,memory
06_coarsening,interleaved,model,NVIDIA H200,1024,uint8,256,uniform,cold,8,ok,0.2,memory
06_coarsening,contiguous,model,NVIDIA H200,1024,int32,256,uniform,cold,2,ok,0.2,memory
06_coarsening,wide,model,NVIDIA H200,1024,int32,256,uniform,cold,1,ok,0.2,memory
06_coarsening,interleaved,model,NVIDIA H200,1024,int32,256,uniform,cold,1.5,ok,0.2,memory
END
quiz 0 "2.00 times less than you said" --outcome 06 "$build/own.csv"
quiz 0 "wide                            -      1.00x" --outcome 06 "$build/own.csv"
quiz 0 "2.00x  as you said" --outcome 06 "$build/own.csv"
quiz 0 "by the model" --outcome 06 "$build/own.csv"
quiz 2 "there are contiguous" --predict 06 nothing=3
quiz 2 "is not like" --predict 06 wide
for factor in fast 300abc 0 0x -1 "" 3ms; do
  quiz 2 "'$factor' is no factor" --predict 06 interleaved=9x wide="$factor"
done
quiz 0 " 3x " --outcome 6  # none of them was kept
quiz 0 "recorded" --predict 6 interleaved=1e3 ; quiz 0 "times less than you said" --outcome 6
quiz 2 "not both" --predict --outcome 6
quiz 2 "no chapter '9'" --predict 9
quiz 2 "cannot be opened" --outcome 06 "$build/none.csv"
printf '12x\n\n' | "$course" quiz --predict 05 --build "$build" >"$build/log"
quiz 0 "12x" --outcome 05
# A mistake is asked again, and what was said before the end is kept.
printf '7x\nabc\n8x\n0' | "$course" quiz --predict 05 --build "$build" >"$build/log"
grep -q "'abc' is no factor" "$build/log" && grep -q "'0' is no factor" "$build/log"
quiz 0 " 7x " --outcome 05 ; quiz 0 " 8x " --outcome 05
