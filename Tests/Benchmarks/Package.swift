// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func rex(_ product: String) -> Target.Dependency { .product(name: product, package: "Rex") }

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Rex", path: "../..")],
    targets: [
        .target(name: "CCounters"),
        .target(name: "Feature", dependencies: [rex("RexCore")], swiftSettings: settings),
        .executableTarget(
            name: "Benchmarks",
            dependencies: ["CCounters", "Feature"]
                + [
                    "RexCore", "BridgeMiddleware", "EffectMiddleware", "GatedMiddleware", "LoggerMiddleware", "Prism",
                    "OutboxMiddleware", "PersistenceMiddleware", "PublisherMiddleware", "RecorderMiddleware",
                    "RequestMiddleware", "RexObservation",
                    "RexTesting",
                ].map(rex),
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
