// SPDX-License-Identifier: MIT

public import RexCore

extension Reducer where ActionType == ReachabilityEvent, StateType == ReachabilityState {
    /// The reducer that keeps what the events say: the last interface, and the last word on cost
    /// and restraint.
    ///
    /// `stopMonitoring` resets everything to ``ReachabilityState/initial``.
    public static var reachability: Reducer<ReachabilityEvent, ReachabilityState> {
        .reduce { event, state in state.apply(event) }
    }
}
