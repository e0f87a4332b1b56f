// SPDX-License-Identifier: MIT

import RexCore
import RexTesting

enum KettleAction: Sendable, Equatable {
    case switchedOn
    case boiled
}

/// Whether a test store without a testing library simulates three minutes at once, in every order of steps.
public func boilsInNoTime() -> Bool {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return true }
    let kettle = Reducer<KettleAction, Int>.reduce { action, count in if action == .boiled { count += 1 } }
    var counts: [Int] = []
    exploreSchedules(10) { schedule in
        let test = TestStore(
            initialState: 0,
            reducer: kettle,
            middleware: AnyMiddleware { action, source, _ in
                guard action == .switchedOn else { return .pure() }
                return .task(from: source) { output in
                    let clock = output.environment.clock
                    try? await clock.sleep(for: .seconds(180))
                    output.dispatch(.boiled, from: source)
                }
            },
            schedule: schedule
        )
        test.send(.switchedOn)
        test.send(.switchedOn)
        test.advance(by: .seconds(180))
        test.receive(.boiled) { $0 = 1 }
        test.receive(.boiled) { $0 = 2 }
        test.finish()
        counts.append(test.state)
    }
    return counts == Array(repeating: 2, count: 10)
}
