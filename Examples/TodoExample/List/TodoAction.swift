// SPDX-License-Identifier: MIT

/// What can happen to one to-do.
enum TodoAction: Sendable {
    case setDone(Bool)
    case rename(String)
}
