// SPDX-License-Identifier: MIT

import PublisherKit
import RexTestSupport
import Testing

/// The examples in the documentation of the subjects.
@Suite struct SubjectExamples {
    private let printed = Recorder<Int>()

    @Test func passthroughSubject() {
        let subject = PassthroughSubject<Int, Never>()
        let subscription = subject.sink { [printed] in printed.record($0) }
        subject.send(1)
        #expect(printed.events == [1])
        subscription.cancel()
    }

    @Test func currentValueSubject() {
        let subject = CurrentValueSubject<Int, Never>(1)
        let subscription = subject.sink { [printed] in printed.record($0) }
        #expect(printed.events == [1])
        subject.value = 2
        #expect(printed.events == [1, 2])
        subscription.cancel()
    }
}
