// SPDX-License-Identifier: MIT

/// An action that only middlewares react to, such as one that carries its own work.
///
/// Debug builds tell the action when its middlewares have had their chance, so that it can report
/// that none of them handled it.
public protocol ActionForMiddleware {
    /// Called in debug builds after all middlewares of the store have handled this action, before
    /// the reducer runs.
    ///
    /// The action itself has to know whether one of them reacted to it. Release builds never call
    /// this.
    func wasHandled()
}
