// SPDX-License-Identifier: MIT

import PublisherKit
import RexTestSupport
import Testing

/// Operators that subscribe to one publisher after another.
@Suite struct ConcatenationTests {
    @Test func prependDeliversItsValuesBeforeItSubscribes() {
        let subject = PassthroughSubject<Int, Oops>()
        let probe = Probe(.max(1))
        subject.prepend(1, 2).subscribe(probe)
        subject.send(0)
        #expect(probe.values == [1])
        probe.request(3)
        subject.send(3)
        subject.send(completion: .failure(.first))
        #expect(probe.events == events([1, 2, 3], then: .failed(.first)))
    }

    @Test func remainingDemandIsPassedToTheNextPublisher() {
        let probe = Probe(.max(3))
        [1, 2].publisher.append([3, 4, 5]).append(Just(6)).setFailureType(to: Oops.self).subscribe(probe)
        #expect(probe.values == [1, 2, 3])
        probe.request(2)
        #expect(probe.values == [1, 2, 3, 4, 5])
        probe.request(1)
        #expect(probe.events == events(1...6, then: .finished))
    }

    @Test func catchContinuesWithAnotherPublisher() {
        let subject = PassthroughSubject<Int, Oops>()
        let probe = Probe(.max(2))
        subject.catch { error in
            error == .first
                ? [8, 9].publisher.setFailureType(to: Oops.self) : [].publisher.setFailureType(to: Oops.self)
        }
        .subscribe(probe)
        subject.send(1)
        subject.send(completion: .failure(.first))
        #expect(probe.values == [1, 8])
        probe.request(1)
        #expect(probe.events == events([1, 8, 9], then: .finished))
    }

    @Test func replaceErrorReplacesTheFailureByAValue() {
        let probe = Probe(.none)
        Fail<Int, Oops>(error: .first).replaceError(with: 7).setFailureType(to: Oops.self).subscribe(probe)
        #expect(probe.events == [.subscribed])
        probe.request(1)
        #expect(probe.events == events([7], then: .finished))
    }

    @Test func retrySubscribesAgainUpToItsLimit() {
        var attempts = 0
        let failing = Deferred {
            attempts += 1
            return [attempts].publisher.setFailureType(to: Oops.self).append(Fail(error: Oops.second))
        }
        let probe = Probe()
        failing.retry(2).subscribe(probe)
        #expect(probe.events == events([1, 2, 3], then: .failed(.second)))
        #expect(attempts == 3)
    }

    @Test func unlimitedRetryNeedsNoStack() {
        var attempts = 0
        let failing = Deferred {
            attempts += 1
            return attempts < 50_000
                ? Fail<Int, Oops>(error: .first).eraseToAnyPublisher()
                : Just(1).setFailureType(to: Oops.self).eraseToAnyPublisher()
        }
        let probe = Probe()
        failing.retry(100_000).subscribe(probe)
        #expect(probe.events == events([1], then: .finished))
    }

    @Test func cancellationDuringTheTransitionStopsIt() {
        let started = Recorder<String>()
        let probe = Probe()
        probe.onValue = { [unowned probe] _ in
            probe.cancel()
            return .none
        }
        let next = Deferred {
            started.record("started")
            return Just(2).setFailureType(to: Oops.self)
        }
        Just(1).setFailureType(to: Oops.self).append(next).subscribe(probe)
        #expect(probe.events == events([1]))
        #expect(started.events.isEmpty)
    }
}
