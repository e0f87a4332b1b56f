// SPDX-License-Identifier: MIT

import PublisherKit
import RexTestSupport

/// An event that a subscriber receives.
enum Event: Equatable, Sendable, CustomStringConvertible {
    case subscribed
    case value(Int)
    case finished
    case failed(Oops)

    var description: String {
        switch self {
        case .subscribed: "subscribed"
        case .value(let value): "\(value)"
        case .finished: "finished"
        case .failed(let error): "failed: \(error)"
        }
    }
}

/// The error of these tests.
enum Oops: Error, Equatable {
    case first
    case second
}

/// A subscriber that records its events, with a demand that the test controls.
///
/// Not Sendable: as publishers promise, only one thread uses it at a time.
final class Probe: Subscriber {
    typealias Input = Int
    typealias Failure = Oops

    let recorder = Recorder<Event>()
    private(set) var subscription: (any Subscription)?
    /// The demand on subscription.
    var demand: Subscribers.Demand
    var forgetsAtTheEnd = true
    /// The additional demand for a value.
    var onValue: (Int) -> Subscribers.Demand = { _ in .none }

    init(_ demand: Subscribers.Demand = .unlimited) {
        self.demand = demand
    }

    var events: [Event] { recorder.events }
    var values: [Int] { events.compactMap { if case .value(let value) = $0 { value } else { nil } } }

    /// Cancels a second subscription, as every subscriber must.
    func receive(subscription: any Subscription) {
        guard self.subscription == nil else { return subscription.cancel() }
        recorder.record(.subscribed)
        self.subscription = subscription
        if demand > .none { subscription.request(demand) }
    }

    func receive(_ input: Int) -> Subscribers.Demand {
        recorder.record(.value(input))
        return onValue(input)
    }

    func receive(completion: Subscribers.Completion<Oops>) {
        switch completion {
        case .finished: recorder.record(.finished)
        case .failure(let error): recorder.record(.failed(error))
        }
        if forgetsAtTheEnd { subscription = nil }
    }

    func request(_ count: Int) {
        subscription?.request(.max(count))
    }

    func cancel() {
        subscription?.cancel()
    }

    func cancelAndForget() {
        cancel()
        subscription = nil
    }
}

/// Returns the events of a subscriber that receives these values and this completion.
func events(_ values: some Sequence<Int>, then end: Event? = nil) -> [Event] {
    [.subscribed] + values.map(Event.value) + [end].compactMap(\.self)
}
