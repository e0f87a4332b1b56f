// SPDX-License-Identifier: MIT

import Dispatch

#if canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

#if canImport(Glibc) || canImport(Musl)
/// The thread that reads the wire and acts; it is made with the first subscription, and parked while there is none.
struct SignalListener {
    private let hub: SignalHub
    private var arrivals: [UInt8] = []
    /// There was a `SIGCONT` since the guard was set.
    private var needsGuard = false

    private init(hub: SignalHub) {
        self.hub = hub
    }

    /// Makes the thread; it has its guard before this returns.
    static func start() {
        let mask = SignalMask.blockAll()
        defer { SignalMask.restore(mask) }
        var thread = pthread_t()
        let result = pthread_create(
            &thread,
            nil,
            { _ in
                var listener = SignalListener(hub: .shared)
                while true { listener.run() }
            },
            nil
        )
        precondition(result == 0, "A thread for signals could not be made: the system refused it with error \(result).")
        pthread_kill(thread, SIGTTOU)
        pthread_detach(thread)
    }

    private mutating func run() {
        waitForArrivals()
        while !arrivals.isEmpty {
            if let event = event(of: arrivals.removeFirst()) { answer(event) }
        }
        for message in hub.takeMessages() {
            switch message {
            case .event(let event): answer(event)
            case .listen: SignalMask.unblock(SignalDispositions.all)
            case .ignore(let understood):
                SignalMask.block(SignalDispositions.all)
                understood.signal()
            }
        }
    }

    /// A new guard waits for an instant of quiet, so that signals which came together are answered under the old one.
    private mutating func waitForArrivals() {
        let quiet: Int32? = needsGuard ? 10 : nil
        guard !SignalWire.shared.receive(into: &arrivals, within: quiet), needsGuard else { return }
        renewGuard()
    }

    private mutating func event(of byte: UInt8) -> JobControl.Event? {
        switch SignalWire.signal(in: byte) {
        // One of an earlier period came together with a `SIGCONT`, which has cancelled it.
        case SIGTSTP: return byte == hub.stopByte ? .stop : nil
        case SIGCONT:
            needsGuard = ProcessControl.hasContinued
            return .continuation(isPast: !needsGuard)
        case let signal: return .end(signal: signal)
        }
    }

    private mutating func answer(_ event: JobControl.Event) {
        for step in hub.steps(after: event) {
            switch step {
            case .send(let actions): hub.send(actions)
            case .report(let number): hub.report(number)
            case .stop: stop()
            case .terminate(let signal): hub.terminate(by: signal)
            case .kill(let signal): ProcessControl.end(by: signal)
            }
        }
    }

    private mutating func stop() {
        let outcome = ProcessControl.stop(allow: hub.endPeriod)
        if outcome == .overtaken { needsGuard = true } else { renewGuard() }
        if outcome == .continued { return }
        SignalWire.shared.receive(into: &arrivals, within: 0)
        let willContinue = arrivals.contains { SignalWire.signal(in: $0) == SIGCONT }
        if !willContinue { answer(.stopRefused) }
    }

    /// Sets the guard at a time when no stop can come through the wire, so that it is older than those that do.
    private mutating func renewGuard() {
        hub.endPeriod()
        ProcessControl.setGuard()
        hub.beginPeriod()
        needsGuard = false
    }
}
#endif
