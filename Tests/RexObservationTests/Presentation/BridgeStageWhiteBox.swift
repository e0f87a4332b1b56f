// SPDX-License-Identifier: MIT

import RexNavigation

@testable import RexObservation

/// Turns of the main actor and limits that a test lets come.
@MainActor final class ManualPresentationClock {
    private var turns: [@MainActor @Sendable () -> Void] = []
    private var limits: [@MainActor @Sendable () -> Void] = []

    var clock: PresentationClock {
        PresentationClock { [self] in
            turns.append($0)
        } afterLimit: { [self] in
            limits.append($0)
        }
    }

    func turn() {
        let bodies = turns
        turns = []
        for body in bodies { body() }
    }

    /// Lets a second pass, for the limits so far.
    func limit() {
        let bodies = limits
        limits = []
        for body in bodies { body() }
    }
}

/// A bridge, the requests that a view gets from it, and the turns of the main actor.
@MainActor final class BridgeStage<Action, State: Sendable> {
    let time = ManualPresentationClock()
    let bridge: PresentationBridge<Action, State>
    private let reader: Reader<[PresentationID]>

    init(_ style: PresentationBridge<Action, State>.Style, _ source: PresentationSource<Action, State>) {
        let bridge = PresentationBridge<Action, State>(style, clock: time.clock)
        bridge.start(source)
        self.bridge = bridge
        reader = Reader { bridge.items.map(\.presentation) }
    }

    /// What the view was asked to show, from the start.
    var requests: [[PresentationID]] { reader.values }
    var items: [PresentationItem<Action, State>] { bridge.items }

    /// Ends the requested transition, and begins the next turn.
    func acknowledge() {
        if let item = bridge.items.last { bridge.appeared(item) } else { bridge.ended(showing: []) }
        time.turn()
    }

    /// Closes the presentations above the lowest `count`, as the user does.
    func close(to count: Int = 0) {
        let before = bridge.items
        bridge.write(Array(before.prefix(count)), insteadOf: before)
    }
}
