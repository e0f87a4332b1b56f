// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import CompilerPluginSupport
import PackageDescription

/// The products, each after those that its documentation links to.
let libraries = [
    "RexCore", "BridgeMiddleware", "EffectMiddleware", "RequestMiddleware", "PersistenceMiddleware",
    "OutboxMiddleware", "GatedMiddleware", "PublisherMiddleware", "LoggerMiddleware", "AppLifecycleMiddleware",
    "ReachabilityMiddleware", "RecorderMiddleware", "InspectorMiddleware", "Prism", "RexNavigation", "RexObservation",
    "RexTesting", "PublisherTesting", "ObservationTesting",
]

/// A target, with its dependencies in one string.
func target(_ name: String, _ dependencies: String, _ type: Target.TargetType = .regular, in folder: String) -> Target {
    let (path, names) = ("\(folder)/\(name)", dependencies.split(separator: " "))
    let dependencies = names.map { Target.Dependency.target(name: String($0)) }
    return switch type {
    case .executable: .executableTarget(name: name, dependencies: dependencies, path: path)
    case .test: .testTarget(name: name, dependencies: dependencies, path: path)
    case .macro: .macro(name: name, dependencies: dependencies, path: path)
    default: .target(name: name, dependencies: dependencies, path: path)
    }
}

/// A module and its tests, which depend on it, on RexTestSupport, and on `tests`.
func module(_ name: String, _ dependencies: String, tests: String = "RexCore") -> [Target] {
    [
        target(name, dependencies, in: "Sources"),
        target("\(name)Tests", "\(name) RexTestSupport \(tests)", .test, in: "Tests"),
    ]
}

/// An example and its tests.
func example(_ name: String, _ dependencies: String, tests: String = "") -> [Target] {
    [
        target(name, "RexCore \(dependencies) Prism ExampleOptions", .executable, in: "Examples"),
        target("\(name)Tests", "\(name) RexTestSupport \(tests)", .test, in: "Tests"),
    ]
}

/// A program for tests.
func probe(_ name: String, _ dependencies: String) -> [Target] {
    [target(name, "RexCore \(dependencies)", .executable, in: "Tests")]
}

