// SPDX-License-Identifier: MIT

public import RexCore

extension Reducer where ActionType == ReachabilityEvent, StateType == ReachabilityState {
    /// Stores the latest interface, cost and constraint.
    ///
    /// `stopMonitoring` resets everything to ``ReachabilityState/initial``.
    public static var reachability: Reducer<ReachabilityEvent, ReachabilityState> {
        .reduce { event, state in state.apply(event) }
    }
}
