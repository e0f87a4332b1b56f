// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import RexCore

private struct Desk: Sendable {
    var notes = Notes()
    var clicks = 0
}

private struct Notes: Sendable, Codable, Equatable {
    var title = "a title that is no small string"
    var lines = ["one", "two"]
    var tags: Set<String> = ["a", "b"]
    var isPinned = false
}

private struct Large: Sendable {
    var number = 0
    var bytes: [UInt8] = []
}

/// A coder that stores bytes unchanged.
private struct BytesCoder: StateCoder {
    func encode<Value: Encodable>(_ value: Value) -> [UInt8] { value as? [UInt8] ?? [] }
    func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        guard let value = bytes as? Value else { throw StorageError(.read, "bytes", .cannotDecode("")) }
        return value
    }
}

extension Workload {
    static let savings = [unsavedPart, largePart]

    private static let unsavedPart = Workload(
        name: "S1",
        work: "a change of a part that is not saved",
        against: "no saving"
    ) {
        let desk = Feature<Int, Desk, Void> { click, desk in desk.clicks += click }
        let file = StateFile<Notes>(at: "notes", storage: .memory)
        let saved = Store(
            initialState: Desk(),
            feature: desk <> .saving(\.notes, to: { _ in file }),
            dependencies: ()
        )
        let plain = Store(initialState: Desk(), feature: desk, dependencies: ())
        return Contest { count in
            for _ in 0..<count { saved.dispatch(1) }
        } reference: { count in
            for _ in 0..<count { plain.dispatch(1) }
        }
    }

    /// Each action changes 1 MB, usually while an earlier value is still being saved.
    private static let largePart = Workload(
        name: "S2",
        work: "a change of 1 MB that is saved: time on the store's thread",
        against: "no saving",
        actions: 100,
        rounds: 21
    ) {
        // The values differ only in the last byte: the worst case for a comparison.
        let values = (0..<2).map { [UInt8](repeating: 0, count: 1 << 20) + [$0] }
        let feature = Feature<Int, Large, Void> { number, large in
            large = Large(number: number, bytes: values[number % 2])
        }
        let file = StateFile<[UInt8]>(at: "bytes", storage: .memory, coder: BytesCoder())
        let saved = Store(
            initialState: Large(),
            feature: feature <> .saving(\.bytes, to: { _ in file }, within: .zero),
            dependencies: ()
        )
        let plain = Store(initialState: Large(), feature: feature, dependencies: ())
        return Contest { count in
            for number in 0..<count { saved.dispatch(number) }
        } reference: { count in
            for number in 0..<count { plain.dispatch(number) }
        }
    }
}