let targets: [[Target]] = [
    [.systemLibrary(name: "CRexSystem"), .systemLibrary(name: "CNetlink")],
    module("RexCore", "CRexSystem", tests: ""),
    module("BridgeMiddleware", "RexCore"),
    module("ClockSleep", "RexCore"),
    module("EffectMiddleware", "RexCore ClockSleep"),
    module("GatedMiddleware", "RexCore"),
    module(
        "RequestMiddleware",
        "RexCore EffectMiddleware",
        tests: "RexCore EffectMiddleware GatedMiddleware Prism PublisherKit PublisherTesting RexTesting"
    ),
    module(
        "OutboxMiddleware",
        "RexCore ClockSleep EffectMiddleware PersistenceMiddleware",
        tests: "RexCore EffectMiddleware PersistenceMiddleware Prism RexTesting OutboxProbe"
    ),
    module(
        "PersistenceMiddleware",
        "RexCore ClockSleep CRexSystem",
        tests: "RexCore PersistenceProbe Prism RexTesting"
    ),
    module("LoggerMiddleware", "RexCore StateComparison CRexSystem", tests: "RexCore RexTesting StateComparison"),
    module("StateComparison", "RexCore CRexSystem"),
    module("AppLifecycleMiddleware", "RexCore CRexSystem", tests: "RexCore LifecycleProbe"),
    module("ReachabilityMiddleware", "RexCore CNetlink CRexSystem", tests: "RexCore ReachabilityProbe"),
    module("Prism", "RexCore PrismPlugin", tests: "RexCore BridgeMiddleware GatedMiddleware"),
    [target("PrismPlugin", "PrismExpansion", .macro, in: "Sources")],
    module("PrismExpansion", "CRexSystem", tests: ""),
    module("PublisherMiddleware", "RexCore PublisherKit", tests: "RexCore PublisherKit"),
    module("PublisherKit", "RexCore CRexSystem"),
    module(
        "RexNavigation",
        "RexCore",
        tests:
            "RexCore EffectMiddleware GatedMiddleware Prism RecorderMiddleware RexObservation RexTesting ObservationTesting"
    ),
    module("RexObservation", "RexCore RexNavigation StateComparison CRexSystem", tests: "RexCore RexNavigation"),
    module(
        "RexTesting",
        "RexCore StateComparison PersistenceMiddleware CRexSystem",
        tests:
            "RexCore RexNavigation AppLifecycleMiddleware EffectMiddleware PublisherKit PublisherMiddleware PublisherTesting "
            + "ReachabilityMiddleware PersistenceMiddleware TestingProbe"
    ),
    [
        target("PublisherTesting", "RexCore RexTesting PublisherKit", in: "Sources"),
        target("ObservationTesting", "RexNavigation RexObservation RexTesting", in: "Sources"),
    ],
    module(
        "RecorderMiddleware",
        "RexCore StateComparison CRexSystem",
        tests: "RexCore BridgeMiddleware EffectMiddleware GatedMiddleware PublisherMiddleware Prism RecorderProbe "
            + "RexNavigation RexTesting StateComparison"
    ),
    module(
        "InspectorMiddleware",
        "RexCore RecorderMiddleware StateComparison CRexSystem",
        tests:
            "RexCore BridgeMiddleware EffectMiddleware GatedMiddleware PublisherMiddleware RecorderMiddleware "
            + "RequestMiddleware RexNavigation CRexSystem"
    ),
    [target("ExampleOptions", "RexCore LoggerMiddleware RecorderMiddleware", in: "Examples")],
    example(
        "LifecycleReachabilityExample",
        "BridgeMiddleware LoggerMiddleware AppLifecycleMiddleware ReachabilityMiddleware"
    ),
    example(
        "TodoExample",
        "LoggerMiddleware PersistenceMiddleware RexObservation",
        tests: "PersistenceMiddleware RexCore RexObservation"
    ),
    example(
        "MonitorExample",
        "AppLifecycleMiddleware BridgeMiddleware GatedMiddleware InspectorMiddleware LoggerMiddleware PublisherMiddleware",
        tests: "RexCore AppLifecycleMiddleware PublisherMiddleware PublisherTesting RexTesting"
    ),
    ["CompileTimeTests", "DocumentationTests"].map { name in
        target(name, libraries.joined(separator: " ") + " RexTestSupport", .test, in: "Tests")
    },
    [target("RexTestSupport", "CRexSystem RexCore", in: "Tests")],
    [.target(name: "Rex", path: "Docs", exclude: ["Design", "Pictures", "dark.sed", "links.pl", "site.sh"])],
    probe("LifecycleProbe", "AppLifecycleMiddleware"),
    probe("OutboxProbe", "EffectMiddleware OutboxMiddleware PersistenceMiddleware"),
    probe("PersistenceProbe", "PersistenceMiddleware"),
    probe("RecorderProbe", "RecorderMiddleware RexTestSupport"),
    probe("ReachabilityProbe", "ReachabilityMiddleware"),
    probe("TestingProbe", "RexTesting"),
]

let package = Package(
    name: "Rex",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: libraries.map { .library(name: $0, targets: [$0]) },
    targets: targets.flatMap { $0 },
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatWarning("ExplicitSendable", as: .error),
        .strictMemorySafety(),
    ]
    if ["LifecycleReachabilityExampleTests", "RexTestingTests", "CompileTimeTests"].contains(target.name) {
        target.exclude = ["Expected"]
    }
    if target.name == "DocumentationTests" { target.exclude = ["Contexts"] }
    switch target.name {
    case "RexCore": target.linkerSettings = [.linkedLibrary("pthread", .when(platforms: [.linux]))]
    case "RecorderMiddleware": target.exclude = ["Page"]
    default: break
    }
}

// Builds only some test targets and their dependencies: REX_TESTS="RexCoreTests EffectMiddlewareTests". With REX_TESTS_PLAIN=1,
// a release build optimises the modules but not their tests, which takes a third of the time.
if let tests = Context.environment["REX_TESTS"]?.split(separator: " ").map(String.init) {
    let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
    var (needed, waiting) = (Set<String>(), tests)
    while let name = waiting.popLast() {
        guard let target = targets[name], needed.insert(name).inserted else { continue }
        for case .targetItem(let name, _) in target.dependencies { waiting.append(name) }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products.removeAll { product in !needed.contains(product.name) }
    if Context.environment["REX_TESTS_PLAIN"] != nil {
        for target in package.targets where target.isTest { target.swiftSettings?.append(.unsafeFlags(["-Onone"])) }
    }
}
