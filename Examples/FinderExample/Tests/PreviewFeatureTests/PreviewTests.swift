// SPDX-License-Identifier: MIT

import EffectMiddleware
import PreviewFeature
import RexCore
import Testing
import TextSearch

@Suite struct PreviewTests {
    private static func hit(_ line: Int) -> Hit { Hit(path: PathName("f"), line: line, offset: 0, text: []) }

    /// Sets the target as an app does, whose results decide it.
    private static func store(_ read: @escaping @Sendable (Hit) async throws -> Excerpt) -> Store<Action, PreviewState>
    {
        Store(
            initialState: PreviewState(),
            reducer: Reducer<PreviewAction, PreviewState>.preview.lift(action: \Action.preview)
                <> Reducer<Action, PreviewState>.reduce { action, preview in
                    if case .target(let hit) = action { preview.target = hit }
                },
            middleware: EffectMiddleware.preview(read)
                .lift(inputAction: \Action.preview, outputAction: { Action.preview($0) })
        )
    }

    private enum Action: Sendable {
        case target(Hit?)
        case preview(PreviewAction)

        var preview: PreviewAction? { if case .preview(let action) = self { action } else { nil } }
    }

    @Test func excerptOfTheTargetIsShown() async {
        let store = Self.store { Excerpt(firstLine: $0.line, lines: []) }
        store.dispatch(.target(Self.hit(3)))
        await store.settled()
        #expect(store.state.excerpt?.firstLine == 3)
        #expect(store.state.shown == Self.hit(3))
    }

    @Test func excerptOfAnEarlierTargetIsNeverShown() async {
        let store = Self.store { Excerpt(firstLine: $0.line, lines: []) }
        let observation = store.observe { preview in
            if let excerpt = preview.excerpt { #expect(excerpt.firstLine == preview.shown?.line) }
        }
        for line in 1...1_000 {
            store.dispatch(.target(Self.hit(line)))
            if line.isMultiple(of: 7) { await Task.yield() }
        }
        await store.settled()
        #expect(store.state.excerpt?.firstLine == 1_000)
        observation.cancel()
    }

    @Test func fileThatCannotBeReadIsSaid() async {
        let store = Self.store { _ in throw FileGone() }
        store.dispatch(.target(Self.hit(1)))
        await store.settled()
        #expect(store.state.excerpt == nil)
        #expect(store.state.failure == "FileGone()")
    }

    private struct FileGone: Error {}
}
