// SPDX-License-Identifier: MIT

import CRexSystem
import Dispatch

#if canImport(Glibc) || canImport(Musl)
/// The thread that reads the wire and acts; it is made with the first subscription, and parked
/// while there is none.
struct SignalListener {
    private let hub: SignalHub
    private var arrivals: [UInt8] = []
    /// There was a `SIGCONT` since the guard was set.
    private var needsGuard = false
    /// The guard was there when the last stop came out of the wire.
    private var isStopGuarded = false
    private init(hub: SignalHub) {
        self.hub = hub
    }

    /// Makes the thread.
    static func start() -> pthread_t {
        let mask = SignalMask.blockAll()
        defer { SignalMask.restore(mask) }
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread,
            nil,
            { _ in
                var listener = SignalListener(hub: .shared)
                while true { listener.run() }
            },
            nil
        )
        precondition(result == 0, "A thread for signals could not be made: the system refused it with error \(result).")
        pthread_detach(thread)
        return thread
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

    /// A new guard waits for an instant of quiet, so that signals which came together are answered
    /// under the old one.
    private mutating func waitForArrivals() {
        let quiet: Int32? = needsGuard ? 10 : nil
        guard !SignalWire.shared.receive(into: &arrivals, within: quiet), needsGuard else { return }
        renewGuard()
    }

    private mutating func event(of byte: UInt8) -> JobControl.Event? {
        switch SignalWire.signal(in: byte) {
        // A stop of an earlier period may be older than the guard, and so than a `SIGCONT` that the
        // guard knows nothing of.
        case SIGTSTP:
            guard hub.isOfThisPeriod(byte) else { return nil }
            isStopGuarded = !ProcessControl.hasContinued
            return .stop
        case SIGCONT:
            needsGuard = ProcessControl.hasContinued
            return .continuation(isPast: !needsGuard)
        case let signal: return .end(signal: signal)
        }
    }

    private mutating func answer(_ event: JobControl.Event) {
        for command in hub.commands(after: event) {
            switch command {
            case .send(let actions): hub.send(actions)
            case .report(let number): hub.report(number)
            case .stop: stop()
            case .terminate(let signal): hub.terminate(by: signal)
            case .kill(let signal): ProcessControl.end(by: signal)
            }
        }
    }

    private mutating func stop() {
        let outcome = isStopGuarded ? ProcessControl.stop(allow: hub.allowStop) : .overtaken
        if outcome == .overtaken { needsGuard = true } else { renewGuard() }
        if outcome == .continued { return }
        SignalWire.shared.receive(into: &arrivals, within: 0)
        let willContinue = arrivals.contains { SignalWire.signal(in: $0) == SIGCONT }
        if !willContinue { answer(.stopRefused) }
    }

    /// Sets the guard while stops act by default, and begins a period in which they are newer than
    /// the guard.
    ///
    /// A stop by default at the wrong moment leads to a `SIGCONT` that discards the guard at once.
    private mutating func renewGuard() {
        repeat {
            hub.allowStop()
            repeat { ProcessControl.setGuard() } while ProcessControl.hasContinued
            hub.beginPeriod()
        } while ProcessControl.hasContinued
        needsGuard = false
    }
}
#endif
