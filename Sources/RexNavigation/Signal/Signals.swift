// SPDX-License-Identifier: MIT

#if DEBUG
import RexCore
#endif

/// Values that a view handles once, such as a toast, a scroll position or a vibration, as a part of
/// the state.
///
/// ```swift
/// struct Editor: Sendable, Equatable {
///     var text = ""
///     var toasts = Signals<String>()
/// }
/// @Prism enum EditorAction: Sendable, Equatable {
///     case save, toastsSeen(SignalID)
/// }
///
/// let editor = Feature<EditorAction, Editor, Void> { action, editor in
///     switch action {
///     case .save: editor.toasts.post("Saved")
///     case .toastsSeen(let id): editor.toasts.seen(upTo: id)
///     }
/// }
/// ```
///
/// Any reducer posts. The view calls `onSignal` of `RexObservation`, which calls a function once for
/// each value, in order, and sends the action that removes them. Values wait while there is no view.
///
/// Comparing includes the counter of the ids. To compare only the waiting values, compare
/// `pending.map(\.value)`. Encoding includes the counter, and no values unless they are restored.
///
/// A `Signals` has one view. Each window has its own.
///
/// - Important: A new value counts from 1 again. Don't keep it in a state that is undone, or removed
///   and created again. A part of the state that comes and goes and contains a `Signals` belongs in a
///   ``Presented`` or a ``PresentationStack``. In debug builds, a counter that went back fails tests
///   with a `TestStore` and is printed by apps.
public struct Signals<Value> {
    /// A value that waits for the view.
    public struct Signal: Identifiable {
        /// The id, which no other value of the same ``Signals`` has, had or will have.
        public let id: SignalID
        /// The posted value.
        public let value: Value
    }

    /// The number of values that can wait.
    static var limit: Int { 100 }

    /// The id of the latest value, or 0.
    package internal(set) var lastID: SignalID = 0
    /// The values that the view hasn't acknowledged, in the order in which they were posted.
    public internal(set) var pending: [Signal] = []
    /// Whether values are encoded.
    let isRestoring: Bool
    /// The number of values that were left out because they couldn't be decoded, or because more
    /// than 100 were encoded.
    ///
    /// It is 0 unless the value was decoded. Neither compared nor encoded.
    public internal(set) var droppedOnDecoding = 0

    /// Creates a value without signals.
    ///
    /// - Parameter isRestoring: Whether encoding includes the pending values, so that they reach the
    ///   view after the next launch.
    public init(restoring isRestoring: Bool = false) {
        self.isRestoring = isRestoring
    }

    /// Appends a value for the view.
    ///
    /// At most 100 values wait. If there are more, the oldest one is removed.
    public mutating func post(_ value: Value) {
        #if DEBUG
        areCountersUsed.withLock { $0 = true }
        #endif
        lastID = lastID.next
        if pending.count >= Self.limit { pending.removeFirst() }
        pending.append(Signal(id: lastID, value: value))
    }

    /// Removes the values up to the one with this id, which the view has handled.
    ///
    /// Does nothing if they are removed already, or if no value has had this id yet.
    public mutating func seen(upTo id: SignalID) {
        guard id <= lastID else { return }
        pending.removeAll { $0.id <= id }
    }
}

extension Signals: Sendable where Value: Sendable {}
extension Signals.Signal: Sendable where Value: Sendable {}
extension Signals.Signal: Equatable where Value: Equatable {}
extension Signals.Signal: Hashable where Value: Hashable {}

extension Signals: Equatable where Value: Equatable {
    /// Compares the pending values, the counters, and whether values are restored.
    public static func == (lhs: Signals, rhs: Signals) -> Bool {
        lhs.lastID == rhs.lastID && lhs.pending == rhs.pending && lhs.isRestoring == rhs.isRestoring
    }
}

extension Signals: Hashable where Value: Hashable {
    /// Hashes the values that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(lastID)
        hasher.combine(pending)
        hasher.combine(isRestoring)
    }
}

#if DEBUG
extension Signals: StateCounter {
    package var count: Int64 { lastID.number }

    package static func report(_ change: String) -> String {
        """
        The counter of a \(Self.self) went back \(change), so a value may be handled twice or never. The value was created \
        again, or an older one was put in its place. Keep the part of the state that contains it in a Presented or a \
        PresentationStack, and not in an undo history.
        """
    }
}
#endif
