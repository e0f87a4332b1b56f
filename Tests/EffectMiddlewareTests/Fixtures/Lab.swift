// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport

/// The actions of the stores in these tests.
enum Lab: Sendable, Equatable {
    case go(Int)
    case row(Int, String)
    case stop
    case set(Int?)
    case keys([Int])
    case said(String)

    var go: Int? { if case .go(let value) = self { value } else { nil } }
    var row: LabRow? { if case .row(let id, let text) = self { LabRow(id: id, text: text) } else { nil } }
    var stop: Void? { if case .stop = self { () } else { nil } }
}

struct LabRow: Sendable, Identifiable {
    let id: Int
    let text: String
}

struct LabState: Sendable {
    var key: Int?
    var keys: [Int] = []
    /// The texts of the processed `.said` actions, in order.
    var said: [String] = []
}

let lab = Reducer<Lab, LabState>.reduce { action, state in
    switch action {
    case .set(let key): state.key = key
    case .keys(let keys): state.keys = keys
    case .said(let text): state.said.append(text)
    case .go, .row, .stop: break
    }
}

typealias LabEffects = EffectMiddleware<Lab, Lab, LabState>
typealias LabEffect = Effect<Lab, Lab, LabState>
typealias LabStore = Store<Lab, LabState>

struct Failure: Error, Equatable {
    var number = 0
}

/// Records its creation and release.
///
/// Each instance is a distinct key.
final class Trace: Sendable, Hashable {
    private let living: Recorder<Int>

    init(_ living: Recorder<Int>) {
        self.living = living
        living.record(1)
    }

    deinit { living.record(-1) }

    static func == (lhs: Trace, rhs: Trace) -> Bool { lhs === rhs }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension VirtualWorld {
    func store(_ effects: LabEffects, _ state: LabState = LabState()) -> LabStore {
        Store(initialState: state, reducer: lab, middleware: effects, environment: environment)
    }

    func store(
        _ effects: LabEffects,
        observing observer: sending AnyMiddleware<Lab, Lab, LabState>
    ) -> LabStore {
        Store(initialState: LabState(), reducer: lab, middleware: effects <> observer, environment: environment)
    }
}

/// Returns a middleware that records the sources of the actions that effects send.
func recordingSources(in sources: Recorder<ActionSource>) -> AnyMiddleware<Lab, Lab, LabState> {
    AnyMiddleware { action, source, _ in
        if case .said = action { sources.record(source) }
        return .pure()
    }
}

extension Lab {
    /// Returns a middleware that calls `body` while the store processes the action `go(0)`.
    static func whenBusy(
        _ body: @escaping @Sendable (AnyActionHandler<Lab>, ActionSource) -> Void
    ) -> AnyMiddleware<Lab, Lab, LabState> {
        AnyMiddleware { action, source, _ in
            guard action == .go(0) else { return .pure() }
            return IO { output in body(output, source) }
        }
    }
}
