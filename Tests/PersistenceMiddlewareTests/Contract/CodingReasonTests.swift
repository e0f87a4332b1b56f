// SPDX-License-Identifier: MIT

import Foundation
import PersistenceMiddleware
import Testing

/// The reasons why a value cannot be decoded or encoded: with the names of keys, without values.
@Suite struct CodingReasonTests {
    private struct Draft: Codable, Sendable { var text: String }
    private struct PinnedDraft: Codable, Sendable { var text: String, isPinned: Bool }
    private struct Shelf<Item: Codable & Sendable>: Codable, Sendable { var drafts: [String: [Item]] }
    private enum Failure: Error { case password(String) }

    private struct Color: Codable, Sendable {
        enum Name: String, Codable, Sendable { case red }
        var name: Name
    }

    /// A coder that encodes a text as it is, and may refuse to decode it.
    private struct TextCoder: StateCoder {
        var error: (any Error)?

        func encode<Value: Encodable>(_ value: Value) throws -> [UInt8] {
            if let text = value as? String { return Array(text.utf8) }
            return Array(try JSONEncoder().encode(value))
        }

        func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
            if let error { throw error }
            return try JSONDecoder().decode(type, from: Data(bytes))
        }
    }

    private let storage = MemoryStorage()
    private let advice =
        "It was saved with version 1: if its type has changed since, raise the version to 2 and add "
        + "migrate.from(1) { (old: …) in … }"

    /// Returns the text of the error of a load, and expects that a save has the same one.
    private func text<Value>(_ file: StateFile<Value>, toSave value: Value? = nil) -> String? {
        do throws(StorageError) {
            _ = try file.load()
            return nil
        } catch {
            if let value { #expect(throws: error) { try file.save(value) } }
            return error.description
        }
    }

    @Test func addedFieldWithoutMigrationIsNamedWithAdvice() throws {
        try StateFile(at: "drafts.state", storage: storage).save([Draft(text: "PASSWORD")])
        let file = StateFile<[PinnedDraft]>(at: "drafts.state", storage: storage)
        #expect(
            text(file, toSave: []) == """
                drafts.state cannot be read: its value cannot be decoded, since a key is missing at *.isPinned. \(advice).
                """
        )
    }

    @Test func keysOfDictionariesAreHidden() throws {
        let shelf = Shelf(drafts: ["PASSWORD": [Draft(text: "PASSWORD")]])
        try StateFile(at: "shelf", storage: storage).save(shelf)
        let reason = text(StateFile<Shelf<PinnedDraft>>(at: "shelf", storage: storage))
        #expect(reason?.contains("since a key is missing at drafts.*.*.isPinned. \(advice)") == true)
    }

    @Test(
        arguments: [
            (#"{"PASSWORD":[{"text":7}]}"#, "something is no String at *.*.text"),
            (#"{"PASSWORD":[{"text":null}]}"#, "a String is missing at *.*.text"),
            (#"["PASSWORD"]"#, "something is no Dictionary<String, Any>"),
            (#"{"PASSWORD":"#, "the data are invalid"),
        ]
    ) func otherErrorsHaveThePathWithoutValues(json: String, reason: String) throws {
        try StateFile(at: "texts", storage: storage, coder: TextCoder()).save(json)
        let found = text(StateFile<[String: [Draft]]>(at: "texts", storage: storage))
        #expect(found == "texts cannot be read: its value cannot be decoded, since \(reason). \(advice).")
    }

    @Test func valueThatIsNoCaseHasItsPath() throws {
        try StateFile(at: "color", storage: storage).save(["name": "PASSWORD"])
        let reason = text(StateFile<Color>(at: "color", storage: storage))
        #expect(reason?.contains("since the data are invalid at name. \(advice)") == true)
    }

    @Test func migrationThatTakesAnotherTypeHasOtherAdvice() throws {
        try StateFile(at: "drafts", storage: storage).save([Draft(text: "PASSWORD")])
        let file = StateFile<[String]>(at: "drafts", version: 2, storage: storage) { migrate in
            migrate.from(1) { (old: [PinnedDraft]) in old.map(\.text) }
        }
        #expect(
            text(file) == """
                drafts cannot be read: its value cannot be decoded, since a key is missing at *.isPinned. It was saved \
                with version 1: let migrate.from(1) take the type of that version, unchanged.
                """
        )
    }

    @Test func errorOfACoderHasItsTypeAlone() throws {
        let file = StateFile<String>(
            at: "text",
            storage: storage,
            coder: TextCoder(error: Failure.password("PASSWORD"))
        )
        try file.save("tea")
        #expect(text(file) == "text cannot be read: its value cannot be decoded, because of a Failure.")
    }

    @Test func valueThatCannotBeEncodedHasItsPath() {
        let file = StateFile<Shelf<Double>>(at: "numbers", storage: storage, coder: TextCoder())
        #expect(
            throws: StorageError(.write, "numbers", .cannotEncode("since a Double cannot be encoded at drafts.*.*"))
        ) {
            try file.save(Shelf(drafts: ["PASSWORD": [.nan]]))
        }
    }
}
