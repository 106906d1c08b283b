#!/usr/bin/env python3
"""Times what PyTorch offers for the course's problems: torch.add, torch.histc and torch.bincount.

    docs/results/libraries.py --csv docs/results/h200-libraries.csv

Same sizes, same data and same measurement as the lessons': L2 flushed before each repetition, CUDA
events, the median. A result that is wrong gets no time. Exit status: 0, 1 where a result was wrong,
77 without PyTorch or without a GPU that it can use.
"""

import argparse
import csv
import itertools
import os
import statistics
import sys

LESSON = "torch"
COLUMNS = ("lesson,variant,backend,device,n,type,bins,workload,cache,median_ms,min_ms,iqr_ms,iterations,bytes,"
           "gb_per_s,ceiling_percent,status").split(",")
SEED = 1
CHUNK = 2**26  # elements that are made or checked at a time
WORKLOADS = ("uniform", "zipf", "single")

torch = None  # imported by main, so that --help works without


# ---- The course's data, as random.h, operands.h and sample_rule.h define them ----


def signed(number):
    """The 64-bit integer of these bits; torch has no unsigned ones to calculate with."""
    number %= 2**64
    return number - 2**64 if number >= 2**63 else number


def upper(bits, shift):
    """Shifted right as an unsigned number."""
    return (bits >> shift) & (2 ** (64 - shift) - 1)


def random_bits(seed, index):
    z = (index + 1) * signed(0x9E3779B97F4A7C15) + signed(seed * 0xD1342543DE82EF95)
    z = (z ^ upper(z, 30)) * signed(0xBF58476D1CE4E5B9)
    z = (z ^ upper(z, 27)) * signed(0x94D049BB133111EB)
    return z ^ upper(z, 31)


def special_values(dtype, number):
    """The operand `number` of each pair."""
    tiny, small, large = (2.0**-149, 2.0**-126, (2 - 2.0**-23) * 2.0**127) if dtype == torch.float32 else (
        2.0**-24, 2.0**-14, 65504.0)
    pairs = ((-0.0, -0.0), (-0.0, 0.0), (0.0, -0.0), (tiny, 0.0), (3 * tiny, 5 * tiny), (float("inf"), 1.0),
             (large, large), (small, -small / 2))
    return torch.tensor([pair[number] for pair in pairs], dtype=torch.float64)


def operand(dtype, number, index):
    draw, bits = random_bits(~SEED, index), random_bits(SEED * 2 + number, index)
    powers = torch.tensor([2.0**exponent for exponent in range(-18, 17)], dtype=torch.float64).to(index.device)
    mantissa = upper(bits, 40).double() * 2.0**-23 - 1
    value = torch.clamp(mantissa * powers[upper(bits, 8) % 35], -65504.0, 65504.0)
    special = special_values(dtype, number).to(index.device)[upper(draw, 4) % 8]
    # Exact in float32, so that float16 is rounded once.
    return torch.where(draw % 16 == 0, special, value).float().to(dtype)


def zipf_shares(bins):
    return torch.tensor(list(itertools.accumulate((k + 1.0) ** -1.5 for k in range(bins))), dtype=torch.float64)


