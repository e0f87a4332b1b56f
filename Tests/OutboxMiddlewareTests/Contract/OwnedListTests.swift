// SPDX-License-Identifier: MIT

import EffectMiddleware
import Foundation
import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// An offline app whose list has an owner, and whose token is not on the disk.
///
/// The power is cut, or the process dies, at each call of the disk, from the first log-in to the log-in
/// of another user. Then the app is launched with the same user, with nobody, and with another user.
@Suite struct OwnedListTests {
    private typealias Items = Optimistic<[Card], CardAction>

    private struct Shop: Sendable {
        /// The user of the token.
        var user: String?
        var newUser: String?
        var isLeaving = false
        var items = Items([])
        var outbox = Outbox<CardAction>()

        mutating func resume(_ backlog: OutboxBacklog<CardAction>) {
            if user != nil { items.resume(backlog, by: OwnedListTests.cards) }
        }
    }

    private enum ShopAction: Sendable {
        case loggedIn(String), unlocked(String), opened(String, Items?), leave, wrote(String)
        case outbox(OutboxAction<CardAction, String>)

        static let outbox = CasePath<ShopAction, OutboxAction<CardAction, String>>(
            extract: { if case .outbox(let action) = $0 { action } else { nil } },
            embed: ShopAction.outbox
        )
    }

    private struct World: Sendable {
        var items: StateFile<Items>
        var outbox: OutboxFile<CardAction>

        init(_ disk: TestStorage) {
            items = StateFile(at: "folder/items", storage: disk)
            outbox = OutboxFile(at: "folder/outbox", storage: disk)
        }
    }

    private static let cards = Reducer.cards.optimistic(rewrite: CardAction.renaming)

    private static let shop = Feature<ShopAction, Shop, World>.combine {
        Feature { action, shop in
            switch action {
            case .loggedIn(let user):
                shop.newUser = user
                shop.outbox.cancelAll()
            case .unlocked: break
            case .opened(let user, let items):
                (shop.user, shop.newUser, shop.items) = (user, nil, items ?? Items([]))
                shop.resume(shop.outbox.backlog)
            case .leave:
                shop.isLeaving = true
                shop.outbox.cancelAll()
            case .wrote(let text):
                let id = shop.outbox.add { .add("\($0)", text) }
                if let job = shop.outbox[id]?.job, shop.user != nil { cards.reduce(.perform(id, job), &shop.items) }
            case .outbox(.sent(let id, _)): cards.reduce(.confirmed(id), &shop.items)
            case .outbox(.rejected(let id, _)), .outbox(.cancelled(let id, _)):
                cards.reduce(.rejected(id), &shop.items)
            case .outbox(.loaded(let backlog)): shop.resume(backlog)
            case .outbox: break
            }
        } effects: { effects, world in
            effects.during({ $0.outbox.isClearing ? nil : $0.newUser }, .latest.retrying(3)) { user, effect in
                effect.send(.opened(user, try world.items.load(owner: user)))
            }
            effects.on({ if case .unlocked(let user) = $0 { user } else { nil as String? } }) { user, effect in
                effect.send(.opened(user, try world.items.load(owner: user)))
            }
        }
        Feature.outbox(
            case: ShopAction.outbox,
            state: \.outbox,
            while: { $0.user != nil && $0.newUser == nil && !$0.isLeaving },
            to: { $0.outbox }
        ) { _, _, _ in "ok" }
        Feature { _, shop in
            guard shop.isLeaving, !shop.outbox.isClearing else { return }
            (shop.user, shop.items, shop.isLeaving) = (nil, Items([]), false)
        }
        Feature.saving(
            \.items,
            to: { $0.items },
            owner: \.user,
            acknowledging: ShopAction.outbox,
            state: \.outbox
        )
    }

    private let world = TestWorld()

    private func launch(_ user: String?, _ disk: TestStorage) throws -> TestStore<ShopAction, Shop> {
        let files = World(disk)
        var state = Shop(
            user: user,
            items: try files.items.load(owner: user) ?? Items([]),
            outbox: try files.outbox.load()
        )
        state.resume(state.outbox.backlog)
        return TestStore(
            initialState: state,
            feature: Self.shop,
            dependencies: files,
            checks: .onlyWhatIsSaid,
            in: world
        )
    }

    private func texts(_ disk: TestStorage) throws -> String {
        try files(of: disk, at: "folder/").values.joined()
    }

    private func files(of storage: some Storage, at path: String) throws -> [String: String] {
        var files: [String: String] = [:]
        for path in try storage.paths(beginningWith: path) where !path.hasSuffix(".lock") {
            files[path] = String(decoding: try storage.read(path) ?? [], as: UTF8.self)
        }
        return files
    }

    private enum Step: CaseIterable { case write, logInAgain, writeMore, leave, logInAnother }

    private func take(_ step: Step, in test: TestStore<ShopAction, Shop>) {
        switch step {
        case .write: test.send(.wrote("Ada's tea"))
        case .logInAgain: test.send(.loggedIn("Ada"))
        case .writeMore: test.send(.wrote("Ada's milk"))
        case .leave: test.send(.leave)
        case .logInAnother: test.send(.loggedIn("Bob"))
        }
        test.advance(by: .seconds(1))
    }

    /// Runs the app until it dies during a step, after some calls.
    private func die(during last: Step, after calls: Int, losingPower: Bool, _ disk: TestStorage) throws {
        let test = try launch("Ada", disk)
        for step in Step.allCases {
            if step == last {
                if losingPower {
                    disk.cutPower(after: calls)
                } else {
                    disk.failCalls(after: calls, count: .max, takingEffect: false, with: EIO)
                }
            }
            take(step, in: test)
            if step == last { break }
        }
        test.kill()
        disk.failCalls(count: 0, with: 0)
        if losingPower { disk.kill() } else { disk.crash() }
    }

