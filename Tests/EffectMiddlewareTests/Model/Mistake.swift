// SPDX-License-Identifier: MIT

/// A mistake in the model, to check that random programs detect it.
enum Mistake: CaseIterable, Sendable {
    /// A run ends when its body returns, even if its actions are still queued.
    case overWithItsBody
    /// A late trigger acts before triggers that are already due.
    case newerPassesOlder
    /// Queued actions of a cancelled run are processed.
    case cancelLeavesTheQueue
    /// Waiting triggers are not cancelled.
    case cancelLeavesTheWaiting
    /// `ended` is sent for removed elements.
    case finalActionForRemovedElements
    /// A board of an optional that is replaced by another one keeps its runs.
    case replacedBoardKeepsItsRuns
    /// The final action of a returned run is revoked with its other actions.
    case finalActionIsRevoked
    case keyIgnored
    /// Removing a card cancels the runs of its board.
    case innerEndsOuter
    /// Cancelling a name on a board only affects the rules of the board itself.
    case outerSparesInner
    /// Every trigger is ignored while a run of `.first` is in progress.
    case answerIgnored
    /// Only actions that a run sent directly count as its answers.
    case answerOfAnswerIgnored
    /// Cancelling rules act before all others.
    case cancelFirst
    /// A cancelled run stops counting before its body has returned.
    case cancelledMakesRoom
    /// An interval starts at its scheduled time, even if the clock is late.
    case spanFromDeadline
    /// A newer key of a queued `during` does not wait.
    case duringDoesNotQueue
    /// Cancelled bodies of a removed element do not count after the element returns.
    case bodiesOfTheGoneAreForgotten
    /// An element that returns starts without a throttle interval.
    case spansOfTheGoneAreForgotten
    /// A cancelled run counts until its final action was reduced, even if its body has returned.
    case cancelledCountsUntilItsFinalAction
    /// A run cancelled before its body has started stops counting immediately.
    case unbegunMakesRoom
    /// A timeout revokes queued actions of the attempt.
    case timeoutRevokes
    /// A trigger that `.first` ignores starts a throttle interval.
    case ignoredBeginsSpan
    case cancelEndsSpan
    /// A trigger of a debounced `.latest` cancels when it starts.
    case debouncedCancelsLate
    /// `.keepingLatest` keeps the first waiting trigger instead of the last.
    case firstIsKept
    /// A run started by the state has no cause.
    case stateHasNoCause
    /// Due triggers are handled in the order in which they started to wait.
    case dueByNumber
    /// A cancelled run is retried.
    case cancelledIsTriedAgain
    /// The timeout of each attempt starts with the first attempt.
    case oneTimeForAllAttempts

    /// Whether fewer than one in 300 programs detects it.
    var isRare: Bool {
        switch self {
        case .dueByNumber, .stateHasNoCause, .cancelledIsTriedAgain, .duringDoesNotQueue, .bodiesOfTheGoneAreForgotten,
            .spansOfTheGoneAreForgotten, .cancelledCountsUntilItsFinalAction, .answerOfAnswerIgnored:
            true
        default: false
        }
    }
}
