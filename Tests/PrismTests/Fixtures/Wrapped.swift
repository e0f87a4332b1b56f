// SPDX-License-Identifier: MIT

import Prism
import RexCore

/// A condition of the compiler goes on over lines as long as a bracket is open.
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
