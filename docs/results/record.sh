#!/bin/sh
# Records the results that the READMEs' tables and the plots are made of, on the machine it runs on.
#   docs/results/record.sh BIN OUT COMMIT [PART ...]
# BIN: the folder of the lessons' executables. OUT: where h200*.csv are written (an existing file is
# appended to). COMMIT: named in the files. PARTs: main racy blocks bytes sweep bins
# l2 small few libraries; none: all.
set -eu
bin=$1 out=$2 commit=$3
shift 3
parts=${*:-main racy blocks bytes sweep bins l2 small few libraries}
text=$(dirname "$0")/../../LICENSE # a real text of this repository

# The first line of each file: where its numbers come from.
device=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1)
driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -n 1)
toolkit=$(nvcc --version | sed -n 's/.*release.*, V//p')
provenance="# device: $device, driver $driver, toolkit $toolkit, date $(date +%F), commit $commit"
start() { # FILE [HEADER], where no program writes it
  csv=$out/$1
  [ -s "$csv" ] || printf '%s\n' "$provenance" ${2:+"$2"} >"$csv"
}
run() {
  lesson=$1
  shift
  echo "== $lesson $*"
  "$bin/$lesson" "$@" --csv "$csv"
}
run_blocks() { # LESSON VARIANT N THREADS [BLOCKS_PER_MULTIPROCESSOR]
  rows=$(mktemp)
  echo "== $*"
  "$bin/$1" --variant "$2" --n "$3" --block "$4" ${5:+--blocks-per-sm "$5"} --csv "$rows"
  grep '^0.*,ok,' "$rows" | awk -F, -v OFS=, -v threads="$4" -v per_sm="${5:-}" \
    '{ print $1, $2, $5, $6, $7, $8, threads, per_sm, $10 }' >>"$csv"
  rm "$rows"
}
for part in $parts; do
  case $part in
  main)
    start h200.csv
    run 01_elementwise --rates "$out/h200-rates.csv"
    run 02_vectorized
    run 01_elementwise --n 256M
    run 02_vectorized --n 256M
    for lesson in 03_atomic_naive 04_privatization 05_shared_memory 06_coarsening 07_cub; do
      run $lesson # the default scenes, uniform
      for workload in sorted single hot:50 hot:90 zipf; do
        run $lesson --n 256M --workload $workload
      done
      run $lesson --input "$text" --letters --n 100000000
    done
    ;;
  racy) # has no time, so no row of its own above; what it loses differs from run to run
    start h200-racy.csv lesson,variant,n,type,bins,workload,lost_updates
    for workload in uniform single zipf; do
      echo "== 03_atomic_naive, racy, $workload"
      lost=$("$bin/03_atomic_naive" --n 256M --workload $workload --variant racy |
        sed -n 's/^racy .* \([0-9,]*\) updates lost.*/\1/p' | tr -d ,)
      [ -n "$lost" ] || { echo "record.sh: racy says no loss" >&2 && exit 1; }
      echo "03_atomic_naive,racy,268435456,int32,256,$workload,$lost" >>"$csv"
    done
    ;;
  blocks) # other sizes of blocks, and more or fewer of them: no columns of the other files
    start h200-blocks.csv lesson,variant,n,type,bins,workload,block,blocks_per_sm,median_ms
    for threads in 64 128 256 512 1024; do
      for variant in f32 f16; do run_blocks 01_elementwise $variant 128M $threads; done
      for variant in f32x4 f16x8_pack; do run_blocks 02_vectorized $variant 128M $threads; done
      run_blocks 03_atomic_naive i32 256M $threads
      run_blocks 04_privatization private_copies 256M $threads
      run_blocks 05_shared_memory shared 256M $threads
    done
    for variant in interleaved wide in_flight spare_bin; do
      for shape in "256 1" "256 2" "256 4" "256 8" "512 4" "1024 1" "1024 2"; do
        run_blocks 06_coarsening $variant 256M $shape
      done
    done
    ;;
  bytes)
    start h200-bytes.csv
    run 03_atomic_naive --n 1G --type uint8
    for lesson in 06_coarsening 07_cub; do
      for workload in uniform sorted single hot:50 hot:90 zipf; do
        run $lesson --n 1G --type uint8 --workload $workload
      done
      run $lesson --input "$text" --n 1G
    done
    ;;
  sweep)
    start h200-sweep.csv
    run 04_privatization --sweep
    run 06_coarsening --sweep
    run 02_vectorized --sweep
    ;;
  bins)
    start h200-bins.csv
    for bins in 1 4 16 64 256 1K 4K 16K 57344 64K 256K 1M 4M 16M; do
      run 03_atomic_naive --n 256M --bins $bins --variant i32
      run 04_privatization --n 256M --bins $bins --variant private_copies
      case $bins in
      64K | 256K | 1M) ;; # below, with all variants
      4M | 16M) run 06_coarsening --n 256M --bins $bins --variant ranges ;;
      *)
        run 06_coarsening --n 256M --bins $bins --variant spare_bin
        run 07_cub --n 256M --bins $bins --variant device_histogram
        ;;
      esac
    done
    for workload in zipf single; do # where it matters what the samples are
      for bins in 256 4K; do
        run 06_coarsening --n 256M --bins $bins --workload $workload --variant spare_bin
        run 07_cub --n 256M --bins $bins --workload $workload --variant device_histogram
      done
    done
    for bins in 64K 256K 1M; do # more bins than fit
      for workload in uniform zipf single; do
        for lesson in 06_coarsening beyond 07_cub; do
          run $lesson --n 256M --bins $bins --workload $workload
        done
      done
    done
    ;;
  l2)
    start h200-l2.csv
    for n in 64K 256K 1M 2M 4M 8M 16M; do
      run 02_vectorized --n $n
      run 02_vectorized --n $n --hot
    done
    ;;
  small) # the sizes that the CPU backend runs by default, to hold its predictions against
    start h200-small.csv
    for lesson in 01_elementwise 02_vectorized 03_atomic_naive 04_privatization 05_shared_memory \
      06_coarsening 07_cub; do
      case $lesson in
      01* | 02*) run $lesson --rows 1024 --cols 1024 ;;
      *) run $lesson --n 1M ;;
      esac
    done
    ;;
  few) # few samples: the latency of each step, not a rate
    start h200-few.csv
    for n in 1 1000 64K 1M 16M; do
      run 06_coarsening --n $n
      run 07_cub --n $n
    done
    ;;
  libraries) # the same problems by PyTorch, where there is one
    csv=$out/h200-libraries.csv
    echo "== libraries.py"
    "$(dirname "$0")/libraries.py" --csv "$csv" --comment "$provenance" || [ $? -eq 77 ]
    ;;
  *)
    echo "record.sh: no part named $part" >&2
    exit 2
    ;;
  esac
done
