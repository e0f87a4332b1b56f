// SPDX-License-Identifier: MIT

/// The encoded form of a container: the counter and the presentations.
struct StoredPresentations<State> {
    var lastID: Int64
    var presentations: [Stored]

    /// A presentation, without its state if that couldn't be decoded.
    struct Stored {
        let id: PresentationID
        let value: State?

        enum CodingKeys: CodingKey { case id, value }
    }

    enum CodingKeys: CodingKey { case lastID, presentations }

    /// The greatest number that a double, and so each JSON library, represents exactly.
    static var greatestID: Int64 { 1 << 53 }

    init(_ counter: PresentationCounter, _ presentations: some Collection<Presentation<State>>) {
        lastID = counter.last
        self.presentations = presentations.map { Stored(id: $0.id, value: $0.value) }
    }

    var counter: PresentationCounter {
        var counter = PresentationCounter()
        counter.last = lastID
        return counter
    }
}

extension StoredPresentations: Decodable where State: Decodable {
    /// Decodes the presentations below the first one whose state can't be decoded.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        lastID = try container.decode(Int64.self, forKey: .lastID)
        presentations = try container.decode([Stored].self, forKey: .presentations)
        func corrupted(_ text: String) -> DecodingError {
            .dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: text))
        }
        guard 0...Self.greatestID ~= lastID else { throw corrupted("The last id of presentations is \(lastID).") }
        var previous: PresentationID = 0
        for presentation in presentations {
            guard previous < presentation.id, presentation.id.number <= lastID else {
                throw corrupted(
                    "Presentation \(presentation.id) follows \(previous), and the last id is #\(lastID). Ids increase up to it."
                )
            }
            previous = presentation.id
        }
    }

    /// The presentations below the first one without a state.
    var readable: [Presentation<State>] {
        var readable: [Presentation<State>] = []
        for stored in presentations {
            guard let value = stored.value else { break }
            readable.append(Presentation(id: stored.id, value: value))
        }
        return readable
    }
}

extension StoredPresentations.Stored: Decodable where State: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(PresentationID.self, forKey: .id)
        value = try? container.decode(State.self, forKey: .value)
    }
}

extension StoredPresentations: Encodable where State: Encodable {}
extension StoredPresentations.Stored: Encodable where State: Encodable {}

extension PresentationStack: Decodable where State: Decodable {
    /// Decodes a stack.
    ///
    /// A screen whose state can't be decoded, for example since an app's update removed it, is left
    /// out with all screens above it. ``droppedOnDecoding`` counts them.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if the ids don't increase, or exceed the counter.
    public init(from decoder: any Decoder) throws {
        let stored = try StoredPresentations<State>(from: decoder)
        let readable = stored.readable
        counter = stored.counter
        identities = readable.map(\.id)
        values = readable.map(\.value)
        droppedOnDecoding = stored.presentations.count - readable.count
    }
}

extension PresentationStack: Encodable where State: Encodable {
    /// Encodes the counter and the screens.
    public func encode(to encoder: any Encoder) throws {
        try StoredPresentations(counter, self).encode(to: encoder)
    }
}

extension Presented: Decodable where State: Decodable {
    /// Decodes a presentation or none.
    ///
    /// A presentation whose state can't be decoded is left out. ``droppedOnDecoding`` counts it.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if there are several presentations, or if the id
    ///   exceeds the counter.
    public init(from decoder: any Decoder) throws {
        let stored = try StoredPresentations<State>(from: decoder)
        guard stored.presentations.count < 2 else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "\(stored.presentations.count) presentations are encoded where one is possible."
                )
            )
        }
        counter = stored.counter
        current = stored.readable.first
        droppedOnDecoding = stored.presentations.count - count
    }
}

extension Presented: Encodable where State: Encodable {
    /// Encodes the counter and the presentation.
    public func encode(to encoder: any Encoder) throws {
        try StoredPresentations(counter, self).encode(to: encoder)
    }
}

// Synthesised `Decodable` conformances call these.
extension KeyedDecodingContainer {
    /// Decodes a presentation, or an empty container if the key is missing or null.
    ///
    /// So a file of an earlier version of the app, whose screen had no sheet, is still read.
    public func decode<State: Decodable>(_ type: Presented<State>.Type, forKey key: Key) throws -> Presented<State> {
        try decodeIfPresent(type, forKey: key) ?? Presented()
    }

    /// Decodes a stack, or an empty one if the key is missing or null.
    ///
    /// So a file of an earlier version of the app, whose screen had no stack, is still read.
    public func decode<State: Decodable>(
        _ type: PresentationStack<State>.Type,
        forKey key: Key
    ) throws -> PresentationStack<State> {
        try decodeIfPresent(type, forKey: key) ?? PresentationStack()
    }
}
