// SPDX-License-Identifier: MIT

import EffectMiddleware
import OutboxMiddleware
import RexCore

typealias Letters = Outbox<Letter>
typealias LettersAction = OutboxAction<Letter, Int>

/// The app of the programs.
struct Desk: Sendable {
    var letters = Letters()
    var isOnline = true
    /// Whether the user is logged out, so that each action clears the outbox.
    var isLoggedOut = false
    var watch: DeskWatch?
}

enum DeskAction: Sendable {
    case write(Letter)
    case cancel(OutboxID)
    case retry(OutboxID)
    case cancelAll
    case logOut(Bool)
    case connect(Bool)
    case replace(Letters)
    case letters(LettersAction)

    static let letters = CasePath<DeskAction, LettersAction>(
        extract: { if case .letters(let action) = $0 { action } else { nil } },
        embed: DeskAction.letters
    )
}

/// The dependencies of the app.
struct DeskWorld: Sendable {
    let file: OutboxFile<Letter>
    let post: @Sendable (Letter, OutboxID) async throws -> Int
}

extension Feature where ActionType == DeskAction, StateType == Desk, Dependencies == DeskWorld {
    static func desk(
        limit: Int,
        retrying: EffectDelay = .constant(.milliseconds(50)),
        timeout: Duration? = nil
    ) -> Feature {
        .combine {
            Feature { action, desk in
                switch action {
                case .write(let letter): desk.letters.add(letter, lane: OutboxLane(letter.lane))
                case .cancel(let id): desk.letters.cancel(id)
                case .retry(let id): desk.letters.retry(id)
                case .cancelAll: desk.letters.cancelAll()
                case .connect(let isOnline): desk.isOnline = isOnline
                case .replace(let letters): desk.letters = letters
                case .logOut(let isLoggedOut): desk.isLoggedOut = isLoggedOut
                case .letters: break
                }
                if desk.isLoggedOut { desk.letters.cancelAll() }
            }
            Feature.outbox(
                case: DeskAction.letters,
                state: \.letters,
                while: \.isOnline,
                retrying: retrying,
                limit: limit,
                timeout: timeout,
                to: \.file
            ) { letter, id, world in
                try await world.post(letter, id)
            }
            Feature { action, desk in desk.watch?.note(action, desk) }
        }
    }
}
