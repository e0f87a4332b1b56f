// SPDX-License-Identifier: MIT

struct Todo: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var title: String
    var isDone = false

    /// The ids that a to-do can have.
    static let ids = 1...999_999_999
}
