// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// Compares random programs of effects with the model.
///
/// Roles:
/// - `Program`: rules (an action starts an effect, with a policy) and moves (actions at given
///   times). A move can start runs, whose scripts contain further moves.
/// - `Desk`, `Board` and `Card`: the state under test, a collection in a collection. Its log has each
///   text that an action brought, with its time.
/// - `RealEffects`: runs a program with the middleware, in a `VirtualWorld`.
/// - `ModelEffects`: runs it by the documentation, on one thread. Its log is the expected one.
/// - `Mistake`: an error that the model can make on purpose, to check that programs detect it.
///
/// A failure prints the seed and the smallest program that differs, then the log of the middleware
/// ("is") and that of the model ("should be"). Look for the first line that differs.
///
/// To repeat it, replace the range of seeds by `seed...seed`. Programs depend on their seed alone, and
/// have neither threads nor real time. `REX_PROGRAMS=1000` sets the number of programs.
@Suite struct ModelTests {
    private static let tasks = 4

    /// The number of programs per task.
    private static var count: Int {
        if let number = ProcessInfo.processInfo.environment["REX_PROGRAMS"].flatMap(Int.init) { return number / tasks }
        #if THREAD_SANITIZER || ADDRESS_SANITIZER
        return 1_000 / tasks
        #elseif DEBUG
        return 1_000 / tasks
        #else
        return 20_000 / tasks
        #endif
    }

    @Test(arguments: 0..<tasks) func randomProgramsMatchTheModel(task: Int) {
        let effects = RealEffects()
        var said = 0
        for seed in UInt64(task * Self.count)..<UInt64((task + 1) * Self.count) {
            let program = Program(seed: seed)
            switch effects.difference(from: program) {
            case .none(let count): said += count
            case .some:
                let small = program.smaller {
                    if case .some = effects.difference(from: $0) { true } else { false }
                }
                Issue.record(
                    """
                    seed \(seed) differs:
                    \(small)
                    is:
                    \(effects.log(of: small).joined(separator: "\n"))
                    should be:
                    \(ModelEffects(small).log().joined(separator: "\n"))
                    """
                )
                return
            }
        }
        #expect(said > Self.count)
    }

    @Test(arguments: Mistake.allCases.filter { !hasFewRounds || !$0.isRare })
    func wrongModelIsDetected(mistake: Mistake) {
        let effects = RealEffects()
        let seed = (UInt64(0)..<20_000).first { seed in
            let program = Program(seed: seed)
            guard case .some = effects.difference(from: program, mistake: mistake) else { return false }
            return true
        }
        if ProcessInfo.processInfo.environment["REX_PROGRAMS"] != nil { print("\(mistake): \(seed ?? 0)") }
        #expect(seed != nil)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension RealEffects {
    fileprivate enum Difference { case none(saying: Int), some }

    fileprivate func difference(from program: Program, mistake: Mistake? = nil) -> Difference {
        let wanted = ModelEffects(program, mistake: mistake).log()
        return log(of: program).sorted == wanted.sorted ? .none(saying: wanted.count) : .some
    }
}

extension [String] {
    /// Sorts texts that one action cancelled by name, since the contract doesn't define their
    /// order.
    fileprivate var sorted: [String] {
        var (result, cancelled): ([String], [String]) = ([], [])
        for text in self + [""] {
            if text.hasSuffix("cancelled") {
                cancelled.append(text)
            } else {
                result += cancelled.sorted(by: <) + [text]
                cancelled = []
            }
        }
        return result
    }
}
