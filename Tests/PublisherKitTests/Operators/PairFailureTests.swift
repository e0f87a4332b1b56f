// SPDX-License-Identifier: MIT

import PublisherKit
import RexTestSupport
import Testing

@Suite struct PairFailureTests {
    private let first = PassthroughSubject<Int, Oops>()
    private let second = PassthroughSubject<Int, Oops>()
    private let cancellations = Recorder<String>()

    private func upstream(_ name: String) -> AnyPublisher<Int, Oops> {
        (name == "first" ? first : second)
            .handleEvents(receiveCancel: { [cancellations] in cancellations.record(name) })
            .eraseToAnyPublisher()
    }

    @Test(arguments: ["first", "second"], [true, false])
    func failureOfOneUpstreamCancelsTheOther(failing: String, zips: Bool) {
        let (left, right) = (upstream("first"), upstream("second"))
        let probe = Probe()
        if zips { left.zip(right, +).subscribe(probe) } else { left.combineLatest(right, +).subscribe(probe) }
        first.send(1)
        second.send(2)
        (failing == "first" ? first : second).send(completion: .failure(.second))
        #expect(cancellations.events == [failing == "first" ? "second" : "first"])
        first.send(3)
        second.send(4)
        #expect(probe.events == events([3], then: .failed(.second)))
        #expect(cancellations.events.count == 1)
    }
}
