// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@testable import RexCore

@Suite struct StoreTasksWhiteBoxTests {
    @Test func tasksAreRemovedInAnyOrderAndOnce() {
        var generator = SeededGenerator(seed: 17)
        for sample in 0..<300 {
            var list = StoreTasks()
            let tasks = (0..<Int.random(in: 1...9, using: &generator)).map { _ in StoreTask() }
            for task in tasks { list.insert(task, callingElsewhere: { { $0() } }) }
            var left = Set(tasks.map(\.number))
            for task in tasks.shuffled(using: &generator) {
                left.remove(task.number)
                for _ in 0..<2 {
                    list.remove(task)
                    #expect(list.all.count == left.count && Set(list.all.map(\.number)) == left, "sample \(sample)")
                }
            }
            #expect(list.isEmpty)
        }
    }

    @Test func removingAnUnknownTaskRemovesNoOther() {
        var list = StoreTasks()
        let task = StoreTask()
        list.insert(task, callingElsewhere: { { $0() } })
        list.remove(StoreTask())
        #expect(list.all.map(\.number) == [task.number])
    }

    @Test func endedTaskReleasesItsCancelFunction() {
        final class Stop: Sendable {}
        let task = StoreTask()
        weak var stop: Stop?
        do {
            let new = Stop()
            stop = new
            task.register(with: nil) { _ in { $0() } }
            _ = task.started { withExtendedLifetime(new) {} }
        }
        #expect(stop != nil)
        task.end(in: nil)
        #expect(stop == nil)
    }
}
