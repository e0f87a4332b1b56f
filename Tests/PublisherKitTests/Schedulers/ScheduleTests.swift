// SPDX-License-Identifier: MIT

import Dispatch
import PublisherKit
import RexTestSupport
import Testing

/// The calls that operators make to a scheduler.
@Suite struct ScheduleTests {
    /// Records the calls that it gets, and runs the closures at once.
    private final class RecordingScheduler: Scheduler {
        typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
        typealias SchedulerOptions = String

        let now = SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1_000_000_000))
        let minimumTolerance: SchedulerTimeType.Stride = .milliseconds(3)
        private(set) var calls: [String] = []

        func schedule(options: String?, _ action: @escaping () -> Void) {
            record("now", nil, nil, options)
            action()
        }

        func schedule(
            after date: SchedulerTimeType,
            tolerance: SchedulerTimeType.Stride,
            options: String?,
            _ action: @escaping () -> Void
        ) {
            record("after", date, tolerance, options)
            action()
        }

        func schedule(
            after date: SchedulerTimeType,
            interval: SchedulerTimeType.Stride,
            tolerance: SchedulerTimeType.Stride,
            options: String?,
            _ action: @escaping () -> Void
        ) -> any Cancellable {
            record("each \(interval.magnitude / 1_000_000)", date, tolerance, options)
            action()
            return AnyCancellable {}
        }

        private func record(
            _ name: String,
            _ date: SchedulerTimeType?,
            _ tolerance: SchedulerTimeType.Stride?,
            _ options: String?
        ) {
            let numbers = [date.map { now.distance(to: $0) }, tolerance].compactMap {
                $0.map { $0.magnitude / 1_000_000 }
            }
            calls.append(([name] + numbers.map { "\($0)" } + [options].compactMap { $0 }).joined(separator: " "))
        }
    }

    private let scheduler = RecordingScheduler()
    private let probe = Probe()
    private let upstream = [1, 2].publisher.setFailureType(to: Oops.self)

    private func calls(_ apply: (RecordingScheduler) -> some Publisher<Int, Oops>) -> [String] {
        apply(scheduler).subscribe(probe)
        #expect(probe.events == events([1, 2], then: .finished))
        return scheduler.calls
    }

    @Test func delaySchedulesEachEventWithItsTimeAndTolerance() {
        #expect(
            calls { upstream.delay(for: .milliseconds(5), scheduler: $0) } == ["after 5 3", "after 5 3", "after 5 3"]
        )
    }

    @Test func delayPassesItsOptions() {
        let said = calls {
            upstream.delay(for: .milliseconds(5), tolerance: .milliseconds(7), scheduler: $0, options: "o")
        }
        #expect(said == ["after 5 7 o", "after 5 7 o", "after 5 7 o"])
    }

    @Test(arguments: [nil, "o"]) func debouncePassesItsTimeAndOptions(options: String?) {
        let end = options.map { " \($0)" } ?? ""
        let said = calls { upstream.debounce(for: .milliseconds(5), scheduler: $0, options: options) }
        #expect(said == ["after 5 3\(end)", "after 5 3\(end)", "now\(end)"])
    }

    @Test func throttleSchedulesValuesAfterTheFirstForTheEndOfTheInterval() {
        let said = calls { upstream.throttle(for: .milliseconds(5), scheduler: $0, latest: true) }
        #expect(said == ["now", "after 5 3", "now"])
    }

    @Test(arguments: [nil, "o"]) func operatorsThatSwitchSchedulersPassTheirOptions(options: String?) {
        let call = "now" + (options.map { " \($0)" } ?? "")
        #expect(calls { upstream.receive(on: $0, options: options) }.allSatisfy { $0 == call })
        #expect(!scheduler.calls.isEmpty)
        let other = RecordingScheduler()
        let otherProbe = Probe()
        upstream.subscribe(on: other, options: options).subscribe(otherProbe)
        #expect(otherProbe.events == events([1, 2], then: .finished))
        #expect(!other.calls.isEmpty && other.calls.allSatisfy { $0 == call })
    }

    @Test func shorterFormsUseTheMinimumToleranceAndNoOptions() {
        let date = scheduler.now.advanced(by: .milliseconds(9))
        var ran = 0
        scheduler.schedule { ran += 1 }
        scheduler.schedule(after: date) { ran += 1 }
        scheduler.schedule(after: date, tolerance: .milliseconds(4)) { ran += 1 }
        let timers = [
            scheduler.schedule(after: date, interval: .milliseconds(6)) { ran += 1 },
            scheduler.schedule(after: date, interval: .milliseconds(6), tolerance: .milliseconds(4)) { ran += 1 },
        ]
        #expect(scheduler.calls == ["now", "after 9 3", "after 9 4", "each 6 9 3", "each 6 9 4"])
        #expect(ran == 5)
        for timer in timers { timer.cancel() }
    }

    @Test func queueRunsEachClosureOnceAtOrAfterItsTime() {
        let queue = DispatchQueue(label: "ScheduleTests")
        let (ran, gate) = (Recorder<Bool>(), Gate())
        let date = queue.now.advanced(by: .milliseconds(2))
        queue.schedule(after: date, tolerance: .milliseconds(1), options: .init(qos: .utility)) {
            ran.record(queue.now >= date)
            gate.open()
        }
        gate.wait()
        queue.sync {}
        #expect(ran.events == [true])
        let next = Gate()
        queue.schedule(options: .init(qos: .userInitiated, flags: .barrier)) { next.open() }
        next.wait()
    }
}
