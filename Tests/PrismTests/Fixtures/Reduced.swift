// SPDX-License-Identifier: MIT

import Prism
import RexCore

/// Enums with parts left out.
@Prism(without: .setters) enum ReadOnly { case one(Int), two }
@Prism(without: .isProperties) enum WithoutIs {
    case one(Int), two
    var isOne: Int { 1 }
}
@Prism(without: .casePaths, PrismPart.setters) enum WithoutPaths {
    case one(Int), two
    static let prisms = 1
}

/// The macro doesn't generate members that the enum already declares.
@Prism enum ByHand: CaseIndexed {
    case one, two
    static var caseCount: Int { 7 }
    var caseIndex: Int { 5 }
}

@Prism enum Declared: CaseIndexed { case one, two }
