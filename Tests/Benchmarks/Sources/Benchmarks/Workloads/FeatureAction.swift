// SPDX-License-Identifier: MIT

import RexCore

/// An action for one of many features, told apart by a number as the cases of an enum are.
///
/// It stands for an enum of a thousand cases, each with a number as its payload.
struct FeatureAction: Sendable, CaseIndexed {
    static var caseCount: Int { 1_000 }

    let caseIndex: Int
    let amount: Int

    /// The payload, if the action is in that case.
    func amount(ifIn index: Int) -> Int? { caseIndex == index ? amount : nil }

    static func path(_ index: Int) -> CasePath<FeatureAction, Int> {
        CasePath(
            extract: { $0.amount(ifIn: index) },
            embed: { FeatureAction(caseIndex: index, amount: $0) },
            caseIndex: index
        )
    }
}
