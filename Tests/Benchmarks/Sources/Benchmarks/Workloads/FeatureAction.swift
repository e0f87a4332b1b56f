// SPDX-License-Identifier: MIT

import RexCore

/// An action of one of many features.
///
/// Its `caseIndex` selects the feature.
///
/// It stands for an enum with a thousand cases, each with a number as its payload.
struct FeatureAction: Sendable, CaseIndexed {
    static var caseCount: Int { 1_000 }

    let caseIndex: Int
    let amount: Int

    /// Returns the payload if the action is of the case `index`, otherwise nil.
    func amount(ifIn index: Int) -> Int? { caseIndex == index ? amount : nil }

    static func path(_ index: Int) -> CasePath<FeatureAction, Int> {
        CasePath(
            extract: { $0.amount(ifIn: index) },
            embed: { FeatureAction(caseIndex: index, amount: $0) },
            caseIndex: index
        )
    }
}
