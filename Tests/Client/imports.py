# SPDX-License-Identifier: MIT
"""Fails if a target imports a module that its manifest does not declare as a dependency: imports.py <package> ...

All modules are built into one folder, so the compiler finds undeclared ones too. Only modules of the given packages are
checked.
"""

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

SWIFT = os.environ.get("SWIFT", "swift").split()
IMPORT = re.compile(r"^ *(?:@\w+ )*(?:\w+ )?import (?:struct |class |enum |protocol |func )?(\w+)", re.MULTILINE)


def targets(package):
    description = subprocess.run(
        SWIFT + ["package", "--package-path", package, "describe", "--type", "json"],
        check=True, stdout=subprocess.PIPE, text=True).stdout
    return json.loads(description[description.index("{"):])["targets"]


def undeclared(package, targets, known):
    for target in targets:
        declared = {target["name"], *target.get("target_dependencies", []), *target.get("product_dependencies", [])}
        for source in target["sources"]:
            if not source.endswith(".swift"):
                continue
            path = os.path.join(package, target["path"], source)
            with open(path, encoding="utf-8") as file:
                for module in IMPORT.findall(file.read()):
                    if module in known and module not in declared:
                        yield f"{path}: {target['name']} imports {module}, but does not declare it as a dependency."


packages = sys.argv[1:]
with ThreadPoolExecutor() as pool:
    described = dict(zip(packages, pool.map(targets, packages)))
modules = {target["name"] for described_targets in described.values() for target in described_targets}
problems = [problem for package in packages for problem in undeclared(package, described[package], modules)]
for problem in problems:
    print(problem, file=sys.stderr)
sys.exit(1 if problems else 0)
