// SPDX-License-Identifier: MIT

/// A clause of a rule that an exploration can leave out, to see what it is there for.
///
/// The number is that of the rule, the text is the clause.
enum OfflineClause: CaseIterable {
    // What is saved
    case overlappedBaseBecomesUncertain
    case resultBeforeOutcomeIsRemembered
    case numberIsTakenWithTheValue
    case numberAdvancesAtEachOutcome
    case gapIsStale
    case outcomeCausesASave
    case failedSaveAcknowledgesNothing
    case onlyASaveAcknowledges
    case nilAcknowledges
    case nilRemovesNothing
    case everyListHasToSave
    case reactionsHaveToBeOnDisk
    case outcomesLeaveInOrder
    // A launch
    case backlogIsCurrent
    case closedBacklogChangesNothing
    case resumeShowsWaiting
    case resumeShowsRetried
    case resumeShowsCancelling
    case resumeShowsNewerOutcomes
    case resumeKnowsKeptOutcomes
    case resumeLeavesTakenBack
    case entriesKeepTheirOrder
    case keptOutcomesAreDispatchedAgain
    case logCountsOnBeforeAClear
    case pullBeforeResumeCountsAsOverlapped
    case droppedNumberIsStale
    case namelessIsStale
    case otherLogIsStale
    case numberBeyondTheLogIsStale
    case previousIsStale
    case newestDispatchedIsCompared
    case goneEntryIsNotPending
    case stalenessChangesTheMark
    case markIsOfOneValue
    // What happens to an entry
    case retriedRejectionIsSilent
    case cancelledAttemptIsStale
    case rejectedEntryIsNotStale
    case retryDoesNotOvertake
    case takenBackCountsForPulls
    case takenBackOutcomeIsStale
    case unwrittenCancellationForgetsTakenBack
    case clearHasANumber
    case clearedActionsStayUntilItIsOnDisk
    case idCountsOnce
    case resultOfTakenBackIsRemembered
    case resultOutOfOrderIsUncertain
    case resultBeforeResumeIsKept
    case resultBeforeResumeIsUncertain
    case followerIsAddedOnce
    case onlyDispatchedOutcomesAreDropped
    case unreadableOutcomeIsStale
    case unreadableAttemptIsStale
    case unreadableFollowerIsKnown
    case droppedPullIsStale
    case pullChangesTheMark
    // Renames, two outboxes
    case renamesAreSaved
    case renameBelongsToTheConfirmation
    case eachLogHasItsOwnNumber
    case overlapWaitsForEachOutbox

    /// The clauses without which no schedule breaks an invariant, since other clauses do the same.
    static let redundant: Set<Self> = [.gapIsStale, .outcomeCausesASave]

