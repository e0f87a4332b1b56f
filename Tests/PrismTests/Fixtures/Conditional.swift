// SPDX-License-Identifier: MIT

import Prism
import RexCore

/// `#if` conditions around cases.
///
/// `os(Linux) || os(macOS)` is true wherever the tests run.
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
