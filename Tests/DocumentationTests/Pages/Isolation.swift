// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The default isolation of a module.
enum Isolation: CaseIterable, Sendable, CustomTestStringConvertible {
    /// Nonisolated, as in packages.
    case none
    /// The main actor.
    case mainActor
    /// The main actor with approachable concurrency, as in new apps of Xcode 26.
    case approachable

    /// The isolations to test: that of new apps, or all if the environment variable `ISOLATIONS` is `all`.
    static var chosen: [Isolation] {
        ProcessInfo.processInfo.environment["ISOLATIONS"] == "all" ? [.mainActor, .approachable] : [.approachable]
    }

    var arguments: [String] {
        switch self {
        case .none: []
        case .mainActor: ["-default-isolation", "MainActor"]
        case .approachable:
            Isolation.mainActor.arguments
                + ["NonisolatedNonsendingByDefault", "InferIsolatedConformances"].flatMap {
                    ["-enable-upcoming-feature", $0]
                }
        }
    }

    var testDescription: String { (["swiftc"] + arguments).joined(separator: " ") }
}
