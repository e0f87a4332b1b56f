// SPDX-License-Identifier: MIT

/// Something that takes actions and has a state: a store, or a projection of one.
public protocol StoreType<ActionType, StateType>: ActionHandler, StateProvider, Sendable {}
