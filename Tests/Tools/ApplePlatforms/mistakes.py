# SPDX-License-Identifier: MIT
"""Checks that `make check PARTS=apple` finds mistakes that only the compiler of an Apple platform sees: `make check PARTS=apple:mistakes`.

Each mistake is made in a copy of one file, so the package is not changed.
"""

import re
import sys

from check import Failed, checks
from mistake import flaw
from pages import GUARD, programs_of
from sdk import ROOT, Unavailable

FRAMEWORKS = r"canImport\((?:Darwin|Network|AppKit|UIKit|WatchKit|Combine|SwiftUI|os)\)"
# A branch that the check compiles but Linux does not. Branches for processors other than x86_64 are excluded.
BRANCH = re.compile(
    rf"^ *#(?:if|elseif) (?![^\n]*arch\()(?:[^\n!]*[^\n!])?(?:{FRAMEWORKS}|os\((?!Linux)\w+\))"
    r"|^ *#if os\(Linux\)\n(?:(?! *#endif)[^\n]*\n)*? *#else", re.M)
MISSPELT = "cannot find|has no member|no such module"
TOO_NEW = "is only available in"
ISOLATED = "main actor-isolated"
NOTIFICATIONS = "Sources/AppLifecycleMiddleware/Notifications/NotificationCenter+AppLifecyclePublisher.swift"
NETWORK = "Sources/ReachabilityMiddleware/Apple/PathMonitor+Network.swift"
FOLDER = "Examples/TodoExample/Storage/StateFolder.swift"
C = "Sources/CRexSystem/CRexSystem.h"
OBSERVATION = "Sources/RexObservation/Apple"
NOTES = "Examples/NotesExample"
SHOP = "Examples/ShopExample/Sources"
PAGE = "Docs/Rex.docc/Navigation.md"
# The platform, the file, the correct text, the wrong text, and a pattern of the expected error.
MISTAKES = [
    ("macOS", "Sources/RexCore/Internal/PlatformLock.swift", "rex_owned_lock_unlock(", "rex_owned_lock_unlok(", MISSPELT),
    *((platform, C, "os_unfair_lock_unlock(", "os_unfair_lock_unlok(", "call to undeclared function")
      for platform in ("macOS", "watchOS")),
    ("macOS", C, "return dlsym(RTLD_DEFAULT", "return dlsim(RTLD_DEFAULT", "call to undeclared function"),
    ("macOS", "Sources/PublisherKit/Combine.swift", "import Combine", "import Combin", MISSPELT),
    ("macOS", "Sources/AppLifecycleMiddleware/AppLifecycleMiddleware.swift", "NotificationCenter.d",
     "NotificationCentre.d", MISSPELT),
    ("macOS", NOTIFICATIONS, "NSApplication.didHide", "NSApplication.didHid", MISSPELT),
    ("iOS", NOTIFICATIONS, "UIApplication.didEnter", "UIApplication.didEntr", MISSPELT),
    ("visionOS", NOTIFICATIONS, "UIApplication.didBecome", "UIApplication.didBecame", MISSPELT),
    ("watchOS", NOTIFICATIONS, "WKApplication.willResign", "WKApplication.willResin", MISSPELT),
    ("tvOS", NOTIFICATIONS, "let observers =", "let state = UIApplication.shared.applicationState\nlet observers =",
     ISOLATED),
    ("macOS", NOTIFICATIONS, "let observers =", "let isActive = NSApplication.shared.isActive\nlet observers =", ISOLATED),
    ("macOS", NETWORK, "monitor.pathUpdateHandler", "monitor.pathUpdatHandler", MISSPELT),
    *((platform, NETWORK, "let running =", "_ = [1].indices { $0 == 1 }\nlet running =", TOO_NEW)
      for platform in ("macOS", "iOS", "tvOS", "watchOS", "visionOS")),
    ("macOS", "Sources/LoggerMiddleware/Printer/LogPrinter+OSLog.swift", "privacy: .public", "privacy: .publik",
     MISSPELT),
    ("macOS", "Sources/RexObservation/Apple/ObservedStore.swift", "objectWillChange", "objectWilChange", MISSPELT),
    ("iOS", "Sources/RexObservation/Apple/ObservableStore+Binding.swift",
     "@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)", "", TOO_NEW),
    ("iOS", "Sources/RexObservation/Apple/ForEach+Elements.swift", "Content: View", "Content: Views", MISSPELT),
    ("macOS", f"{OBSERVATION}/PresentationHost.swift", "content(bridge).onChange", "content(bridge).onChanged", MISSPELT),
    ("watchOS", f"{OBSERVATION}/PresentationStackView.swift", "NavigationStack(path", "NavigationStak(path", MISSPELT),
    ("macOS", f"{OBSERVATION}/View+Dialog.swift", "titleVisibility: Visibility ", "titleVisibility: Visible ", MISSPELT),
    ("macOS", f"{OBSERVATION}/View+Presented.swift", "#if !os(macOS)", "#if true", "unavailable in macOS"),
    ("watchOS", f"{OBSERVATION}/View+Presented.swift", "#if !os(tvOS) && !os(watchOS)", "#if true", "unavailable in watchOS"),
    ("watchOS", f"{OBSERVATION}/View+Appeared.swift", "#if canImport(UIKit) && !os(watchOS)\n", "#if canImport(UIKit)\n",
     MISSPELT),
    ("tvOS", f"{OBSERVATION}/View+Signals.swift", ".onDisappear {", ".onDisappeared {", MISSPELT),
    ("iOS", f"{OBSERVATION}/UIViewController+Presented.swift", "presenter.present(", "presenter.presents(", MISSPELT),
    ("iOS", f"{OBSERVATION}/UINavigationController+Stack.swift", "navigation.delegate =", "navigation.delegat =", MISSPELT),
    # Mistakes of a reader.
    ("iOS", PAGE, "action: DetailAction.editor", "action: NotesAction.alert",
     r"cannot convert value of type .*PresentationAction<Choice>\) -> NotesAction'"),
    ("iOS", PAGE, ".sheet(editor) { sheet in", ".sheet(editor); _ = { (sheet: ObservableStore<EditorAction, Editor>) in",
     "missing argument for parameter 'content'"),
    ("iOS", PAGE, ".alert(model.presented(", ".alert(model.stack(", "cannot convert value of type"),
    ("iOS", "Docs/Rex.docc/NavigationInDepth.md", "seen: EditorAction.toastsSeen) { text in", "seen: EditorAction.typed) { text in",
     "cannot convert value of type"),
    ("macOS", FOLDER, "NSHomeDirectory", "NSHomeFolder", MISSPELT),
    ("iOS", FOLDER, "NSHomeDirectory()", "FileManager.default.homeDirectoryForCurrentUser.path",
     "is unavailable in iOS"),
    ("macOS", "Examples/MonitorExample/App/World+Live.swift", "= NotificationCenter.", "= NotificationCentre.",
     MISSPELT),
    ("macOS", "Examples/LifecycleReachabilityExample/World+Live.swift", "= NotificationCenter.",
     "= NotificationCentre.", MISSPELT),
    ("macOS", f"{NOTES}/Sources/Terminal/TerminalGuard.swift", "coreLimit = RLIMIT_CORE\n", "coreLimit = RLIMIT_CORES\n",
     MISSPELT),
    ("macOS", f"{NOTES}/Tests/PseudoTerminal/PseudoTerminal.swift", "Int(POSIX_SPAWN_SETSID)", "Int(POSIX_SPAWN_SETSIDE)",
     MISSPELT),
    ("macOS", f"{NOTES}/Sources/NotesApp/NotesProgram.swift", "NotificationCenter.default", "NotificationCentre.default", MISSPELT),
    ("macOS", f"{NOTES}/Sources/NotesServer/FolderListing.swift", "unsafe parser.delegate", "parser.delegate", "unsafe constructs"),
    ("macOS", f"{SHOP}/ShopApp/WindowView.swift", "action: WindowAction.checkout", "action: WindowAction.catalog",
     "cannot convert value of type"),
    ("macOS", f"{SHOP}/CatalogFeature/CatalogView.swift", "ForEach(Product.all)", "ForEach(Product.al)", MISSPELT),
    ("macOS", f"{SHOP}/CheckoutFeature/CheckoutView.swift", "step.state == .delivery", "step == .delivery",
     "has no member|cannot convert|requires that"),
]


