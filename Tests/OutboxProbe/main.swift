// SPDX-License-Identifier: MIT

import EffectMiddleware
import OutboxMiddleware
import PersistenceMiddleware
import RexCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

// An app that is killed while it writes and sends. It prints the jobs that the server receives and
// the changes that the user sees.

struct Chat: Sendable {
    var outbox: Outbox<Int>
    var isOnline = true
    var lastAdded = 0
}

enum ChatAction: Sendable {
    case add(Int)
    case cancel(Int)
    case connect(Bool)
    case outbox(OutboxAction<Int, Int>)

    static let outbox = CasePath<ChatAction, OutboxAction<Int, Int>>(
        extract: { if case .outbox(let action) = $0 { action } else { nil } },
        embed: ChatAction.outbox
    )
}

struct Failure: Error {}

func say(_ text: String) {
    print(text)
    fflush(nil)
}

func post(_ number: Int, _ id: OutboxID) async throws -> Int {
    say("called \(number) \(id)")
    if Int.random(in: 0...9) == 0 { throw Failure() }
    if Int.random(in: 0...9) == 0 { try await Task.sleep(for: .milliseconds(2)) }
    return number
}

let chat = Feature<ChatAction, Chat, OutboxFile<Int>>.combine {
    Feature { action, chat in
        switch action {
        case .add(let number):
            chat.outbox.add(number, lane: "\(number % 3)")
            chat.lastAdded = number
        case .cancel(let number):
            if let entry = chat.outbox.entries.first(where: { $0.job == number }) { chat.outbox.cancel(entry.id) }
        case .connect(let isOnline): chat.isOnline = isOnline
        case .outbox: break
        }
    }
    Feature.outbox(
        case: ChatAction.outbox,
        state: \.outbox,
        while: \.isOnline,
        retrying: .constant(.milliseconds(1)),
        limit: 2,
        to: { $0 }
    ) { number, id, _ in
        try await post(number, id)
    }
}

let arguments = CommandLine.arguments
let file = OutboxFile<Int>(at: arguments[2])
if arguments[1] == "nobody" {
    // As a user without write permission.
    setgid(65534)
    setuid(65534)
}
if ["nobody", "load"].contains(arguments[1]) {
    let outbox = try file.load()
    say("loaded \(outbox.entries.map(\.job))")
    let failure = Lock<StorageError?>(nil)
    let watch = Feature<ChatAction, Chat, OutboxFile<Int>> { action, _ in
        if case .outbox(.storageFailed(let error)) = action { failure.withLock { $0 = error } }
    }
    let store = Store(initialState: Chat(outbox: outbox), feature: chat <> watch, dependencies: file)
    while !store.state.outbox.isEmpty, failure.withLock({ $0 == nil }) { usleep(1_000) }
    say(failure.withLock { $0.map { "\($0)" } } ?? "empty")
    exit(0)
}
let store = Store(initialState: Chat(outbox: try file.load()), feature: chat, dependencies: file)
let found = store.state.outbox.entries
let said = Lock(Dictionary(uniqueKeysWithValues: found.map { ($0.job, $0.phase) }))
let subscription = store.observe { chat in
    let entries = chat.outbox.entries
    for entry in entries {
        let isNew = said.withLock { $0.updateValue(entry.phase, forKey: entry.job) != entry.phase }
        if isNew, entry.phase == .waiting { say("waiting \(entry.job) \(entry.id)") }
        if isNew, entry.phase == .cancelling { say("cancelling \(entry.job) \(entry.attempts)") }
    }
    let present = Set(entries.map(\.job))
    let gone = said.withLock { said in said.filter { !present.contains($0.key) } }
    for (number, phase) in gone {
        said.withLock { _ = $0.removeValue(forKey: number) }
        say("\(phase == .cancelling ? "cancelled" : "gone") \(number)")
    }
}
switch arguments[1] {
case "loop":
    // Adds numbers in sequence until it is killed.
    for number in max(Int(arguments[3]) ?? 1, (found.map(\.job).max() ?? 0) + 1)... {
        store.dispatch(.add(number))
        if Int.random(in: 0...3) == 0 { store.dispatch(.cancel(Int.random(in: number - 3...number))) }
        if Int.random(in: 0...5) == 0 { store.dispatch(.connect(Bool.random())) }
        // If a task is processing an action, this one is queued. Wait until it is processed.
        while store.state.lastAdded < number { usleep(100) }
        while store.state.outbox.count > 30 {
            store.dispatch(.connect(true))
            usleep(100)
        }
    }
case "drain":
    // Sends the remaining jobs, and waits until their removal is on disk.
    while !store.state.outbox.isEmpty { usleep(1_000) }
    let hasSettled = Lock(false)
    Task.detached { [store] in
        await store.settled()
        hasSettled.withLock { $0 = true }
    }
    while !hasSettled.withLock({ $0 }) { usleep(1_000) }
    say("empty")
default: break
}
subscription.cancel()
