// SPDX-License-Identifier: MIT

import RexCore
import Testing

@testable import RecorderMiddleware

/// The numbers of events, and which ones a full list drops.
@Suite struct EventListWhiteBoxTests {
    private static func notice(_ kind: RecordedNotice.Kind, _ number: Int) -> EventList.Event {
        .notice(
            RecordedNotice(
                kind: kind,
                reason: "",
                rule: .here(kind: "", text: "", file: "", function: "", line: 0),
                action: number,
                actionText: nil,
                cause: nil,
                run: nil,
                time: .seconds(number)
            )
        )
    }

    /// The events after a number, in a few letters.
    private static func events(_ list: borrowing EventList, after start: Int = 0) -> [String] {
        var (found, last): ([String], Int) = ([], start)
        while let (number, event) = list.next(after: last) {
            last = number
            switch event {
            case .action(let index): found.append("\(number) action \(index)")
            case .began(let run): found.append("\(number) began \(run)")
            case .ended(let run): found.append("\(number) ended \(run)")
            case .notice(let notice): found.append("\(number) \(notice.kind) \(notice.action ?? 0)")
            case .storeEnded(let store): found.append("\(number) store \(store)")
            }
        }
        return found
    }

    private static func actions(_ indices: Range<Int>, at times: Int...) -> [EventList.NewAction] {
        zip(indices, times).map { EventList.NewAction(index: $0, number: 100 + $0, time: .seconds($1)) }
    }

    @Test func eventsAreNumberedInTheOrderOfTheirTimes() {
        var list = EventList(capacity: 10)
        list.append(Self.notice(.ignored, 3), at: .seconds(3))
        list.append(.storeEnded(1), at: .seconds(2))
        #expect(Self.events(list) == [])
        list.number(Self.actions(0..<2, at: 1, 4))
        #expect(Self.events(list) == ["1 action 0", "2 store 1", "3 ignored 3", "4 action 1"])
        #expect(list.eventsOfActions == [100: 1, 101: 4])
        list.append(.storeEnded(2), at: .seconds(5))
        list.number([])
        #expect(Self.events(list, after: 4) == ["5 store 2"])
        #expect(list.last == 5)
    }

    /// Two inspectors may have read the same actions.
    @Test func actionHasOneNumber() {
        var list = EventList(capacity: 10)
        list.number(Self.actions(0..<2, at: 1, 2))
        list.number(Self.actions(0..<3, at: 1, 2, 3))
        #expect(Self.events(list) == ["1 action 0", "2 action 1", "3 action 2"])
    }

    @Test func missedActionsAreCounted() {
        var list = EventList(capacity: 2)
        list.number(Self.actions(5..<7, at: 5, 6))
        #expect(Self.events(list) == ["6 action 5", "7 action 6"])
        #expect(list.event(3) == nil)
    }

    @Test func reportsOfClosedGatesAreDroppedFirst() {
        var list = EventList(capacity: 2)
        list.append(Self.notice(.ignored, 1), at: .seconds(1))
        for number in 2...7 { list.append(Self.notice(.dropped, number), at: .seconds(number)) }
        list.append(Self.notice(.ignored, 8), at: .seconds(8))
        list.append(Self.notice(.dropped, 9), at: .seconds(9))
        #expect(list.notices.map(\.action) == [1, 7, 8, 9])
        list.number([])
        // Five events had no number yet when they were dropped.
        #expect(Self.events(list) == ["6 ignored 1", "7 dropped 7", "8 ignored 8", "9 dropped 9"])
    }

    /// Runs that have not ended are kept, and take no room of the others.
    @Test func livingRunsDropNothing() {
        func run(_ number: Int) -> RecordedRun {
            RecordedRun(number: number, cause: nil, kind: "", name: "", file: "", line: 0, began: .seconds(number))
        }
        var list = EventList(capacity: 2)
        list.begin(run(0), StoreTask())
        _ = list.end(0, at: .seconds(0), .returned, attempts: 1)
        for number in 1...8 { list.begin(run(number), StoreTask()) }
        list.append(Self.notice(.ignored, 9), at: .seconds(9))
        #expect(list.allRuns.count == 9)
        #expect(list.notices.map(\.action) == [9])
    }

    @Test func eventsDropNoAction() {
        var list = EventList(capacity: 2)
        list.number(Self.actions(0..<2, at: 0, 0))
        for number in 1...20 { list.append(.storeEnded(number), at: .seconds(number)) }
        list.number([])
        #expect(Self.events(list).prefix(2) == ["1 action 0", "2 action 1"])
        list.number(Self.actions(2..<4, at: 30, 30))
        for number in 21...40 { list.append(.storeEnded(number), at: .seconds(number)) }
        list.number([])
        #expect(Self.events(list).filter { $0.contains("action") }.count == 2)
        #expect(list.eventsOfActions.keys.sorted() == [102, 103])
        #expect(list.last == 44)
    }
}
