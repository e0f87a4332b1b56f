// SPDX-License-Identifier: MIT

import PublisherKit
import RexTestSupport
import Testing

@Suite struct ValuesTests {
    @Test func loopGetsAllValues() async {
        var values: [Int] = []
        for await value in [1, 2, 3].publisher.values { values.append(value) }
        #expect(values == [1, 2, 3])
    }

    @Test func loopThrowsTheFailureAfterTheValues() async {
        var values: [Int] = []
        await #expect(throws: Oops.second) {
            let publisher = [1, 2].publisher.setFailureType(to: Oops.self).append(Fail(error: Oops.second))
            for try await value in publisher.values { values.append(value) }
        }
        #expect(values == [1, 2])
    }

    @Test func loopRequestsOneValueAtATime() async {
        let demands = Recorder<Subscribers.Demand>()
        let publisher = [1, 2, 3].publisher.handleEvents(receiveRequest: { demands.record($0) })
        for await value in publisher.values where value == 2 { break }
        #expect(demands.events == [.max(1), .max(1)])
    }

    @Test func loopGetsWhatAnotherThreadSends() async {
        let subject = CurrentValueSubject<Int, Never>(0)
        let requested = Gate()
        let sender = JoinableThread {
            requested.wait()
            subject.send(1)
            subject.send(completion: .finished)
        }
        var values: [Int] = []
        for await value in subject.values {
            values.append(value)
            requested.open()
        }
        sender.join()
        #expect(values == [0, 1] || values == [0])
    }

    @Test func cancelledTaskEndsTheLoopAndTheSubscription() async {
        let cancellations = Recorder<String>()
        let (started, startedContinuation) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            let publisher = PassthroughSubject<Int, Never>().handleEvents(
                receiveCancel: { cancellations.record("cancelled") },
                receiveRequest: { _ in startedContinuation.finish() }
            )
            for await _ in publisher.values {}
        }
        for await _ in started {}
        task.cancel()
        await task.value
        #expect(cancellations.events == ["cancelled"])
    }

    @Test func loopThatIsLeftCancelsTheSubscription() async {
        let cancellations = Recorder<String>()
        let subject = CurrentValueSubject<Int, Never>(1)
        func firstValue() async -> Int? {
            let publisher = subject.handleEvents(receiveCancel: { cancellations.record("cancelled") })
            for await value in publisher.values { return value }
            return nil
        }
        #expect(await firstValue() == 1)
        #expect(cancellations.events == ["cancelled"])
    }
}
