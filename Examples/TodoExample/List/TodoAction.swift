// SPDX-License-Identifier: MIT

/// The actions of one to-do.
enum TodoAction: Sendable {
    case setDone(Bool)
    case rename(String)
}
