// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import Foundation
import LoggerMiddleware
import PublisherMiddleware

extension World {
    /// The real dependencies: this process and its machine.
    static func live(interval: Double, proc: String, end: @escaping @Sendable () -> Never) -> World {
        #if os(Linux)
        let lifecycle = SignalPublisher { _ in end() }
        #else
        let lifecycle = NotificationCenter.default
        #endif
        return World(
            lifecycle: lifecycle,
            sampling: SamplingDependencies(
                ticks: { .ticks(every: interval) },
                sample: { () throws(SampleFailure) in try Sample(proc: proc) }
            ),
            quietSwitch: { .signals(SIGUSR1) },
            print: LogPrinter.stdout.print
        )
    }
}

extension AnyPublisher where Output == Void, Failure == Never {
    /// Returns a publisher of a value at once, and another one after each interval.
    fileprivate static func ticks(every seconds: Double) -> AnyPublisher {
        Deferred {
            let queue = DispatchQueue(label: "MonitorExample.ticks")
            let ticks = PassthroughSubject<Void, Never>()
            let interval = DispatchQueue.SchedulerTimeType.Stride.seconds(seconds)
            let timer = queue.schedule(after: queue.now.advanced(by: interval), interval: interval) { ticks.send() }
            return ticks.prepend(()).handleEvents(receiveCancel: { timer.cancel() })
        }
        .eraseToAnyPublisher()
    }

    /// Returns a publisher of a value for each signal of this process.
    ///
    /// The signal has no other effect from then on.
    fileprivate static func signals(_ number: Int32) -> AnyPublisher {
        Deferred {
            let signals = PassthroughSubject<Void, Never>()
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { signals.send() }
            signal(number, SIG_IGN)
            source.resume()
            return signals.handleEvents(receiveCancel: { source.cancel() })
        }
        .eraseToAnyPublisher()
    }
}
