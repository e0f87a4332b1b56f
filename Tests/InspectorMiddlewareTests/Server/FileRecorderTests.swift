// SPDX-License-Identifier: MIT

import InspectorMiddleware
import RecorderMiddleware
import RexCore
import RexTestSupport
import Testing

/// Inspectors of a recorder with a file, and several inspectors of one recorder.
@Suite struct FileRecorderTests {
    private let folder = try? TemporaryFolder()

    private func shop(_ states: RecordedStates = .changes, _ name: String = "run.rex") throws -> Shop {
        let path = try #require(folder).file(name)
        return Shop(Recorder(file: path, capacity: 100, keeping: states))
    }

    /// Actions and notices since the first inspector have the sentences of the file.
    @Test func eventsAreThoseOfTheFileSinceTheFirstInspector() async throws {
        let shop = try shop()
        shop.store.dispatch(.add("tea", amount: 1))
        let client = try Client(shop.inspector())
        for action in [ShopAction.checkOut, .stay, .stay, .leave] { shop.store.dispatch(action) }
        await shop.store.settled()
        let recording = shop.recorder.recording()
        let actions = try client.events().filter { $0.type == "action" }
        #expect(actions.map { $0["text"] } == recording.entries.suffix(5).map(\.actionText))
        #expect(actions.map { $0["change"] } == recording.entries.suffix(5).map(\.change))
        let explanations: [String] = recording.entries.suffix(5).map { recording.explain($0) }
        // The number in a store counts from its first action, also if the inspector does not have it.
        #expect(actions.map { $0["explanation"] } == explanations)
        let ignored = try client.events().filter { $0.type == "ignored" }
        let reasons: [String] = recording.notices.map { recording.explain($0) }
        #expect(!reasons.isEmpty && ignored.map { $0["explanation"] } == reasons)
    }

    @Test func runThatBeganBeforeTheInspectorIsPending() async throws {
        let shop = try shop()
        shop.store.dispatch(.stay)
        let client = try Client(shop.inspector())
        #expect(try client.send("/pending").body.contains(#""ending":"running""#))
        shop.store.dispatch(.leave)
        await shop.store.settled()
        #expect(try client.send("/pending").body.contains("No run is pending."))
    }

    @Test func stateIsThatOfTheFile() throws {
        let shop = try shop(.all)
        let client = try Client(shop.inspector())
        for amount in 1...3 { shop.store.dispatch(.add("tea", amount: amount)) }
        let part = try client.send("/state?at=3&path=amounts%5B%22tea%22%5D").body
        #expect(part == #"{"event":3,"label":"3","text":"6","state":6}"# + "\n")
        let changes = try self.shop(.changes, "changes.rex")
        changes.store.dispatch(.close)
        #expect(try Client(changes.inspector()).send("/state?at=1").body.contains("There is no such event"))
    }

    /// Both have read some events alone, and both miss some that were overwritten.
    @Test(arguments: [true, false]) func inspectorsAgreeOnEachNumber(isInFile: Bool) async throws {
        let shop = isInFile ? try shop() : Shop(Recorder(capacity: 100))
        let (first, second) = try (Client(shop.inspector()), Client(shop.inspector()))
        for number in 0..<300 {
            shop.store.dispatch([.checkOut, .stay, .add("tea", amount: number), .leave][number % 4])
            if number % 7 == 0 { _ = try first.events() }
            if number % 11 == 0 { _ = try second.events() }
        }
        await shop.store.settled()
        let (one, two) = try (first.events(), second.events())
        #expect(one.map(\.description) == two.map(\.description))
        #expect(one.count > 100)
        let labels = one.filter { $0.type == "action" }.map { $0["label"] }
        #expect(labels.last == "\(shop.recorder.recording().entries.count)" || labels.count == 100)
    }
}
