// SPDX-License-Identifier: MIT

import Prism
import RexCore
import RexNavigation
import RexTesting
import Testing

private struct Row: Sendable, Equatable, Identifiable {
    var id = 0
    var toasts = Signals<Int>()
}

private enum Mode: Sendable, Equatable { case idle, editing(Row) }

private struct Page: Sendable, Equatable {
    var toasts = Signals<String>()
    var row: Row?
    var rows: [Row] = []
    var byName: [String: Row] = [:]
    var plain: [Signals<Int>] = []
    var mode = Mode.idle
    var sheet = Presented<Row>()
    var stack = PresentationStack<Row>()
    var pair = (Signals<Int>(), 0)

    static func == (lhs: Page, rhs: Page) -> Bool { lhs.toasts == rhs.toasts && lhs.rows == rhs.rows }
}

private typealias Change = @Sendable (inout Page) -> Void

#if DEBUG
/// A test store fails if the counter of a `Signals` goes back.
@Suite struct SignalCounterTests {
    /// Returns the failures of a test that changes a page.
    private func failures(from page: Page = Page(), _ changes: [Change]) -> [String] {
        RexNavigationTests.failures {
            let test = TestStore(
                initialState: page,
                feature: Feature<Change, Page, Void> { change, page in change(&page) },
                dependencies: (),
                checks: .onlyWhatIsSaid
            )
            for change in changes { test.send(change) }
            test.finish()
        }
    }

    private static let goingBack: [[Change]] = [
        [{ $0.toasts.post("a") }, { $0.toasts = Signals() }],
        [{ $0.toasts.post("a") }, { $0 = Page() }],
        [{ $0.toasts.post("a") }, { $0.toasts.seen(upTo: 1) }, { $0.toasts = Signals() }],
        [{ $0.pair.0.post(1) }, { $0.pair.0 = Signals() }],
        [{ $0.row = Row() }, { $0.row?.toasts.post(1) }, { $0.row = Row() }],
        [{ $0.row = Row() }, { $0.row?.toasts.post(1) }, { $0.row = nil }, { $0.row = Row() }],
        [
            { $0.rows = [Row(id: 1), Row(id: 2)] }, { $0.rows[1].toasts.post(1) },
            { $0.rows = $0.rows.map { Row(id: $0.id) } },
        ],
        [{ $0.rows = [Row(id: 1), Row(id: 2)] }, { $0.rows[1].toasts.post(1) }, { $0.rows = [Row(id: 2)] }],
        [{ $0.byName = ["a": Row()] }, { $0.byName["a"]?.toasts.post(1) }, { $0.byName = ["b": Row(), "a": Row()] }],
        [
            { $0.mode = .editing(Row()) },
            { page in
                var row = Row()
                row.toasts.post(1)
                page.mode = .editing(row)
            }, { $0.mode = .editing(Row()) },
        ],
        [{ $0.sheet.present(Row()) }, { $0.sheet.update { $0.toasts.post(1) } }, { $0.sheet.update { $0 = Row() } }],
        [
            { $0.stack.push(Row()) }, { $0.stack.update(1) { $0.toasts.post(1) } },
            { $0.stack.update(1) { $0 = Row() } },
        ],
    ]

    @Test(arguments: goingBack.indices) func aCounterThatGoesBackFails(index: Int) {
        let changes = Self.goingBack[index]
        let failures = failures(changes)
        #expect(failures.count == 1)
        #expect(failures.first?.contains("went back from #1 to #0") == true, "\(failures)")
        // It is reported once.
        #expect(self.failures(changes + [{ $0.toasts.post("b") }, { $0 = Page() }]).count == 1)
    }

    private static let others: [[Change]] = [
        [{ $0.toasts.post("a") }, { $0.toasts.seen(upTo: 1) }, { $0.toasts.post("b") }],
        [
            { $0.rows = [Row(id: 1), Row(id: 2)] }, { $0.rows[0].toasts.post(1) }, { $0.rows.reverse() },
            { $0.rows.removeLast() },
        ],
        [{ $0.row = Row(id: 1) }, { $0.row?.toasts.post(1) }, { $0.row = Row(id: 2) }],
        [{ $0.sheet.present(Row()) }, { $0.sheet.update { $0.toasts.post(1) } }, { $0.sheet.replace(with: Row()) }],
        [
            { $0.stack.push(Row()) }, { $0.stack.update(1) { $0.toasts.post(1) } }, { $0.stack.popToRoot() },
            { $0.stack.push(Row()) },
        ],
        // Elements without an identity may have moved.
        [{ $0.plain = [Signals(), Signals()] }, { $0.plain[0].post(1) }, { $0.plain.removeFirst() }],
        [{ $0.row = Row() }, { $0.row = nil }, { $0.row = Row() }],
    ]

    @Test(arguments: others.indices) func otherChangesDoNotFail(index: Int) {
        #expect(failures(Self.others[index]) == [])
    }

    @Test func theCounterOfTheInitialStateCounts() {
        var page = Page()
        page.toasts.post("a")
        #expect(failures(from: page, [{ $0.toasts = Signals() }]).count == 1)
        #expect(failures(from: page, [{ $0.toasts.post("b") }, { $0.toasts.seen(upTo: 2) }]) == [])
    }
}
#endif
