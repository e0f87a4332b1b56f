// SPDX-License-Identifier: MIT

import Testing

/// What a clause is there for: the shortest schedule that breaks an invariant if the clause is left out.
struct OfflineReason: CustomTestStringConvertible {
    var clause: OfflineClause
    var instance: OfflineInstance
    /// Whether no list may become stale in this instance.
    var isNeverStale = false
    /// The broken invariant, and the steps.
    var schedule: String

    var testDescription: String { clause.text }

    init(_ clause: OfflineClause, _ instance: OfflineInstance, isNeverStale: Bool = false, _ schedule: String) {
        self.clause = clause
        self.instance = instance
        self.isNeverStale = isNeverStale
        self.schedule = schedule
    }

    static let all: [Self] = [
        Self(
            .overlappedBaseBecomesUncertain,
            .one(.pull),
            """
            a row is shown twice, not stale: \
            ask for pull · perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · \
            answer pull · receive pull · dispatch #1 · begin save A · end save A · drop #1
            """
        ),
        Self(
            .resultBeforeOutcomeIsRemembered,
            .lanes([.stream, .shortMemory]),
            """
            a row is shown twice, not stale: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · perform 2 · write 2 · \
            attempt 2 · server accepts 2 · result 2 · dispatch #1 · write outcome of 2 · begin save A · \
            end save A · drop #1 · crash · launch · dispatch #2 · begin save A · end save A · drop #2
            """
        ),
        Self(
            .numberIsTakenWithTheValue,
            .chain(.bound),
            """
            a row is missing, not stale: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · dispatch #1 · write 2 · \
            attempt 2 · server accepts 2 · write outcome of 2 · begin save A · dispatch #2 · end save A · \
            drop #2 · crash · launch
            """
        ),
        Self(
            .numberAdvancesAtEachOutcome,
            .lists(),
            isNeverStale: true,
            """
            a list is stale without need: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · dispatch #1
            """
        ),
        Self(
            .failedSaveAcknowledgesNothing,
            .one(.failedSave),
            isNeverStale: true,
            """
            a list is stale without need: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · dispatch #1 · \
            begin save A · save A fails · drop #1 · crash · launch
            """
        ),
        Self(
            .onlyASaveAcknowledges,
            .one(crashes: 2),
            isNeverStale: true,
            """
            a list is stale without need: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · dispatch #1 · \
            begin save A · drop #1 · crash · launch
            """
        ),
        Self(
            .nilAcknowledges,
            .one(.latePart),
            """
            the log keeps an outcome for ever: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · dispatch #1
            """
        ),
        Self(
            .nilRemovesNothing,
            .one(.latePart),
            """
            the file of a part that was not loaded is gone: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · dispatch #1
            """
        ),
        Self(
            .everyListHasToSave,
            .lists(),
            isNeverStale: true,
            """
            a list is stale without need: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · dispatch #1 · \
            begin save A · end save A · drop #1 · crash · launch
            """
        ),
        Self(
            .reactionsHaveToBeOnDisk,
            .one(.cancelRejected),
            """
            the app's reaction to a rejection is lost: \
            perform 1 · write 1 · attempt 1 · server rejects 1 · write outcome of 1 · dispatch #1 · \
            begin save A · end save A · drop #1 · crash · launch
            """
        ),
        Self(
            .outcomesLeaveInOrder,
            .chain(),
            """
            a job is sent twice: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · dispatch #1 · write 2 · \
            attempt 2 · server accepts 2 · write outcome of 2 · dispatch #2 · begin save A · end save A · \
            drop #2 · crash · launch · dispatch #1
            """
        ),
        Self(
            .backlogIsCurrent,
            .one(.latePart),
            """
            a row is missing, not stale: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · load A · dispatch #1 · \
            begin save A · end save A · drop #1
            """
        ),
        Self(
            .closedBacklogChangesNothing,
            .one(.lateLog),
            isNeverStale: true,
            """
            a list is stale without need: \
            crash · launch without log · open log
            """
        ),
        Self(
            .resumeShowsWaiting,
            .one(),
            """
            a row is missing, not stale: \
            perform 1 · write 1 · crash · launch · attempt 1 · server accepts 1 · write outcome of 1 · \
            dispatch #1 · begin save A · end save A · drop #1
            """
        ),
        Self(
            .resumeShowsRetried,
            .one([.latePart, .decide]),
            """
            a row is missing, not stale: \
            perform 1 · write 1 · attempt 1 · server rejects 1 · write outcome of 1 · crash · launch · \
            retry 1 · load A · dispatch #1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · \
            dispatch #2 · begin save A · end save A · drop #1 · drop #2
            """
        ),
        Self(
            .resumeShowsCancelling,
            .one(.cancel),
            """
            a row is missing, not stale: \
            perform 1 · write 1 · attempt 1 · cancel 1 · write 1 · server accepts 1 · crash · launch · \
            write outcome of 1 · dispatch #1 · begin save A · end save A · drop #1
            """
        ),
        Self(
            .resumeShowsNewerOutcomes,
            .one(),
            """
            a row is missing, not stale: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · crash · launch · \
            dispatch #1 · begin save A · end save A · drop #1
            """
        ),
        Self(
            .resumeKnowsKeptOutcomes,
            .one([.replace, .pull, .stream, .promptStream]),
            """
            a row is shown twice, not stale: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · dispatch #1 · \
            make A anew · ask for pull · answer pull · receive pull · result 1 · begin save A · end save A · \
            drop #1
            """
        ),
        Self(
            .resumeLeavesTakenBack,
            .one([.cancel, .takeBack, .resumeAgain]),
            """
            an action that was taken back is shown again: \
            perform 1 · cancel 1 · resume A again
            """
        ),
        Self(
            .entriesKeepTheirOrder,
            .lane(.retryRejected),
            """
            the screen shows actions in another order than the server gets them: \
            perform 1 · write 1 · attempt 1 · server rejects 1 · write outcome of 1 · perform 2 · \
            dispatch #1
            """
        ),
        Self(
            .keptOutcomesAreDispatchedAgain,
            .one(.cancelRejected),
            """
            the app's reaction to a rejection is lost: \
            perform 1 · write 1 · attempt 1 · server rejects 1 · write outcome of 1 · dispatch #1 · \
            begin save A · end save A · crash · launch · drop #1
            """
        ),
        Self(
            .logCountsOnBeforeAClear,
            .chain([.clear, .oldLog]),
            """
            a row is missing, not stale: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · dispatch #1 · write 2 · \
            attempt 2 · server accepts 2 · cancelAll · request clear · begin save A · end save A · crash · \
            launch with older log
            """
        ),
        Self(
            .pullBeforeResumeCountsAsOverlapped,
            .one([.lateLog, .pull]),
            """
            a row is shown twice, not stale: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · crash · \
            launch without log · ask for pull · answer pull · receive pull · open log · dispatch #1 · \
            begin save A · end save A · drop #1
            """
        ),
        Self(
            .droppedNumberIsStale,
            .one(.unreadable),
            """
            a row is missing, not stale: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · crash · 1 becomes unreadable · launch · \
            begin save A · end save A
            """
        ),
        Self(
            .namelessIsStale,
            .one(.replace),
            """
            a row is missing, not stale: \
            make A anew · begin save A · end save A
            """
        ),
        Self(
            .otherLogIsStale,
            .one(.lostLog),
            """
            a row is missing, not stale: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · crash · launch with new log · begin save A · \
            end save A
            """
        ),
        Self(
            .numberBeyondTheLogIsStale,
            .chain(.oldLog),
            """
            a row is missing, not stale: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · dispatch #1 · write 2 · \
            begin save A · end save A · crash · launch with older log · attempt 1 · server accepts 1 · \
            attempt 2 · server accepts 2 · write outcome of 2 · dispatch #1 · write outcome of 1 · \
            dispatch #2 · drop #1 · begin save A · end save A · drop #2
            """
        ),
        Self(
            .previousIsStale,
            .one(.previous),
            """
            a row is missing, not stale: \
            crash · launch with A of .previous
            """
        ),
        Self(
            .newestDispatchedIsCompared,
            .one(.latePart),
            """
            a row is missing, not stale: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · dispatch #1 · load A
            """
        ),
        Self(
            .goneEntryIsNotPending,
            .one(.clear),
            """
            an action is pending for ever: \
            perform 1 · cancelAll · request clear · clear · begin save A · end save A
            """
        ),
        Self(
            .stalenessChangesTheMark,
            .one([.cancel, .takeBack, .pull]),
            """
            a row is missing, not stale: \
            ask for pull · answer pull · perform 1 · write 1 · attempt 1 · cancel 1 · server accepts 1 · \
            write outcome of 1 · dispatch #1 · receive pull · begin save A · end save A · drop #1
            """
        ),
        Self(
            .markIsOfOneValue,
            .one([.replace, .pull]),
            """
            a row is missing, not stale: \
            ask for pull · answer pull · perform 1 · write 1 · attempt 1 · server accepts 1 · \
            write outcome of 1 · make A anew · dispatch #1 · receive pull · begin save A · end save A · \
            drop #1
            """
        ),
        Self(
            .retriedRejectionIsSilent,
            .one(.retryRejected),
            """
            a row is missing, not stale: \
            perform 1 · write 1 · attempt 1 · server rejects 1 · write outcome of 1 · dispatch #1 · write 1 · \
            attempt 1 · server accepts 1 · write outcome of 1 · crash · launch · dispatch #1 · dispatch #2 · \
            begin save A · end save A · drop #1 · drop #2
            """
        ),
        Self(
            .cancelledAttemptIsStale,
            .one(.cancel),
            """
            a row is missing, not stale: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · crash · launch · cancel 1 · \
            write outcome of 1 · dispatch #1 · begin save A · end save A · drop #1
            """
        ),
        Self(
            .rejectedEntryIsNotStale,
            .one(.decide),
            isNeverStale: true,
            """
            a list is stale without need: \
            perform 1 · write 1 · attempt 1 · server rejects 1 · write outcome of 1 · dispatch #1
            """
        ),
        Self(
            .retryDoesNotOvertake,
            .lane(.retryRejected),
            """
            rows are in another order than on the server, not stale: \
            perform 1 · write 1 · attempt 1 · server rejects 1 · write outcome of 1 · perform 2 · write 2 · \
            attempt 2 · server accepts 2 · crash · launch · dispatch #1 · write 1 · attempt 1 · \
            server accepts 1 · write outcome of 1 · dispatch #2 · attempt 2 · server accepts 2 · \
            write outcome of 2 · dispatch #3 · begin save A · end save A · drop #1 · drop #2 · drop #3
            """
        ),
        Self(
            .takenBackCountsForPulls,
            .one([.cancel, .takeBack, .pull]),
            """
            a row is shown twice, not stale: \
            ask for pull · perform 1 · write 1 · attempt 1 · cancel 1 · server accepts 1 · \
            write outcome of 1 · answer pull · receive pull · begin save A · end save A · crash · launch · \
            dispatch #1 · begin save A · end save A · drop #1
            """
        ),
        Self(
            .takenBackOutcomeIsStale,
            .one([.cancel, .takeBack]),
            """
            a row is missing, not stale: \
            perform 1 · write 1 · attempt 1 · cancel 1 · server accepts 1 · write outcome of 1 · dispatch #1 · \
            begin save A · end save A · drop #1
            """
        ),
        Self(
            .unwrittenCancellationForgetsTakenBack,
            .one([.cancel, .takeBack]),
            """
            an action that was taken back is awaited for ever: \
            perform 1 · cancel 1 · write 1
            """
        ),
        Self(
            .clearHasANumber,
            .one(.clear),
            """
            a row is missing, not stale: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · cancelAll · request clear · clear
            """
        ),
        Self(
            .clearedActionsStayUntilItIsOnDisk,
            .one([.clear, .pull]),
            """
            a row is shown twice, not stale: \
            ask for pull · perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · \
            cancelAll · answer pull · receive pull · begin save A · end save A · crash · launch · \
            dispatch #1 · begin save A · end save A · drop #1
            """
        ),
        Self(
            .idCountsOnce,
            .one(.stream),
            """
            a row is shown twice, not stale: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · dispatch #1 · result 1 · \
            begin save A · end save A · drop #1
            """
        ),
        Self(
            .resultOfTakenBackIsRemembered,
            .one([.cancel, .takeBack, .stream]),
            """
            a row is shown twice, not stale: \
            perform 1 · write 1 · attempt 1 · cancel 1 · server accepts 1 · write outcome of 1 · result 1 · \
            begin save A · end save A · crash · launch · dispatch #1 · begin save A · end save A · drop #1
            """
        ),
        Self(
            .resultOutOfOrderIsUncertain,
            .lane(.stream),
            """
            rows are in another order than on the server, not stale: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · perform 2 · write 2 · \
            attempt 2 · server accepts 2 · write outcome of 2 · result 2 · dispatch #1 · dispatch #2 · \
            begin save A · end save A · drop #1 · drop #2
            """
        ),
        Self(
            .resultBeforeResumeIsKept,
            .one([.lateLog, .stream]),
            """
            a row is shown twice, not stale: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · crash · \
            launch without log · result 1 · open log · dispatch #1 · begin save A · end save A · drop #1
            """
        ),
        Self(
            .resultBeforeResumeIsUncertain,
            .one([.lateLog, .pull, .stream]),
            """
            a row is shown twice, not stale: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · crash · \
            launch without log · ask for pull · answer pull · receive pull · result 1 · open log · \
            dispatch #1 · begin save A · end save A · drop #1
            """
        ),
        Self(
            .followerIsAddedOnce,
            .chain(),
            """
            a job is sent twice: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · dispatch #1 · write 2 · \
            crash · launch · dispatch #1
            """
        ),
        Self(
            .onlyDispatchedOutcomesAreDropped,
            .chainAndOther(.bound),
            """
            a job that follows another is lost: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · perform 2 · write 2 · \
            attempt 2 · server accepts 2 · write outcome of 2 · dispatch #2 · begin save A · end save A · \
            drop #2
            """
        ),
        Self(
            .unreadableOutcomeIsStale,
            .one(.unreadable),
            """
            a row is missing, not stale: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · crash · \
            1 becomes unreadable · launch
            """
        ),
        Self(
            .unreadableAttemptIsStale,
            .one(.unreadable),
            """
            a row is missing, not stale: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · crash · 1 becomes unreadable · launch
            """
        ),
        Self(
            .unreadableFollowerIsKnown,
            .chain(.unreadable),
            """
            a job is sent twice: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · dispatch #1 · write 2 · \
            attempt 2 · server accepts 2 · write outcome of 2 · crash · 2 becomes unreadable · launch · \
            dispatch #1
            """
        ),
        Self(
            .droppedPullIsStale,
            .one([.pull, .otherDevice]),
            """
            a row is missing, not stale: \
            ask for pull · perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · \
            dispatch #1 · begin save A · end save A · drop #1 · another device adds a row · answer pull · \
            receive pull
            """
        ),
        Self(
            .pullChangesTheMark,
            .one([.pull, .secondPull, .otherDevice]),
            """
            a row is missing, not stale: \
            ask for pull · ask for pull · answer pull · another device adds a row · answer pull of 2 · \
            receive pull of 2 · receive pull
            """
        ),
        Self(
            .renamesAreSaved,
            .renames(),
            """
            a row is missing, not stale: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · dispatch #1 · \
            begin save A · end save A · drop #1 · perform 2 · write 2 · attempt 2 · server accepts 2 · \
            write outcome of 2 · crash · launch · dispatch #2 · begin save A · end save A · drop #2
            """
        ),
        Self(
            .renameBelongsToTheConfirmation,
            .renames(.bound),
            """
            a row is missing, not stale: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · dispatch #1 · \
            perform 2 · write 2 · attempt 2 · server accepts 2 · write outcome of 2 · dispatch #2 · \
            begin save A · end save A · drop #2
            """
        ),
        Self(
            .eachLogHasItsOwnNumber,
            .outboxes(),
            """
            a row is missing, not stale: \
            perform 1 · write 1 · attempt 1 · server accepts 1 · write outcome of 1 · dispatch #1 · \
            begin save A · end save A · drop #1 · perform 2 · write 2 · attempt 2 · server accepts 2 · \
            write outcome of 2 · dispatch #1 of 2 · drop #1 of 2
            """
        ),
        Self(
            .overlapWaitsForEachOutbox,
            .outboxes(.pull),
            """
            a row is shown twice, not stale: \
            ask for pull · perform 1 · perform 2 · write 2 · attempt 2 · server accepts 2 · \
            write outcome of 2 · answer pull · receive pull · begin save A · end save A · crash · launch · \
            dispatch #1 of 2 · begin save A · end save A · drop #1 of 2
            """
        ),
    ]
}
