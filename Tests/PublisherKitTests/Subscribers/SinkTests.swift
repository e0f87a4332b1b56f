// SPDX-License-Identifier: MIT

import PublisherKit
import class RexCore.Lock
import RexTestSupport
import Testing

@Suite struct SinkTests {
    @Test func sinkGetsValuesThenTheCompletionAndReleasesItsClosures() {
        let subject = PassthroughSubject<Int, Oops>()
        let recorder = Recorder<Event>()
        weak var witness: Recorder<Int>?
        let subscription: AnyCancellable
        do {
            let held = Recorder<Int>()
            witness = held
            subscription = subject.sink { completion in
                recorder.record(completion == .finished ? .finished : .failed(.first))
            } receiveValue: { value in
                held.record(value)
                recorder.record(.value(value))
            }
        }
        subject.send(1)
        #expect(witness != nil)
        subject.send(completion: .finished)
        #expect(witness == nil)
        #expect(recorder.events == [.value(1), .finished])
        subscription.cancel()
    }

    @Test func sinkKeepsOneOfSeveralConcurrentSubscriptions() {
        struct Shared: @unchecked Sendable {
            let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
        }
        final class Counting: Subscription, Sendable {
            let cancelled: Recorder<Int>
            init(_ cancelled: Recorder<Int>) { self.cancelled = cancelled }
            func request(_ demand: Subscribers.Demand) {}
            func cancel() { cancelled.record(1) }
        }
        for _ in 0..<20 {
            let (shared, cancelled) = (Shared(), Recorder<Int>())
            onThreads(8) { _ in shared.sink.receive(subscription: Counting(cancelled)) }
            #expect(cancelled.events.count == 7)
            shared.sink.cancel()
            #expect(cancelled.events.count == 8)
        }
    }

    @Test func releasingTheCancellableEndsTheSubscription() {
        let subject = PassthroughSubject<Int, Never>()
        let recorder = Recorder<Int>()
        var subscriptions: Set<AnyCancellable> = []
        subject.sink { recorder.record($0) }.store(in: &subscriptions)
        subject.send(1)
        subscriptions = []
        subject.send(2)
        #expect(recorder.events == [1])
    }

    @Test func anyCancellableTypeCanBeStored() {
        struct Ending: Cancellable {
            let ended: Recorder<Int>
            func cancel() { ended.record(1) }
        }
        let ended = Recorder<Int>()
        var set: Set<AnyCancellable> = []
        var list: [AnyCancellable] = []
        Ending(ended: ended).store(in: &set)
        Ending(ended: ended).store(in: &list)
        #expect(ended.events == [])
        set = []
        list = []
        #expect(ended.events == [1, 1])
    }

    #if !canImport(Combine)
    @Test func cancellableTellsWhetherItHasEnded() {
        final class Label { var text = 0 }
        let (subject, label) = (PassthroughSubject<Int, Never>(), Label())
        let (sink, assign) = (
            Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in }),
            Subscribers.Assign(object: label, keyPath: \.text)
        )
        subject.subscribe(sink)
        subject.subscribe(assign)
        let ending = [
            AnyCancellable(sink), AnyCancellable(assign), subject.sink { _ in }, subject.assign(to: \.text, on: label),
        ]
        let cancelled = AnyCancellable {}
        #expect(ending.allSatisfy { !$0.hasEnded } && !cancelled.hasEnded)
        subject.send(completion: .finished)
        cancelled.cancel()
        #expect(ending.allSatisfy(\.hasEnded) && cancelled.hasEnded)
    }
    #endif

    @Test func cancellableCancelsOnce() {
        var calls = 0
        let cancellable = AnyCancellable { calls += 1 }
        cancellable.cancel()
        cancellable.cancel()
        _ = consume cancellable
        #expect(calls == 1)
    }

    @Test func cancellableIsCancelledOnceByConcurrentThreads() {
        for _ in 0..<100 {
            let calls = Recorder<Int>()
            let cancellable = Lock(AnyCancellable { calls.record(1) })
            onThreads(4) { _ in cancellable.withLock { $0 }.cancel() }
            #expect(calls.events == [1])
        }
    }

    @Test(arguments: [false, true])
    func assignmentCanBeCancelledWhileAnotherThreadSends(ends: Bool) {
        final class Label: Sendable {
            private let last = Lock(0)
            var text: Int {
                get { last.withLock { $0 } }
                set { last.withLock { $0 = newValue } }
            }
        }
        for _ in 0..<500 {
            let (subject, label) = (PassthroughSubject<Int, Never>(), Label())
            let subscription = Lock(subject.assign(to: \.text, on: label))
            onThreads(2) { thread in
                if thread == 0 {
                    for value in 1...20 { subject.send(value) }
                    if ends { subject.send(completion: .finished) }
                } else {
                    subscription.withLock { $0 }.cancel()
                }
            }
            let last = label.text
            subject.send(100)
            #expect(label.text == last)
        }
    }

    @Test func assignWritesEachValueAndReleasesTheObject() {
        final class Label { var text = 0 }
        let subject = CurrentValueSubject<Int, Never>(1)
        weak var weakLabel: Label?
        var texts: [Int] = []
        let subscription: AnyCancellable
        do {
            let label = Label()
            weakLabel = label
            subscription = subject.assign(to: \.text, on: label)
            texts.append(label.text)
            subject.send(2)
            texts.append(label.text)
        }
        #expect(texts == [1, 2])
        #expect(weakLabel != nil)
        subscription.cancel()
        #expect(weakLabel == nil)
    }
}
