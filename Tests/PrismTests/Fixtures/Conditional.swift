// SPDX-License-Identifier: MIT

import Prism
import RexCore

/// Conditions of the compiler around cases; `os(Linux) || os(macOS)` holds wherever the tests run.
@Prism enum Conditional: Equatable {
    case first
    #if os(Linux) || os(macOS)
    case second(Int), third
    #if os(Windows)
    case windows
    #else
    case notWindows(String)
    #endif
    #elseif os(Windows)
    case second(String)
    #else
    case elsewhere
    #endif
    #if os(Windows)
    case windowsOnly
    #endif
    case last
}
