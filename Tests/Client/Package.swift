// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import Foundation
import PackageDescription

/// All products of Rex, which its manifest lists.
let rex = try String(contentsOfFile: Context.packageDirectory + "/../../Package.swift", encoding: .utf8)
let list = rex.components(separatedBy: "let libraries = [")[1].prefix { $0 != "]" }
let products = list.split { !$0.isLetter }.map { Target.Dependency.product(name: String($0), package: "Rex") }

let package = Package(
    name: "Client",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Rex", path: "../..")],
    targets: [
        .target(
            name: "Wishes",
            dependencies: [.product(name: "RexCore", package: "Rex"), .product(name: "Prism", package: "Rex")]
        ),
        .executableTarget(name: "Client", dependencies: ["Wishes"] + products),
    ],
    swiftLanguageModes: [.v6]
)
