// SPDX-License-Identifier: MIT

import Foundation
import RequestMiddleware
import RexCore

typealias Answers = Request<Int, [Int]>

/// The app of the programs: one request, its edits, and a state that was kept.
struct Desk: Sendable {
    var request = Answers()
    var edits: [Int: RequestEdit] = [:]
    var kept: (request: Answers, edits: [Int: RequestEdit])?
    /// Counts the apps that were ended before this one.
    var age = 0
    var watch: DeskWatch?

    /// As it is read back after it was written.
    mutating func restart() throws {
        request = try JSONDecoder().decode(Answers.self, from: JSONEncoder().encode(request))
    }
}

enum DeskAction: Sendable {
    case start(Int)
    case startIfIdle(Int)
    case cancel
    case retry
    case reset
    case edit(Int)
    /// The oldest edit, if there is no number.
    case end(Int?, isConfirmed: Bool)
    case keep
    case restore
    case request(RequestAction<Int, [Int]>)

    static let request = CasePath<DeskAction, RequestAction<Int, [Int]>>(
        extract: { if case .request(let action) = $0 { action } else { nil } },
        embed: DeskAction.request
    )
}

/// What the request depends on.
struct DeskWorld: Sendable {
    let server: FakeServer
    let watch: DeskWatch
}

extension Feature where ActionType == DeskAction, StateType == Desk, Dependencies == DeskWorld {
    static func desk(_ policy: RequestPolicy) -> Feature {
        .combine {
            Feature { action, desk in desk.reduce(action) }
            Feature<RequestAction<Int, [Int]>, Answers, DeskWorld>.request(policy) { input, world in
                try await world.server.call(run: world.watch.run(for: input)) { [input, $0] }
            }
            .lift(case: DeskAction.request, state: \.request)
            Feature { action, desk in desk.watch?.note(action, desk) }
        }
    }
}

extension Desk {
    mutating func reduce(_ action: DeskAction) {
        switch action {
        case .start(let input): request.start(input)
        case .startIfIdle(let input): request.startIfIdle(input)
        case .cancel: request.cancel()
        case .retry: request.retry()
        case .reset: request.reset()
        case .edit(let number): edits[number] = request.edit { $0.append(number) }
        case .end(let number, let isConfirmed): end(number, isConfirmed: isConfirmed)
        case .keep: kept = (request, edits)
        case .restore: if let kept { (request, edits) = kept }
        case .request: break
        }
    }

    private mutating func end(_ number: Int?, isConfirmed: Bool) {
        let edit = number.flatMap { edits[$0] }
        guard number == nil || edit != nil else { return }
        if isConfirmed { request.confirm(edit) } else { request.rollback(edit) }
    }
}
