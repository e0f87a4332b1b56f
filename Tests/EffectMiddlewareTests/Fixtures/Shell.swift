// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport

/// The actions of stores with optional labs.
enum Shell: Sendable, Equatable, CaseIndexed {
    case lab(Lab)
    case bench(ElementIDAction<Int, Lab>)
    case named(ElementIDAction<String, Lab>)
    case open(Int?)
    case close
    /// Removes the lab and adds a new one in one action.
    case renew
    case remove(Int)

    static var caseCount: Int { 7 }
    var caseIndex: Int {
        switch self {
        case .lab: 0
        case .bench: 1
        case .named: 2
        case .open: 3
        case .close: 4
        case .renew: 5
        case .remove: 6
        }
    }

    static let lab = CasePath<Shell, Lab>(
        extract: { if case .lab(let lab) = $0 { lab } else { nil } },
        embed: Shell.lab,
        caseIndex: 0
    )
    static let bench = CasePath<Shell, ElementIDAction<Int, Lab>>(
        extract: { if case .bench(let action) = $0 { action } else { nil } },
        embed: Shell.bench,
        caseIndex: 1
    )
    static let named = CasePath<Shell, ElementIDAction<String, Lab>>(
        extract: { if case .named(let action) = $0 { action } else { nil } },
        embed: Shell.named,
        caseIndex: 2
    )

    static func bench(_ id: Int, _ lab: Lab) -> Shell { .bench(ElementIDAction(id: id, action: lab)) }
    static func named(_ name: String, _ lab: Lab) -> Shell { .named(ElementIDAction(id: name, action: lab)) }
}

enum Room: Sendable {
    case lab(LabState)
    case empty

    static let lab = CasePath<Room, LabState>(
        extract: { if case .lab(let lab) = $0 { lab } else { nil } },
        embed: Room.lab
    )
}

struct Bench: Sendable, Identifiable {
    let id: Int
    var lab: LabState? = LabState()
}

struct ShellState: Sendable {
    var lab: LabState?
    var room = Room.empty
    var benches: [Bench] = []
    var named: [String: LabState] = [:]
    /// The texts of all processed `.said` actions, in order.
    var log: [String] = []
}

/// Sets or removes the lab, both in an optional and in an enum case.
let shell = Reducer<Shell, ShellState>.reduce { action, state in
    func set(_ lab: LabState?) {
        state.lab = lab
        state.room = lab.map { .lab($0) } ?? .empty
    }
    switch action {
    case .lab(.said(let text)): state.log.append(text)
    case .lab(.stop): set(nil)
    case .bench(let bench):
        if case .said(let text) = bench.action { state.log.append("\(bench.id) \(text)") }
    case .named(let named):
        if case .said(let text) = named.action { state.log.append("\(named.id) \(text)") }
    case .open(let key): set(LabState(key: key, keys: [1, 2]))
    case .close: set(nil)
    case .renew:
        set(nil)
        set(LabState(key: 9))
    case .remove(let id):
        state.benches.removeAll { $0.id == id }
        state.named["\(id)"] = nil
    case .lab: break
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension VirtualWorld {
    /// Returns a store with a lab whose runs take a second.
    static let slow = LabEffects()
        .on(\.go, .latest) { value, effect in
            try await effect.sleep(for: .seconds(1))
            effect.send(.said("went \(value)"))
        }
        .on(\.stop) { _, effect in
            try await effect.sleep(for: .seconds(1))
            effect.send(.said("stopped"))
        }

    func store(
        _ middleware: sending some MiddlewareProtocol<Shell, Shell, ShellState>,
        _ state: ShellState = ShellState(),
        reducer: Reducer<Shell, ShellState> = shell
    ) -> Store<Shell, ShellState> {
        Store(initialState: state, reducer: reducer, middleware: middleware, environment: environment)
    }
}
