// SPDX-License-Identifier: MIT

/// An action that does nothing unless a middleware handles it, such as one that runs work of its
/// own.
///
/// It learns in debug builds that its store has no such middleware, to report that.
public protocol ActionForMiddleware {
    /// Called in debug builds, once every middleware of the store has had this action, before the
    /// reducer.
    ///
    /// Whether one of them has taken it upon itself is for the action to know. A release build
    /// never calls this.
    func wasHandled()
}
