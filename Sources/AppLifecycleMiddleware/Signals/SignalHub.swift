// SPDX-License-Identifier: MIT

import Dispatch
import RexCore

#if canImport(Glibc) || canImport(Musl)
/// Everyone who listens to signals; there is one of this, since signals are of the process.
///
/// Its listener thread passes each signal to ``JobControl`` and never runs code of the app, so
/// that a second ending signal finds it ready. The code of the app runs on a serial queue.
final class SignalHub: Sendable {
    struct Subscriber: Sendable {
        let receiver: AppLifecycleReceiver
        let onTerminate: (@Sendable (Int32) -> Void)?
    }

    /// An input of the listener thread; inputs are received in order.
    enum Message: Sendable {
        case event(JobControl.Event)
        /// Take signals yourself too, for the other threads may all block them.
        case listen
        /// Take no more signals, and say when you have understood.
        case ignore(DispatchSemaphore)
    }

    private struct State {
        var control = JobControl()
        var dispositions = SignalDispositions()
        var subscribers: [(id: Int, subscriber: Subscriber)] = []
        var lastID = 0
        var messages: [Message] = []
        /// Of those who were there when the ending signal came; they may be gone when its actions
        /// have been processed.
        var terminations: [@Sendable (Int32) -> Void] = []
    }

    static let shared = SignalHub()

    private let state = Lock(State())
    private let queue = DispatchQueue(label: "Rex.AppLifecycleMiddleware.signals")

    private let listener = SignalListener.start()

    private init() {}

    func add(_ subscriber: Subscriber) -> Int {
        let id = state.withLock { state in
            if state.subscribers.isEmpty {
                state.control.begin()
                ProcessControl.setGuard(of: listener)
                state.dispositions.takeOver()
                state.messages.append(.listen)
            }
            state.lastID += 1
            state.subscribers.append((state.lastID, subscriber))
            return state.lastID
        }
        SignalWire.shared.wake()
        return id
    }

    /// Returns when the dispositions, and the mask of the listener thread, are as they were.
    func remove(_ id: Int) {
        let understood = DispatchSemaphore(value: 0)
        let wasLast = state.withLock { state in
            state.subscribers.removeAll { $0.id == id }
            guard state.subscribers.isEmpty else { return false }
            state.dispositions.restore()
            state.messages.append(.ignore(understood))
            return true
        }
        guard wasLast else { return }
        SignalWire.shared.wake()
        understood.wait()
    }
}

// Called by the listener thread.
extension SignalHub {
    func takeMessages() -> [Message] {
        state.withLock { state in
            defer { state.messages = [] }
            return state.messages
        }
    }

    func commands(after event: JobControl.Event) -> [JobControl.Command] {
        state.withLock { state in
            let commands = state.control.handle(event)
            if case .end = event, !commands.contains(where: \.isKill) {
                state.terminations = state.subscribers.compactMap(\.subscriber.onTerminate)
            }
            return commands
        }
    }

    func send(_ actions: [AppLifecycleAction]) {
        queue.async { [self] in
            for receiver in receivers {
                for action in actions { receiver.send(action) }
            }
        }
    }

    /// Notifies the listener thread when all receivers have nothing left to process.
    func report(_ number: Int) {
        queue.async { [self] in
            let receivers = receivers
            let pending = Lock(receivers.count)
            for receiver in receivers {
                receiver.afterPending { [self] in
                    let rest = pending.withLock { pending in
                        pending -= 1
                        return pending
                    }
                    if rest == 0 { post(.processed(number)) }
                }
            }
            if receivers.isEmpty { post(.processed(number)) }
        }
    }

    func isOfThisPeriod(_ stop: UInt8) -> Bool {
        state.withLock { $0.dispositions.isOfThisPeriod(stop) }
    }

    func allowStop() {
        state.withLock { $0.dispositions.allowStop() }
    }

    func beginPeriod() {
        state.withLock { $0.dispositions.beginPeriod() }
    }

    func terminate(by signal: Int32) {
        queue.async { [self] in
            let terminations = state.withLock { $0.terminations }
            guard !terminations.isEmpty else { ProcessControl.end(by: signal) }
            for onTerminate in terminations { onTerminate(signal) }
        }
    }

    private var receivers: [AppLifecycleReceiver] {
        state.withLock { $0.subscribers.map(\.subscriber.receiver) }
    }

    private func post(_ event: JobControl.Event) {
        state.withLock { $0.messages.append(.event(event)) }
        SignalWire.shared.wake()
    }
}
#endif
