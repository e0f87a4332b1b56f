// SPDX-License-Identifier: MIT

import PreviewFeature
import Prism
import RequestMiddleware
import RexCore
import Testing
import TextSearch

@Suite struct PreviewTests {
    private static func hit(_ line: Int) -> Hit { Hit(path: PathName("f"), line: line, offset: 0, text: []) }

    @Prism fileprivate enum Action: Sendable {
        case target(Hit?)
        case preview(PreviewAction)
    }

    /// Sets the target, as the results do in the app.
    private static let feature = Feature<Action, PreviewState, ReadExcerpt>.combine {
        Feature { action, preview in
            if case .target(let hit) = action { preview.show(hit) }
        }
        preview.lift(case: Action.prisms.preview, state: \.self)
    }

    private static func store(_ read: @escaping ReadExcerpt) -> Store<Action, PreviewState> {
        Store(initialState: PreviewState(), feature: feature, dependencies: read)
    }

    @Test func excerptOfTheTargetIsShown() async {
        let store = Self.store { Excerpt(firstLine: $0.line, lines: []) }
        store.dispatch(.target(Self.hit(3)))
        await store.settled()
        #expect(store.state.lines.output?.excerpt.firstLine == 3)
        #expect(store.state.lines.phase == .done(Self.hit(3)))
    }

    @Test func excerptOfAnEarlierTargetIsNeverShown() async {
        let store = Self.store { Excerpt(firstLine: $0.line, lines: []) }
        let observation = store.observe { preview in
            if let shown = preview.lines.output { #expect(shown.excerpt.firstLine == shown.hit.line) }
        }
        for line in 1...1_000 {
            store.dispatch(.target(Self.hit(line)))
            if line.isMultiple(of: 7) { await Task.yield() }
        }
        await store.settled()
        #expect(store.state.lines.output?.excerpt.firstLine == 1_000)
        observation.cancel()
    }

    @Test func unreadableFileIsReported() async {
        let store = Self.store { _ in throw FileGone() }
        store.dispatch(.target(Self.hit(1)))
        await store.settled()
        #expect(store.state.lines.phase == .failed(Self.hit(1), RequestFailure("FileGone()")))
    }

    private struct FileGone: Error {}
}
