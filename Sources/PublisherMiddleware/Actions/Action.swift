// SPDX-License-Identifier: MIT

/// An action of any type: a protocol that types of the app and of its modules conform to.
///
/// A store whose actions are `any Action` accepts all of them:
///
/// ```swift
/// typealias AppStore = Store<any Action, AppState>
/// ```
public protocol Action: Sendable {}
