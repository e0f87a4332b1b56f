// SPDX-License-Identifier: MIT

import RexCore

enum ShopAction: Equatable, Sendable {
    case open
    case rename(row: Int, to: String)
    case cart(CartAction)
}

enum CartAction: Equatable, Sendable {
    case add
    case remove(Int)
}

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

let shop = Reducer<ShopAction, ShopState>.reduce { action, state in
    switch action {
    case .open: state.isOpen = true
    case .rename(let row, let title): state.rows[row].title = title
    case .cart: break
    }
}

let source = ActionSource(file: "Shop/RowView.swift", function: "body", line: 12, info: nil)
