// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// What an operator makes of a publisher, for the operators that need no type of their own.
    ///
    /// Their names in Combine, such as ``Count``, are other names of this type.
    public struct Operation<Upstream: Publisher, Output, Failure: Error>: Publisher {
        /// Where the values come from.
        public let upstream: Upstream
        private let begin: (Upstream, any Subscriber<Output, Failure>) -> Void

        init(_ upstream: Upstream, _ begin: @escaping (Upstream, any Subscriber<Output, Failure>) -> Void) {
            self.upstream = upstream
            self.begin = begin
        }

        /// Requests as the operator says at its method.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            begin(upstream, subscriber)
        }
    }
}

@available(*, unavailable)
extension Publishers.Operation: Sendable {}

/// What becomes of a value.
enum Step<Output> {
    case pass(Output)
    /// It is left out, and another is requested in its place.
    case skip
    /// The publisher is cancelled, and the subscriber gets the end.
    case end
}

extension Publishers.Operation {
    /// Passes on what a function makes of each value, with variables of its own for each subscriber.
    ///
    /// An error that it throws is the end, as a failure of the upstream is after `fail`.
    init<State>(
        stepping upstream: Upstream,
        _ initial: State,
        fail: @escaping (Upstream.Failure) -> Failure,
        _ step: @escaping (inout State, Upstream.Output) throws(Failure) -> Step<Output>
    ) {
        self.init(upstream) { upstream, subscriber in
            let bond = Bond()
            var state = initial
            func end(_ completion: Subscribers.Completion<Failure>) -> Subscribers.Demand {
                if bond.finish() { subscriber.receive(completion: completion) }
                return .none
            }
            let inlet = Inlet<Upstream.Output, Upstream.Failure>(to: subscriber, bond: bond) { completion in
                subscriber.receive(completion: completion.mapError(fail))
            } onValue: { value in
                do throws(Failure) {
                    switch try step(&state, value) {
                    case .pass(let output): return subscriber.receive(output)
                    case .skip: return .max(1)
                    case .end: return end(.finished)
                    }
                } catch {
                    return end(.failure(error))
                }
            }
            upstream.subscribe(inlet)
        }
    }

    /// Delivers one value at most, made of everything, once it is requested; everything is requested of the upstream at once.
    ///
    /// - Parameters:
    ///   - result: called at the end of the upstream or when `next` wants no more.
    ///   - next: takes a value in and says whether it wants more; an error that it throws is the end.
    init<State>(
        reducing upstream: Upstream,
        _ initial: State,
        fail: @escaping (Upstream.Failure) -> Failure,
        result: @escaping (State) -> Output?,
        _ next: @escaping (inout State, Upstream.Output) throws(Failure) -> Bool
    ) {
        self.init(upstream) { upstream, subscriber in
            let outlet = Outlet(subscriber)
            let bond = Bond(demand: .unlimited)
            var state = initial
            func end(_ completion: Subscribers.Completion<Failure>) {
                if case .finished = completion, let output = result(state) { outlet.send(output) }
                outlet.send(completion: completion)
            }
            let inlet = Inlet<Upstream.Output, Upstream.Failure>(bond: bond) { completion in
                end(completion.mapError(fail))
            } onValue: { value in
                do throws(Failure) {
                    if !(try next(&state, value)), bond.finish() { end(.finished) }
                } catch {
                    if bond.finish() { end(.failure(error)) }
                }
                return .none
            }
            outlet.open(Handlers(onCancel: bond.cancel))
            upstream.subscribe(inlet)
        }
    }
}

extension Publishers.Operation where Failure == Upstream.Failure {
    /// The same with a function that does not throw.
    init<State>(
        stepping upstream: Upstream,
        _ initial: State,
        _ step: @escaping (inout State, Upstream.Output) -> Step<Output>
    ) {
        self.init(stepping: upstream, initial, fail: { $0 }, step)
    }

    /// The same with functions that do not throw.
    init<State>(
        reducing upstream: Upstream,
        _ initial: State,
        result: @escaping (State) -> Output?,
        _ next: @escaping (inout State, Upstream.Output) -> Bool
    ) {
        self.init(reducing: upstream, initial, fail: { $0 }, result: result, next)
    }
}
#endif
