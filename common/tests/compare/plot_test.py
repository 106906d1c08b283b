"""Tests of docs/plot_speedups.py. Exits 77 where matplotlib is missing, which CTest counts as skipped."""

import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../docs/plot_speedups.py")
HEADER = (
    "lesson,variant,backend,device,n,type,bins,workload,cache,median_ms,min_ms,iqr_ms,iterations,"
    "bytes,gb_per_s,ceiling_percent,speedup,global_atomics,shared_atomics,longest_queue,"
    "workspace_bytes,status,predicted_ms,bound\n"
)
PLOTS = ("ladder", "ladder_adds", "contention", "bins", "l2")


def line(lesson="03_atomic_naive", variant="i32", n=2**20, bins=256, workload="uniform", cache="cold", ms=8.0,
         backend="cuda", status="ok", type="int32"):
    measured = f"{ms},{ms},0.01,30,4194304,{0.0042 / ms * 1000:.4g},12.5,1" if ms else ",,,,4194304,,,"
    return f"{lesson},{variant},{backend},GPU,{n},{type},{bins},{workload},{cache},{measured},,,,0,{status},,\n"


def course():
    """Made-up times, enough for every plot."""
    rows = [line(bins=bins, workload=workload, lesson=lesson, variant=variant, ms=ms)
            for lesson, variant, ms in (("03_atomic_naive", "i32", 8.0), ("05_shared_memory", '"shared, $1 $"', 1.0))
            for bins, workload in ((256, "uniform"), (256, "hot:50"), (256, "single"), (16, "uniform"), (64, "uniform"))]
    rows += [line(lesson="02_vectorized", variant="f32x4", n=n, bins="", workload="random", cache=cache, type="float32")
             for n in (2**16, 2**20, 2**24, 1000003) for cache in ("cold", "hot")]
    rows.append(line(variant="racy", ms=None, status="expected_failure"))
    return "# device: GPU\n" + HEADER + "".join(rows)


