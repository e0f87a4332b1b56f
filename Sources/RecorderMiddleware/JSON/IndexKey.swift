// SPDX-License-Identifier: MIT

/// The index in a list, as a key.
struct IndexKey: CodingKey {
    let index: Int
    var intValue: Int? { index }
    var stringValue: String { "Index \(index)" }

    init(intValue: Int) { index = intValue }
    init?(stringValue: String) { nil }
}
