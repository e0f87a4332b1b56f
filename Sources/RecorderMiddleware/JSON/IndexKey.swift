// SPDX-License-Identifier: MIT

/// An index of a list, as a coding key.
struct IndexKey: CodingKey {
    let index: Int
    var intValue: Int? { index }
    var stringValue: String { "Index \(index)" }

    init(intValue: Int) { index = intValue }
    init?(stringValue: String) { nil }
}
