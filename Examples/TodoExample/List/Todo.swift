// SPDX-License-Identifier: MIT

struct Todo: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var title: String
    var isDone = false
}