    private func shown(_ test: TestStore<ShopAction, Shop>) -> [String] {
        test.advance(by: .seconds(2))
        return test.state.items.shown.map(\.text).sorted()
    }

    private func end(_ test: TestStore<ShopAction, Shop>, _ disk: TestStorage) {
        test.kill()
        disk.crash()
    }

    /// The number of calls of a step.
    private func callCount(of last: Step) throws -> Int {
        let disk = TestStorage()
        let test = try launch("Ada", disk)
        for step in Step.allCases {
            let before = disk.callNames.count
            take(step, in: test)
            if step == last { return disk.callNames.count - before }
        }
        return 0
    }

    @Test(arguments: Step.allCases, [true, false])
    private func eachUserSeesTheOwnListAfterACrash(step: Step, losingPower: Bool) throws {
        let count = try callCount(of: step)
        #expect(count > 10)
        for calls in stride(from: 0, to: count, by: hasFewRounds ? 3 : 1) {
            func afterCrash() throws -> TestStorage {
                let disk = TestStorage()
                try die(during: step, after: calls, losingPower: losingPower, disk)
                return disk
            }
            let here: Comment = "during \(step) after \(calls) calls"
            // The same user.
            let own = try afterCrash()
            let same = try launch("Ada", own)
            let list = shown(same)
            #expect(list.allSatisfy { $0.hasPrefix("Ada's") }, here)
            if step == .logInAgain || step == .writeMore { #expect(list.contains("Ada's tea"), here) }
            #expect(Set(list).count == list.count, here)
            end(same, own)
            // No user at two launches, since the keychain is locked, and then the same user.
            let late = try afterCrash()
            let locked = try launch(nil, late)
            #expect(shown(locked).isEmpty, here)
            end(locked, late)
            let unlocked = try launch(nil, late)
            #expect(shown(unlocked).isEmpty, here)
            unlocked.send(.unlocked("Ada"))
            // What the log has dropped meanwhile is pulled.
            #expect(shown(unlocked) == list || unlocked.state.items.isStale, here)
            end(unlocked, late)
            // Another user.
            let other = try afterCrash()
            let fresh = try launch(nil, other)
            #expect(shown(fresh).isEmpty, here)
            fresh.send(.loggedIn("Bob"))
            #expect(shown(fresh).isEmpty, here)
            #expect(fresh.state.user == "Bob", here)
            #expect(try !texts(other).contains("Ada's"), here)
            end(fresh, other)
        }
    }

    @Test func logOutLeavesNoText() throws {
        let disk = TestStorage()
        let test = try launch("Ada", disk)
        test.send(.wrote("Ada's tea"))
        test.advance(by: .seconds(1))
        test.send(.wrote("Ada's milk"))
        test.advance(by: .seconds(1))
        #expect(try files(of: disk, at: "folder/items").count == 2)
        test.send(.leave)
        test.advance(by: .seconds(1))
        #expect(try files(of: disk, at: "folder/items").isEmpty)
        #expect(try !texts(disk).contains("Ada's"))
        test.finish()
    }

    @Test func keptOutcomeReachesTheListOfAnOwnerWhoIsKnownLate() throws {
        let disk = TestStorage()
        let first = try launch("Ada", disk)
        first.send(.wrote("Ada's tea"))
        first.advance(by: .milliseconds(600))
        first.send(.wrote("Ada's milk"))
        // Sent, and not yet in the saved list.
        first.advance(by: .milliseconds(100))
        #expect(first.state.items.pending.isEmpty)
        end(first, disk)
        let second = try launch(nil, disk)
        second.advance(by: .seconds(2))
        second.send(.unlocked("Ada"))
        second.advance(by: .seconds(2))
        #expect(second.state.items.pending.isEmpty)
        end(second, disk)
    }

    // MARK: A part that is nil

    private struct Late: Sendable { var items: Items?, outbox = Outbox<CardAction>() }

    private struct LateWorld: Sendable { var items: StateFile<Items>, outbox: OutboxFile<CardAction> }

    @Test func partThatIsLoadedLaterKeepsItsFile() throws {
        let disk = TestStorage()
        let items = StateFile<Items>(at: "folder/items", storage: disk)
        try items.save(Items([Card(id: "1", text: "tea")]))
        let late = Feature<ShopAction, Late, LateWorld>.combine {
            Feature { action, late in
                switch action {
                case .wrote(let text): late.outbox.add(.add("2", text))
                case .opened(_, let items): late.items = items
                default: break
                }
            }
            Feature.outbox(case: ShopAction.outbox, state: \.outbox, to: { $0.outbox }) { _, _, _ in "ok" }
            Feature.saving(\.items, to: { $0.items }, acknowledging: ShopAction.outbox, state: \.outbox)
        }
        let outbox = OutboxFile<CardAction>(at: "folder/outbox", storage: disk)
        let test = TestStore(
            initialState: Late(),
            feature: late,
            dependencies: LateWorld(items: items, outbox: outbox),
            checks: .onlyWhatIsSaid,
            in: world
        )
        test.send(.wrote("milk"))
        test.advance(by: .seconds(2))
        #expect(test.state.outbox.isEmpty)
        #expect(try items.load()?.base.count == 1)
        test.send(.opened("", try items.load()))
        test.advance(by: .seconds(1))
        test.send(.opened("", nil))
        test.advance(by: .seconds(2))
        #expect(try files(of: disk, at: "folder/items").isEmpty)
        test.finish()
    }
}
