// SPDX-License-Identifier: MIT

import ObservationTesting
import RexNavigation
import RexObservation
import RexTestSupport
import RexTesting
import Testing

/// The rules of the coordinator, in random programs with hostile views.
@Suite struct CoordinatorProgramTests {
    private static let kinds = [PresentationCoordinator.Kind.single, .stack]
    private static let writings = [TestView.Writing.atTheEnd, .atRandom]
    private static let seeds = 0..<UInt64(programCount * (hasFewRounds ? 3 : 1))

    @Test(arguments: kinds, writings)
    func noHostileViewBreaksARule(kind: PresentationCoordinator.Kind, writing: TestView.Writing) {
        for seed in Self.seeds {
            var program = ViewProgram(kind, writing: writing, seed: seed)
            program.run(steps: 60)
            guard program.view.violations.isEmpty else {
                let events = events(kind, writing, seed: seed, steps: 60)
                Issue.record("seed \(seed): \(program.view.violations)\n\(events)")
                return
            }
        }
    }

    @Test(arguments: kinds, writings)
    func ifTheStateStaysAsItIsTheViewShowsItAfterFinitelyManyAcknowledgementsOrExpiries(
        kind: PresentationCoordinator.Kind,
        writing: TestView.Writing
    ) {
        for seed in Self.seeds {
            var program = ViewProgram(kind, writing: writing, seed: seed)
            program.run(steps: Int(seed % 40))
            guard program.settle(within: 500), program.view.violations.isEmpty else {
                Issue.record("seed \(seed): \(program.view.shown) instead of \(program.ids) \(program.view.violations)")
                return
            }
        }
    }

    @Test(arguments: kinds, writings)
    func aViewThatNeverAcknowledgesShowsTheState(
        kind: PresentationCoordinator.Kind,
        writing: TestView.Writing
    ) {
        for seed in Self.seeds {
            var program = ViewProgram(kind, acknowledging: .never, writing: writing, seed: seed)
            program.run(steps: Int(seed % 40))
            // It is never quiet, since the coordinator asks again.
            _ = program.settle(within: 500)
            guard program.view.shown == program.ids else {
                Issue.record("seed \(seed): \(program.view.shown) instead of \(program.ids)")
                return
            }
        }
    }

    /// Returns the end of a program's events.
    private func events(
        _ kind: PresentationCoordinator.Kind,
        _ writing: TestView.Writing,
        seed: UInt64,
        steps: Int
    ) -> String {
        var program = ViewProgram(kind, writing: writing, seed: seed)
        program.view.isTracing = true
        program.run(steps: steps)
        return program.view.trace.suffix(30).joined(separator: "\n")
    }
}
