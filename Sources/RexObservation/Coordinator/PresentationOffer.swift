// SPDX-License-Identifier: MIT

public import RexNavigation

/// A change that a view is asked to make.
public struct PresentationOffer: Hashable, Sendable {
    /// The number of the transition, which the view passes to
    /// ``PresentationCoordinator/transitionEnded(_:showing:)``.
    ///
    /// Two offers of the same presentations have two numbers.
    public let number: Int
    /// The presentations to show, from the bottom to the top.
    public let ids: [PresentationID]
}
