// SPDX-License-Identifier: MIT

import PublisherKit
import RexTestSupport
import Testing

@testable import PublisherMiddleware

/// Tests that ended runs leave nothing behind.
@Suite struct RetentionWhiteBoxTests {
    private var retention = Retention()

    private func cancellables(_ count: Int) -> Set<AnyCancellable> {
        Set((0..<count).map { _ in AnyCancellable {} })
    }

    @Test(arguments: [0, 1, 2], [0, 1, 2, 3])
    mutating func runIsRemovedOnceItIsCleanedUp(early: Int, stored: Int) {
        let id = retention.begin()
        for _ in 0..<early { #expect(retention.cleanUp(id).isEmpty) }
        let late = max(0, stored - early)
        #expect(retention.end(id, storing: cancellables(stored)).count == (late > 0 ? 0 : stored))
        for left in (0..<late).reversed() {
            #expect((retention.count, retention.runs.count) == (1, 1))
            #expect(retention.cleanUp(id).count == (left > 0 ? 0 : stored))
        }
        #expect((retention.count, retention.runs.count) == (0, 0))
        #expect(retention.cleanUp(id).isEmpty)
        #expect(retention.runs.isEmpty)
    }

    @Test mutating func burstOfRunsLeavesNoMemoryBehind() {
        let ids = (0..<1_000).map { _ in retention.begin() }
        for id in ids { _ = retention.end(id, storing: cancellables(1)) }
        for id in ids { _ = retention.cleanUp(id) }
        #expect(retention.runs.capacity == 0)
        // A small dictionary keeps its capacity, so it isn't allocated again each time.
        let few = (0..<10).map { _ in retention.begin() }
        for id in few { _ = retention.end(id, storing: []) }
        #expect(retention.runs.capacity > 0)
    }

    @Test mutating func closingReturnsAllCancellablesAndKeepsNoLaterOnes() {
        let (retained, running) = (retention.begin(), retention.begin())
        _ = retention.end(retained, storing: cancellables(2))
        #expect(retention.close().map(\.count) == [2])
        #expect((retention.count, Array(retention.runs.keys), retention.isOpen) == (0, [running], false))
        #expect(retention.end(running, storing: cancellables(1)).count == 1)
        #expect(retention.runs.isEmpty)
        #expect(retention.close().isEmpty)
    }

    /// Bodies return on one thread while the store ends on another.
    @Test func runDuringTheEndIsCancelledOnceInEitherOrder() {
        for _ in 0..<20 {
            let retainer = Retainer()
            let cancelled = Recorder<Int>()
            let begun = Gate()
            let running = JoinableThread {
                for number in 0..<200 {
                    retainer.run { cancellables, _ in
                        _ = (retainer.isOpen, retainer.count)
                        AnyCancellable { cancelled.record(number) }.store(in: &cancellables)
                    }
                    if number == 20 { begun.open() }
                }
            }
            begun.wait()
            retainer.close()
            running.join()
            #expect(cancelled.events.sorted() == Array(0..<200))
            #expect(retainer.count == 0)
        }
    }
}
