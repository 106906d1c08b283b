#!/usr/bin/env python3
"""notebook_test.py SOURCE BUILD: docs/course.ipynb is a notebook without outputs, and its cells run, in their order,
on the programs of BUILD: shell cells as Jupyter runs them, the others with a stand-in for its display. A cell with the
tag "setup" gets the course and its tools, which are here already. A question mark is the learner's number."""
import json
import os
import re
import subprocess
import sys
import tempfile
import types

source, build = sys.argv[1:]
QUESTION_MARK = r"(?<!\$)\?"


def run_shell(text, **options):
    """What %%bash does: the script comes from standard input."""
    first, script = text.split("\n", 1)
    return subprocess.run(first[2:].split(), input=script, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **options)


def fails_visibly(text, folder):
    """A build that fails ends the cell, with the first error and without the program."""
    with open(os.path.join(folder, "cmake"), "w", encoding="utf-8") as file:
        file.write('#!/bin/sh\n[ "$4" = help ] && echo 07_cub: phony && exit 0\n'
                   'echo "[1/2] a step"; echo "a.cu:3:5: error: a mistake"; echo stopped; exit 1\n')
    os.chmod(file.name, 0o755)
    os.symlink("/bin/true", os.path.join(folder, "nvidia-smi"))  # some build only where there is a GPU
    result = run_shell(text, cwd=folder, env={**os.environ, "PATH": folder + ":" + os.environ["PATH"]})
    assert result.returncode != 0 and "a.cu:3:5: error: a mistake" in result.stdout, (text, result.stdout)
    assert "bin/" not in result.stdout, (text, result.stdout)


def display_module(shown):
    """IPython.display, which may not be installed."""
    module = types.ModuleType("IPython.display")
    module.Markdown = lambda text: text
    module.SVG = module.Image = lambda name: "a figure" if os.path.exists(name) else None
    module.display = shown.append
    return module


with open(os.path.join(source, "docs/course.ipynb"), encoding="utf-8") as file:
    notebook = json.load(file)
assert notebook["nbformat"] == 4 and notebook["nbformat_minor"] >= 0, "nbformat"
assert notebook["metadata"]["kernelspec"]["name"] == "python3"
for cell in notebook["cells"]:
    assert cell["cell_type"] in ("code", "markdown") and isinstance(cell["metadata"], dict), cell
    assert all(isinstance(line, str) for line in cell["source"]), cell
    assert cell["cell_type"] == "markdown" or (cell["outputs"] == [] and cell["execution_count"] is None), cell
    # The notebook may lie alone, on Colab for example.
    assert cell["cell_type"] == "code" or "](" not in "".join(cell["source"]).replace("](http", ""), cell

code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
assert "nvidia-smi" in "".join(code[0]["source"]), "the first cell looks for a GPU"
texts = []
for cell in code:
    text = "".join(cell["source"])
    if text.startswith("%%"):
        assert re.match(r"%%bash( -e)?\n", text), text
        if "cmake --build" in text:
            with tempfile.TemporaryDirectory() as folder:
                fails_visibly(text, folder)
    else:
        compile(text, text, "exec")
    if "setup" not in cell["metadata"].get("tags", []):
        texts.append(text)
assert len(texts) > 15
for chapter in ("01", "02", "03", "04", "05", "06", "07"):
    assert any(f"bin/{chapter}_" in text for text in texts), chapter
    [prediction] = [text for text in texts if f"--predict {chapter}" in text]
    assert all(step.endswith("=?") for step in re.findall(r"\w+=\S+", prediction)), prediction

# Programs know their build and keep a learner's progress there: a developer's own is put back.
progress = os.path.join(build, "course_progress.txt")
before = open(progress, encoding="utf-8").read() if os.path.exists(progress) else None
shown = []
sys.modules["IPython"] = types.ModuleType("IPython")
sys.modules["IPython.display"] = display_module(shown)
names = {"os": os}  # what cells of Python leave to the next
questions = pages = 0
try:
    with tempfile.TemporaryDirectory() as folder:
        for name in os.listdir(source):
            if name != "build":
                os.symlink(os.path.join(source, name), os.path.join(folder, name))
        os.mkdir(os.path.join(folder, "build"))
        os.symlink(build, os.path.join(folder, "build/default"))
        os.chdir(folder)
        for text in texts:
            print("==", text, flush=True)
            if not text.startswith("%%"):
                shown.clear()
                exec(text, names)
                if text.startswith("read("):
                    pages += 1
                    page = "".join(shown)
                    assert len(page) > 500, text
                    # What an H200 took comes after the learner's prediction.
                    assert ("compare:begin" in page) != ("**The question" in text), text
                continue
            if re.search(QUESTION_MARK, text):
                questions += 1
                result = run_shell(text)
                assert result.returncode != 0 and "?' is no" in result.stdout and "needed" in result.stdout, result
                text = re.sub(QUESTION_MARK, "2", text)
            result = run_shell(text)
            print(result.stdout, flush=True)
            assert result.returncode == 0, text
        os.chdir(source)
    assert questions == 8 and pages == 14, (questions, pages)
finally:
    if before is not None:
        with open(progress, "w", encoding="utf-8") as file:
            file.write(before)
    elif os.path.exists(progress):
        os.remove(progress)
