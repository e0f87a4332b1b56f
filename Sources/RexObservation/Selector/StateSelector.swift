// SPDX-License-Identifier: MIT

public import RexCore

/// A value that is computed from parts of a state, once for all readers, and only after one of the
/// parts has changed.
///
/// ```swift
/// static let openCount = StateSelector(\AppState.todos) { todos in todos.count { !$0.isDone } }
/// ```
///
/// Make a selector once, for example as a static constant: its last value is cached with the
/// parts that it was computed from. A selector that is made at each read, such as in the `body` of
/// a view, computes its value each time. A debug build reports this on standard error, once for
/// each location. Parts are compared with `==` if they are `Equatable`, otherwise by their stored
/// values. The observers and models that read it hold the cached value and its parts, each those of
/// its store, until a part changes or they are released. The selector itself holds those of the
/// latest call of ``value(of:)``.
public final class StateSelector<State, Value: Sendable>: Sendable {
    /// A computed value, and the parts that it was computed from.
    ///
    /// Each computation makes a new object. The readers of the selector hold it, so that a static
    /// selector keeps no parts of a store that is gone, except those of a call of `value(of:)`.
    final class Result: Sendable {
        let value: Value
        /// Returns whether a state has the same parts.
        let isCurrent: @Sendable (State) -> Bool

        init(_ value: Value, isCurrent: @escaping @Sendable (State) -> Bool) {
            self.value = value
            self.isCurrent = isCurrent
        }
    }

    private struct Latest {
        weak var result: Result?
    }

    private let compute: @Sendable (State) -> Result
    /// The latest result, for all readers.
    private let latest = Lock(Latest())
    /// The result of the latest call of `value(of:)`, which has no reader that holds it.
    private let direct = Lock<Result?>(nil)
    /// The file and line of the call that made the selector.
    private let location: String

    /// Makes a selector of one part.
    ///
    /// - Parameters:
    ///   - part: The part. The value must depend on nothing else.
    ///   - compute: Computes the value, on the thread of the first reader.
    public convenience init<Part: Sendable>(
        _ part: any KeyPath<State, Part> & Sendable,
        file: String = #fileID,
        line: UInt = #line,
        compute: @escaping @Sendable (Part) -> Value
    ) {
        self.init(at: "\(file):\(line)", reading: { $0[keyPath: part] }, areSame: Sameness.areSame, compute: compute)
    }

    // These overloads replace a parameter pack, since closures can't capture packs yet: the
    // compiler crashes (Swift 6.3).

    /// Makes a selector of two parts.
    ///
    /// See ``init(_:file:line:compute:)``.
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

    /// Makes a selector of three parts.
    ///
    /// See ``init(_:file:line:compute:)``.
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
        at location: String,
        reading parts: @escaping @Sendable (State) -> Parts,
        areSame: @escaping @Sendable (Parts, Parts) -> Bool,
        compute: @escaping @Sendable (Parts) -> Value
    ) {
        self.location = location
        self.compute = { state in
            let known = parts(state)
            return Result(compute(known)) { areSame(known, parts($0)) }
        }
    }

    /// Returns the value for a state.
    ///
    /// Computes it if a part has changed since the last call. The selector keeps the parts until the
    /// next call, also if the store is gone.
    public func value(of state: State) -> Value {
        let result = result(of: state, known: direct.withLock { $0 })
        _ = direct.withLock { direct in
            defer { direct = result }
            return direct
        }
        return result.value
    }

    /// Returns the result for a state, computed if neither the latest one nor that of the reader is
    /// current.
    func result(of state: State, known: Result? = nil) -> Result {
        let shared = latest.withLock { $0.result }
        if let shared, shared.isCurrent(state) { return shared }
        if let known, known !== shared, known.isCurrent(state) { return known }
        let new = compute(state)
        latest.withLock { $0.result = new }
        return new
    }

    #if DEBUG
    /// Reports the second selector of a location that nobody stores after its first read.
    ///
    /// The owner of a single one may be gone.
    func reportThatItIsNotStored() {
        let count = unstoredSelectors.withLock { counts in
            counts[location, default: 0] += 1
            return counts[location]
        }
        guard count == 2 else { return }
        report(
            """
            The selector made at \(location) isn't stored, so it computes its value at each read. \
            Make it once, as a static constant for example.
            """
        )
    }
    #endif
}

#if DEBUG
/// The number of selectors of each location that nobody stores.
private let unstoredSelectors = Lock<[String: Int]>([:])
#endif

extension StateProvider {
    /// Calls `observer` with the value of a selector for the current state, and after each change
    /// of that value.
    ///
    /// `observer` is called on the thread of other observers of the state. However many observers
    /// share a selector, its value is computed once after a change of its parts.
    ///
    /// - Returns: A subscription. The observation ends when it is cancelled or released.
    public func observe<Value: Sendable>(
        _ selector: StateSelector<StateType, Value>,
        _ observer: @escaping @Sendable (Value) -> Void
    ) -> StoreSubscription {
        let last = Lock<StateSelector<StateType, Value>.Result?>(nil)
        return observe { state in
            let result = selector.result(of: state, known: last.withLock { $0 })
            _ = last.withLock { last in
                defer { last = result }
                return last
            }
            return Selected(value: result.value)
        } _: {
            observer($0.value)
        }
    }
}

/// A computed value for an observer.
///
/// Two values are equal if nothing in them differs.
private struct Selected<Value: Sendable>: Equatable {
    let value: Value

    static func == (old: Selected, new: Selected) -> Bool { Sameness.areSame(old.value, new.value) }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ObservableStore {
    /// Returns the value of a selector.
    ///
    /// Registers the reader for changes of that value only.
    ///
    /// After a change of one of its parts, it is computed once for all readers.
    public func select<Value: Sendable>(_ selector: StateSelector<State, Value>) -> Value {
        node.select(selector)
    }
}
