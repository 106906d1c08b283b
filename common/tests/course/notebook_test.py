#!/usr/bin/env python3
"""notebook_test.py SOURCE BUILD: docs/course.ipynb is a notebook without outputs, and its shell cells run, in their
order, on the programs of BUILD. A cell with the tag "setup" gets the course and its tools, which are here already."""
import json
import os
import subprocess
import sys
import tempfile

source, build = sys.argv[1:]
with open(os.path.join(source, "docs/course.ipynb"), encoding="utf-8") as file:
    notebook = json.load(file)
assert notebook["nbformat"] == 4 and notebook["nbformat_minor"] >= 0, "nbformat"
assert notebook["metadata"]["kernelspec"]["name"] == "python3"
for cell in notebook["cells"]:
    assert cell["cell_type"] in ("code", "markdown") and isinstance(cell["metadata"], dict), cell
    assert all(isinstance(line, str) for line in cell["source"]), cell
    assert cell["cell_type"] == "markdown" or (cell["outputs"] == [] and cell["execution_count"] is None), cell

code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
assert "nvidia-smi" in "".join(code[0]["source"]), "the first cell looks for a GPU"
texts = []
for cell in code:
    text = "".join(cell["source"])
    if "setup" in cell["metadata"].get("tags", []):
        if not text.startswith("%%"):
            compile(text, "the setup", "exec")
        continue
    assert text.startswith("%%bash\n"), text
    texts.append(text.split("\n", 1)[1])
assert len(texts) > 15
for chapter in ("01", "02", "03", "04", "05", "06", "07"):
    assert any(f"bin/{chapter}_" in text for text in texts), chapter

# Programs know their build and keep a learner's progress there: a developer's own is put back.
progress = os.path.join(build, "course_progress.txt")
before = open(progress, encoding="utf-8").read() if os.path.exists(progress) else None
try:
    with tempfile.TemporaryDirectory() as folder:
        for name in os.listdir(source):
            if name != "build":
                os.symlink(os.path.join(source, name), os.path.join(folder, name))
        os.mkdir(os.path.join(folder, "build"))
        os.symlink(build, os.path.join(folder, "build/default"))
        for text in texts:
            print("==", text, flush=True)
            subprocess.run(["bash", "-eo", "pipefail", "-c", text], cwd=folder, check=True)
finally:
    if before is not None:
        with open(progress, "w", encoding="utf-8") as file:
            file.write(before)
    elif os.path.exists(progress):
        os.remove(progress)
