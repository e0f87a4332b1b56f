// SPDX-License-Identifier: MIT

import RexNavigation
import RexObservation
import RexTestSupport
import Testing

/// The rules of a `Signals` and its coordinator, in random programs with hostile views.
@Suite struct SignalProgramTests {
    @Test func eachValueIsDeliveredOnceInOrderWhateverAcknowledgementsDo() {
        for seed in 0..<UInt64(programCount) {
            var program = SignalProgram(seed: seed)
            for _ in 0..<40 { program.step() }
            program.settle()
            guard program.problem == nil else {
                Issue.record("seed \(seed): \(program.problem ?? "")")
                return
            }
        }
    }
}

/// A `Signals` whose acknowledgements come late, twice, in another order or never.
private struct SignalProgram {
    private var random: SeededGenerator
    private var signals = Signals<Int>()
    private var coordinator = SignalCoordinator()
    private var posted: [Int] = []
    private var delivered: [Int] = []
    /// The actions that the state hasn't processed.
    private var queue: [SignalID] = []
    /// The state that the view has, since a store may process on another thread.
    private var snapshot = Signals<Int>()
    private(set) var problem: String?

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func step() {
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: for _ in 0..<Int.random(in: 1..<4, using: &random) { post() }
        case 2: snapshot = signals
        case 3, 4: look(atMost: Int.random(in: 0..<3, using: &random))
        case 5: acknowledge()
        case 6: process(isRepeated: Bool.random(using: &random))
        case 7: if !queue.isEmpty { queue.remove(at: Int.random(in: 0..<queue.count, using: &random)) }
        default:
            queue.append(SignalID(integerLiteral: Int64(posted.count + Int.random(in: 1_000..<1_010, using: &random))))
        }
        if delivered != Array(posted.prefix(delivered.count)) { problem = "delivered \(delivered) of \(posted)" }
    }

    /// Lets the view get everything, and the state its acknowledgement.
    mutating func settle() {
        post()
        snapshot = signals
        look(atMost: .max)
        acknowledge()
        while !queue.isEmpty { process(isRepeated: false) }
        if delivered != posted { problem = "delivered \(delivered) of \(posted)" }
        if !signals.pending.isEmpty { problem = "\(signals.pending.map(\.value)) still wait" }
    }

    private mutating func post() {
        posted.append(posted.count)
        signals.post(posted.count - 1)
    }

    private mutating func look(atMost count: Int) {
        for _ in 0..<count {
            guard let signal = coordinator.next(in: snapshot) else { return }
            delivered.append(signal.value)
        }
    }

    private mutating func acknowledge() {
        if let id = coordinator.takeAcknowledgement() { queue.append(id) }
    }

    private mutating func process(isRepeated: Bool) {
        guard let index = queue.indices.randomElement(using: &random) else { return }
        // An id that no value has yet does nothing.
        signals.seen(upTo: queue[index])
        if !isRepeated { queue.remove(at: index) }
    }
}
