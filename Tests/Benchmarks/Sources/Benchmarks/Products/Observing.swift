// SPDX-License-Identifier: MIT

import Observation
import RexCore
import RexObservation

/// A struct of ten parts.
///
/// Three levels of it have a thousand parts.
private struct Ten<Part: Sendable>: Sendable {
    var parts: (Part, Part, Part, Part, Part, Part, Part, Part, Part, Part)

    init(_ part: Part) {
        parts = (part, part, part, part, part, part, part, part, part, part)
    }

    static var paths: [WritableKeyPath<Ten, Part>] {
        [
            \.parts.0, \.parts.1, \.parts.2, \.parts.3, \.parts.4, \.parts.5, \.parts.6, \.parts.7, \.parts.8,
            \.parts.9,
        ]
    }
}

private typealias Thousand = Ten<Ten<Ten<Int>>>

private struct Row: Identifiable, Equatable, Sendable {
    let id: Int
    var title: String
}

private struct Rows: Sendable {
    var rows: [Row]
    var count = 0
}

/// Calls `read`, and again after each notification of a change.
@MainActor private func track(_ read: @escaping @MainActor () -> Void, _ onChange: @escaping @MainActor () -> Void) {
    withObservationTracking(read) {
        MainActor.assumeIsolated {
            onChange()
            track(read, onChange)
        }
    }
}

extension Workload {
    static let observing = [readersOfParts, readersOfRows, readersOfOneSelector, idsOfRows]

    private static let readersOfParts = Workload(
        name: "O1",
        work: "1,000 readers of distinct parts, one part changes",
        against: "1,000 observers as in W5",
        counted: 1_000
    ) {
        let parts = Array(repeating: 0, count: 1_000)
        let reference = Store(
            initialState: parts,
            reducer: .reduce { (part: Int, parts: inout [Int]) in parts[part] += 1 }
        )
        let observed = Box(0)
        let observations = parts.indices.map { part in
            reference.observe({ $0[part] }) { observed.value += $0 > 0 ? 1 : 0 }
        }
        let store = Store(
            initialState: Thousand(Ten(Ten(0))),
            reducer: .reduce { (_: Int, state: inout Thousand) in state.parts.4.parts.2.parts.7 += 1 },
            executor: .mainQueue
        )
        let (calls, actions) = (Box(0), Box(0))
        let model = MainActor.assumeIsolated {
            let model = ObservableStore(store)
            for outer in Thousand.paths {
                for middle in Ten<Ten<Int>>.paths {
                    for inner in Ten<Int>.paths {
                        let path = outer.appending(path: middle).appending(path: inner)
                        track {
                            _ = model[dynamicMember: path]
                        } _: {
                            calls.value += 1
                        }
                    }
                }
            }
            return model
        }
        return Contest {
            for _ in 0..<$0 { store.dispatch(1) }
            actions.value += $0
        } reference: {
            for _ in 0..<$0 { reference.dispatch(42) }
        } complaint: {
            withExtendedLifetime((observations, model)) {
                calls.value == actions.value ? nil : "\(calls.value) calls for \(actions.value) changes"
            }
        }
    }

    private static let readersOfRows = Workload(
        name: "O2",
        work: "10 of 10,000 rows are read, one of them changes",
        against: "10 of 100",
        counted: 1_000
    ) {
        let (many, few) = MainActor.assumeIsolated { (RowReaders(of: 10_000), RowReaders(of: 100)) }
        return Contest {
            many.run($0)
        } reference: {
            few.run($0)
        } complaint: {
            many.complaint ?? few.complaint
        }
    }

    private static let idsOfRows = Workload(
        name: "O4",
        work: "the ids of 10,000 rows, as a ForEach reads them",
        against: "the ids of an array",
        counted: 100
    ) {
        let rows = Rows(rows: (0..<10_000).map { Row(id: $0, title: "row \($0)") })
        let complaint = Box(false)
        let store = Store(initialState: rows, reducer: Reducer<Int, Rows>.reduce { _, _ in }, executor: .mainQueue)
        let model = MainActor.assumeIsolated { ObservableStore(store) }
        @inline(never) @Sendable func check(_ ids: [Int]) {
            if ids.last != 9_999 { complaint.value = true }
        }
        return Contest { count in
            MainActor.assumeIsolated {
                for _ in 0..<count {
                    let elements = model.elements(\.rows) { (action: ElementIDAction<Int, Int>) in action.id }
                    check(Array(elements.rows.lazy.map(\.id)))
                }
            }
        } reference: { count in
            for _ in 0..<count { check(rows.rows.map(\.id)) }
        } complaint: {
            complaint.value ? "an id is missing" : nil
        }
    }

    private static let readersOfOneSelector = Workload(
        name: "O3",
        work: "100 readers of one selector over 100,000 elements, another part changes",
        against: "one reader",
        counted: 1_000
    ) {
        let (many, one) = MainActor.assumeIsolated { (SelectorReaders(100), SelectorReaders(1)) }
        return Contest {
            many.run($0)
        } reference: {
            one.run($0)
        } complaint: {
            many.complaint ?? one.complaint
        }
    }
}

/// Readers of ten rows of a list.
private final class RowReaders: Sendable {
    private let store: Store<Int, Rows>
    private let model: ObservableStore<Int, Rows>
    private let (calls, actions) = (Box(0), Box(0))

    @MainActor init(of count: Int) {
        let rows = (0..<count).map { Row(id: $0, title: "a title of some length, row \($0)") }
        store = Store(
            initialState: Rows(rows: rows),
            reducer: .reduce { id, state in
                if id < 0 {
                    state.rows.swapAt(0, 1)
                } else {
                    state.rows[id].title = state.rows[id].title == "a" ? "b" : "a"
                }
            },
            executor: .mainQueue
        )
        model = ObservableStore(store)
        let elements = model.elements(\.rows) { (action: ElementIDAction<Int, Int>) in action.id }
        for row in elements[50..<60] {
            track {
                _ = row.title
            } _: { [calls] in
                calls.value += 1
            }
        }
        // Uses up the pending notification about a change of the order.
        store.dispatch(-1)
    }

    func run(_ count: Int) {
        for _ in 0..<count { store.dispatch(55) }
        actions.value += count
    }

    var complaint: String? {
        calls.value == actions.value ? nil : "\(calls.value) calls for \(actions.value) changes"
    }
}

/// Readers of one selector over many elements.
private final class SelectorReaders: Sendable {
    private let store: Store<Int, Rows>
    private let model: ObservableStore<Int, Rows>
    private let (calls, computed) = (Box(0), Box(0))

    @MainActor init(_ count: Int) {
        store = Store(
            initialState: Rows(rows: (0..<100_000).map { Row(id: $0, title: "row \($0)") }),
            reducer: .reduce { _, state in state.count += 1 },
            executor: .mainQueue
        )
        model = ObservableStore(store)
        let selector = StateSelector(\Rows.rows) { [computed] rows in
            computed.value += 1
            return rows.reduce(into: 0) { $0 += $1.title.utf8.count }
        }
        for _ in 0..<count {
            track { [model] in
                _ = model.select(selector)
            } _: { [calls] in
                calls.value += 1
            }
        }
    }

    func run(_ count: Int) {
        for _ in 0..<count { store.dispatch(1) }
    }

    var complaint: String? {
        computed.value == 1 && calls.value == 0 ? nil : "computed \(computed.value) times, \(calls.value) calls"
    }
}
