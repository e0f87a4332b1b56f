// SPDX-License-Identifier: MIT

/// The file of the to-dos.
struct TodoFile: Sendable {
    var read: @Sendable () throws(Failure) -> [Todo]
    /// Puts to-dos in the place of those that were read or saved last, and of no others.
    var replace: @Sendable (_ saved: [Todo], _ todos: [Todo]) throws(Failure) -> Void

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
