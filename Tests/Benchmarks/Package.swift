// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "Rex", path: "../..")],
    targets: [
        .target(name: "CAllocations"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: ["CAllocations"]
                + ["RexCore", "BridgeMiddleware", "GatedMiddleware", "LoggerMiddleware", "Prism"].map {
                    .product(name: $0, package: "Rex")
                }
        ),
    ],
    swiftLanguageModes: [.v6]
)
