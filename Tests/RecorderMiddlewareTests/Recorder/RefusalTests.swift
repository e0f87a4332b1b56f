// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder
import struct RecorderMiddleware.Recording

private enum ScreenAction: Sendable, Codable, CaseIndexed {
    case close
    case detail(Int)

    static var caseCount: Int { 2 }
    var caseIndex: Int { if case .close = self { 0 } else { 1 } }

    struct Paths {
        var detail: CasePath<ScreenAction, Int> {
            CasePath(
                extract: { if case .detail(let number) = $0 { number } else { nil } },
                embed: ScreenAction.detail,
                caseIndex: 1
            )
        }
    }
}

private struct Screens: Sendable, Equatable, Codable { var detail: Int? = 0 }

/// Notices about refused actions.
@Suite struct RefusalTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func dispatch(to recorder: Recorder<ScreenAction, Screens>) {
        let detail = Feature<Int, Int, Void> { number, sum in sum += number }
        let app = Feature<ScreenAction, Screens, Void>.combine {
            Feature { action, screens in if case .close = action { screens.detail = nil } }
            detail.lift(.case(ScreenAction.Paths().detail, optional: \.detail))
            Feature(
                middleware: AnyMiddleware<ScreenAction, ScreenAction, Screens> { action, source, _ in
                    guard case .close = action else { return .pure() }
                    return IO { $0.dispatch(.detail(2), from: source) }
                }
            )
            Feature(middleware: recorder.middleware)
        }
        let store = Store(initialState: Screens(), feature: app, dependencies: ())
        store.dispatch(.detail(1))
        store.dispatch(.close)
        store.dispatch(.detail(3))
    }

    @Test func refusedActionIsANoticeWithTheReasonAndTheCause() throws {
        let path = folder.file("run.rex")
        let recorders = [Recorder<ScreenAction, Screens>(), Recorder(file: path)]
        for recorder in recorders { dispatch(to: recorder) }
        let recordings: [Recording<ScreenAction, Screens>] = [
            recorders[0].recording(), try Recording(file: path),
            try Recording(jsonLines: recorders[0].recording().text(as: .jsonLines)),
        ]
        for recording in recordings {
            #expect(recording.entries.map(\.actionText) == ["detail(1)", "close"])
            #expect(recording.notices.map(\.kind) == [.refused, .refused])
            #expect(
                recording.notices.map(recording.explain) == [
                    "detail(2), caused by 2 close, was not processed: the state of detail is gone.",
                    "detail(3) was not processed: the state of detail is gone.",
                ]
            )
        }
    }

    @Test func redactedRecordingHidesTheRefusedAction() {
        let recorder = Recorder<ScreenAction, Screens>(redacting: { $0 })
        dispatch(to: recorder)
        #expect(recorder.recording().notices.map(\.actionText) == ["detail(2)", "detail(3)"])
        let hiding = Recorder<ScreenAction, Screens>(redacting: { _ in .close })
        dispatch(to: hiding)
        #expect(hiding.recording().notices.map(\.actionText) == ["close", "close"])
    }
}
