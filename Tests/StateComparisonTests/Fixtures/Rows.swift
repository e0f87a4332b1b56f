// SPDX-License-Identifier: MIT

struct Row: Equatable, Sendable {
    var id: Int
    var title: String
    var isDone = false
}

struct ShopState: Equatable, Sendable {
    var isOpen = false
    var rows: [Row] = []
}

extension ShopState {
    static func withRows(_ count: Int) -> ShopState {
        ShopState(rows: (0..<count).map { Row(id: $0, title: "the title of row number \($0)") })
    }
}
