#!/usr/bin/env python3
"""Records what a profiler counts of the lessons' kernels, on the machine it runs on.

    docs/results/record_ncu.py build/cuda/bin COMMIT > docs/results/h200-ncu.csv
    docs/results/record_ncu.py build/cuda/bin COMMIT instructions > docs/results/h200-instructions.csv

The first: one launch of each variant below with 2^20 elements, or as many uniform samples in 256 bins, under
ncu (which needs the right to read the GPU's counters, see docs/profiling.md). A test of the build
cpu-trace counts the same without a GPU and compares. The second: machine instructions, counted once per warp,
of chapter 06's kernels at 2^30 bytes and 2^28 int32. Exit status 1 where ncu gives no counts.
"""

import csv
import datetime
import io
import subprocess
import sys

METRICS = {
    "load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "store_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "store_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "global_atomics": "smsp__inst_executed_op_global_red.sum",
    "shared_loads": "smsp__inst_executed_op_shared_ld.sum",
    "shared_load_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "shared_stores": "smsp__inst_executed_op_shared_st.sum",
    "shared_store_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
    "shared_atomics": "smsp__inst_executed_op_shared_atom.sum",
    "shared_atomic_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum",
}

ADDS = [("01_elementwise", "f32", "float32"), ("01_elementwise", "f16", "float16"),
        ("02_vectorized", "f32x4", "float32"), ("02_vectorized", "f16x2", "float16"),
        ("02_vectorized", "f16x8", "float16"), ("02_vectorized", "f16x8_pack", "float16")]
HISTOGRAMS = [("03_atomic_naive", ["{i32}", "{i32x4}"]),
              ("05_shared_memory", ["shared", "shared_1024"]),
              ("06_coarsening", ["contiguous", "interleaved", "wide", "in_flight", "spare_bin",
                                 "per_lane", "ranges"]),
              ("07_cub", ["tile_atomic", "tile_sort", "composite_atomic", "composite_sort"])]
NAMES = {"int32": {"{i32}": "i32", "{i32x4}": "i32x4"}, "uint8": {"{i32}": "u8", "{i32x4}": "u8x16"}}

INSTRUCTIONS = {"instructions": "smsp__inst_executed.sum"}


def launches():
    """Lesson, variant, type, n."""
    for add in ADDS:
        yield *add, 1 << 20
    for lesson, variants in HISTOGRAMS:
        for type_name in ("int32", "uint8"):
            for variant in variants:
                yield lesson, NAMES[type_name].get(variant, variant), type_name, 1 << 20


def large_launches():
    for type_name, n in (("int32", 1 << 28), ("uint8", 1 << 30)):
        for variant in dict(HISTOGRAMS)["06_coarsening"]:
            yield "06_coarsening", variant, type_name, n


def counts_of(folder, lesson, variant, type_name, n, metrics):
    """The metrics of the variant's first kernel that counts or adds, as whole numbers."""
    program = [f"{folder}/{lesson}", "--n", str(n), "--variant", variant, "--warmup", "0", "--iters", "1"]
    if not type_name.startswith("float"):
        program += ["--type", type_name]
    ncu = ["ncu", "--clock-control", "none", "--csv", "--page", "raw", "-k", "regex:^(add|histogram|count)",
           "-c", "1", "--metrics", ",".join(metrics.values())]
    text = subprocess.run(ncu + program, capture_output=True, text=True).stdout
    table = text[text.find('"ID"'):]
    rows = list(csv.DictReader(io.StringIO(table)))  # the first row holds the units
    if '"ID"' not in text or len(rows) < 2:
        sys.exit(f"{lesson} {variant}: ncu gave no counts:\n{text}")
    return {name: int(rows[1][metric].replace(",", "")) for name, metric in metrics.items()}


def output_of(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout.strip()


def main():
    if len(sys.argv) not in (3, 4) or sys.argv[3:] not in ([], ["instructions"]):
        sys.exit(__doc__)
    folder, commit = sys.argv[1:3]
    metrics, chosen = (INSTRUCTIONS, large_launches()) if sys.argv[3:] else (METRICS, launches())
    gpu, driver = output_of("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader").split(", ")
    toolkit = output_of("nvcc", "--version").split(", V")[-1].split()[0]
    print(f"# device: {gpu}, driver {driver}, toolkit {toolkit}, date {datetime.date.today()}, commit {commit}")
    print("# counted by ncu, one launch each, of uniform samples in 256 bins where it is no add")
    for name, metric in metrics.items():
        print(f"# {name}: {metric}")
    print("lesson,variant,type,n," + ",".join(metrics))
    for lesson, variant, type_name, n in chosen:
        counts = counts_of(folder, lesson, variant, type_name, n, metrics)
        is_add = type_name.startswith("float")  # an add uses neither atomics nor shared memory
        fields = ["" if is_add and number == 0 else str(number) for number in counts.values()]
        print(",".join([lesson, variant, type_name, str(n)] + fields), flush=True)


if __name__ == "__main__":
    main()
