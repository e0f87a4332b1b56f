// SPDX-License-Identifier: MIT

import CRexSystem
import Dispatch

#if canImport(Glibc) || canImport(Musl)
/// The thread that reads the signal pipe and acts on signals.
///
/// It starts with the first subscription and waits while there are no subscriptions.
struct SignalListener {
    private let subscriptions = SignalSubscriptions.shared
    private var arrivals: [UInt8] = []
    /// The time of the last signal, if a `SIGCONT` was generated since the guard was set, otherwise
    /// nil.
    private var lastSignalWithoutGuard: ContinuousClock.Instant?
    /// Whether the guard was set when the last stop was read from the pipe.
    private var isStopGuarded = false

    /// Starts the thread, which blocks all signals.
    static func start() -> pthread_t {
        var thread = pthread_t()
        let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
            var listener = SignalListener()
            while true { listener.run() }
        }
        let isStarted = unsafe rex_start_thread(body, nil, &thread)
        precondition(isStarted, "Cannot start the thread for signals. Raise the limits of threads and memory.")
        return thread
    }

    private mutating func run() {
        waitForArrivals()
        while !arrivals.isEmpty {
            if let event = event(of: arrivals.removeFirst()) { handle(event) }
        }
        for message in subscriptions.takeMessages() {
            switch message {
            case .event(let event): handle(event)
            case .listen: SignalMask.unblock(SignalMapping.signals)
            case .stopListening(let acknowledgement):
                SignalMask.block(SignalMapping.signals)
                acknowledgement.signal()
            }
        }
    }

    /// Renews the guard only after a short time without signals, so that signals which arrive
    /// together are handled under the same guard.
    ///
    /// Messages don't extend that time.
    private mutating func waitForArrivals() {
        let quietTime = 10
        guard let lastSignal = lastSignalWithoutGuard else {
            SignalPipe.shared.receive(into: &arrivals)
            return
        }
        let elapsed = Int(lastSignal.duration(to: .now) / .milliseconds(1))
        let isEmpty = SignalPipe.shared.receive(into: &arrivals, within: numericCast(max(0, quietTime - elapsed)))
        if !arrivals.isEmpty {
            lastSignalWithoutGuard = .now
        } else if isEmpty, lastSignal.duration(to: .now) >= .milliseconds(quietTime) {
            renewGuard()
        }
    }

    private mutating func event(of byte: UInt8) -> JobControl.Event? {
        switch SignalPipe.signal(in: byte) {
        // A stop of an earlier period may be older than the guard, and so older than a `SIGCONT`
        // from before the guard was set.
        case SIGTSTP:
            guard subscriptions.isFromCurrentPeriod(byte) else { return nil }
            isStopGuarded = !ProcessControl.hasContinued
            return .stop
        case SIGCONT:
            let hasContinued = ProcessControl.hasContinued
            lastSignalWithoutGuard = hasContinued ? .now : nil
            return .continuation(isBeforeStop: !hasContinued)
        case let signal: return .end(signal: signal)
        }
    }

    private mutating func handle(_ event: JobControl.Event) {
        for command in subscriptions.commands(after: event) {
            switch command {
            case .send(let actions): subscriptions.send(actions)
            case .report(let number): subscriptions.report(number)
            case .stop: stop()
            case .terminate(let signal): subscriptions.terminate(by: signal)
            case .kill(let signal): ProcessControl.end(by: signal)
            }
        }
    }

    private mutating func stop() {
        let outcome = isStopGuarded ? ProcessControl.stop(allow: subscriptions.allowStop) : .overtaken
        if outcome == .overtaken { lastSignalWithoutGuard = .now } else { renewGuard() }
        if outcome == .continued { return }
        SignalPipe.shared.receive(into: &arrivals, within: 0)
        let willContinue = arrivals.contains { SignalPipe.signal(in: $0) == SIGCONT }
        if !willContinue { handle(.stopRefused) }
    }

    /// Sets the guard while `SIGTSTP` has its default action, then begins a new period.
    ///
    /// So all stops of that period are newer than the guard.
    ///
    /// A stop by the default action in between leads to a `SIGCONT`, which discards the guard at
    /// once.
    private mutating func renewGuard() {
        repeat {
            subscriptions.allowStop()
            repeat { ProcessControl.setGuard() } while ProcessControl.hasContinued
            subscriptions.beginPeriod()
        } while ProcessControl.hasContinued
        lastSignalWithoutGuard = nil
    }
}
#endif
