// SPDX-License-Identifier: MIT

/// A `CasePath`, as the code that `@Prism` adds to a file names it.
///
/// The module Prism has an unavailable alias of the same name, which a file that imports RexCore
/// does not see: so the compiler says in one message where that import is missing. Write
/// `CasePath`.
public typealias PrismPath = CasePath
