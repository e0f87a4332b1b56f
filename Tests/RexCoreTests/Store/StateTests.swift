// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// Four values, stored inline.
private struct Block<Part: Equatable & Sendable>: Equatable, Sendable {
    private let (a, b, c, d): (Part, Part, Part, Part)

    init(_ part: Part) {
        (a, b, c, d) = (part, part, part, part)
    }

    static func == (lhs: Block, rhs: Block) -> Bool { (lhs.a, lhs.b, lhs.c, lhs.d) == (rhs.a, rhs.b, rhs.c, rhs.d) }
}

/// Sentences 5 and 6 of the store's contract.
@Suite struct StateTests {
    /// Two values that a reducer always changes together.
    private struct Halves: Sendable {
        var left = 0
        var right: [Int] = [0]
    }

    @Test func stateIsNeverReadHalfChanged() {
        let rounds = fullInRelease(1_000_000)
        let store = Store<Int, Halves>(
            initialState: Halves(),
            reducer: .reduce { action, state in
                state.left = action
                state.right[0] = action
            }
        )
        let torn = Recorder<Int>()
        onThreads(3) { thread in
            if thread == 0 {
                for round in 1...rounds { store.dispatch(round) }
            } else {
                var last = 0
                while last < rounds {
                    let state = store.state
                    if state.left != state.right[0] || state.left < last { torn.record(state.left) }
                    last = state.left
                }
            }
        }
        #expect(torn.events == [])
    }

    @Test func largeActionsAndStatesStayIntact() {
        typealias Wide = Block<Block<Block<Block<Int>>>>
        @Sendable func wide(_ number: Int) -> Wide { Block(Block(Block(Block(number)))) }
        let seen = Recorder<Wide>()
        let stores = (0..<8).map { _ in
            Store(
                initialState: wide(0),
                reducer: .reduce { action, state in state = action },
                middleware: AnyMiddleware<Wide, Wide, Wide> { action, source, _ in
                    action == wide(1) ? IO { $0.dispatch(wide(2), from: source) } : .pure()
                }
            )
        }
        let observations = stores.map { $0.observe(seen.record) }
        for store in stores { store.dispatch(wide(1)) }
        #expect(stores.allSatisfy { $0.state == wide(2) })
        #expect((0...2).map { number in seen.events.count { $0 == wide(number) } } == [8, 8, 8])
        for observation in observations { observation.cancel() }
    }

    @Test func getStateReturnsTheLatestStateOnAnyThread() {
        let getStates = Recorder<GetState<Int>>()
        let middleware = AnyMiddleware<Int, Int, Int> { getState, _ in
            getStates.record(getState)
        } handle: { _, _, _ in
            .pure()
        }
        let store = Store(initialState: 0, reducer: counting, middleware: middleware)
        let getState = getStates.events[0]
        #expect(getState() == 0)
        store.dispatch(1)
        onThreads(2) { _ in #expect(getState() == 1) }
    }

    @Test func reductionChangesTheStateInPlaceThroughThreeLifts() {
        struct Leaf: Sendable { var values: [Int] }
        struct Branch: Sendable { var leaf: Leaf }
        struct Tree: Sendable { var branch: Branch }
        struct Forest: Sendable { var tree: Tree }

        let addresses = Recorder<Int>()
        let reducer = Reducer<Int, Leaf>.reduce { action, leaf in
            leaf.values[action] += 1
            unsafe leaf.values.withUnsafeBufferPointer { addresses.record(Int(bitPattern: $0.baseAddress)) }
        }
        let store = Store(
            initialState: Forest(tree: Tree(branch: Branch(leaf: Leaf(values: Array(repeating: 0, count: 1000))))),
            reducer: reducer.lift(state: \Branch.leaf).lift(state: \Tree.branch)
                .lift(action: { (action: Int) in action }, state: \Forest.tree),
            middleware: IdentityMiddleware()
        )
        for index in 0..<1000 { store.dispatch(index) }
        #expect(Set(addresses.events.dropFirst()).count == 1)
        #expect(store.state.tree.branch.leaf.values == Array(repeating: 1, count: 1000))
    }

    @Test func observerThatKeepsNoStateCausesNoCopy() {
        let addresses = Recorder<Int>()
        let store = Store<Int, [Int]>(
            initialState: Array(repeating: 0, count: 1000),
            reducer: .reduce { action, values in
                values[action] += 1
                unsafe values.withUnsafeBufferPointer { addresses.record(Int(bitPattern: $0.baseAddress)) }
            }
        )
        let sums = Recorder<Int>()
        let observation = store.observe { sums.record($0.count) }
        for index in 0..<100 { store.dispatch(index) }
        #expect(Set(addresses.events.dropFirst()).count == 1)
        #expect(sums.events.count == 101)
        observation.cancel()
    }
}
