# SPDX-License-Identifier: MIT
"""Links a program with each product alone, that is with its module and the modules that the manifest declares below it, and
one program with all products. A package of a user that depends on one product gets no more than that.
"""

import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SWIFT = os.environ.get("SWIFT", "swift").split()
BUILD = Path(sys.argv[1])
description = subprocess.run(
    SWIFT + ["package", "describe", "--type", "json"], check=True, stdout=subprocess.PIPE, text=True).stdout
package = json.loads(description[description.index("{"):])
targets = {target["name"]: target for target in package["targets"]}
products = [product["name"] for product in package["products"] if "library" in product["type"]]


def below(name):
    """Returns a module and all modules that it declares, also indirectly."""
    return {name}.union(*(below(each) for each in targets[name].get("target_dependencies", [])))


def link(names):
    """Links a program that imports the modules. Returns the errors, or an empty text."""
    modules = set().union(*(below(name) for name in names))
    objects = [str(file) for module in sorted(modules) for file in BUILD.glob(f"{module}.build/**/*.o")
               if targets[module]["type"] == "library"]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "main.swift"
        file.write_text("".join(f"import {name}\n" for name in names))
        headers = [part for name in modules if targets[name]["type"] == "system-target"
                   for part in ("-I", targets[name]["path"])]
        run = subprocess.run(
            ["swiftc", "-I", str(BUILD / "Modules"), *headers, str(file), *objects, "-o", folder + "/program"],
            capture_output=True, text=True)
    return "" if run.returncode == 0 else f"{' '.join(names)}:\n{run.stdout}{run.stderr}"


with ThreadPoolExecutor(2) as pool:
    problems = [problem for problem in pool.map(link, [[name] for name in products] + [products]) if problem]
sys.exit("\n".join(problems) if problems else 0)
