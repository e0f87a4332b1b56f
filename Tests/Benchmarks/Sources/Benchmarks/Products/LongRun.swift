// SPDX-License-Identifier: MIT

import CCounters
import EffectMiddleware
import Foundation
import InspectorMiddleware
import Prism
import RecorderMiddleware
import RequestMiddleware
import RexCore

@Prism private enum ServiceAction: Sendable {
    case tick
    case work(Int)
    case worked(Int)
    case show(Int)
    case entry(RequestsAction<Int, Int>)
    case word(RequestAction<Int, Int>)
}

private struct ServiceState: Sendable {
    var actions = 0
    var done = 0
    var entries = Requests<Int, Int>()
    var word = Request<Int, Int>()
}

/// A service with effects, requests, a recorder and an inspector, which processes many actions.
enum LongRun {
    private static let service = Feature<ServiceAction, ServiceState, Void>.combine {
        Feature { action, state in
            state.actions += 1
            switch action {
            case .tick, .work: break
            case .worked(let number): state.done += number
            case .show(let number):
                state.entries.need([number, number + 1])
                state.word.start(number)
            case .entry, .word: break
            }
        } effects: { effects, _ in
            effects.on(\.work, .latest) { number, effect in effect.send(.worked(number)) }
        }
        Feature.requests(keptFor: .milliseconds(1)) { (key: Int, _: Void) in key }
            .lift(case: ServiceAction.prisms.entry, state: \.entries)
        Feature.request { (word: Int, _: Void) in word }.lift(case: ServiceAction.prisms.word, state: \.word)
    }

    /// Prints the mean of the resident memory during each million actions.
    ///
    /// - Returns: A text if the last million needs more than 5 % above the first.
    static func complaint(millions: Int) async throws -> String? {
        let recorder = Recorder<ServiceAction, ServiceState>(capacity: 1_000)
        let feature = service <> Feature(middleware: recorder.middleware)
        let store = Store(initialState: ServiceState(), feature: feature, dependencies: ())
        let inspector = try Inspector(recorder, allowingReleaseBuilds: true)
        var memory: [Int] = []
        var number = 0
        for million in 1...millions {
            // A recorder drops old events many at once, so a single figure depends on when it is taken.
            var samples: [Int] = []
            for tenth in 1...10 {
                while store.state.actions < (million * 10 + tenth - 10) * 100_000 {
                    for _ in 0..<10 {
                        for _ in 0..<94 { store.dispatch(.tick) }
                        number += 1
                        store.dispatch(.work(number))
                        store.dispatch(.show(number))
                    }
                    await store.settled()
                }
                samples.append(residentKilobytes())
            }
            memory.append(samples.reduce(0, +) / samples.count)
            print("during million \(million): \(memory[million - 1]) kB")
        }
        withExtendedLifetime(inspector) {}
        let (first, last) = (memory[0], memory[memory.count - 1])
        return last * 100 <= first * 105 ? nil : "the memory grew from \(first) to \(last) kB"
    }

    /// The resident memory without freed blocks that the C library keeps.
    private static func residentKilobytes() -> Int {
        return_freed_memory()
        let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
        return (pages.flatMap { Int($0) } ?? 0) * Int(getpagesize()) / 1024
    }
}
