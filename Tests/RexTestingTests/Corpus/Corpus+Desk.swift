// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import RexTesting

/// The app of the suite in EveryOrder.md, which searches for books, lends them and saves a note.
private struct Desk: Sendable, Equatable {
    var query = ""
    var hits: [String] = []
    var loans: [String] = []
    var note = ""
}

private enum DeskAction: Sendable, Equatable {
    case typed(String), found([String]), closed
    case tapped(String), lent(String)
    case wrote(String)

    var typed: String? { if case .typed(let query) = self { query } else { nil } }
    var closed: Void? { self == .closed ? () : nil }
    var tapped: String? { if case .tapped(let book) = self { book } else { nil } }
    var wrote: String? { if case .wrote(let note) = self { note } else { nil } }
}

private enum DeskFault {
    case eachSearch, eachTap, eachNote, lateHits
}

extension Reducer where ActionType == DeskAction, StateType == Desk {
    fileprivate static let desk: Reducer = .reduce { action, desk in
        switch action {
        case .typed(let query): desk.query = query
        case .found(let hits): desk.hits = hits
        case .closed: (desk.query, desk.hits) = ("", [])
        case .tapped: break
        case .lent(let book): desk.loans.append(book)
        case .wrote(let note): desk.note = note
        }
    }
}

private actor Library {
    private(set) var loans: [String] = []
    private(set) var note = ""
    func lend(_ book: String) { loans.append(book) }
    func save(_ note: String) { self.note = note }
}

extension Bug {
    private static func use(
        _ calls: [DeskAction],
        _ schedule: Schedule,
        in world: TestWorld,
        with fault: DeskFault?
    ) throws {
        let library = Library()
        @Sendable func delay() -> Duration { .milliseconds(schedule.int(in: 0...5, "delay")) }
        var effects = EffectMiddleware<DeskAction, DeskAction, Desk>()
            .on(\.typed, fault == .eachSearch ? .each : .latest, named: "search") { query, effect in
                try await effect.sleep(for: delay())
                effect.send(.found([query]))
            }
            .on(\.tapped, fault == .eachTap ? .each : .first) { book, effect in
                if effect.state.loans.contains(book) { return }
                try await effect.sleep(for: delay())
                await library.lend(book)
                effect.send(.lent(book))
            }
            .on(\.wrote, fault == .eachNote ? .each : .queued) { note, effect in
                try await effect.sleep(for: delay())
                await library.save(note)
            }
        if fault != .lateHits { effects = effects.cancel("search", on: \.closed) }
        let test = TestStore(
            initialState: Desk(),
            reducer: .desk,
            middleware: effects,
            checks: .onlyWhatIsSaid,
            in: world
        )
        for call in calls {
            test.send(call)
            test.advance(by: .milliseconds(schedule.int(in: 0...5, "pause")))
        }
        test.run()
        test.expect { $0.hits == ($0.query.isEmpty ? [] : [$0.query]) }
        let (loans, note) = try test.perform { await (library.loans, library.note) }
        test.expect { $0.loans == loans && $0.note == note }
        test.expect(Set(loans).count == loans.count)
        test.finish()
    }

    private static func bug(
        _ name: String,
        _ fault: DeskFault,
        _ calls: @escaping @Sendable (Schedule) -> [DeskAction]
    ) -> Bug {
        Bug(name: name, realStores: .cannot("they were not tried")) { schedule, isMended, world in
            guard case .test(let world) = world else { return }
            try use(calls(schedule), schedule, in: world, with: isMended ? nil : fault)
        }
    }

    /// The suite in EveryOrder.md: a bug for each test with fixed calls, and each bug for the test with any calls.
    static let desk =
        [
            bug("desk, search: each", .eachSearch) { _ in ["s", "sw", "swi"].map(DeskAction.typed) },
            bug("desk, search: not cancelled", .lateHits) { _ in [.typed("s"), .closed] },
            bug("desk, loan: each", .eachTap) { _ in [.tapped("Emma"), .tapped("Emma")] },
            bug("desk, note: each", .eachNote) { _ in ["a", "ab", "abc"].map(DeskAction.wrote) },
        ]
        + [DeskFault.eachSearch, .lateHits, .eachTap, .eachNote].map { fault in
            bug("desk, any calls: \(fault)", fault) { schedule in
                let all: [DeskAction] = [
                    .typed("s"), .typed("sw"), .closed, .tapped("Emma"), .wrote("a"), .wrote("ab"),
                ]
                return (0..<schedule.int(in: 2...8, "calls")).map { _ in schedule.element(of: all) }
            }
        }
}
