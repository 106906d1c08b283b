"""What the plots of plot_speedups.py have in common: colours, sizes in words, labels and axes."""

import textwrap

# Okabe and Ito's colours, told apart with every common colour blindness; one per chapter.
COLOURS = dict(zip("1234567", ("#000000", "#56B4E9", "#D55E00", "#CC79A7", "#0072B2", "#009E73", "#E69F00")))
WIDTH = 8.0  # inches; a README shows this about 800 pixels wide, so 10 points become 14 pixels


def size(n):
    return f"2^{n.bit_length() - 1}" if n >= 1024 and n & (n - 1) == 0 else f"{n:,}"


def power_label(n):
    return f"$2^{{{n.bit_length() - 1}}}$" if n & (n - 1) == 0 else f"{n:,}"


def short(value):
    """Three digits: 0.944, 69.1, 197."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:#.3g}"


def plain(value, _):
    """Ticks as 0.1, 1, 10 instead of powers of ten."""
    return f"{value:g}"


def colour(row):
    return COLOURS.get(row.lesson[1:2], "#8C564B" if row.lesson == "beyond" else "#777777")


def chapter(row):
    number, _, name = row.lesson.partition("_")
    return f"{number} {name.replace('_', ' ')}".strip()


def describe(row, *fields):
    text = {"n": f"n = {size(row.n)}", "bins": f"{row.bins} bins" if row.bins else "", "type": row.type,
            "workload": row.workload, "cache": f"{row.cache} L2" if row.cache in ("cold", "hot") else row.cache}
    return ", ".join([row.device] + [text[field] for field in fields if text[field]])


def new_figure(plt, height, title, subtitle, columns=1, **options):
    figure, axes = plt.subplots(1, columns, figsize=(WIDTH, height), **options)
    figure.text(0.012, 1 - 0.08 / height, title, ha="left", va="top", fontsize=14, fontweight="bold")
    figure.text(0.012, 1 - 0.38 / height, subtitle, ha="left", va="top", fontsize=10.5, color="#444444")
    return figure, axes


def place(figure, left, right, bottom, top=0.75, wspace=0.05):
    """Margins in inches."""
    height = figure.get_figheight()
    figure.subplots_adjust(left=left / WIDTH, right=1 - right / WIDTH, bottom=bottom / height, top=1 - top / height,
                           wspace=wspace)


def label_ends(axes, lines):
    """Writes (x, y, text, colour) beside the right ends of lines, moved apart where they would touch."""
    axes.autoscale_view()  # else the limits still to come would move the ends of the lines
    inch = 1 / (axes.get_position().height * axes.figure.get_figheight())
    heights = [0.18 * inch * (text.count("\n") + 1) for _, _, text, _ in lines]
    order = sorted(range(len(lines)), key=lambda i: lines[i][1])
    to_axes = axes.transData + axes.transAxes.inverted()
    ends = {i: to_axes.transform(lines[i][:2]) for i in order}
    centre = {i: ends[i][1] for i in order}
    for before, after in zip(order, order[1:]):
        centre[after] = max(centre[after], centre[before] + (heights[before] + heights[after]) / 2)
    if order:  # what left at the top is pushed down again
        last = order[-1]
        centre[last] = min(centre[last], 1 - heights[last] / 2)
    for after, before in zip(order[::-1], order[-2::-1]):
        centre[before] = min(centre[before], centre[after] - (heights[before] + heights[after]) / 2)
    for i in order:
        _, _, text, tone = lines[i]
        axes.plot([ends[i][0], 1.035], [ends[i][1], centre[i]], transform=axes.transAxes, color=tone, lw=0.8, ls=":",
                  clip_on=False)
        axes.text(1.045, centre[i], text, transform=axes.transAxes, color=tone, va="center", fontsize=10,
                  linespacing=1.1)


def draw_lines(axes, lines, x):
    """One line per chapter. Earlier ones are wider, so that a line under another still shows."""
    for order, line in enumerate(lines):
        axes.plot([x(row) for row in line], [row.ms for row in line], "o-", color=colour(line[0]),
                  lw=2 + 0.9 * (len(lines) - 1 - order), ms=5 + 0.9 * (len(lines) - 1 - order))
    label_ends(axes, [(x(line[-1]), *end_label(line)) for line in lines])


def log_time_axis(axes, rows):
    axes.set_yscale("log")
    low, high = min(row.ms for row in rows), max(row.ms for row in rows)
    axes.set_ylim(low / 1.8, high * 1.8)
    axes.yaxis.set_major_formatter(plain)
    axes.set_ylabel("time (ms), log scale")


def end_label(line):
    last = line[-1]
    return last.ms, chapter(last) + "\n" + textwrap.fill(last.variant, 30), colour(last)
