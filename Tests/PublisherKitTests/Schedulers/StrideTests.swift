// SPDX-License-Identifier: MIT

import Dispatch
import PublisherKit
import Testing

@Suite struct StrideTests {
    private typealias Stride = DispatchQueue.SchedulerTimeType.Stride

    #if !canImport(Combine)
    // Each stride has its own variable: mixed in one expression, their operators take seconds to
    // type-check.
    @Test func strideThatIsTooLongIsClamped() {
        let (longest, shortest) = (Stride.nanoseconds(.max), Stride.nanoseconds(.min))
        let tooLong: [Stride] = [
            .seconds(Int.max), .milliseconds(.max), .microseconds(.max), .seconds(Double.infinity), .seconds(1e300),
            .seconds(Double(Int.max) / 1e9),
        ]
        for stride in tooLong { #expect(stride == longest) }
        let tooShort: [Stride] = [
            .seconds(Int.min), .milliseconds(.min), .microseconds(.min), .seconds(-Double.infinity),
            Stride(.seconds(.min)),
        ]
        for stride in tooShort { #expect(stride == shortest) }
        let second: Stride = .seconds(1)
        let minusSecond: Stride = .seconds(-1)
        #expect(longest + second == longest)
        #expect(longest - minusSecond == longest)
        #expect(shortest + minusSecond == shortest)
        #expect(shortest - 1 == shortest)
        #expect(shortest * 2 == shortest)
        #expect(shortest * -2 == longest)
        #expect(Stride.seconds(.nan) == 0)
        #expect(Stride(.never) == longest)
    }

    private func moment(_ nanoseconds: UInt64) -> DispatchQueue.SchedulerTimeType {
        DispatchQueue.SchedulerTimeType(DispatchTime(uptimeNanoseconds: nanoseconds))
    }

    @Test func distanceThatIsTooLongIsClamped() {
        let (now, future) = (DispatchQueue.main.now, DispatchQueue.SchedulerTimeType(.distantFuture))
        #expect(now.distance(to: future) == .nanoseconds(.max))
        #expect(future.distance(to: now) == .nanoseconds(-.max))
        #expect(future.distance(to: future) == 0)
        #expect(now < future && !(future < now))
        let (first, far) = (moment(1), moment(UInt64(Int.max)))
        #expect(first.distance(to: far) == .nanoseconds(.max - 1))
        #expect(far.distance(to: first) == .nanoseconds(1 - .max))
        #expect(first.distance(to: moment(UInt64(Int.max) + 1)) == .nanoseconds(.max))
        #expect(first.distance(to: moment(UInt64(Int.max) + 2)) == .nanoseconds(.max))
    }

    @Test func timeBeyondTheClockIsClamped() {
        let (now, future) = (DispatchQueue.main.now, DispatchQueue.SchedulerTimeType(.distantFuture))
        let last = moment(1 << 62 - 1)
        for late in [now.advanced(by: .nanoseconds(.max)), last.advanced(by: .nanoseconds(1)), moment(1 << 62 + 5)] {
            #expect(late.advanced(by: .nanoseconds(7)) == future)
            #expect(late.advanced(by: .nanoseconds(-7)) == future)
        }
        #expect(last.advanced(by: .nanoseconds(1)) == future)
        #expect(last.advanced(by: 0) == last)
        #expect(future.advanced(by: .nanoseconds(.min)) == future)
        #expect(now.advanced(by: now.distance(to: future)) == future)
        for span in [-5, -6, .min] { #expect(moment(5).advanced(by: .nanoseconds(span)) == moment(1)) }
        #expect(moment(5).advanced(by: .nanoseconds(-3)) == moment(2))
        #expect(now.advanced(by: .nanoseconds(.min)) == moment(1))
        #expect([0, -1].map { moment(0).advanced(by: .nanoseconds($0)) } == [moment(0), moment(0)])
        #expect(moment(0).advanced(by: .nanoseconds(3)) == moment(3))
    }
    #endif

    @Test func numericLiteralOfAStrideIsInSeconds() {
        #expect(Stride(exactly: 2) == .seconds(2))
        #expect(Stride(exactly: UInt.max) == nil)
        #expect(2 as Stride == .seconds(2))
    }

    @Test func immediateStridesAreComparedByTheirSteps() {
        typealias Stride = ImmediateScheduler.SchedulerTimeType.Stride
        #expect((1 as Stride) < 2)
        #expect(!((2 as Stride) < 1))
        #expect((2 as Stride) + 3 * 2 - 1 == 7)
        var product = 2 as Stride
        product *= 3
        #expect(product == 6)
    }

    @Test func immediateSchedulerIgnoresTime() {
        typealias Stride = ImmediateScheduler.SchedulerTimeType.Stride
        let now = ImmediateScheduler.shared.now
        #expect(now.distance(to: now.advanced(by: 5)) == 0)
        #expect(ImmediateScheduler.shared.minimumTolerance == 0)
        #expect(
            [Stride.seconds(2), .seconds(2.5), .milliseconds(2), .microseconds(2), .nanoseconds(2)]
                == Array(repeating: 0, count: 5)
        )
        #expect(Stride(exactly: 3)?.magnitude == 3)
        #expect(Stride(exactly: UInt.max) == nil)
        #expect((2.9 as Stride) == 2)
    }

    /// The clock has reached the end of the interval, but the scheduler has not run the pending
    /// delivery yet.
    @Test(arguments: [(true, 3), (false, 2)])
    func valueAfterAPendingOneReplacesItOrIsDropped(latest: Bool, second: Int) {
        let scheduler = ManualScheduler()
        let subject = PassthroughSubject<Int, Oops>()
        let probe = Probe()
        subject.throttle(for: .milliseconds(10), scheduler: scheduler, latest: latest).subscribe(probe)
        subject.send(1)
        scheduler.advance(0)
        scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(10))) { subject.send(3) }
        scheduler.advance(1)
        subject.send(2)
        scheduler.advance(9)
        #expect(probe.values == [1, second])
        subject.send(4)
        scheduler.advance(9)
        #expect(probe.values == [1, second])
        scheduler.advance(1)
        #expect(probe.values == [1, second, 4])
    }
}
