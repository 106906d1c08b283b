#!/usr/bin/env python3
"""Draws the course's plots from the result files that the lessons append with --csv.

    cd docs/results && ../plot_speedups.py h200-bins.csv h200-l2.csv h200.csv --out ../figures

With h200-libraries.csv among them, PyTorch's functions stand beside the chapters.
Of two rows for the same problem the one of the later file counts.

ladder      time and share of the ceiling of every step, histograms; ladder_adds the same for adds
contention  time against the share of samples that fall into one bin, the best variant per chapter
bins        time against the number of bins, for uniform, zipf and single: the chapters, and libraries to beat
l2          02's bandwidth against n, with and without a flushed L2

Each is written as PNG and SVG. Needs matplotlib, no display. Exit status 2 where nothing can be drawn.
"""

import argparse
import math
import os
import sys
import textwrap

from plot_parts import (COLOURS, chapter, colour, describe, draw_lines, label_ends, log_time_axis, new_figure, place,
                        plain, power_label, short, size)
from result_rows import (NothingToDraw, best_per_chapter, fastest_per_lesson, fullest, hot_share, is_library,
                         is_start, read)


def draw_ladder(plt, rows, title, *same):
    steps = sorted((row for row in rows if not is_start(row)), key=lambda row: row.lesson)
    names, heads, y = [], [], 0.0
    places = []
    for index, row in enumerate(steps):
        if index == 0 or row.lesson != steps[index - 1].lesson:
            y += 0.35 if index else 0
            heads.append((y, row))
            y += 1
        name = textwrap.fill(row.variant, 34)
        names.append(name)
        extra = 0.55 * name.count("\n")
        places.append(y + extra / 2)
        y += 1 + extra
    height = 1.55 + 0.235 * y
    figure, (left, right) = new_figure(plt, height, title, describe(steps[0], *same), 2, sharey=True,
                                       gridspec_kw={"width_ratios": (3, 2)})
    place(figure, 2.95, 0.45, 0.62, wspace=0.12)
    low, high = min(row.ms for row in steps), max(row.ms for row in steps)
    left.set_xscale("log")
    left.set_xlim(low / 2, high * (high / low * 2) ** 0.35)  # room for the number at the last point
    left.xaxis.set_major_formatter(plain)
    if high / low < 10:  # less than one power of ten has at most one tick of its own
        left.xaxis.set_minor_formatter(lambda value, _: f"{value:g}" if f"{value:e}"[0] in "25" else "")
    right.set_xlim(0, max([145] + [1.4 * row.percent for row in steps if row.percent]))
    right.set_xticks([0, 50, 100])
    right.axvline(100, color="#888888", lw=1, ls="--", zorder=0)
    left.set_ylim(y - 0.3, -0.8)
    for position, row in zip(places, steps):
        left.plot([low / 2, row.ms], [position, position], color="#dddddd", lw=1, zorder=1)
        left.plot(row.ms, position, "o", color=colour(row), ms=6, zorder=2)
        left.annotate(short(row.ms), (row.ms, position), (6, 0), textcoords="offset points", va="center", fontsize=9.5)
        if row.percent is not None:
            right.barh(position, row.percent, 0.62, color=colour(row))
            text = f"{row.percent:.0f} %" if row.percent >= 9.95 else f"{row.percent:.1f} %"
            right.annotate(text, (row.percent, position), (5, 0), textcoords="offset points", va="center",
                           fontsize=9.5)
    for position, row in heads:
        left.text(-0.02, position, chapter(row), transform=left.get_yaxis_transform(), ha="right", va="center",
                  fontsize=10, fontweight="bold", color=colour(row))
    left.set_yticks(places, names, fontsize=9.5)
    for axes in (left, right):
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="y", visible=False)
    left.set_xlabel("time (ms), log scale: left is faster")
    right.set_xlabel("% of the measured ceiling")
    return figure


def ladder(plt, rows):
    rows = fullest([row for row in rows if row.bins and row.workload == "uniform" and row.cache != "hot"],
                   "device", "n", "type", "bins", "cache")
    if not rows:
        raise NothingToDraw("no timed histogram of uniform samples")
    return draw_ladder(plt, rows, "The steps of the histogram: time, and share of memory speed",
                       "n", "type", "bins", "workload", "cache")


