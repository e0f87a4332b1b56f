// SPDX-License-Identifier: MIT

import Foundation
import RequestMiddleware
import RexCore

typealias Answers = Request<Int, [Int]>

/// The app of the programs: one request, its edits, and a stored state.
struct Desk: Sendable {
    var request = Answers()
    var edits: [Int: RequestEdit] = [:]
    var kept: (request: Answers, edits: [Int: RequestEdit])?
    /// The number of earlier launches of the app.
    var launch = 0
    var watch: DeskWatch?

    /// The state after encoding and decoding.
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
    /// The number of an edit, or nil for the oldest edit.
    case end(Int?, isConfirmed: Bool)
    case keep
    case restore
    case request(RequestAction<Int, [Int]>)

    static let request = CasePath<DeskAction, RequestAction<Int, [Int]>>(
        extract: { if case .request(let action) = $0 { action } else { nil } },
        embed: DeskAction.request
    )
}

/// The dependencies of the request.
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
