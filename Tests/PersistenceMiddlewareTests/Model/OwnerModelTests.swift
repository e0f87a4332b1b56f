// SPDX-License-Identifier: MIT

import Testing

/// All schedules of two users, three log-ins and two crashes, against rule 12.
///
/// Each clause that is left out brings back a schedule in which somebody sees the list of another user, a list
/// is lost, or its text stays on the disk. This suite judges the rule and calls no code of the module.
@Suite struct OwnerModelTests {
    private func explore(_ rules: OwnerRules) -> String? {
        var worlds = [OwnerWorld(isRunning: true)]
        var causes: [(index: Int, event: OwnerEvent)?] = [nil]
        var known = Set(worlds)
        var index = 0
        while index < worlds.count {
            if let invariant = rules.broken(worlds[index]) {
                var steps: [String] = []
                while let cause = causes[index] {
                    steps.insert("\(cause.event)", at: 0)
                    index = cause.index
                }
                return "\(invariant): \(steps.joined(separator: " · "))"
            }
            for event in rules.events(worlds[index]) {
                var next = worlds[index]
                rules.apply(event, &next)
                guard known.insert(next).inserted else { continue }
                worlds.append(next)
                causes.append((index, event))
            }
            index += 1
        }
        return nil
    }

    @Test(arguments: [true, false]) func theWholeRuleKeepsListsApart(isOneAction: Bool) {
        #expect(explore(OwnerRules(isOneAction: isOneAction)) == nil)
    }

    @Test func eachClauseHasASchedule() {
        #expect(Set(OwnerReason.all.map(\.clause)) == Set(OwnerClause.allCases))
    }

    @Test(arguments: OwnerReason.all) func withoutTheClauseAScheduleFails(reason: OwnerReason) {
        #expect(explore(OwnerRules(leftOut: reason.clause, isOneAction: reason.isOneAction)) == reason.schedule)
    }
}

/// What a clause is there for: the shortest schedule that breaks an invariant if the clause is left out.
struct OwnerReason: CustomTestStringConvertible {
    var clause: OwnerClause
    var isOneAction = true
    var schedule: String

    var testDescription: String { clause.text }

    static let all: [Self] = [
        Self(
            clause: .loadRemovesAnotherOwnersFile,
            schedule: """
                a user is shown the list of another: \
                log in Anna · pull · begin save · end save · switch user
                """
        ),
        Self(
            clause: .unknownOwnerRemovesNothing,
            schedule: """
                a list is lost whose owner was not known, or that was not loaded: \
                log in Anna · begin save · end save · crash · launch with locked token
                """
        ),
        Self(
            clause: .withoutOwnerNothingIsSaved,
            schedule: """
                a list is lost whose owner was not known, or that was not loaded: \
                log in Anna · pull · begin save · end save · crash · launch with locked token · \
                outcome of another job · begin save · end save
                """
        ),
        Self(
            clause: .newListIsStale,
            schedule: """
                rows are missing, and the list is not stale: \
                log in Anna · begin save · end save
                """
        ),
        Self(
            clause: .noPreviousOfAnotherOwner,
            schedule: """
                a copy of another user's list stays on the disk: \
                log in Anna · pull · begin save · switch user · end save · pull · begin save · end save
                """
        ),
        Self(
            clause: .leavingRemovesTheFile,
            schedule: """
                nobody is logged in, and a list stays on the disk: \
                log in Anna · pull · begin save · end save · log out · request clear · \
                clear, forget user and list · remove token
                """
        ),
        Self(
            clause: .fileGoesBeforeTheToken,
            schedule: """
                nobody is logged in, and a list stays on the disk: \
                log in Anna · pull · begin save · end save · log out · request clear · \
                clear, forget user and list · remove token · crash · launch
                """
        ),
        Self(
            clause: .nothingIsSavedBeforeLoad,
            isOneAction: false,
            schedule: """
                rows are missing, and the list is not stale: \
                log in Anna · begin save · end save · load list
                """
        ),
    ]
}
