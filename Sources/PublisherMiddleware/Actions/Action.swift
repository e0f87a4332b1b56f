// SPDX-License-Identifier: MIT

/// An action of an open family: any type of an app or of a module can join it.
///
/// A store takes them all when its actions are `any Action`:
///
/// ```swift
/// typealias AppStore = Store<any Action, AppState>
/// ```
public protocol Action: Sendable {}
