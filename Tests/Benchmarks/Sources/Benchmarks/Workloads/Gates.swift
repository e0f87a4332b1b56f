// SPDX-License-Identifier: MIT

import Feature
import GatedMiddleware
import RexCore

extension Workload {
    static let gates = [
        gate("closed by action", Ignoring().gated(controlAction: Answering.control, default: .bypass), Ignoring()),
        gate("closed by state", Ignoring().gated(state: { $0 < 0 }), Ignoring()),
        gate("open by action", Ignoring().gated(controlAction: Answering.control, default: .active), Ignoring()),
        gate("open by state", Ignoring().gated(state: { $0 >= 0 }), Ignoring()),
        gate("open, answers", Answering().gated(controlAction: Answering.control, default: .active), Answering()),
    ].flatMap(\.self)

    private typealias Ignoring = IgnoringMiddleware<CounterAction, Int>

    /// The row of a gate, and the same gate beside a logger.
    private static func gate(
        _ name: String,
        _ gated: @escaping @Sendable @autoclosure () -> some MiddlewareProtocol<CounterAction, CounterAction, Int>,
        _ ungated: @escaping @Sendable @autoclosure () -> some MiddlewareProtocol<CounterAction, CounterAction, Int>
    ) -> [Workload] {
        [
            Workload(name: "W10 \(name)", work: "a middleware behind a gate", against: "ungated") {
                let store = Store(initialState: 0, reducer: .counter, middleware: gated())
                let reference = Store(initialState: 0, reducer: .counter, middleware: ungated())
                return Contest {
                    for _ in 0..<$0 { store.dispatch(.increment) }
                } reference: {
                    for _ in 0..<$0 { reference.dispatch(.increment) }
                }
            },
            besideLogger(
                "W10 \(name), logger",
                work: "the same beside a logger that rejects each action",
                gated()
            ),
        ]
    }
}

/// A middleware that answers each increment with another action.
private struct Answering: MiddlewareProtocol, Sendable {
    /// The control action of its gate.
    ///
    /// The workloads never send it.
    @Sendable static func control(_ action: CounterAction) -> Bool? { action.add.flatMap { $0 < 0 ? true : nil } }

    func handle(
        action: CounterAction,
        from dispatcher: ActionSource,
        state: @escaping GetState<Int>
    ) -> IO<CounterAction> {
        guard case .increment = action else { return .pure() }
        return IO { output in output.dispatch(.add(1), from: dispatcher) }
    }
}
