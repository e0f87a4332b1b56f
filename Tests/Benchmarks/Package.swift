// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func rex(_ product: String) -> Target.Dependency { .product(name: product, package: "Rex") }

// REX_CORE_ROWS=1 builds only the workloads of the core, which takes a third of the time.
let isCoreAlone = Context.environment["REX_CORE_ROWS"] != nil
let coreProducts = ["RexCore", "BridgeMiddleware", "GatedMiddleware", "LoggerMiddleware"]
let otherProducts = [
    "EffectMiddleware", "InspectorMiddleware", "Prism", "OutboxMiddleware", "PersistenceMiddleware",
    "PublisherMiddleware", "RecorderMiddleware", "RequestMiddleware", "RexNavigation", "RexObservation", "RexTesting",
]

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Rex", path: "../..")],
    targets: [
        .target(name: "CCounters"),
        .target(name: "Feature", dependencies: [rex("RexCore")], swiftSettings: settings),
        .executableTarget(
            name: "Benchmarks",
            dependencies: ["CCounters", "Feature"] + (coreProducts + (isCoreAlone ? [] : otherProducts)).map(rex),
            exclude: isCoreAlone ? ["Products"] : [],
            swiftSettings: settings + (isCoreAlone ? [.define("CORE_ROWS")] : [])
        ),
    ],
    swiftLanguageModes: [.v6]
)
