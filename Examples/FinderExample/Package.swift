// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
]

func rex(_ products: String...) -> [Target.Dependency] {
    products.map { .product(name: $0, package: "Rex") }
}

let effects = rex("RexCore", "EffectMiddleware", "Prism")
let requests = rex("RexCore", "RequestMiddleware")

// The settings of a new app in Xcode 26. See the guide's page In an Xcode 26 app.
let appSettings: [SwiftSetting] =
    settings + [
        .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
    ]

func module(
    _ name: String,
    _ dependencies: [Target.Dependency] = [],
    tests: [Target.Dependency] = [],
    settings moduleSettings: [SwiftSetting] = settings
) -> [Target] {
    [
        .target(name: name, dependencies: dependencies, swiftSettings: moduleSettings),
        .testTarget(
            name: "\(name)Tests",
            dependencies: [.target(name: name)] + dependencies + tests,
            swiftSettings: settings
        ),
    ]
}

let package = Package(
    name: "FinderExample",
    platforms: [.macOS(.v14)],
    products: ["Terminal", "PseudoTerminal"].map { .library(name: $0, targets: [$0]) },
    dependencies: [.package(name: "Rex", path: "../..")],
    targets: module("TextSearch")
        + module("Terminal", tests: ["PseudoTerminal"])
        + module("QueryFeature", effects, tests: rex("RexTesting"))
        + module("ResultsFeature", effects + ["TextSearch"], tests: rex("RexTesting"))
        + module("PreviewFeature", requests + ["TextSearch"], tests: rex("Prism", "RexTesting"))
        + module(
            "FinderApp",
            requests
                + rex(
                    "AppLifecycleMiddleware",
                    "BridgeMiddleware",
                    "GatedMiddleware",
                    "InspectorMiddleware",
                    "Prism",
                    "RecorderMiddleware",
                    "RexObservation"
                )
                + ["TextSearch", "Terminal", "QueryFeature", "ResultsFeature", "PreviewFeature"],
            tests: ["PseudoTerminal", "FinderExample"],
            settings: appSettings
        )
        + [
            .executableTarget(name: "FinderExample", dependencies: ["FinderApp"], swiftSettings: settings),
            .target(
                name: "PseudoTerminal",
                dependencies: ["Terminal"],
                path: "Tests/PseudoTerminal",
                swiftSettings: settings
            ),
        ],
    swiftLanguageModes: [.v6]
)
