// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
]

// As a new app of Xcode 26 has them; see the guide's page In an Xcode 26 app.
let appSettings: [SwiftSetting] =
    settings + [
        .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
    ]

func rex(_ products: String...) -> [Target.Dependency] {
    products.map { .product(name: $0, package: "Rex") }
}

func module(_ name: String, _ dependencies: [Target.Dependency], settings: [SwiftSetting] = settings) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

let features: [Target.Dependency] = [
    "Notes", "NotesServer", "ConnectionFeature", "ListFeature", "NoteFeature", "OutboxFeature", "SearchFeature",
    "SettingsFeature", "SessionFeature",
]

let package = Package(
    name: "NotesExample",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "Rex", path: "../..")],
    targets: [
        module("Terminal", []),
        module("Notes", rex("RexCore", "OutboxMiddleware")),
        module("NotesServer", []),
        module("ConnectionFeature", rex("RexCore", "Prism")),
        module(
            "ListFeature",
            rex("RexCore", "EffectMiddleware", "OutboxMiddleware", "RequestMiddleware", "Prism") + ["NotesServer"]
        ),
        module("NoteFeature", rex("RexCore", "RequestMiddleware", "Prism")),
        module("OutboxFeature", rex("RexCore", "OutboxMiddleware", "Prism") + ["Notes", "NotesServer"]),
        module("SearchFeature", rex("RexCore", "Prism")),
        module("SettingsFeature", rex("RexCore", "PersistenceMiddleware", "Prism")),
        module(
            "SessionFeature",
            rex("RexCore", "RexNavigation", "OutboxMiddleware", "Prism")
                + ["Notes", "ListFeature", "NoteFeature", "SearchFeature", "SettingsFeature"]
        ),
        module(
            "NotesApp",
            rex(
                "RexCore",
                "AppLifecycleMiddleware",
                "BridgeMiddleware",
                "EffectMiddleware",
                "GatedMiddleware",
                "LoggerMiddleware",
                "OutboxMiddleware",
                "PersistenceMiddleware",
                "Prism",
                "ReachabilityMiddleware",
                "InspectorMiddleware",
                "RecorderMiddleware",
                "RequestMiddleware",
                "RexNavigation"
            ) + features + ["Terminal"],
            settings: appSettings
        ),
        .executableTarget(name: "NotesExample", dependencies: ["NotesApp"], swiftSettings: settings),
        .executableTarget(
            name: "NotesProbe",
            dependencies: rex("RexCore", "OutboxMiddleware", "PersistenceMiddleware") + ["NotesApp"] + features,
            path: "Tests/NotesProbe",
            swiftSettings: settings
        ),
        .target(
            name: "PseudoTerminal",
            dependencies: ["Terminal"],
            path: "Tests/PseudoTerminal",
            swiftSettings: settings
        ),
        tests("TerminalTests", ["Terminal", "PseudoTerminal"]),
        tests("OutboxFeatureTests", rex("OutboxMiddleware") + ["OutboxFeature", "Notes", "NotesServer"]),
        tests(
            "FeatureTests",
            rex(
                "RexCore",
                "RexNavigation",
                "RexTesting",
                "OutboxMiddleware",
                "PersistenceMiddleware",
                "RequestMiddleware"
            ) + features
        ),
        tests(
            "NotesAppTests",
            rex(
                "RexCore",
                "RexTesting",
                "OutboxMiddleware",
                "PersistenceMiddleware",
                "ReachabilityMiddleware",
                "RecorderMiddleware",
                "RequestMiddleware",
                "RexNavigation"
            )
                + features + ["NotesApp", "NotesProbe", "NotesExample", "Terminal", "PseudoTerminal"],
            exclude: ["chaos.py", "server.py"]
        ),
    ],
    swiftLanguageModes: [.v6]
)
