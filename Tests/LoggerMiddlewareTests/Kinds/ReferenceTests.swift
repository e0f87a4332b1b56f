// SPDX-License-Identifier: MIT

import Foundation
import LoggerMiddleware
import RexCore
import RexTestSupport
import StateComparison
import Testing

/// The logger doesn't read data that other threads may be using.
@Suite struct ReferenceTests {
    private actor Account {
        var history = ["opened"]

        func deposit(_ amount: Int) { history.append("\(amount)") }
    }

    private final class Guarded: @unchecked Sendable {
        private let lock = NSLock()
        private var history = ["opened"]

        func deposit(_ amount: Int) { lock.withLock { history = [String(repeating: "x", count: 20 + amount)] } }
    }

    @MainActor private final class Screen {
        nonisolated init() {}
        var title = "title"
    }

    private final class Constant: Sendable {
        let number: Int
        init(_ number: Int) { self.number = number }
    }

    private struct Bank: Sendable {
        var number = 1
        let account = Account()
        let guarded = Guarded()
        let screen = Screen()
    }

    private struct Pet: Sendable {
        var name = "Rex"
        unowned let owner: Constant
        unowned let sitter: Constant?
        weak let vet: Constant?
    }

    private static func changes(_ old: Pet, _ new: Pet) -> [String] {
        StateComparison(of: old, and: new).changes.map(\.line)
    }

    private static func name(of object: AnyObject) -> String {
        "\(type(of: object))@0x\(String(UInt(bitPattern: ObjectIdentifier(object)), radix: 16))"
    }

    @Test func sharedObjectsAreWrittenAsTypeAndIdentity() {
        let bank = Bank()
        let (account, guarded) = (ReferenceTests.name(of: bank.account), ReferenceTests.name(of: bank.guarded))
        #expect(
            StateDiffTransform.newStateOnly.text(from: nil, to: bank)
                == "Bank(number: 1, account: \(account), guarded: \(guarded), "
                + "screen: \(ReferenceTests.name(of: bank.screen)))"
        )
        let other = Bank()
        let lines = StateDiffTransform.recursive.text(from: bank, to: other)?.split(separator: "\n") ?? []
        #expect(lines.first == "account: \(account) → \(ReferenceTests.name(of: other.account))")
        #expect(lines.count == 3)
    }

    /// A data race on their arrays would crash the process.
    @Test func objectsInUseOnOtherThreadsAreLoggedWithoutARace() async {
        await #expect(processExitsWith: .success) {
            let (old, new) = (Bank(), Bank())
            let isOver = Lock(false)
            let users = DispatchGroup()
            for number in 0..<2 {
                DispatchQueue.global().async(group: users) {
                    while !isOver.withLock({ $0 }) { new.guarded.deposit(number) }
                }
            }
            let rounds = hasFewRounds ? 1_000 : 10_000
            async let deposits: Void = { for number in 0..<rounds { await new.account.deposit(number) } }()
            for transform in [StateDiffTransform<Bank>.diff(), .recursive, .newStateOnly] {
                for _ in 0..<rounds { _ = transform.text(from: old, to: new) }
            }
            await deposits
            isOver.withLock { $0 = true }
            users.wait()
        }
    }

    @Test func danglingReferenceIsNotRead() async {
        await #expect(processExitsWith: .success) {
            let living = Constant(0)
            let pets = (0..<2).map { name in
                let gone = Constant(1)
                return Pet(name: "\(name)", owner: gone, sitter: gone, vet: living)
            }
            for transform in [StateDiffTransform<[Pet]>.diff(), .recursive, .newStateOnly] {
                precondition(transform.text(from: [pets[0]], to: [pets[1]])?.contains("Rex") == false)
            }
            // More elements than the comparison of lists compares in detail.
            let many = (0..<100).map { _ in pets[0] }
            precondition(StateDiffTransform.recursive.text(from: many, to: many + [pets[0]])?.contains("[100]") == true)
        }
    }

    @Test func weakAndUnownedReferencesAreComparedByTheirObject() {
        let (ada, eva) = (Constant(1), Constant(2))
        let rex = Pet(owner: ada, sitter: nil, vet: nil)
        #expect(ReferenceTests.changes(rex, Pet(owner: ada, sitter: nil, vet: nil)) == [])
        #expect(
            ReferenceTests.changes(rex, Pet(owner: eva, sitter: nil, vet: nil)).first?.hasPrefix("owner: reference@0x")
                == true
        )
        let vet = ReferenceTests.changes(rex, Pet(owner: ada, sitter: nil, vet: ada))
        #expect(vet.first?.hasPrefix("vet: nil → reference@0x") == true)
        #expect(vet.count == 1)
        withExtendedLifetime((ada, eva)) {}
    }
}
