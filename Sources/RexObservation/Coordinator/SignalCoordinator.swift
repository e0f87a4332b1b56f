// SPDX-License-Identifier: MIT

#if DEBUG
import RexCore
#endif
public import RexNavigation

/// Decides which values of a `Signals` a view gets: each once, in order.
///
/// An adapter for a view keeps a coordinator for each `Signals`, also while the view is away. Apps
/// don't need it.
///
/// ```swift
/// var toasts = Signals<String>()
/// var coordinator = SignalCoordinator()
/// toasts.post("Saved")
/// toasts.post("Sent")
/// coordinator.next(in: toasts)?.value    // "Saved"
/// coordinator.next(in: toasts)?.value    // "Sent"
/// coordinator.next(in: toasts)           // nil
/// coordinator.takeAcknowledgement()      // #2
/// ```
///
/// It is a value without views. While the view is there, the adapter, after each change of the state,
///
/// - calls ``next(in:)`` with the newest state until it returns nil, and passes each value to the
///   view,
/// - calls ``takeAcknowledgement()``, and dispatches the action for the id.
public struct SignalCoordinator: Hashable, Sendable {
    /// The latest value that the view has got, or 0.
    private var delivered: SignalID = 0
    /// The id of the latest acknowledgement, or 0.
    private var acknowledged: SignalID = 0
    /// The lowest id that the last state could still have, which never decreases.
    private var lowest: SignalID = 1

    /// Creates a coordinator for a view that has got no values.
    public init() {}

    /// Returns the next value for the view, which counts as delivered.
    ///
    /// If ids come again, the `Signals` is another one, whose values are all new.
    ///
    /// - Returns: Nil if the view has got all values.
    public mutating func next<Value>(in signals: Signals<Value>) -> Signals<Value>.Signal? {
        let lowest = signals.pending.first?.id ?? signals.lastID.next
        if signals.lastID < delivered || lowest < self.lowest {
            #if DEBUG
            report(Signals<Value>.report("below \(max(self.lowest, delivered))"))
            #endif
            self = SignalCoordinator()
        }
        self.lowest = lowest
        guard let signal = signals.pending.first(where: { $0.id > delivered }) else { return nil }
        delivered = signal.id
        return signal
    }

    /// Returns the id of the latest value that the view has got, for `seen(upTo:)`.
    ///
    /// - Returns: Nil if no value was delivered since the last call.
    public mutating func takeAcknowledgement() -> SignalID? {
        guard acknowledged < delivered else { return nil }
        acknowledged = delivered
        return delivered
    }

    /// Returns whether the state still has values that the view has got.
    ///
    /// Until then, the adapter keeps the coordinator even if the view is gone.
    public func isNeeded(for signals: Signals<some Any>) -> Bool {
        signals.pending.first.map { $0.id <= delivered } ?? false
    }
}
