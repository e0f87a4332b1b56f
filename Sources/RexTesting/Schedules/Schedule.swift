// SPDX-License-Identifier: MIT

/// In which order a test takes the steps that are ready at the same moment.
///
/// A ``TestStore`` has ``inOrder``, unless ``exploreSchedules(_:seed:fileID:filePath:line:column:_:)`` gave it another one.
public struct Schedule: Sendable {
    /// First come, first served: the same order each time.
    public static let inOrder = Schedule(exploration: nil)

    /// What draws and notes the order; nil if there is nothing to draw.
    let exploration: Exploration?
}
