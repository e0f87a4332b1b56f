// SPDX-License-Identifier: MIT

public import RexCore

/// A value that is computed from parts of a state, once for all who read it, and only after a part
/// has changed.
///
/// ```swift
/// static let openCount = StateSelector(\AppState.todos) { todos in todos.count { !$0.isDone } }
/// ```
///
/// Make it once, as a static constant for example: what was computed last is remembered in it, with
/// the parts that it was computed from. One that is written where it is read, such as in the `body`
/// of a view, computes each time; a debug build says so on standard error, once for a place in the
/// code. Parts are compared by `==` if they are `Equatable`, else by a look inside. A selector that
/// serves two stores computes each time the other one was read in between.
public final class StateSelector<State, Value: Sendable>: Sendable {
    /// A value that was computed; another object is another computation.
    final class Result: Sendable {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private let evaluate: @Sendable (State) -> Result
    /// The file and line at which it was made.
    private let place: String

    /// Makes a selector of one part.
    ///
    /// - Parameters:
    ///   - part: what the value is computed from, and from nothing else.
    ///   - compute: makes the value; it runs on the thread of whoever reads first.
    public convenience init<Part: Sendable>(
        _ part: any KeyPath<State, Part> & Sendable,
        file: String = #fileID,
        line: UInt = #line,
        compute: @escaping @Sendable (Part) -> Value
    ) {
        self.init(at: "\(file):\(line)", reading: { $0[keyPath: part] }, areSame: Sameness.areSame, compute: compute)
    }

    // Other numbers of parts are written out: closures cannot capture packs yet, the compiler crashes (Swift 6.3).

    /// Makes a selector of two parts; see ``init(_:file:line:compute:)``.
    public convenience init<A: Sendable, B: Sendable>(
        _ a: any KeyPath<State, A> & Sendable,
        _ b: any KeyPath<State, B> & Sendable,
        file: String = #fileID,
        line: UInt = #line,
        compute: @escaping @Sendable (A, B) -> Value
    ) {
        self.init(at: "\(file):\(line)") {
            ($0[keyPath: a], $0[keyPath: b])
        } areSame: {
            Sameness.areSame($0.0, $1.0) && Sameness.areSame($0.1, $1.1)
        } compute: {
            compute($0.0, $0.1)
        }
    }

    /// Makes a selector of three parts; see ``init(_:file:line:compute:)``.
    public convenience init<A: Sendable, B: Sendable, C: Sendable>(
        _ a: any KeyPath<State, A> & Sendable,
        _ b: any KeyPath<State, B> & Sendable,
        _ c: any KeyPath<State, C> & Sendable,
        file: String = #fileID,
        line: UInt = #line,
        compute: @escaping @Sendable (A, B, C) -> Value
    ) {
        self.init(at: "\(file):\(line)") {
            ($0[keyPath: a], $0[keyPath: b], $0[keyPath: c])
        } areSame: {
            Sameness.areSame($0.0, $1.0) && Sameness.areSame($0.1, $1.1) && Sameness.areSame($0.2, $1.2)
        } compute: {
            compute($0.0, $0.1, $0.2)
        }
    }

    private init<Parts: Sendable>(
        at place: String,
        reading parts: @escaping @Sendable (State) -> Parts,
        areSame: @escaping @Sendable (Parts, Parts) -> Bool,
        compute: @escaping @Sendable (Parts) -> Value
    ) {
        self.place = place
        let last = Lock<(parts: Parts, result: Result)?>(nil)
        evaluate = { state in
            let new = parts(state)
            if let last = last.withLock({ $0 }), areSame(last.parts, new) { return last.result }
            let result = Result(compute(new))
            _ = last.withLock { last in
                defer { last = (new, result) }
                return last
            }
            return result
        }
    }

    /// The value for a state, computed unless the parts are those of the last time.
    public func value(of state: State) -> Value { result(of: state).value }

    func result(of state: State) -> Result { evaluate(state) }

    #if DEBUG
    /// Says, once for its place, that it was made where it is read.
    func reportThatNobodyKeepsIt() {
        guard reportedPlaces.withLock({ $0.insert(place).inserted }) else { return }
        report(
            """
            A selector was made at \(place) that is read, but kept by nobody: it computes anew each time. \
            Make it once, as a static constant for example.
            """
        )
    }
    #endif
}

#if DEBUG
private let reportedPlaces = Lock<Set<String>>([])
#endif

extension StateProvider {
    /// Calls `observer` with what a selector makes of the current state at once, then each time
    /// that has changed.
    ///
    /// It is called on the thread on which it would get the state. However many observe with one
    /// selector, the value is computed once for a change of its parts, and not for other changes.
    ///
    /// - Returns: the observation, which ends when it is cancelled or dropped.
    public func observe<Value: Sendable>(
        _ selector: StateSelector<StateType, Value>,
        _ observer: @escaping @Sendable (Value) -> Void
    ) -> StoreSubscription {
        observe({ Selected(result: selector.result(of: $0)) }) { observer($0.result.value) }
    }
}

/// A computed value for an observer, which equals another one if nothing of it differs.
private struct Selected<State, Value: Sendable>: Equatable {
    let result: StateSelector<State, Value>.Result

    static func == (old: Selected, new: Selected) -> Bool {
        old.result === new.result || Sameness.areSame(old.result.value, new.result.value)
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ObservableStore {
    /// The value of a selector; registers the reader for changes of that value alone.
    ///
    /// After a change of the state it is computed again if one of its parts has changed, whoever
    /// reads it.
    public func select<Value: Sendable>(_ selector: StateSelector<State, Value>) -> Value {
        node.select(selector)
    }
}
