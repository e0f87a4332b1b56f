// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

/// A module of an app with the products that it links.
func feature(_ name: String, products: String...) -> Target {
    .target(name: name, dependencies: products.map { .product(name: $0, package: "Rex") })
}

let package = Package(
    name: "Client",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "Rex", path: "../..")],
    targets: [
        feature("CoreClient", products: "RexCore"),
        feature("AutosaveClient", products: "RexCore"),
        feature("BridgeClient", products: "RexCore", "BridgeMiddleware"),
        feature("EffectClient", products: "RexCore", "EffectMiddleware"),
        feature("RequestClient", products: "RexCore", "RequestMiddleware"),
        feature("PersistenceClient", products: "RexCore", "PersistenceMiddleware"),
        feature("OutboxClient", products: "RexCore", "OutboxMiddleware", "PersistenceMiddleware"),
        feature("GatedClient", products: "RexCore", "GatedMiddleware"),
        feature("PublisherClient", products: "RexCore", "PublisherMiddleware"),
        feature("LoggerClient", products: "RexCore", "LoggerMiddleware"),
        feature("RecorderClient", products: "RexCore", "RecorderMiddleware"),
        feature("InspectorClient", products: "RexCore", "RecorderMiddleware", "InspectorMiddleware"),
        feature("LifecycleClient", products: "RexCore", "AppLifecycleMiddleware"),
        feature("ReachabilityClient", products: "RexCore", "ReachabilityMiddleware"),
        feature("NavigationClient", products: "RexCore", "RexNavigation"),
        feature("ObservationClient", products: "RexCore", "RexObservation"),
        feature("PrismClient", products: "RexCore", "Prism"),
        feature("TestingClient", products: "RexCore", "RexTesting"),
        feature("Wishes", products: "RexCore", "Prism"),
        .executableTarget(
            name: "Client",
            dependencies: [
                "Wishes", .product(name: "RexCore", package: "Rex"), .product(name: "Prism", package: "Rex"),
                "CoreClient", "AutosaveClient", "BridgeClient", "EffectClient", "GatedClient", "LoggerClient",
                "LifecycleClient", "ReachabilityClient", "PublisherClient", "ObservationClient", "PrismClient",
                "RecorderClient", "RequestClient", "PersistenceClient", "OutboxClient", "NavigationClient",
                "TestingClient", "InspectorClient",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
