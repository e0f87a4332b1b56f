// SPDX-License-Identifier: MIT

/// What a ``StateFile`` is coding, for values that save another form than they show in recordings.
///
/// It is a task-local value, since a coder of an app passes no `userInfo` on.
package enum StateFileCoding: Sendable {
    case saving
    case loading
    /// Loads the value before the last one, since the last one cannot be read.
    case recovering

    /// Nil outside of a `StateFile`.
    @TaskLocal package static var current: StateFileCoding?
}
