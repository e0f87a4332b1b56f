// SPDX-License-Identifier: MIT

/// Where to-dos are kept.
struct TodoFile: Sendable {
    var read: @Sendable () throws(Failure) -> [Todo]
    var write: @Sendable ([Todo]) throws(Failure) -> Void

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
