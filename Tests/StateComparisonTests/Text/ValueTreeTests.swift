// SPDX-License-Identifier: MIT

import RexTestSupport
import StateComparison
import Testing

@Suite struct ValueTreeTests {
    private struct Row: Equatable {
        var id: Int
        var title = "row"
    }

    private struct State {
        var rows: [Row] = (0..<200).map { Row(id: $0) }
        var totals = ["a": 1, "b": 2]
        var words: Set = ["x", "y"]
        var note: String? = "a\u{202e}\u{9b}"
        var choice = Choice.two(1, label: "b")
        var pair = (1, name: "n")
        var empty: [Int] = []
    }

    private enum Choice {
        case none
        case one([Int])
        case two(Int, label: String)
    }

    /// The nodes that trees write, as a reader finds them.
    private struct Reader {
        var tree = ValueTree()
        var nodes: [ValueTree.Node] = []

        mutating func add(_ state: Any) -> Int {
            tree.add(state) { nodes.append($0) }
        }

        func parts(of node: Int) -> [ValueTree.Part] {
            guard case .list(_, let base, let first, let last, let parts) = nodes[node] else { return [] }
            let old = base.map { self.parts(of: $0) } ?? []
            return old.prefix(first) + parts + old.suffix(last)
        }

        func text(of node: Int) -> String {
            switch nodes[node] {
            case .leaf(let text): return text
            case .list(let open, _, _, _, _):
                let parts = parts(of: node).map { ($0.label.isEmpty ? "" : "\($0.label): ") + text(of: $0.node) }
                return open + parts.joined(separator: ", ") + (open.hasSuffix("[") ? "]" : ")")
            }
        }
    }

    @Test func theTreeOfAStateHasTheTextOfItsValue() {
        var reader = Reader()
        let values: [Any] = [
            State(), Choice.none, Choice.one([1, 2]), 7, "text", [1: [2]], Row?.none as Any,
            Row?.some(Row(id: 1)) as Any,
        ]
        for value in values {
            let node = reader.add(value)
            #expect(reader.text(of: node) == ValueText.whole(value))
        }
    }

    /// Each state is a random change of the one before it.
    @Test(arguments: 0..<(hasFewRounds ? 5 : 20)) func statesThatFollowHaveTheirTextsToo(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var reader = Reader()
        var state = State()
        for _ in 0..<150 {
            switch Int.random(in: 0..<9, using: &random) {
            case 0: state.rows.append(Row(id: state.rows.count))
            case 1: state.rows.remove(at: state.rows.indices.randomElement(using: &random) ?? 0)
            case 2: state.rows.insert(Row(id: 9), at: state.rows.indices.randomElement(using: &random) ?? 0)
            case 3: state.rows[state.rows.count / 2].title += "!"
            case 4: state.totals["k\(Int.random(in: 0..<5, using: &random))", default: 0] += 1
            case 5: state.totals["k\(Int.random(in: 0..<5, using: &random))"] = nil
            case 6: state.choice = Bool.random(using: &random) ? .one([1, 2, 3]) : .none
            case 7: state.rows.swapAt(0, state.rows.count - 1)
            default: state.note = Bool.random(using: &random) ? nil : "n"
            }
            let node = reader.add(state)
            #expect(reader.text(of: node) == ValueText.whole(state))
        }
    }

    @Test func whatDoesNotChangeIsNotWrittenAgain() {
        var reader = Reader()
        var state = State()
        let first = reader.add(state)
        let count = reader.nodes.count
        #expect(reader.add(state) == first)
        #expect(reader.nodes.count == count)
        state.rows[150].title = "other"
        _ = reader.add(state)
        // The title, its row, the rows and the state.
        #expect(reader.nodes.count == count + 4)
        guard case .list(_, _, 150, 49, let parts) = reader.nodes[count + 2] else {
            Issue.record("The rows are \(reader.nodes[count + 2])")
            return
        }
        #expect(parts.count == 1)
        // An equal state with storage of its own has nothing new.
        state.rows = state.rows.map { Row(id: $0.id, title: String($0.title)) }
        _ = reader.add(state)
        #expect(reader.nodes.count == count + 4)
    }

    @Test func aListIsFoundWithinFewSteps() {
        var reader = Reader()
        var numbers = Array(0..<100)
        for index in 0..<500 {
            numbers[index % 100] += 1
            var (node, steps) = (reader.add(numbers), 0)
            while case .list(_, let base?, _, _, _) = reader.nodes[node] { (node, steps) = (base, steps + 1) }
            #expect(steps <= 64)
        }
    }

    @Test func whatIsTooDeepIsAMark() {
        final class Link {
            let next: Link?
            init(_ next: Link?) { self.next = next }
        }
        var reader = Reader()
        let node = reader.add((0..<200).reduce(Link(nil)) { link, _ in Link(link) })
        #expect(reader.text(of: node).contains("…"))
        #expect(reader.nodes.count <= 65)
    }

    /// Nodes are remembered as long as they are part of the last state.
    @Test func aTreeRemembersItsLastState() {
        var reader = Reader()
        var state = State()
        func remembered() -> Int {
            Mirror(reflecting: reader.tree).children.reduce(0) { $0 + Mirror(reflecting: $1.value).children.count }
        }
        _ = reader.add(state)
        let count = remembered()
        for number in 0..<100 {
            state.rows[number].title = "\(number)"
            _ = reader.add(state)
        }
        #expect(count > 200)
        #expect(remembered() <= count + 10)
    }
}
