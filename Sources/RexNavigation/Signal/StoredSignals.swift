// SPDX-License-Identifier: MIT

#if DEBUG
import RexCore
#endif

/// The encoded form of a ``Signals``.
private struct StoredSignals<Value> {
    var lastID: SignalID
    /// The pending values, or nil if they aren't restored.
    var pending: [Stored]?

    /// A posted value, or nil if it couldn't be decoded.
    struct Stored {
        let id: SignalID
        let value: Value?

        enum CodingKeys: CodingKey { case id, value }
    }

    enum CodingKeys: CodingKey { case lastID, pending }
}

extension StoredSignals: Decodable where Value: Decodable {}
extension StoredSignals: Encodable where Value: Encodable {}
extension StoredSignals.Stored: Encodable where Value: Encodable {}

extension StoredSignals.Stored: Decodable where Value: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(SignalID.self, forKey: .id)
        value = try? container.decode(Value.self, forKey: .value)
    }
}

extension Signals: Decodable where Value: Decodable {
    /// Decodes the counter, and the values if they were encoded.
    ///
    /// A value that can't be decoded, for example since an app's update removed it, is left out.
    /// ``droppedOnDecoding`` counts them.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if the ids don't increase, or exceed the counter.
    public init(from decoder: any Decoder) throws {
        let stored = try StoredSignals<Value>(from: decoder)
        func corrupted(_ text: String) -> DecodingError {
            .dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: text))
        }
        // The greatest number that a double, and so each JSON library, represents exactly.
        guard 0...(1 << 53) ~= stored.lastID.number else {
            throw corrupted("The last id of signals is \(stored.lastID).")
        }
        var previous: SignalID = 0
        for signal in stored.pending ?? [] {
            guard previous < signal.id, signal.id <= stored.lastID else {
                throw corrupted(
                    "Signal \(signal.id) follows \(previous), and the last id is \(stored.lastID). Ids increase up to it."
                )
            }
            previous = signal.id
        }
        self.init(restoring: stored.pending != nil)
        #if DEBUG
        areCountersUsed.withLock { $0 = true }
        #endif
        lastID = stored.lastID
        pending = (stored.pending ?? []).compactMap { signal in
            signal.value.map { Signal(id: signal.id, value: $0) }
        }
        .suffix(Self.limit)
        droppedOnDecoding = (stored.pending?.count ?? 0) - pending.count
    }
}

extension Signals: Encodable where Value: Encodable {
    /// Encodes the counter, and the pending values if they are restored.
    public func encode(to encoder: any Encoder) throws {
        let values = pending.map { StoredSignals<Value>.Stored(id: $0.id, value: $0.value) }
        try StoredSignals(lastID: lastID, pending: isRestoring ? values : nil).encode(to: encoder)
    }
}
