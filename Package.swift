// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import CompilerPluginSupport
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatWarning("ExplicitSendable", as: .error),
    .strictMemorySafety(),
]

func library(
    _ name: String,
    dependencies: [Target.Dependency] = ["RexCore"],
    resources: [Resource] = [],
    linkerSettings: [LinkerSetting] = []
) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        resources: resources,
        swiftSettings: settings,
        linkerSettings: linkerSettings
    )
}

func tests(of name: String, dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.target(name: name), "RexTestSupport"] + dependencies,
        exclude: exclude,
        swiftSettings: settings
    )
}

func executable(_ name: String, path: String, dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

let libraries = [
    "RexCore", "BridgeMiddleware", "EffectMiddleware", "GatedMiddleware", "LoggerMiddleware", "AppLifecycleMiddleware",
    "ReachabilityMiddleware", "Prism", "PublisherMiddleware", "RecorderMiddleware",
    "RexObservation", "RexTesting",
]

let package = Package(
    name: "Rex",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: libraries.map { .library(name: $0, targets: [$0]) },
    targets: [
        library(
            "RexCore",
            dependencies: ["CRexSystem"],
            linkerSettings: [.linkedLibrary("pthread", .when(platforms: [.linux]))]
        ),
        .systemLibrary(name: "CRexSystem"),
        library("BridgeMiddleware"),
        library("EffectMiddleware"),
        library("GatedMiddleware"),
        library("LoggerMiddleware", dependencies: ["RexCore", "StateComparison", "CRexSystem"]),
        library("StateComparison", dependencies: ["RexCore", "CRexSystem"]),
        library("AppLifecycleMiddleware", dependencies: ["RexCore", "CRexSystem"]),
        library("ReachabilityMiddleware", dependencies: ["RexCore", "CNetlink", "CRexSystem"]),
        .systemLibrary(name: "CNetlink"),
        library("Prism", dependencies: ["RexCore", "PrismPlugin"]),
        .macro(name: "PrismPlugin", dependencies: ["PrismExpansion"], swiftSettings: settings),
        library("PrismExpansion", dependencies: ["CRexSystem"]),
        library("PublisherMiddleware", dependencies: ["RexCore", "PublisherKit"]),
        library("PublisherKit", dependencies: ["RexCore", "CRexSystem"]),
        library("RexTesting", dependencies: ["RexCore", "StateComparison", "PublisherKit", "CRexSystem"]),
        library("RexObservation", dependencies: ["RexCore", "StateComparison", "CRexSystem"]),
        library(
            "RecorderMiddleware",
            dependencies: ["RexCore", "StateComparison", "CRexSystem"],
            resources: [.embedInCode("Page")]
        ),

        executable(
            "LifecycleReachabilityExample",
            path: "Examples/LifecycleReachabilityExample",
            dependencies: [
                "RexCore", "BridgeMiddleware", "LoggerMiddleware", "AppLifecycleMiddleware", "ReachabilityMiddleware",
                "Prism", "RecorderMiddleware",
            ]
        ),
        executable(
            "TodoExample",
            path: "Examples/TodoExample",
            dependencies: [
                "RexCore", "BridgeMiddleware", "GatedMiddleware", "LoggerMiddleware", "Prism", "RecorderMiddleware",
                "RexObservation",
            ]
        ),
        executable(
            "MonitorExample",
            path: "Examples/MonitorExample",
            dependencies: [
                "RexCore", "AppLifecycleMiddleware", "BridgeMiddleware", "GatedMiddleware", "LoggerMiddleware",
                "PublisherMiddleware", "Prism", "RecorderMiddleware",
            ]
        ),

        .target(
            name: "RexTestSupport",
            dependencies: ["RexCore"],
            path: "Tests/RexTestSupport",
            swiftSettings: settings
        ),
        tests(of: "RexCore"),
        tests(of: "BridgeMiddleware", dependencies: ["RexCore"]),
        tests(of: "EffectMiddleware", dependencies: ["RexCore"]),
        tests(of: "GatedMiddleware", dependencies: ["RexCore"]),
        tests(of: "LoggerMiddleware", dependencies: ["RexCore", "RexTesting", "StateComparison"]),
        tests(of: "StateComparison"),
        tests(of: "AppLifecycleMiddleware", dependencies: ["RexCore", "LifecycleProbe"]),
        tests(of: "ReachabilityMiddleware", dependencies: ["RexCore", "ReachabilityProbe"]),
        tests(of: "Prism", dependencies: ["RexCore", "BridgeMiddleware", "GatedMiddleware"]),
        tests(of: "PrismExpansion"),
        tests(of: "PublisherKit", dependencies: ["RexCore"]),
        tests(of: "RexObservation", dependencies: ["RexCore"]),
        tests(of: "PublisherMiddleware", dependencies: ["RexCore", "PublisherKit"]),
        tests(
            of: "RexTesting",
            dependencies: [
                "RexCore", "AppLifecycleMiddleware", "EffectMiddleware", "PublisherKit", "PublisherMiddleware",
                "ReachabilityMiddleware", "TestingProbe",
            ],
            exclude: ["Expected"]
        ),
        tests(
            of: "RecorderMiddleware",
            dependencies: [
                "RexCore", "BridgeMiddleware", "EffectMiddleware", "GatedMiddleware", "PublisherMiddleware", "Prism",
                "RecorderProbe", "RexTesting", "StateComparison",
            ]
        ),
        tests(of: "LifecycleReachabilityExample", exclude: ["Expected"]),
        tests(of: "TodoExample", dependencies: ["RexCore", "RexObservation"]),
        tests(
            of: "MonitorExample",
            dependencies: ["RexCore", "AppLifecycleMiddleware", "PublisherMiddleware", "RexTesting"]
        ),
        .testTarget(
            name: "CompileTimeTests",
            dependencies: libraries.map { .target(name: $0) } + ["RexTestSupport"],
            exclude: ["Expected"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "DocumentationTests",
            dependencies: libraries.map { .target(name: $0) } + ["RexTestSupport"],
            swiftSettings: settings
        ),
        executable(
            "LifecycleProbe",
            path: "Tests/LifecycleProbe",
            dependencies: ["RexCore", "AppLifecycleMiddleware"]
        ),
        executable(
            "RecorderProbe",
            path: "Tests/RecorderProbe",
            dependencies: ["RexCore", "RecorderMiddleware", "RexTestSupport"]
        ),
        executable(
            "ReachabilityProbe",
            path: "Tests/ReachabilityProbe",
            dependencies: ["RexCore", "ReachabilityMiddleware"]
        ),
        executable("TestingProbe", path: "Tests/TestingProbe", dependencies: ["RexCore", "RexTesting"]),
    ],
    swiftLanguageModes: [.v6]
)

// Some of the tests alone, for an optimised build that need not build them all.
if let tests = Context.environment["REX_TESTS"]?.split(separator: " ") {
    package.targets.removeAll { target in target.isTest && !tests.contains { $0 == target.name } }
}
