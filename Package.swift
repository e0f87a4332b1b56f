// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import CompilerPluginSupport
import PackageDescription

/// Targets that use unsafe code without saying so.
let notYetStrict = ["RexCore"]

func settings(of target: String) -> [SwiftSetting] {
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatWarning("ExplicitSendable", as: .error),
    ] + (notYetStrict.contains(target) ? [] : [.strictMemorySafety()])
}

func library(
    _ name: String,
    dependencies: [Target.Dependency] = ["RexCore"],
    linkerSettings: [LinkerSetting] = []
) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings(of: name), linkerSettings: linkerSettings)
}

func tests(of name: String, dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.target(name: name), "RexTestSupport"] + dependencies,
        exclude: exclude,
        swiftSettings: settings(of: "\(name)Tests")
    )
}

func executable(_ name: String, path: String, dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: settings(of: name))
}

let libraries = [
    "RexCore", "BridgeMiddleware", "GatedMiddleware", "LoggerMiddleware", "AppLifecycleMiddleware",
    "ReachabilityMiddleware", "Prism", "PublisherMiddleware",
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
        library("GatedMiddleware"),
        library("LoggerMiddleware", dependencies: ["RexCore", "StateComparison", "CRexSystem"]),
        library("StateComparison", dependencies: ["RexCore", "CRexSystem"]),
        library("AppLifecycleMiddleware", dependencies: ["RexCore", "CRexSystem"]),
        library("ReachabilityMiddleware", dependencies: ["RexCore", "CNetlink", "CRexSystem"]),
        .systemLibrary(name: "CNetlink"),
        library("Prism", dependencies: ["RexCore", "PrismPlugin"]),
        .macro(name: "PrismPlugin", dependencies: ["PrismExpansion"], swiftSettings: settings(of: "PrismPlugin")),
        library("PrismExpansion", dependencies: ["CRexSystem"]),
        library("PublisherMiddleware", dependencies: ["RexCore", "PublisherKit"]),
        library("PublisherKit"),

        executable(
            "LifecycleReachabilityExample",
            path: "Examples/LifecycleReachabilityExample",
            dependencies: [
                "RexCore", "BridgeMiddleware", "LoggerMiddleware", "AppLifecycleMiddleware", "ReachabilityMiddleware",
                "Prism",
            ]
        ),
        executable(
            "TodoExample",
            path: "Examples/TodoExample",
            dependencies: ["RexCore", "BridgeMiddleware", "GatedMiddleware", "LoggerMiddleware", "Prism"]
        ),
        executable(
            "MonitorExample",
            path: "Examples/MonitorExample",
            dependencies: [
                "RexCore", "AppLifecycleMiddleware", "BridgeMiddleware", "GatedMiddleware", "LoggerMiddleware",
                "PublisherMiddleware", "Prism",
            ]
        ),

        .target(
            name: "RexTestSupport",
            dependencies: ["RexCore"],
            path: "Tests/RexTestSupport",
            swiftSettings: settings(of: "RexTestSupport")
        ),
        tests(of: "RexCore"),
        tests(of: "BridgeMiddleware", dependencies: ["RexCore"]),
        tests(of: "GatedMiddleware", dependencies: ["RexCore"]),
        tests(of: "LoggerMiddleware", dependencies: ["RexCore", "StateComparison"]),
        tests(of: "StateComparison"),
        tests(of: "AppLifecycleMiddleware", dependencies: ["RexCore", "LifecycleProbe"]),
        tests(of: "ReachabilityMiddleware", dependencies: ["RexCore", "ReachabilityProbe"]),
        tests(of: "Prism", dependencies: ["RexCore", "BridgeMiddleware", "GatedMiddleware"]),
        tests(of: "PrismExpansion"),
        tests(of: "PublisherKit"),
        tests(of: "PublisherMiddleware", dependencies: ["RexCore", "PublisherKit"]),
        tests(of: "LifecycleReachabilityExample", exclude: ["Expected"]),
        tests(of: "TodoExample", dependencies: ["RexCore"]),
        tests(of: "MonitorExample", dependencies: ["RexCore", "AppLifecycleMiddleware", "PublisherMiddleware"]),
        .testTarget(
            name: "CompileTimeTests",
            dependencies: libraries.map { .target(name: $0) } + ["RexTestSupport"],
            swiftSettings: settings(of: "CompileTimeTests")
        ),
        .testTarget(
            name: "DocumentationTests",
            dependencies: libraries.map { .target(name: $0) } + ["RexTestSupport"],
            swiftSettings: settings(of: "DocumentationTests")
        ),
        executable(
            "LifecycleProbe",
            path: "Tests/LifecycleProbe",
            dependencies: ["RexCore", "AppLifecycleMiddleware"]
        ),
        executable(
            "ReachabilityProbe",
            path: "Tests/ReachabilityProbe",
            dependencies: ["RexCore", "ReachabilityMiddleware"]
        ),
    ],
    swiftLanguageModes: [.v6]
)
