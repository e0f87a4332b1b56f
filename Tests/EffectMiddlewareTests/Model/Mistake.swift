// SPDX-License-Identifier: MIT

/// What a model may get wrong, to see that the programs notice it.
enum Mistake: CaseIterable, Sendable {
    /// A run is over when its body returns, whatever waits in the queue.
    case overWithItsBody
    /// A late trigger acts before what is due.
    case newerPassesOlder
    /// What a cancelled run has sent is processed if it waits in the queue.
    case cancelLeavesTheQueue
    /// What waits is not cancelled.
    case cancelLeavesTheWaiting
    /// `ended` is sent for elements that are gone.
    case lastWordOfTheGone
    /// The last word of a run that has returned is revoked with what it has sent.
    case lastWordIsRevoked
    case keyIgnored
    /// A card that is gone ends the runs of its board.
    case innerEndsOuter
    /// A name that is cancelled on a board means the rules of the board alone.
    case outerSparesInner
    /// Every trigger is ignored while a run of `.first` goes on.
    case answerIgnored
    /// Only what the run itself has sent is its answer.
    case answerOfAnswerIgnored
    /// What cancels acts before all else.
    case cancelFirst
    /// A cancelled run makes room before its body has returned.
    case cancelledMakesRoom
    /// A span begins when it should have, however late the clock is.
    case spanFromDeadline
    /// A newer key of a queued `during` does not wait.
    case duringDoesNotQueue
    /// Bodies that wait on though their element is gone do not count once it comes back.
    case bodiesOfTheGoneAreForgotten
    /// An element that comes back begins without a span.
    case spansOfTheGoneAreForgotten
    /// A cancelled run counts until its last word was reduced, though its body has returned.
    case cancelledCountsUntilItsLastWord
    /// A run that was cancelled before its body has begun makes room at once.
    case unbegunMakesRoom
    /// The end of an attempt's time revokes what waits in the queue.
    case timeoutRevokes
    /// A trigger that `.first` ignores begins a span.
    case ignoredBeginsSpan
    case cancelEndsSpan
    /// A trigger of a debounced `.latest` cancels when it starts.
    case debouncedCancelsLate
    /// Of what `.keepingLatest` lets wait the first is kept.
    case firstIsKept
    /// What the state has started has no cause.
    case stateHasNoCause
    /// What is due is decided in the order in which it was begun to wait.
    case dueByNumber
    /// A cancelled run is tried again.
    case cancelledIsTriedAgain
    /// Each attempt's time begins with the first.
    case oneTimeForAllAttempts

    /// True if fewer than one of 300 programs comes to it.
    var isRare: Bool {
        switch self {
        case .dueByNumber, .stateHasNoCause, .cancelledIsTriedAgain, .duringDoesNotQueue, .bodiesOfTheGoneAreForgotten,
            .spansOfTheGoneAreForgotten, .cancelledCountsUntilItsLastWord, .answerOfAnswerIgnored:
            true
        default: false
        }
    }
}
