# SPDX-License-Identifier: MIT
"""Prints what a clean build of each product costs, as a ratio to a package with one empty module.

Builds the modules one after the other, each after its dependencies, and measures the CPU time of each build without the
time of a build that has nothing to do. The cost of a product is that of its module, of all modules below it, and of a
build that has nothing to do.
"""

import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys

folder = pathlib.Path(".build-cost")
swift = os.environ.get("SWIFT", "swift")


def cpu_time(*arguments):
    """Runs a command of Swift and returns the CPU time of it and its children, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run([swift, *arguments], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"cost: {swift} {' '.join(map(str, arguments))} failed:\n{run.stdout}{run.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def empty_package():
    path = folder / "Empty"
    (path / "Sources/Empty").mkdir(parents=True)
    (path / "Sources/Empty/Empty.swift").write_text("")
    (path / "Package.swift").write_text(
        "// swift-tools-version: 6.2\nimport PackageDescription\n"
        'let package = Package(name: "Empty", targets: [.target(name: "Empty")])\n'
    )
    return path


def costs(configuration, modules, empty):
    """Returns the seconds of an empty package, of a build that has nothing to do, and of each module alone."""
    options = ["build", "-c", configuration]
    package = cpu_time(*options, "--package-path", empty, "--scratch-path", empty / configuration)
    options += ["--scratch-path", folder / configuration]
    times = {name: cpu_time(*options, "--target", name) for name in modules}
    idle = cpu_time(*options, "--target", modules[0])
    return package, idle, {name: time - idle for name, time in times.items()}


def main():
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    description = json.loads(
        subprocess.run([swift, "package", "describe", "--type", "json"], capture_output=True, check=True).stdout
    )
    dependencies = {
        target["name"]: target.get("target_dependencies", [])
        for target in description["targets"]
        if target["path"].startswith("Sources/") and target["module_type"] == "SwiftTarget"
    }
    products = [p["name"] for p in description["products"] if "library" in p["type"]]
    modules = []

    def visit(name):
        if name in modules or name not in dependencies:
            return
        for dependency in dependencies[name]:
            visit(dependency)
        modules.append(name)

    for product in products:
        visit(product)

    def below(name):
        """Returns a module and all modules that it depends on."""
        found = {name} if name in dependencies else set()
        return found.union(*(below(dependency) for dependency in dependencies.get(name, [])))

    empty = empty_package()
    results = {configuration: costs(configuration, modules, empty) for configuration in ("debug", "release")}
    print(f"{'module':26}{'debug':>8}{'product':>9}{'release':>9}{'product':>9}   (times of an empty package)")
    for name in [*modules, "all products"]:
        row = f"{name:26}"
        for unit, idle, alone in results.values():
            total = idle + sum(alone[module] for module in (below(name) if name in dependencies else modules))
            row += f"{alone[name] / unit:8.1f}" if name in alone else f"{'':8}"
            row += f"{total / unit:9.1f}"
        print(row)
    for configuration, (unit, _, _) in results.items():
        print(f"An empty package takes {unit:.1f} s of CPU time in {configuration}.")
    shutil.rmtree(folder)


main()