def ladder_adds(plt, rows):
    rows = fullest([row for row in rows if not row.bins and row.cache != "hot"], "device", "n", "workload", "cache")
    if not rows:
        raise NothingToDraw("no timed add")
    return draw_ladder(plt, rows, "The steps of the add: time, and share of memory speed", "n", "workload", "cache")


def contention(plt, rows):
    rows = fullest([row for row in rows if row.bins and row.cache != "hot" and hot_share(row) is not None],
                   "device", "n", "type", "bins", "cache")
    lines = best_per_chapter(rows, hot_share, lambda line: line[0].ms)
    if not lines:
        raise NothingToDraw("no chapter has a time for two of the workloads uniform, hot:P and single")
    rows = [row for line in lines for row in line]
    figure, axes = new_figure(plt, 4.6, "What one crowded bin costs", describe(rows[0], "n", "type", "bins", "cache")
                              + "; one of each chapter's fastest variants")
    place(figure, 0.75, 2.55, 0.8)
    log_time_axis(axes, rows)
    axes.set_xlim(-0.05, 1.05)
    draw_lines(axes, lines, hot_share)
    shares = {hot_share(row): row.workload for row in rows}
    names = {"uniform": f"uniform\n1/{rows[0].bins}", "single": "all\n100 %"}
    axes.set_xticks(list(shares), [names.get(name, f"{share * 100:g} %") for share, name in shares.items()])
    axes.set_xlabel("share of the samples that fall into one bin")
    return figure


def bins(plt, rows):
    workloads = ("uniform", "zipf", "single")
    rows = fullest([row for row in rows if row.bins and row.workload in workloads and row.cache != "hot"],
                   "device", "n", "type", "cache")
    panels = {workload: fastest_per_lesson([row for row in rows if row.workload == workload], lambda row: row.bins)
              for workload in workloads}
    panels = {workload: lines for workload, lines in panels.items() if any(len(line) > 2 for line in lines)}
    if not panels:
        raise NothingToDraw("no chapter has a time for three numbers of bins")
    lines = [line for lines in panels.values() for line in lines]
    rows = [row for line in lines for row in line]
    figure, axes = new_figure(plt, 4.8, "Time against the number of bins",
                              describe(rows[0], "n", "type", "cache")
                              + "; the fastest variant at each number of bins; dashed: libraries",
                              len(panels), sharey=True, squeeze=False)
    place(figure, 0.75, 0.15, 1.35, top=1.0)
    log_time_axis(axes[0][0], rows)
    few, many = min(row.bins for row in rows), max(row.bins for row in rows)
    names = {}
    for panel, (workload, lines) in zip(axes[0], panels.items()):
        panel.set_title(workload, loc="left", fontsize=10.5)
        panel.set_xscale("log", base=2)
        panel.set_xlim(few / (many / few) ** 0.05, many * (many / few) ** 0.05)
        power_ticks(panel, {row.bins for row in rows})
        panel.set_xlabel("bins, log scale")
        for line in lines:
            style = "--" if is_library(line[0]) else "-"
            drawn, = panel.plot([row.bins for row in line], [row.ms for row in line], "o" + style, ms=4,
                                color=colour(line[0]))
            known = names.setdefault(chapter(line[0]), (drawn, {}))
            known[1].update((row.variant, None) for row in line)
    order = sorted(names)
    figure.legend([names[name][0] for name in order],
                  [textwrap.fill(f"{name}: {', '.join(names[name][1])}", 52) for name in order],
                  loc="lower left", ncol=2, frameon=False, fontsize=9.5)
    return figure


