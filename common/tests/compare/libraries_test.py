"""Tests of docs/results/libraries.py, as far as they go without PyTorch and without a GPU."""

import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest

RESULTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../docs/results")
SCRIPT = os.path.join(RESULTS, "libraries.py")


class Libraries(unittest.TestCase):
    def run_script(self, torch, *arguments):
        """With a module of this text in the place of PyTorch, whether that is installed or not."""
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "torch.py"), "w", encoding="utf-8") as stream:
                stream.write(torch)
            result = subprocess.run([sys.executable, "-B", SCRIPT, *arguments], capture_output=True, text=True,
                                    cwd=folder, env=dict(os.environ, PYTHONPATH=folder), timeout=60)
            self.assertEqual(os.listdir(folder), ["torch.py"])  # no result file
            return result

    def test_help_needs_no_torch(self):
        result = self.run_script("raise ImportError('none')", "--help")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("--csv FILE", result.stdout)

    def test_without_torch_it_says_so(self):
        result = self.run_script("raise ImportError('none')", "--csv", "x.csv")
        self.assertEqual((result.returncode, result.stdout), (77, ""))
        self.assertEqual(result.stderr, "libraries.py: PyTorch is not installed, so its functions are not timed\n")

    def test_without_a_gpu_it_says_so(self):
        result = self.run_script("class cuda:\n  is_available = staticmethod(lambda: False)\n", "--csv", "x.csv")
        self.assertEqual((result.returncode, result.stdout), (77, ""))
        self.assertEqual(result.stderr, "libraries.py: PyTorch finds no GPU, so its functions are not timed\n")

    def test_its_columns_are_those_of_the_lessons(self):
        spec = importlib.util.spec_from_file_location("libraries", SCRIPT)
        script = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(script)
        with open(os.path.join(RESULTS, "h200.csv"), encoding="utf-8") as stream:
            headers = [line.rstrip("\n").split(",") for line in stream if line.startswith("lesson,")]
        self.assertEqual([column for column in headers[-1] if column in script.COLUMNS], script.COLUMNS)


if __name__ == "__main__":
    unittest.main()
