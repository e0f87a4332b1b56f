// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// A value that records copies made for a change.
private struct CopyCounting: Identifiable, Sendable {
    final class Storage: Sendable {
        let number: Int
        init(_ number: Int) { self.number = number }
    }

    let id: Int
    private var storage: Storage
    private let copies: Recorder<Int>

    init(id: Int, copies: Recorder<Int>) {
        self.id = id
        self.copies = copies
        storage = Storage(0)
    }

    var number: Int { storage.number }

    mutating func increment() {
        if !isKnownUniquelyReferenced(&storage) { copies.record(id) }
        storage = Storage(storage.number + 1)
    }
}

private struct Leaf: Sendable {
    var elements: [CopyCounting]
    var byKey: [String: CopyCounting]
    var optional: CopyCounting?
    var plain: CopyCounting
}
private struct Branch: Sendable { var leaf: Leaf }
private struct Tree: Sendable { var branch: Branch }

/// Sentence 6 of the store's contract: nothing is copied, through any number of lifts.
@Suite struct InPlaceTests {
    private let copies = Recorder<Int>()
    private let increment = Reducer<Void, CopyCounting>.reduce { _, element in element.increment() }

    private var tree: Tree {
        let elements = (0..<100).map { CopyCounting(id: $0, copies: copies) }
        let leaf = Leaf(
            elements: elements,
            byKey: ["a": CopyCounting(id: 200, copies: copies)],
            optional: CopyCounting(id: 300, copies: copies),
            plain: CopyCounting(id: 400, copies: copies)
        )
        return Tree(branch: Branch(leaf: leaf))
    }

    /// Runs a reducer of the leaf through three lifts in a store.
    ///
    /// Returns the resulting leaf.
    private func run(_ reducer: Reducer<Void, Leaf>) -> Leaf {
        let lifted = reducer.lift(state: \Branch.leaf).lift(state: \Tree.branch).lift(action: { (_: Int) in () })
        let store = Store(initialState: tree, reducer: lifted)
        for number in 0..<3 { store.dispatch(number) }
        return store.state.branch.leaf
    }

    @Test func elementFoundByIDIsNotCopied() {
        let leaf = run(
            increment.lift(
                .case(
                    CasePath(extract: { ElementIDAction(id: 42, action: $0) }, embed: { $0.action }),
                    each: \Leaf.elements
                )
            )
        )
        #expect(leaf.elements[42].number == 3)
        #expect(copies.events == [])
    }

    @Test func valueOfADictionaryIsNotCopied() {
        let leaf = run(
            increment.lift(
                .case(
                    CasePath(extract: { ElementIDAction(id: "a", action: $0) }, embed: { $0.action }),
                    values: \Leaf.byKey
                )
            )
        )
        #expect(leaf.byKey["a"]?.number == 3)
        #expect(copies.events == [])
    }

    @Test func optionalPartIsNotCopied() {
        let leaf = run(
            increment.lift(.case(CasePath(extract: { $0 }, embed: { $0 }), optional: \Leaf.optional))
        )
        #expect(leaf.optional?.number == 3)
        #expect(copies.events == [])
    }

    @Test func plainPartIsNotCopied() {
        #expect(run(increment.lift(state: \Leaf.plain)).plain.number == 3)
        #expect(copies.events == [])
    }
}