def power_ticks(axes, values):
    low, high = (round(math.log2(value)) for value in (min(values), max(values)))
    ticks = [2**k for k in range(low, high + 1, 1 + (high - low) // 8)]
    axes.set_xticks(ticks, [power_label(tick) for tick in ticks])
    axes.minorticks_off()


def l2(plt, rows):
    rows = [row for row in rows if row.lesson.startswith("02") and row.gbs and row.n and not is_start(row)]
    rows = fullest(rows, "device", "workload")
    variants = list(dict.fromkeys(row.variant for row in rows))
    if len({row.n for row in rows}) < 3:
        raise NothingToDraw("02 has no bandwidth for three sizes")
    regime = lambda row: row.cache.split("_")[0]  # cold or hot; "_fits_l2" is shown by the marker
    caches = sorted({regime(row) for row in rows})
    figure, panels = new_figure(plt, 4.4, "Bandwidth of an add against the size of its arrays",
                                describe(rows[0], "workload") + "; 02 vectorized; hollow: all arrays fit in the L2 cache", len(caches), sharey=True,
                                squeeze=False)
    place(figure, 0.75, 1.3, 0.6, top=1.0)
    tones = dict(zip(variants, [COLOURS[key] for key in "5376241"] * len(variants)))
    for axes, cache in zip(panels[0], caches):
        for variant in variants:
            line = sorted((row for row in rows if row.variant == variant and regime(row) == cache), key=lambda row: row.n)
            axes.plot([row.n for row in line], [row.gbs for row in line], "-", color=tones[variant])
            for row in line:
                face = "white" if row.cache.endswith("_fits_l2") else tones[variant]
                axes.plot(row.n, row.gbs, "o", color=tones[variant], markerfacecolor=face, ms=5)
        axes.set_xscale("log", base=2)
        axes.set_ylim(0, max(row.gbs for row in rows) * 1.08)
        power_ticks(axes, {row.n for row in rows})
        axes.set_xlabel("elements n, log scale")
        names = {"cold": "cold: L2 flushed before every run", "hot": "hot: data may still be in L2"}
        axes.set_title(names.get(cache, cache), loc="left", fontsize=10.5)
    panels[0][0].set_ylabel("GB/s")
    last = panels[0][-1]
    for_label = {}
    for row in sorted((row for row in rows if regime(row) == caches[-1]), key=lambda row: row.n):
        for_label[row.variant] = (row.n, row.gbs, row.variant, tones[row.variant])
    label_ends(last, list(for_label.values()))
    return figure


PLOTS = {"ladder": ladder, "ladder_adds": ladder_adds, "contention": contention, "bins": bins, "l2": l2}


def load_matplotlib():
    try:
        import matplotlib
    except ImportError:
        raise NothingToDraw("matplotlib is not installed: apt install python3-matplotlib, or pip install matplotlib") from None
    matplotlib.use("Agg")  # draws into files, without a display
    import matplotlib.pyplot as plt

    plt.rcParams.update({
        "font.size": 10.5, "font.family": "DejaVu Sans", "axes.spines.top": False, "axes.spines.right": False,
        "axes.grid": True, "grid.color": "#e6e6e6", "axes.axisbelow": True, "lines.linewidth": 2,
        "figure.facecolor": "white", "savefig.facecolor": "white",
        "svg.hashsalt": "course",  # the same numbers give the same file
    })
    return plt


def save(plt, figure, folder, name):
    try:
        os.makedirs(folder, exist_ok=True)
        for suffix, metadata in (("png", {"Software": None}), ("svg", {"Date": None})):
            path = os.path.join(folder, f"{name}.{suffix}")
            figure.savefig(path, dpi=200, metadata=metadata)
            print(path)
    except OSError as error:
        raise NothingToDraw(f"{error.filename or folder}: {error.strerror}") from None
    plt.close(figure)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE.csv")
    parser.add_argument("--out", default=".", metavar="DIR", help="where the pictures go (default: here)")
    parser.add_argument("--only", choices=PLOTS, metavar="NAME", help="draw one: " + ", ".join(PLOTS))
    parser.add_argument("--device", help="draw this device, if the files hold several")
    parser.add_argument("--type", help="draw this sample type, such as int32 or uint8")
    options = parser.parse_args()
    try:
        rows = {}
        for row in (row for path in options.files for row in read(path)):
            rows.pop(row[:8], None)  # a later file is newer, and its order counts
            rows[row[:8]] = row
        rows = [row for row in rows.values() if options.device in (None, row.device)
                and options.type in (None, row.type)]
        if not rows:
            raise NothingToDraw("no row with a GPU time in " + ", ".join(options.files))
        plt = load_matplotlib()
        drawn = 0
        for name in [options.only] if options.only else PLOTS:
            try:
                figure = PLOTS[name](plt, rows)
            except NothingToDraw as reason:
                print(f"{name}: skipped: {reason}", file=sys.stderr)
                continue
            save(plt, figure, options.out, name)
            drawn += 1
    except NothingToDraw as reason:
        print(reason, file=sys.stderr)
        return 2
    return 0 if drawn else 2


if __name__ == "__main__":
    sys.exit(main())
