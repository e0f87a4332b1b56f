// SPDX-License-Identifier: MIT

/// An action that does nothing unless a middleware takes it upon itself.
package protocol ActionForMiddleware {
    /// Called in debug builds, once every middleware of the store has had this action.
    func wasHandled()
}