def problem(check, path, *change):
    """Returns why this mistake is not found, or None if it is."""
    file = ROOT / path

    def compiled(copy):
        if file.suffix == ".h":
            return check.header(copy)
        if file.suffix == ".md":
            return check.program(next(each for each in programs_of(copy, path) if GUARD.search(each.text)))
        target = next(each for each in check.package.targets if file.is_relative_to(each.folder))
        sources = [copy if source == file else source for source in target.sources]
        return check.module(target, sources, only_types=True)

    return flaw(file, *change, compiled)


def main():
    try:
        platforms = {check.platform.name: check.run() for check in checks()}
    except Unavailable as reason:
        print(f"Mistakes for Apple's platforms were not checked: {reason}.")
        return
    except Failed as failure:
        sys.exit(str(failure))
    found = [(path, problem(platforms[name], path, *change)) for name, path, *change in MISTAKES if name in platforms]
    problems = [f"{path}: {why}" for path, why in found if why]
    covered = {path for _, path, *_ in MISTAKES}
    compiled = {file for check in platforms.values() for target in check.package.targets for file in target.sources}
    for file in sorted(file for file in compiled if file.is_relative_to(ROOT / "Sources") or file.is_relative_to(ROOT / "Examples")):
        path = str(file.relative_to(ROOT))
        if path not in covered and BRANCH.search(file.read_text(encoding="utf-8")):
            problems.append(f"{path}: has a branch for Apple's platforms, but MISTAKES has no mistake in it")
    if problems:
        sys.exit("\n".join(problems))
    print(f"All {len(found)} mistakes are found.")


if __name__ == "__main__":
    main()
