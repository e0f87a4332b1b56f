// SPDX-License-Identifier: MIT

import Foundation
import PersistenceMiddleware
import RexTesting
import Testing

/// A file with an owner shows its value to no one else, loses no value of an owner who is known late,
/// and leaves nothing behind.
@Suite struct OwnerTests {
    private let world = TestWorld()
    private let disk: TestStorage

    init() { disk = TestStorage(in: world) }

    private func file(_ disk: TestStorage? = nil) -> NotesFile {
        NotesFile(at: "a/list", storage: disk ?? self.disk)
    }

    private func paths() throws -> [String] { try files(of: disk, at: "a/list").keys.sorted() }

    private func texts() throws -> String { try files(of: disk, at: "a/list").values.sorted().joined() }

    private func start(_ user: String?, _ text: String? = nil, _ file: NotesFile) -> TestStore<
        OwnedDeskAction, OwnedDesk
    > {
        TestStore(
            initialState: OwnedDesk(user: user, text: text ?? ""),
            feature: ownedDesk,
            dependencies: file,
            checks: .onlyWhatIsSaid,
            in: world
        )
    }

    /// Launches the app with a user who is known from the beginning.
    private func launch(_ user: String?) throws -> TestStore<OwnedDeskAction, OwnedDesk> {
        let file = file()
        return start(user, try file.load(owner: user), file)
    }

    /// Saves texts of a user, each over the one before.
    private func save(_ texts: String..., of user: String) throws {
        let test = try launch(user)
        for text in texts {
            test.send(.typed(text))
            test.send(.saveNow)
        }
        test.finish()
    }

    // MARK: The file

