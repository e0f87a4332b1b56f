// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// Sentences 5 and 6 of the store's contract.
@Suite struct StateTests {
    /// Two halves that a reducer always changes together.
    private struct Halves: Sendable {
        var left = 0
        var right: [Int] = [0]
    }

    @Test func stateIsNeverTorn() {
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

    @Test func getStateReturnsTheStateBetweenTwoReductionsFromAnyThread() {
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

    @Test func observerThatKeepsNothingLeavesTheStateInPlace() {
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
