// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// Delivers one value to one subscriber when it is requested, then the completion.
///
/// It isn't generic, so that its metadata needs no look-up for each subscription.
final class SingleValueSubscription: Subscription {
    private enum Phase {
        /// The subscriber is receiving the subscription.
        case beginning
        /// The subscriber is receiving the subscription and has requested the value.
        case requested
        case waiting
        case delivering
        case over
    }

    private let phase = Lock(Phase.beginning)
    /// Delivers the value, then the completion unless the subscription was cancelled.
    ///
    /// Only used by the thread that set the phase to `delivering` or found it `over`.
    private var deliver: ((SingleValueSubscription) -> Void)?

    private init(_ deliver: @escaping (SingleValueSubscription) -> Void) {
        self.deliver = deliver
    }

    /// Sends the subscription, then the value if it was requested.
    static func begin<Downstream: Subscriber>(_ output: Downstream.Input, to downstream: Downstream) {
        let subscription = SingleValueSubscription { subscription in
            _ = downstream.receive(output)
            if subscription.end() != .over { downstream.receive(completion: .finished) }
        }
        downstream.receive(subscription: subscription)
        let phase = subscription.phase.withLock { phase in
            switch phase {
            case .beginning: phase = .waiting
            case .requested: phase = .delivering
            case .waiting, .delivering, .over: break
            }
            return phase
        }
        switch phase {
        case .delivering: subscription.run()
        case .over: subscription.deliver = nil
        case .beginning, .requested, .waiting: break
        }
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let isFree = phase.withLock { phase in
            let before = phase
            switch before {
            case .beginning: phase = .requested
            case .waiting: phase = .delivering
            case .requested, .delivering, .over: break
            }
            return before == .waiting
        }
        if isFree { run() }
    }

    func cancel() {
        if end() == .waiting { deliver = nil }
    }

    private func run() {
        deliver.take()?(self)
    }

    /// Ends the subscription.
    ///
    /// Returns the previous phase.
    private func end() -> Phase {
        phase.withLock { phase in
            defer { phase = .over }
            return phase
        }
    }
}
#endif
