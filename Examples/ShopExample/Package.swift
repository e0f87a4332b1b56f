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

func module(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

let features: [Target.Dependency] = ["ShopModel", "CatalogFeature", "CheckoutFeature", "OrdersFeature"]

let package = Package(
    name: "ShopExample",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [.package(name: "Rex", path: "../..")],
    targets: [
        module("ShopModel", []),
        module("CatalogFeature", rex("RexCore", "RexNavigation", "RexObservation", "Prism") + ["ShopModel"]),
        module(
            "CheckoutFeature",
            rex("RexCore", "RexNavigation", "RexObservation", "BridgeMiddleware", "Prism") + ["ShopModel"]
        ),
        module(
            "OrdersFeature",
            rex("RexCore", "EffectMiddleware", "OutboxMiddleware", "PersistenceMiddleware", "Prism") + ["ShopModel"]
        ),
        module(
            "ShopApp",
            rex(
                "RexCore",
                "RexNavigation",
                "BridgeMiddleware",
                "OutboxMiddleware",
                "PersistenceMiddleware",
                "Prism",
                "RexObservation"
            )
                + features
        ),
        .executableTarget(
            name: "ShopExample",
            dependencies: rex(
                "RexCore",
                "RexNavigation",
                "OutboxMiddleware",
                "PersistenceMiddleware",
                "RecorderMiddleware"
            )
                + features + ["ShopApp"],
            // A new app of Xcode 26 is on the main actor by default. Its features are not.
            swiftSettings: settings + [
                .defaultIsolation(MainActor.self),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("InferIsolatedConformances"),
            ]
        ),
        .testTarget(
            name: "ShopFeatureTests",
            dependencies: rex("RexCore", "RexNavigation", "RexTesting", "OutboxMiddleware", "PersistenceMiddleware")
                + features,
            swiftSettings: settings
        ),
        .testTarget(
            name: "ShopAppTests",
            dependencies: rex("RexCore", "RexNavigation", "RexTesting", "OutboxMiddleware", "PersistenceMiddleware")
                + features + ["ShopApp", "ShopExample"],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
