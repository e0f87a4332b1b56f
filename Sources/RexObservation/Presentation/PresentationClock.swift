// SPDX-License-Identifier: MIT

import RexCore

/// The turns of the main actor and the limit of a transition, which tests replace.
struct PresentationClock: Sendable {
    typealias Schedule = @MainActor @Sendable (_ body: @escaping @MainActor @Sendable () -> Void) -> Void

    /// Calls a function in the next turn of the main actor.
    let nextTurn: Schedule
    /// Calls a function after one second.
    let afterLimit: Schedule

    static let live = PresentationClock { body in
        Task { @MainActor in body() }
    } afterLimit: { body in
        Task { @MainActor in
            try? await Task.sleep(for: .seconds(1))
            body()
        }
    }
}
