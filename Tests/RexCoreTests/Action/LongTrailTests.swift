// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// Long chains of derivations, compared with the list of their texts.
@Suite struct LongTrailTests {
    private struct Numbered: ActionDerivation {
        let number: Int

        var step: ActionSource.Step { .here(kind: "numbered", text: "\(number)") }
    }

    /// Drops the earlier texts with each hundredth one, but keeps the info of the dispatcher.
    private func texts(of count: Int, info: String?) -> [String] {
        var texts = info.map { [$0] } ?? []
        for number in 0..<count {
            if number > 0, number.isMultiple(of: 100) {
                texts = (info.map { [$0] } ?? []) + ["(\(number) earlier lines left out)"]
            }
            texts.append("\(number)")
        }
        return texts
    }

    private func source(info: String?) -> ActionSource {
        ActionSource(file: "Shop/Cart.swift", function: "buy()", line: 7, info: info)
    }

    @Test(arguments: [nil, "by button"]) func earlierStepsAreOmittedByTheHundred(info: String?) {
        var source = source(info: info)
        for count in 0..<350 {
            #expect(source.trail.map(\.text) == texts(of: count, info: info), "\(count) steps")
            #expect((source.file, source.function, source.line) == ("Shop/Cart.swift", "buy()", 7))
            source = source.derived(by: Numbered(number: count))
        }
        let omission = source.trail[info == nil ? 0 : 1]
        #expect(omission.kind == "omission")
        #expect((omission.file, omission.function, omission.line) == ("Shop/Cart.swift", "buy()", 7))
    }

    @Test(arguments: [nil, "by button"]) func answersOmitAsManySteps(info: String?) {
        let seen = Recorder<[String]>()
        let store = Store<Int, Int>(
            initialState: 0,
            reducer: .reduce { _, state in state += 1 },
            middleware: AnyMiddleware { action, source, _ in
                seen.record(source.trail.map(\.text))
                return action < 250 ? .send(action + 1, from: source, derivedBy: Numbered(number: action)) : .pure()
            }
        )
        store.dispatch(0, from: source(info: info))
        #expect(seen.events == (0...250).map { texts(of: $0, info: info) })
    }

    /// A revoked output revokes an action at any position in the chain.
    @Test(arguments: [0, 1, 99, 100, 101, 200]) func revokedSourceStaysRevokedInALongChain(position: Int) {
        let waiting = Recorder<@Sendable () -> Void>()
        let outputs = Recorder<AnyActionHandler<Int>>()
        let store = Store<Int, [Int]>(
            initialState: [],
            reducer: .reduce { action, state in state.append(action) },
            middleware: AnyMiddleware {
                outputs.record($1)
            } handle: { _, _, _ in
                .pure()
            },
            executor: StoreExecutor(isCurrent: { false }, enqueue: { waiting.record($0) })
        )
        let (output, revoke) = outputs.events[0].revocable()
        for action in [1, 2] {
            var source = ActionSource.here(info: "first")
            for number in 0..<position { source = source.derived(by: Numbered(number: number)) }
            output.dispatch(action, from: source)
            if action == 1 {
                waiting.events[0]()
            } else {
                revoke()
            }
        }
        output.dispatch(3)
        outputs.events[0].dispatch(4)
        waiting.events.last?()
        #expect(store.state == [1, 4])
    }

    @Test func differentSourcesHaveDifferentHashes() {
        let base = source(info: "by button")
        let others = [
            source(info: nil), source(info: "by key"), base.derived(by: Numbered(number: 1)),
            ActionSource(file: "Shop/Card.swift", function: "buy()", line: 7, info: "by button"),
            ActionSource(file: "Shop/Cart.swift", function: "sell()", line: 7, info: "by button"),
            ActionSource(file: "Shop/Cart.swift", function: "buy()", line: 8, info: "by button"),
        ]
        #expect(Set(([base] + others).map(\.hashValue)).count == 7)
        #expect(Set(([base, source(info: "by button")] + others)).count == 7)
    }

    @Test(arguments: [("Shop/Cart.swift", "Cart.swift"), ("A/B/C.swift", "C.swift"), ("C.swift", "C.swift"), ("", "")])
    func fileNameIsTheLastPartOfTheFile(file: String, name: String) {
        #expect(ActionSource.Step(kind: "", text: "", file: file, function: "", line: 1).fileName == name)
    }
}