    @Test func ownerIsLoadedWithoutDecodingTheValue() throws {
        try save("tea", of: "Ada")
        let line = "Rex State 2 1 4 8 15580927246527232822 8279399727832127890\n"
        #expect(try texts() == line + line + line + "Ada\"tea\"")
        // Another type, a newer version: of no interest if the file is another user's.
        struct Other: Codable, Sendable { var number: Int }
        #expect(throws: StorageError.self) {
            try StateFile<Other>(at: "a/list", storage: disk).load(owner: "Ada")
        }
        #expect(try StateFile<Other>(at: "a/list", storage: disk).load(owner: "Bob") == nil)
        #expect(try paths() == [])
    }

    @Test(arguments: ["", "1 a", "Ada\n3 Bob", "Ödön \"x\"", "7"]) func anyTextIsAnOwner(owner: String) throws {
        try save("tea", of: owner)
        #expect(try file().load(owner: owner) == "tea")
        #expect(try file().load(owner: owner + " ") == nil)
    }

    @Test func loadForAnotherOwnerRemovesTheFileWithAllCopies() throws {
        try save("tea", "milk", of: "Ada")
        disk.flipBit(0, ofByte: (try disk.read("a/list") ?? []).count - 2, in: "a/list")
        #expect(try file().load(owner: "Ada") == "tea")
        try save("salt", of: "Ada")
        try disk.write(Array("rest".utf8), to: "a/list.new")
        #expect(try paths().count == 4)
        #expect(try file().load(owner: nil) == nil)
        #expect(try paths().count == 4)
        #expect(try file().load(owner: "Bob") == nil)
        #expect(try paths() == [])
    }

    @Test func loadForAnotherOwnerRemovesADamagedFile() throws {
        try save("tea", of: "Ada")
        disk.flipBit(0, ofByte: (try disk.read("a/list") ?? []).count - 2, in: "a/list")
        #expect(throws: StorageError(.read, "a/list", .isDamaged)) { try file().load(owner: "Ada") }
        #expect(try paths() == ["a/list.damaged-1"])
        #expect(try file().load(owner: "Ada") == nil)
        #expect(try paths() == ["a/list.damaged-1"])
        #expect(try file().load(owner: "Bob") == nil)
        #expect(try paths() == [])
    }

    @Test func loadForAnotherOwnerRemovesTheRestOfASave() throws {
        for rest in ["Rex State 2 1 4 8 1 2\nRex Sta", "Rex St"] {
            try disk.write(Array(rest.utf8), to: "a/list.new")
            #expect(try file().load(owner: "Bob") == nil)
            #expect(try paths() == [])
        }
    }

    @Test func fileWithoutAnOwnerIsNotShown() throws {
        do { try file().save("tea") }
        #expect(try file().load(owner: "Ada") == nil)
        #expect(try paths() == [])
    }

    @Test func flippedBitsShowNothingToAnotherOwner() throws {
        try save("tea", "milk", of: "A")
        let bytes = try disk.read("a/list") ?? []
        for place in 0..<(bytes.count * 8) {
            var damaged = bytes
            damaged[place / 8] ^= 1 << UInt8(place % 8)
            for owner in ["A", "@", "C"] {
                let copy = MemoryStorage()
                copy.write(damaged, to: "a/list", keepingOldAs: nil)
                let loaded = try? NotesFile(at: "a/list", storage: copy).load(owner: owner)
                #expect(loaded == nil || owner == "A" && loaded == "milk", "bit \(place)")
            }
        }
    }

    @Test func failedRemovalOfAnotherOwnersFileShowsNothing() throws {
        for calls in 0..<20 {
            let disk = TestStorage()
            try NotesFile(at: "a/list", storage: disk).save("none")
            disk.failCalls(after: calls, with: EIO)
            let loaded = Result { () throws(StorageError) in try file(disk).load(owner: "Bob") }
            disk.failCalls(count: 0, with: 0)
            if case .success(let text) = loaded { #expect(text == nil) }
            #expect(try file(disk).load(owner: "Bob") == nil)
        }
    }

    // MARK: Saving

    @Test func nothingIsSavedWithoutAnOwner() throws {
        let test = try launch(nil)
        test.send(.typed("of nobody"))
        test.send(.saveNow)
        test.advance(by: .seconds(2))
        test.finish()
        #expect(try paths() == [])
    }

    @Test func ownerWhoIsKnownLateLosesNothing() throws {
        try save("tea", of: "Ada")
        let file = file()
        let test = start(nil, try file.load(owner: nil), file)
        test.send(.typed("of nobody"))
        test.advance(by: .seconds(2))
        test.send(.opened("Ada", try file.load(owner: "Ada") ?? ""))
        test.expect { $0.text == "tea" }
        test.send(.typed("milk"))
        test.send(.saveNow)
        #expect(try file.load(owner: "Ada") == "milk")
        test.finish()
    }

    @Test func nothingIsSavedBeforeTheOwnersValueIsLoaded() throws {
        try save("tea", of: "Ada")
        let file = file()
        let test = start("Ada", "", file)
        test.send(.typed("too early"))
        test.send(.saveNow)
        let tea = try file.load(owner: "Ada")
        // The load has returned, and the state has not its value yet.
        test.send(.saveNow)
        test.advance(by: .seconds(2))
        #expect(try paths() == ["a/list"] && texts().contains("tea"))
        test.send(.typed(tea ?? ""))
        test.send(.typed("milk"))
        test.send(.saveNow)
        #expect(try texts().contains("milk"))
        test.finish()
    }

    @Test(arguments: [true, false]) func eachChangeOfTheOwnerNeedsAnotherLoad(isLoadedTwice: Bool) throws {
        try save("tea", of: "Ada")
        let file = file()
        let test = start("Ada", try file.load(owner: "Ada"), file)
        if isLoadedTwice { #expect(try file.load(owner: "Ada") == "tea") }
        test.send(.opened("Bob", ""))
        test.send(.typed("of Bob"))
        test.send(.opened("Ada", ""))
        test.send(.typed("too early"))
        test.send(.saveNow)
        test.advance(by: .seconds(2))
        #expect(try paths() == ["a/list"] && texts().contains("tea"))
        test.finish()
    }

    @Test func logOutRemovesTheFileWithAllCopies() throws {
        try save("tea", "milk", of: "Ada")
        let test = try launch("Ada")
        test.send(.opened(nil, ""))
        test.advance(by: .seconds(1))
        #expect(try paths() == [])
        test.finish()
    }

    @Test func logOutIsOverWhenTheActionThatSavesAtOnceReturns() throws {
        try save("tea", of: "Ada")
        let test = try launch("Ada")
        test.send(.opened(nil, ""))
        test.send(.saveNow)
        #expect(try paths() == [])
        test.finish()
    }

    @Test func failedRemovalIsRepeated() throws {
        try save("tea", of: "Ada")
        let test = try launch("Ada")
        disk.failCalls(after: 1, count: 2, with: EIO)
        test.send(.opened(nil, ""))
        test.send(.saveNow)
        disk.failCalls(count: 0, with: 0)
        #expect(try paths() == ["a/list"])
        test.expect { $0.problems.count == 1 }
        test.send(.typed("x"))
        test.advance(by: .seconds(1))
        #expect(try paths() == [])
        test.skipActions()
        test.finish()
    }

    @Test func removalDoesNotTakeTheListOfAUserWhoLogsInAgain() throws {
        try save("tea", of: "Ada")
        let file = file()
        let test = start("Ada", try file.load(owner: "Ada"), file)
        test.send(.opened(nil, ""))
        test.send(.opened("Ada", try file.load(owner: "Ada") ?? ""))
        test.advance(by: .seconds(2))
        #expect(try texts().contains("tea"))
        test.finish()
    }

    @Test func saveOverTheFileOfAnotherOwnerMakesNoPrevious() throws {
        try save("tea", of: "Ada")
        let file = file()
        let test = start("Ada", try file.load(owner: "Ada"), file)
        test.send(.typed("milk"))
        let text = try file.load(owner: "Bob")
        // Ada's last change is saved after Bob's load, and before his log-in.
        test.send(.saveNow)
        #expect(try texts().contains("milk"))
        test.send(.opened("Bob", text ?? ""))
        test.send(.saveNow)
        #expect(try paths() == ["a/list"])
        #expect(try !texts().contains("milk"))
        test.finish()
    }

    @Test func valueOfADamagedFileIsSavedAgain() throws {
        try save("tea", of: "Ada")
        disk.flipBit(0, ofByte: (try disk.read("a/list") ?? []).count - 2, in: "a/list")
        let file = file()
        #expect(throws: StorageError(.read, "a/list", .isDamaged)) { try file.load(owner: "Ada") }
        let test = start("Ada", "", file)
        test.send(.typed("milk"))
        test.send(.saveNow)
        #expect(try file.load(owner: "Ada") == "milk")
        test.finish()
    }
}
