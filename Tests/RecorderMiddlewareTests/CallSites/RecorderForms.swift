// SPDX-License-Identifier: MIT

import RexCore

import enum RecorderMiddleware.RecordedStates
import class RecorderMiddleware.Recorder
import class RecorderMiddleware.RecorderMiddleware
import struct RecorderMiddleware.Recording
import enum RecorderMiddleware.RecordingFormat

/// The forms that no page and no comment shows.
///
/// The test is that it compiles.
func recorderForms(file: String) throws {
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
    try recording.write(to: file, as: .trace)
    for format in RecordingFormat.allCases { _ = recording.text(as: format) }
    _ = try recording.testSource(named: "name")
    _ = try Recording<ShopAction, ShopState>(file: file)
}
