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

func module(_ name: String, _ dependencies: [Target.Dependency] = [], tests: [Target.Dependency] = []) -> [Target] {
    [
        .target(name: name, dependencies: dependencies, swiftSettings: settings),
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
    dependencies: [.package(name: "Rex", path: "../..")],
    targets: module("TextSearch") + module("Terminal", tests: ["PseudoTerminal"]) + [
        .target(
            name: "PseudoTerminal",
            dependencies: ["Terminal"],
            path: "Tests/PseudoTerminal",
            swiftSettings: settings
        )
    ],
    swiftLanguageModes: [.v6]
)
