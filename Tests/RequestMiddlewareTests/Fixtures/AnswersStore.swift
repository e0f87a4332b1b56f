// SPDX-License-Identifier: MIT

import RequestMiddleware
import RexCore
import RexTesting

typealias AnswersAction = RequestAction<Int, [Int]>
typealias AnswersStore = TestStore<AnswersAction, Answers>

/// Makes a test store of one request, which calls `load`.
func answersStore(
    _ request: Answers = Answers(),
    _ policy: RequestPolicy = .immediate,
    checks: TestChecks = .everything,
    in world: TestWorld = TestWorld(),
    load: @escaping @Sendable (Int, TestClock) async throws -> [Int] = { input, _ in [input] }
) -> AnswersStore {
    TestStore(
        initialState: request,
        feature: Feature<AnswersAction, Answers, TestClock>.request(policy, load: load),
        dependencies: world.clock,
        checks: checks,
        in: world
    )
}

extension Answers {
    /// False if the phase is `done` with the answer of another input.
    var hasItsAnswer: Bool {
        if case .done(let input) = phase { output == [input] } else { true }
    }
}

/// The error of a server that rejects a request.
struct Refusal: Error, Equatable, CustomStringConvertible {
    var code = 403

    var description: String { "refused \(code)" }
}
