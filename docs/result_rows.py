"""Reads the lessons' result files and chooses the rows that belong in one picture."""

import csv
import os
import re
import stat
from collections import namedtuple

# What the pictures are made of. A file may have more columns, in any order; it must have these.
TEXTS = ("lesson", "variant", "backend", "device", "type", "workload", "cache", "status")
COUNTS = ("n", "bins")
DECIMALS = ("median_ms", "gb_per_s", "ceiling_percent")
Row = namedtuple("Row", "lesson variant device n type bins workload cache ms gbs percent")


class NothingToDraw(Exception):
    """One line for the user: why there is no picture."""


def read(path):
    """The rows that have a GPU time; the newest row of a variant stands."""
    rows = {}
    number = 0

    def data_lines(stream):
        nonlocal number
        for number, line in enumerate(stream, 1):
            if not line.endswith("\n"):
                raise ValueError("half-written: the last line does not end")
            if not line.startswith(("#", '"#')):  # comments, one quoted by a spreadsheet
                yield line

    try:
        # Asked before it is opened: opening a pipe waits for whoever writes into it.
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise NothingToDraw(f"{path}: is not a regular file")
        with open(path, newline="", encoding="utf-8-sig") as stream:
            records = csv.reader(data_lines(stream), strict=True)
            header = None
            for fields in records:
                if "lesson" in fields and "variant" in fields:  # appended runs repeat it
                    header = header_of(fields)
                    continue
                if header is None:
                    raise ValueError("not a result file: its header is missing")
                if len(fields) != len(header):
                    raise ValueError(f"{len(fields)} fields instead of {len(header)}")
                value = dict(zip(header, fields))
                if value["status"] not in ("ok", "failed", "expected_failure", "not_applicable"):
                    raise ValueError("unknown status: " + value["status"])
                row = to_row(value)
                if value["backend"] == "cuda":
                    # A row that failed replaces an older one that did not.
                    rows[row[:8]] = row if value["status"] == "ok" and row.ms else None
            if header is None:
                raise ValueError("empty file")
    except OSError as error:
        raise NothingToDraw(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise NothingToDraw(f"{path}: not a text file") from None
    except (ValueError, csv.Error) as error:
        raise NothingToDraw(f"{path}:{max(number, 1)}: {error}") from None
    return [row for row in rows.values() if row]


def header_of(fields):
    for column in TEXTS + COUNTS + DECIMALS:
        if column not in fields:
            raise ValueError(f"not a result file: its header has no column {column}")
    return fields


def to_row(value):
    numbers = {column: whole_number(column, value[column]) for column in COUNTS}
    numbers.update((column, decimal_number(column, value[column])) for column in DECIMALS)
    if numbers["n"] is None:
        raise ValueError("n is empty")
    if numbers["median_ms"] == 0:
        raise ValueError("median_ms is zero")
    # A dollar sign would begin a formula in matplotlib.
    text = {column: value[column].replace("$", r"\$") for column in TEXTS}
    return Row(text["lesson"], text["variant"], text["device"], numbers["n"], text["type"], numbers["bins"],
               text["workload"], text["cache"], numbers["median_ms"], numbers["gb_per_s"], numbers["ceiling_percent"])


# The lessons write digits and a fraction; int() and float() would take signs, exponents, "1_0" and nan as well.
def whole_number(column, text):
    if not text:
        return None
    if not re.fullmatch("[0-9]{1,20}", text) or int(text) >= 2**64:
        raise ValueError(f"{column} is not a whole number of at most 64 bits: {text[:40]!r}")
    return int(text)


def decimal_number(column, text):
    if not text:
        return None
    if not re.fullmatch(r"[0-9]+(\.[0-9]+)?", text):
        raise ValueError(f"{column} is not a plain decimal number such as 0.25: {text[:40]!r}")
    if float(text) != 0 and not 1e-9 <= float(text) <= 1e15:
        raise ValueError(f"{column} is out of range: {text[:40]!r}")
    return float(text)


def is_start(row):
    """A lesson begins with a row that repeats an earlier chapter, as in "private copies (04)"."""
    return re.search(r"\(\d\d\)$", row.variant) is not None


def fullest(rows, *fields):
    """The rows of the problem that has most of them, and of the larger one where two have as many."""
    groups = {}
    for row in rows:
        groups.setdefault(tuple(getattr(row, field) for field in fields), []).append(row)
    return max(groups.values(), key=lambda group: (len(group), max(row.n for row in group)), default=[])


def hot_share(row):
    """The share of samples in the fullest bin, for the workloads whose name says it."""
    if row.workload == "uniform":
        return 1 / row.bins
    if row.workload == "single":
        return 1.0
    found = re.fullmatch(r"hot:(\d+(?:\.\d+)?)", row.workload)
    return float(found[1]) / 100 if found else None


def best_per_chapter(rows, position, fastest_at):
    """For each chapter the variant with most points; among those the fastest at the place given.

    Where several are within 1 % of the fastest, which is noise, the first of them.
    """
    best = {}
    for lesson in sorted({row.lesson for row in rows}):
        lines = {}
        for row in rows:
            if row.lesson == lesson and not is_start(row):
                lines.setdefault(row.variant, []).append(row)
        lines = [sorted(line, key=position) for line in lines.values()]
        most = max(map(len, lines), default=0)
        if most > 1:
            lines = [line for line in lines if len(line) == most]
            fastest = min(map(fastest_at, lines))
            best[lesson] = next(line for line in lines if fastest_at(line) <= 1.01 * fastest)
    return list(best.values())


def is_library(row):
    """A row of a library's function as it is offered, which the chapters have to beat."""
    return row.lesson == "torch" or row.variant == "device_histogram"


def fastest_per_lesson(rows, position):
    """For each lesson with two points or more the fastest row at each position. Of 07 only CUB's own function."""
    lines = {}
    for row in rows:
        if is_start(row) or row.lesson == "07_cub" and not is_library(row):
            continue
        line = lines.setdefault(row.lesson, {})
        if position(row) not in line or row.ms < line[position(row)].ms:
            line[position(row)] = row
    return [sorted(lines[lesson].values(), key=position) for lesson in sorted(lines) if len(lines[lesson]) > 1]
