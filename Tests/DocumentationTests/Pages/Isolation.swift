// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// How a module isolates what does not say it.
enum Isolation: CaseIterable, Sendable, CustomTestStringConvertible {
    /// Not at all, as packages do.
    case none
    /// On the main actor.
    case mainActor
    /// On the main actor, with approachable concurrency, as new apps of Xcode 26 do.
    case approachable

    /// How new apps isolate their modules; all forms if the environment's `ISOLATIONS` is `all`.
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
