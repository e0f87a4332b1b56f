// SPDX-License-Identifier: MIT

import PreviewFeature
import Prism
import RequestMiddleware
import RexCore
import RexTesting
import Testing
import TextSearch

/// The preview, in any order of steps.
@Suite struct PreviewScheduleTests {
    @Prism fileprivate enum Action: Sendable {
        case target(Hit?)
        case preview(PreviewAction)
    }

    private static let feature = Feature<Action, PreviewState, ReadExcerpt>.combine {
        Feature { action, preview in
            if case .target(let hit) = action { preview.show(hit) }
        }
        preview.lift(case: Action.prisms.preview, state: \.self)
    }

    private static func hit(_ line: Int) -> Hit { Hit(path: PathName("f"), line: line, offset: 0, text: []) }

    @Test func noScheduleShowsAnotherTarget() {
        exploreSchedules(500) { schedule in
            let test = TestStore(
                initialState: PreviewState(),
                feature: Self.feature,
                dependencies: { hit in
                    await Task.yield()
                    return Excerpt(firstLine: hit.line, lines: [])
                },
                checks: .onlyWhatIsSaid,
                schedule: schedule
            )
            for line in 1...4 {
                test.send(.target(Self.hit(line)))
                test.expect { $0.lines.output?.excerpt.firstLine == $0.lines.output?.hit.line }
            }
            test.run()
            test.expect { $0.lines.output?.excerpt.firstLine == 4 && $0.lines.phase == .done(Self.hit(4)) }
            test.finish()
        }
    }
}
