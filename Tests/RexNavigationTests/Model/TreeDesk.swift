// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexNavigation

/// An effect of a screen.
enum TreeWork: Hashable, Sendable, CustomStringConvertible {
    case run(Int)
    /// The effect that runs during a topic, by the number of the topic.
    case topic(Int)

    var number: Int {
        switch self {
        case .run(let number), .topic(let number): number
        }
    }

    var description: String {
        switch self {
        case .run(let number): "run \(number)"
        case .topic(let number): "topic \(number)"
        }
    }
}

/// Performs the effects: they sleep, or wait until the user lets them go on, even if they are cancelled.
final class TreeDesk: Sendable {
    private struct Contents {
        var gates: [TreeWork: AsyncGate] = [:]
        var isOpen = false
    }

    private let watch: TreeWatch
    private let contents = Lock(Contents())

    init(_ watch: TreeWatch) { self.watch = watch }

    func perform<Action, State>(
        _ work: TreeWork,
        isStubborn: Bool,
        _ effect: Effect<Action, Action, State>,
        answer: () -> Action
    ) async {
        watch.began(work, isStubborn: isStubborn, isCancelled: effect.isCancelled)
        let isAwake = await withTaskCancellationHandler {
            if isStubborn {
                await gate(work).wait()
                return true
            }
            do {
                try await effect.sleep(for: .milliseconds(work.number % 7 + 1))
                return true
            } catch {
                return false
            }
        } onCancel: {
            watch.cancelled(work)
        }
        guard isAwake else { return }
        watch.woke(work, isCancelled: effect.isCancelled)
        effect.send(answer())
    }

    func open(_ work: TreeWork) { gate(work).open() }

    func openAll() {
        let gates = contents.withLock { contents in
            contents.isOpen = true
            return contents.gates.sorted { $0.key.description < $1.key.description }
        }
        for (_, gate) in gates { gate.open() }
    }

    private func gate(_ work: TreeWork) -> AsyncGate {
        let (gate, isOpen) = contents.withLock { contents in
            let gate = contents.gates[work] ?? AsyncGate()
            contents.gates[work] = gate
            return (gate, contents.isOpen)
        }
        if isOpen { gate.open() }
        return gate
    }
}