class Plots(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def plot(self, text, *arguments, name="x.csv"):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
        return self.run_script(path, *arguments)

    def run_script(self, *arguments):
        environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
        # A backend that needs a display must not be chosen from outside.
        environment["MPLBACKEND"] = "TkAgg"
        return subprocess.run([sys.executable, SCRIPT, "--out", os.path.join(self.folder, "out"), *arguments],
                              capture_output=True, text=True, env=environment, timeout=120)

    def drawn(self):
        folder = os.path.join(self.folder, "out")
        return sorted(os.listdir(folder)) if os.path.isdir(folder) else []

    def content(self, name):
        with open(os.path.join(self.folder, "out", name), "rb") as stream:
            return stream.read()

    def refused(self, result, message):
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertIn(message, result.stderr)
        self.assertEqual(self.drawn(), [])

    def test_every_plot_without_a_display(self):
        result = self.plot(course())
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(self.drawn(), sorted(f"{name}.{suffix}" for name in PLOTS for suffix in ("png", "svg")))
        for name in PLOTS:
            self.assertTrue(self.content(name + ".png").startswith(b"\x89PNG\r\n"))
            self.assertIn(b"</svg>", self.content(name + ".svg"))

    def test_the_same_numbers_give_the_same_files(self):
        self.plot(course())
        first = {name: self.content(name) for name in self.drawn()}
        self.plot(course())
        self.assertEqual(first, {name: self.content(name) for name in self.drawn()})
        self.plot(course().replace("8.0,8.0", "9.0,9.0"))
        self.assertNotEqual(first["ladder.svg"], self.content("ladder.svg"))

    def test_only_one(self):
        self.assertEqual(self.plot(course(), "--only", "bins").returncode, 0)
        self.assertEqual(self.drawn(), ["bins.png", "bins.svg"])

    def test_bins_shows_each_workload_and_the_libraries(self):
        rows = [line(lesson=lesson, variant=variant, bins=bins, workload=workload, ms=ms)
                for workload in ("uniform", "zipf") for bins in (256, 2**16, 2**20)
                for lesson, variant, ms in (("06_coarsening", "ranges" if bins > 256 else "spare_bin", 1.0),
                                            ("06_coarsening", "wide", 1.1), ("07_cub", "device_histogram", 4.0),
                                            ("07_cub", "tile_atomic", 0.5), ("torch", "histc", 8.0))]
        self.assertEqual(self.plot(HEADER + "".join(rows), "--only", "bins").stderr, "")
        picture = self.content("bins.svg")  # its text is drawn, and stands in comments
        for text in (b"<!-- uniform -->", b"<!-- zipf -->", b"<!-- 06 coarsening: spare_bin, ranges -->",
                     b"<!-- 07 cub: device_histogram -->", b"<!-- torch: histc -->", b"stroke-dasharray"):
            self.assertIn(text, picture)
        self.assertNotIn(b"<!-- single -->", picture)

    def test_a_plot_without_rows_is_skipped(self):
        result = self.plot(HEADER + line())
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.drawn(), ["ladder.png", "ladder.svg"])
        self.assertEqual([text.split(":")[0] for text in result.stderr.splitlines()],
                         ["ladder_adds", "contention", "bins", "l2"])

    def test_nothing_to_draw(self):
        self.refused(self.plot(""), "x.csv:1: empty file")
        self.refused(self.plot(HEADER), "no row with a GPU time")
        self.refused(self.plot(HEADER + line(ms=None)), "no row with a GPU time")
        self.refused(self.plot(HEADER + line(backend="cpu")), "no row with a GPU time")
        self.refused(self.plot(HEADER + line() + line(status="failed")), "no row with a GPU time")
        self.refused(self.plot(HEADER + line(), "--only", "l2"), "l2: skipped")

    def test_files_that_are_not_result_files(self):
        self.refused(self.plot("name,value\na,1\n"), "x.csv:1: not a result file")
        self.refused(self.plot(HEADER + line() + "03_atomic"), "x.csv:3: half-written")
        self.refused(self.plot(HEADER + "a,b\n"), "x.csv:2: 2 fields instead of 24")
        self.refused(self.plot(HEADER + line(status="fine")), "x.csv:2: unknown status: fine")
        self.refused(self.run_script(os.path.join(self.folder, "missing.csv")), "No such file")
        self.refused(self.run_script(self.folder), f"{self.folder}: is not a regular file")

    def test_columns_are_found_by_name(self):
        # An older file, and one with a column that no picture is made of.
        for header, end in (("lesson,variant,backend,device,n,type,bins,workload,cache,median_ms,gb_per_s,"
                             "ceiling_percent,status\n", "8,5,12,ok\n"),
                            ("lesson,variant,backend,device,n,type,bins,workload,cache,colour,median_ms,status,gb_per_s,"
                             "ceiling_percent\n", "red,8,ok,5,12\n")):
            text = header + "03_atomic_naive,i32,cuda,GPU,1024,int32,256,uniform,cold," + end
            self.assertEqual(self.plot(text, "--only", "ladder").returncode, 0)
            # Another run that was appended has its own header.
            self.assertEqual(self.plot(text + HEADER + line(variant="i32x4"), "--only", "ladder").returncode, 0)
            self.assertIn(b"i32x4", self.content("ladder.svg"))
        self.assertIn("x.csv:1: not a result file: its header has no column backend",
                      self.plot("lesson,variant,n\n1,2,3\n").stderr)

    def test_a_byte_order_mark_and_quoted_comments(self):
        result = self.plot("\ufeff\"# device: GPU\",\"driver\"\n" + HEADER + line(), "--only", "ladder")
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_a_pipe_is_refused_before_it_is_opened(self):
        pipe = os.path.join(self.folder, "pipe")
        os.mkfifo(pipe)
        self.refused(self.run_script(pipe), f"{pipe}: is not a regular file")

    def test_numbers_that_no_lesson_writes(self):
        for n in ("x", "-1", "+1", "1_0", "1e6", "9" * 20, "9" * 5000):
            self.refused(self.plot(HEADER + line(n=n)), "x.csv:2: n is not a whole number")
        for ms in ("nan", "inf", "-1", "+1", "1e-310", "1e3", "0x10", "1_0", ".5", "5.", " 1", "٣"):
            self.refused(self.plot(HEADER + line().replace("8.0,8.0", f"{ms},{ms}")), "x.csv:2: median_ms is not a plain")
        for ms in ("9" * 400, "0." + "0" * 20 + "1"):
            self.refused(self.plot(HEADER + line().replace("8.0,8.0", f"{ms},{ms}")), "x.csv:2: median_ms is out of range")
        self.refused(self.plot(HEADER + line().replace("8.0,8.0", "0.0,8.0")), "x.csv:2: median_ms is zero")
        self.refused(self.plot(HEADER + line(bins=-30)), "x.csv:2: bins is not")

    def test_unknown_plot(self):
        self.assertEqual(self.plot(course(), "--only", "pie").returncode, 2)


if __name__ == "__main__":
    if importlib.util.find_spec("matplotlib") is None:
        print("matplotlib is missing")
        sys.exit(77)
    unittest.main()
