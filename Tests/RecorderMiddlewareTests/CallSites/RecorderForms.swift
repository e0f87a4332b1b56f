// SPDX-License-Identifier: MIT

import RexCore

import enum RecorderMiddleware.RecordedStates
import class RecorderMiddleware.Recorder
import class RecorderMiddleware.RecorderMiddleware
import struct RecorderMiddleware.Recording
import enum RecorderMiddleware.RecordingFormat

/// Each form of a call.
///
/// The test is that it compiles.
func recorderForms(file: String) throws {
    _ = Recorder<ShopAction, ShopState>()
    _ = Recorder<ShopAction, ShopState>(capacity: 1)
    _ = Recorder<ShopAction, ShopState>(capacity: 1, keeping: .none)
    _ = Recorder<ShopAction, ShopState>(redacting: { $0 })
    _ = Recorder<ShopAction, ShopState>(redactingState: { $0 })
    _ = Recorder<ShopAction, ShopState>(redacting: { $0 }, redactingState: { $0 })
    _ = Recorder<ShopAction, ShopState>(capacity: 1, keeping: .changes) { $0 }
    _ = Recorder<ShopAction, ShopState>(file: file)
    let recorder = Recorder<ShopAction, ShopState>(file: file, capacity: 1, keeping: .all) { $0 }
    let middleware: RecorderMiddleware<ShopAction, ShopState> = recorder.middleware
    _ = ShopMiddleware() <> middleware
    if !recorder.write(to: file) || !recorder.write(to: file, as: .trace) { recorder.write(to: "other" + file) }
    let recording: Recording<ShopAction, ShopState> = recorder.recording()
    try recording.write(to: file)
    try recording.write(to: file, as: .trace)
    for format in RecordingFormat.allCases { _ = recording.text(as: format) }
    try recording.replay(from: ShopState(), reducer: .shop)
    _ = try recording.testSource(named: "name")
    _ = try recording.testSource(named: "name", from: "ShopState()", reducer: ".shop", middleware: "app")
    _ = try Recording<ShopAction, ShopState>(file: file)
    _ = try Recording<ShopAction, ShopState>(jsonLines: file)
}
