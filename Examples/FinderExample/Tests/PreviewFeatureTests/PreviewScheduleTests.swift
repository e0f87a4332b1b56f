// SPDX-License-Identifier: MIT

import EffectMiddleware
import PreviewFeature
import RexCore
import RexTesting
import Testing
import TextSearch

/// The preview, in whatever order its steps are taken.
@Suite struct PreviewScheduleTests {
    private enum Action: Sendable {
        case target(Hit?)
        case preview(PreviewAction)

        var preview: PreviewAction? { if case .preview(let action) = self { action } else { nil } }
    }

    private static func hit(_ line: Int) -> Hit { Hit(path: PathName("f"), line: line, offset: 0, text: []) }

    @Test func noScheduleShowsAnotherTarget() {
        exploreSchedules(500) { schedule in
            let test = TestStore(
                initialState: PreviewState(),
                reducer: Reducer<PreviewAction, PreviewState>.preview.lift(action: \Action.preview)
                    <> Reducer<Action, PreviewState>.reduce { action, preview in
                        if case .target(let hit) = action { preview.target = hit }
                    },
                middleware: EffectMiddleware.preview { hit in
                    await Task.yield()
                    return Excerpt(firstLine: hit.line, lines: [])
                }
                .lift(inputAction: \Action.preview, outputAction: { Action.preview($0) }),
                checks: .onlyWhatIsSaid,
                schedule: schedule
            )
            for line in 1...4 {
                test.send(.target(Self.hit(line)))
                test.expect { $0.excerpt?.firstLine == $0.shown?.line }
            }
            test.run()
            test.expect { $0.excerpt?.firstLine == 4 && $0.shown == Self.hit(4) }
            test.finish()
        }
    }
}