def samples(dtype, workload, bins, shares, index):
    if workload == "single":
        return torch.full_like(index, bins // 2).to(dtype)
    bits = random_bits(SEED, index)
    if workload == "uniform":
        return upper(upper(bits, 32) * bins, 32).to(dtype)
    return torch.searchsorted(shares, upper(bits, 11).double() * 2.0**-53 * shares[-1]).to(dtype)


def made(n, dtype, make, device):
    """n elements, made part by part: 64-bit numbers of all of them would take too much memory."""
    data = torch.empty(n, dtype=dtype, device=device)
    for first in range(0, n, CHUNK):
        index = torch.arange(first, min(n, first + CHUNK), device=device)
        data[first:first + len(index)] = make(index)
    return data


# ---- Checks, by other functions than those that are timed ----


def counts_of(data, bins):
    """By sorting."""
    counts = torch.zeros(bins, dtype=torch.int64, device=data.device)
    limits = torch.arange(bins + 1, device=data.device)
    for part in data.split(CHUNK):
        counts += torch.searchsorted(part.long().sort().values, limits).diff()
    return counts


def same_sums(a, b, c):
    """Bit by bit; the sum of two float32 is exact enough in float64 to be rounded once."""
    wide, bits = (torch.float64, torch.int32) if c.dtype == torch.float32 else (torch.float32, torch.int16)
    return all(torch.equal((x.to(wide) + y.to(wide)).to(c.dtype).view(bits), z.view(bits))
               for x, y, z in zip(a.split(CHUNK), b.split(CHUNK), c.split(CHUNK)))


# ---- Measurement ----


def measure(call):
    """The milliseconds of repetitions with a cold L2: at least 10, or 2 seconds of them."""
    flush = torch.empty(2**28, dtype=torch.uint8, device="cuda")
    times = []
    for repetition in range(23):
        if repetition >= 3 + 3 and sum(times) > 2000:
            break
        flush.zero_()
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        call()
        end.record()
        end.synchronize()
        if repetition >= 3:
            times.append(start.elapsed_time(end))
    return times


def timed_row(variant, n, dtype, call, is_right, bytes_moved, bins="", workload=""):
    row = dict.fromkeys(COLUMNS, "")
    row.update(lesson=LESSON, variant=variant, backend="cuda", device=torch.cuda.get_device_name(0), n=n, type=dtype,
               bins=bins, workload=workload, cache="cold", bytes=bytes_moved, status="failed")
    try:
        if is_right(call()):
            times = measure(call)
            if is_right(call()):
                median = statistics.median(times)
                low, _, high = statistics.quantiles(times, n=4, method="inclusive")
                row.update(status="ok", median_ms=f"{median:.6f}", min_ms=f"{min(times):.6f}",
                           iqr_ms=f"{high - low:.6f}", iterations=len(times),
                           gb_per_s=f"{bytes_moved / median / 1e6:.6f}")
    except RuntimeError as error:  # a type or a size that the function does not take
        row["status"] = "not_applicable"
        print(f"torch {variant}: {str(error).splitlines()[0]}", file=sys.stderr)
    print(f"torch {variant:<9} {dtype:<8} {bins!s:>8} {workload:<8} {row['median_ms'] or row['status']}", flush=True)
    return row


def add_rows():
    n = 2**28
    for dtype, name, variant in ((torch.float32, "float32", "add_f32"), (torch.float16, "float16", "add_f16")):
        a, b = (made(n, dtype, lambda index: operand(dtype, number, index), "cuda") for number in (0, 1))
        c = torch.empty_like(a)
        yield timed_row(variant, n, name, lambda: torch.add(a, b, out=c), lambda result: same_sums(a, b, result),
                        3 * n * c.element_size())
        del a, b, c


def histogram_rows(n, dtype, name, all_bins):
    for bins, workload in itertools.product(all_bins, WORKLOADS):
        shares = zipf_shares(bins).cuda() if workload == "zipf" else None
        data = made(n, dtype, lambda index: samples(dtype, workload, bins, shares, index), "cuda")
        wanted = counts_of(data, bins)
        calls = {"bincount": lambda: torch.bincount(data, minlength=bins)}
        if dtype == torch.int32:
            calls["histc"] = lambda: torch.histc(data, bins, 0, bins)
        for variant, call in calls.items():
            yield timed_row(variant, n, name, call, lambda result: torch.equal(result.long(), wanted),
                            n * data.element_size(), bins, workload)
        del data, wanted


def main():
    global torch
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--csv", required=True, metavar="FILE", help="the rows are appended to it")
    parser.add_argument("--comment", default="", help="the first line of a new file, such as '# device: ...'")
    options = parser.parse_args()
    try:
        import torch
    except ImportError:
        print("libraries.py: PyTorch is not installed, so its functions are not timed", file=sys.stderr)
        return 77
    if not torch.cuda.is_available():
        print("libraries.py: PyTorch finds no GPU, so its functions are not timed", file=sys.stderr)
        return 77
    is_new = not os.path.exists(options.csv) or os.path.getsize(options.csv) == 0
    is_right = True
    with open(options.csv, "a", newline="", encoding="utf-8") as stream:
        if is_new and options.comment:
            print(f"{options.comment}, torch {torch.__version__}", file=stream)
        writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for row in itertools.chain(
                add_rows(), histogram_rows(2**28, torch.int32, "int32", (256, 4096, 65536, 262144, 2**20)),
                histogram_rows(2**30, torch.uint8, "uint8", (256,))):
            writer.writerow(row)
            stream.flush()
            is_right = is_right and row["status"] != "failed"
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
