// SPDX-License-Identifier: MIT

// The reducer of the reference document Reducer, in a separate app.

import RexCore

/// The user's actions on the volume.
public enum VolumeAction: Sendable { case louder, quieter, toggleMute }

/// The volume, and whether it is muted.
public struct VolumeState: Sendable, Equatable {
    /// Whether the sound is off.
    public let isMute: Bool
    /// The volume, from 0 to 100.
    public let volume: Int
}

let volumeReducer = Reducer<VolumeAction, VolumeState>.reduce { action, currentState in
    switch action {
    case .louder:
        currentState = VolumeState(
            isMute: false,  // When increasing the volume, always unmute it.
            volume: min(100, currentState.volume + 5)
        )
    case .quieter:
        currentState = VolumeState(
            isMute: currentState.isMute,
            volume: max(0, currentState.volume - 5)
        )
    case .toggleMute:
        currentState = VolumeState(
            isMute: !currentState.isMute,
            volume: currentState.volume
        )
    }
}

/// Whether the reducer, its functions and a store with it behave as documented.
public func checkVolume() -> Bool {
    let store = Store(initialState: VolumeState(isMute: true, volume: 42), reducer: volumeReducer)
    for action in [VolumeAction.louder, .toggleMute, .quieter] { store.dispatch(action) }
    let function: MutableReduceFunction<Int, Int> = { action, state in state += action }
    let former: ReduceFunction<Int, Int> = { action, state in state + action }
    var number = 41
    (Reducer.reduce(function) <> Reducer(former)).reduce(1, &number)
    return store.state == VolumeState(isMute: true, volume: 42) && number == 43
}