    /// The number of the rule, and the clause in words.
    var text: String {
        switch self {
        case .overlappedBaseBecomesUncertain:
            "1: a base that was pulled while an action was pending is uncertain once the action is confirmed"
        case .resultBeforeOutcomeIsRemembered:
            "1: the id of a result that comes before its outcome is remembered and saved"
        case .numberIsTakenWithTheValue: "2: value and number are taken at one moment, before the write"
        case .numberAdvancesAtEachOutcome: "2: the number advances also at outcomes that no reducer of the list uses"
        case .gapIsStale: "2: a number that skips others makes the list stale"
        case .outcomeCausesASave: "2: an outcome causes a save even if the list seems the same"
        case .failedSaveAcknowledgesNothing: "2: a failed save acknowledges nothing"
        case .onlyASaveAcknowledges: "2: a reduced outcome is acknowledged by the save, not by its beginning"
        case .nilAcknowledges: "2: a part that is nil acknowledges at once"
        case .nilRemovesNothing: "2: a part that is nil, and was nil, removes no file"
        case .everyListHasToSave: "3: an outcome stays until every list was saved with its number"
        case .reactionsHaveToBeOnDisk: "3: an outcome stays until the reactions of the reducers to it are on disk"
        case .outcomesLeaveInOrder:
            "3, not said: outcomes leave the log in their order, so an entry that followed is known while its cause is kept"
        case .backlogIsCurrent: "4: the backlog is that of now, not of the launch"
        case .closedBacklogChangesNothing: "4: the backlog of an outbox that is not open changes nothing"
        case .resumeShowsWaiting: "5: resume shows the entries that wait"
        case .resumeShowsRetried: "5: resume shows a rejected entry whose retry is not on disk"
        case .resumeShowsCancelling: "5: resume shows an entry whose cancellation has no outcome"
        case .resumeShowsNewerOutcomes: "5: resume shows entries whose outcomes are newer than the list's number"
        case .resumeKnowsKeptOutcomes:
            "5, and not said for the comparison of rule 6: ids of kept outcomes up to the list's number count as known"
        case .resumeLeavesTakenBack: "5 and 7, not said: a second resume does not show what the app has taken back"
        case .entriesKeepTheirOrder: "5: pending actions are in the order of their entries"
        case .keptOutcomesAreDispatchedAgain:
            "5: all kept outcomes are dispatched again, not only those that a list lacks"
        case .pullBeforeResumeCountsAsOverlapped:
            "1: a pull before the backlog was resumed counts as one with pending actions"
        case .droppedNumberIsStale: "6: a list behind the newest dropped number is stale"
        case .namelessIsStale: "6: a list without a log's name is stale"
        case .otherLogIsStale: "6: a list with another log's name is stale, and its number says nothing"
        case .numberBeyondTheLogIsStale:
            "6: a list whose number is beyond the log's newest is stale, and the log counts on from there"
        case .logCountsOnBeforeAClear:
            "6 and 8, not said: the log counts on before a requested clear is finished and gets its number"
        case .previousIsStale: "6: a list from `.previous` is stale"
        case .newestDispatchedIsCompared: "6: a list behind the newest dispatched outcome gets its number and is stale"
        case .goneEntryIsNotPending: "6: a pending action whose entry is gone is dropped"
        case .stalenessChangesTheMark: "6: what makes a list stale changes its mark"
        case .markIsOfOneValue: "6: a mark never fits a list that was made anew or loaded since"
        case .retriedRejectionIsSilent: "7: a rejection is not told again after its entry was retried"
        case .cancelledAttemptIsStale: "7: a cancellation after an attempt with an unknown effect makes the list stale"
        case .rejectedEntryIsNotStale:
            "7: a rejection, and the cancellation of a rejected entry, do not make the list stale"
        case .retryDoesNotOvertake:
            "7, not said: a retried entry waits for later ones of its lane that were attempted and may be at the server"
        case .takenBackCountsForPulls: "7: an action that was taken back counts as pending for a pull"
        case .takenBackOutcomeIsStale: "7: the outcome of an action that was taken back makes the list stale"
        case .unwrittenCancellationForgetsTakenBack:
            "7, not said: an entry that was cancelled before it was on disk is forgotten, since it has no outcome"
        case .clearHasANumber: "8: a clear has a number"
        case .clearedActionsStayUntilItIsOnDisk: "8: cleared actions stay pending until the clear is on disk"
        case .idCountsOnce: "9: an id that the base is known to contain changes nothing"
        case .resultOfTakenBackIsRemembered:
            "9, not said: the id of a result is remembered also if the app has taken the action back"
        case .resultOutOfOrderIsUncertain:
            "9, not said: a result that overtakes the outcome of an earlier action of its lane makes the base uncertain"
        case .resultBeforeResumeIsKept: "9: the id of a result before the backlog was resumed is kept"
        case .resultBeforeResumeIsUncertain: "9: a result before the backlog was resumed makes a pulled base uncertain"
        case .followerIsAddedOnce: "10: a job that follows another is added once, however often its cause is dispatched"
        case .onlyDispatchedOutcomesAreDropped:
            "11: only outcomes that were dispatched, with their reactions, leave a full log"
        case .unreadableOutcomeIsStale: "11: a kept entry that can't be decoded is dropped and makes the lists stale"
        case .unreadableAttemptIsStale:
            "11, not said: a waiting entry that can't be decoded gets a number when it is dropped, if it was attempted"
        case .unreadableFollowerIsKnown:
            "10 and 11, not said: the id of a dropped unreadable entry stays known while the outcome of its cause is kept"
        case .droppedPullIsStale: "13: a pull that is dropped makes the list stale"
        case .pullChangesTheMark: "13: an accepted pull changes the mark"
        case .renamesAreSaved: "1: renames are saved"
        case .renameBelongsToTheConfirmation: "10: a rename belongs to the action of its confirmation"
        case .overlapWaitsForEachOutbox:
            "1, not said: whether a pull had pending actions is saved until the backlogs of all outboxes are resumed"
        case .eachLogHasItsOwnNumber:
            "1, not said: a list that acknowledges two outboxes has a name and a number for each"
        }
    }
}
