// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

private enum AppAction: Sendable {
    case volume(VolumeAction)
    case other

    var volume: VolumeAction? { if case .volume(let action) = self { action } else { nil } }
}

private enum VolumeAction: Sendable {
    case louder
    case toggleMute
}

private struct VolumeState: Sendable, Equatable {
    var isMute = false
    var volume = 0
}

private struct AppState: Sendable, Equatable {
    var volume = VolumeState()
    var title = "Rex"
}

private let volumeReducer = Reducer<VolumeAction, VolumeState>.reduce { action, state in
    switch action {
    case .louder: state = VolumeState(isMute: false, volume: min(100, state.volume + 5))
    case .toggleMute: state.isMute.toggle()
    }
}

@Suite struct ReducerTests {
    @Test func inPlaceAndCopyingFormsReturnTheSame() {
        let copying = Reducer<VolumeAction, VolumeState> { action, state in
            var next = state
            volumeReducer.reduce(action, &next)
            return next
        }
        var (left, right) = (VolumeState(), VolumeState())
        for action in [VolumeAction.louder, .toggleMute, .louder] {
            volumeReducer.reduce(action, &left)
            copying.reduce(action, &right)
            #expect(left == right)
        }
        #expect(left == VolumeState(isMute: false, volume: 10))
    }

    @Test func identityLeavesTheState() {
        var state = VolumeState(isMute: true, volume: 3)
        Reducer.identity.reduce(VolumeAction.louder, &state)
        #expect(state == VolumeState(isMute: true, volume: 3))
    }

    @Test func composedReducersRunFromLeftToRightOnTheSameState() {
        let (first, second) = (
            Reducer<String, String>.reduce { action, state in state += "1\(action)" },
            Reducer<String, String>.reduce { action, state in state += "2\(action)" }
        )
        var state = "0"
        (first <> second <> first).reduce("x", &state)
        #expect(state == "01x2x1x")
    }

    @Test func liftChangesOnlyItsPart() {
        let app = volumeReducer.lift(action: \AppAction.volume, state: \AppState.volume)
        var state = AppState()
        app.reduce(.volume(.louder), &state)
        app.reduce(.other, &state)
        #expect(state == AppState(volume: VolumeState(isMute: false, volume: 5)))
    }

    @Test func liftOfOneSideKeepsTheOther() {
        let byAction = volumeReducer.lift(action: \AppAction.volume)
        var volume = VolumeState()
        byAction.reduce(.volume(.louder), &volume)
        byAction.reduce(.other, &volume)
        #expect(volume.volume == 5)

        let byState = volumeReducer.lift(state: \AppState.volume)
        var state = AppState()
        byState.reduce(.louder, &state)
        #expect(state.volume.volume == 5)
    }
}
