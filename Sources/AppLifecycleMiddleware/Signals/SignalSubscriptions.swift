// SPDX-License-Identifier: MIT

import Dispatch
import RexCore

#if canImport(Glibc) || canImport(Musl)
/// All subscribers to signals.
///
/// There is one instance, since signals belong to the process.
///
/// Its listener thread passes each signal to ``JobControl``. It never runs code of the app, so it
/// is always ready for a second signal that ends the process. The code of the app runs on a serial
/// queue.
final class SignalSubscriptions: Sendable {
    struct Subscriber: Sendable {
        let receiver: AppLifecycleReceiver
        let onTerminate: (@Sendable (Int32) -> Void)?
    }

    /// A message to the listener thread.
    ///
    /// Messages are received in order.
    enum Message: Sendable {
        case event(JobControl.Event)
        /// Unblock the signals on the listener thread too, since all other threads may block them.
        case listen
        /// Block the signals again, then signal the semaphore.
        case stopListening(DispatchSemaphore)
    }

    private struct State {
        var control = JobControl()
        var dispositions = SignalDispositions()
        var subscribers: [(id: Int, subscriber: Subscriber)] = []
        var lastID = 0
        var messages: [Message] = []
        /// The callbacks of the subscribers at the time of the ending signal.
        ///
        /// A subscriber may be gone when its actions have been processed.
        var terminations: [@Sendable (Int32) -> Void] = []
    }

    static let shared = SignalSubscriptions()

    private let state = Lock(State())
    private let queue = DispatchQueue(label: "Rex.AppLifecycleMiddleware.signals")

    private let listener = SignalListener.start()

    private init() {}

    func add(_ subscriber: Subscriber) -> Int {
        let id = state.withLock { state in
            if state.subscribers.isEmpty {
                state.control.restart()
                ProcessControl.setGuard(of: listener)
                state.dispositions.install()
                state.messages.append(.listen)
            }
            state.lastID += 1
            state.subscribers.append((state.lastID, subscriber))
            return state.lastID
        }
        SignalPipe.shared.wake()
        return id
    }

    /// Removes a subscriber.
    ///
    /// After the last one, returns when the dispositions and the mask of the listener thread are
    /// restored.
    func remove(_ id: Int) {
        let acknowledgement = DispatchSemaphore(value: 0)
        let wasLast = state.withLock { state in
            state.subscribers.removeAll { $0.id == id }
            guard state.subscribers.isEmpty else { return false }
            state.dispositions.restore()
            state.messages.append(.stopListening(acknowledgement))
            return true
        }
        guard wasLast else { return }
        SignalPipe.shared.wake()
        acknowledgement.wait()
    }
}

// Called by the listener thread.
extension SignalSubscriptions {
    func takeMessages() -> [Message] {
        state.withLock { state in
            defer { state.messages = [] }
            return state.messages
        }
    }

    func commands(after event: JobControl.Event) -> [JobControl.Command] {
        state.withLock { state in
            let commands = state.control.handle(event)
            if case .end(let signal) = event, !commands.contains(.kill(signal: signal)) {
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

    /// Posts `.processed(number)` when all receivers have processed the actions sent so far.
    func report(_ number: Int) {
        queue.async { [self] in
            let receivers = receivers
            let pending = Lock(receivers.count)
            for receiver in receivers {
                receiver.afterPending { [self] in
                    let remaining = pending.withLock { pending in
                        pending -= 1
                        return pending
                    }
                    if remaining == 0 { post(.processed(number)) }
                }
            }
            if receivers.isEmpty { post(.processed(number)) }
        }
    }

    func isFromCurrentPeriod(_ stop: UInt8) -> Bool {
        state.withLock { $0.dispositions.isFromCurrentPeriod(stop) }
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
        SignalPipe.shared.wake()
    }
}
#endif
