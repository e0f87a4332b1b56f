// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder

/// The examples in the doc comments of `Recorder`, `Recording` and `replay(from:reducer:)`.
@Suite struct RecorderExamples {
    @Test func aRecorderWritesAPage() throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder<ShopAction, ShopState>(capacity: 1_000)
        let app = ShopMiddleware.answering
        let store = Store(initialState: ShopState(), reducer: .shop, middleware: app <> recorder.middleware)
        store.dispatch(.checkOut)
        try recorder.recording().write(to: folder.file("run.html"))
        #expect(try folder.text(of: "run.html").hasPrefix("<!doctype html>"))
        let recording = recorder.recording()
        let causes = recording.causes(of: recording.entries[1].number).map { "\($0.source.file):\($0.source.line)" }
        #expect(causes.count == 1)
        #expect(try recording.replay(from: ShopState(), reducer: .shop).paid == 1.5)
        let source = try recording.testSource(
            named: "search",
            reducer: ".search",
            middleware: "BridgeMiddleware.search"
        )
        try source.write(toFile: folder.file("SearchTests.swift"), atomically: true, encoding: .utf8)
    }
}
