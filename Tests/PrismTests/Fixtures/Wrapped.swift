// SPDX-License-Identifier: MIT

import Prism
import RexCore

/// An `#if` condition continues on the next line while a bracket is open.
@Prism enum Wrapped: Equatable {
    case first
    #if (os(Windows)
        || os(Linux)  // or
        || os(macOS)) && !os(
            Windows)
    case second(Int)
    #elseif (os(Windows) || os(WASI))
    case second(String)
    #endif
    case last
}
