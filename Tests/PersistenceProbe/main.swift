// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import RexCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

// Operations that a test cannot do in its own process.

/// A number, and a text of repeated letters that depends on it.
struct Page: Codable, Sendable, Equatable {
    var number = 0
    var letters = ""

    init(_ number: Int, size: Int = 20_000) {
        self.number = number
        letters = String(repeating: Character(UnicodeScalar(UInt8(97 + number % 26))), count: size)
    }
}

enum PageAction: Sendable { case next, saveNow }

extension PageAction {
    var savesNow: Void? { if case .saveNow = self { () } else { nil } }
}

let pages = Feature<PageAction, Page, StateFile<Page>> { action, page in
    if case .next = action { page = Page(page.number + 1) }
}

func say(_ text: String) {
    print(text)
    fflush(nil)
}

func trySaving(_ page: Page, to file: StateFile<Page>) {
    do throws(StorageError) {
        try file.save(page)
        say("saved \(page.number)")
    } catch {
        say("\(error)")
    }
}

func tryLoading(_ file: StateFile<Page>) {
    do throws(StorageError) {
        say("loaded \(try file.load()?.number ?? 0)")
    } catch {
        say("\(error)")
    }
}

let arguments = CommandLine.arguments
let file = StateFile<Page>(at: arguments[2])
switch arguments[1] {
case "loop":
    // Saves numbers in sequence and prints each saved one, until it is killed.
    let first = try file.load() ?? Page(0)
    let store = Store(
        initialState: first,
        feature: pages <> .saving({ $0 }, to: { $0 }, within: .zero, now: \.savesNow),
        dependencies: file
    )
    while true {
        store.dispatch(.next)
        // The task that saves may run at the same time.
        store.dispatch(.saveNow)
        say("\(store.state.number)")
    }
case "crash":
    // Saves until it kills itself before a system call.
    let storage = FileStorage(calls: CrashingCalls(before: Int(arguments[3]) ?? 0))
    let crashing = StateFile<Page>(at: arguments[2], storage: storage)
    for number in 1...3 {
        try crashing.save(Page(number))
        say("\(number)")
    }
case "hold":
    // Keeps the file locked until its input ends.
    tryLoading(file)
    while readLine() != nil {}
case "limited":
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: 50_000, rlim_max: 50_000)
    #if canImport(Glibc)
    unsafe setrlimit(__rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue)), &limit)
    #else
    unsafe setrlimit(RLIMIT_FSIZE, &limit)
    #endif
    trySaving(Page(1), to: file)
    trySaving(Page(2, size: 100_000), to: file)
    tryLoading(file)
    trySaving(Page(3), to: file)
case "full":
    for number in 1... {
        do throws(StorageError) {
            try file.save(Page(number, size: number * 20_000))
        } catch {
            say("\(error)")
            tryLoading(file)
            say("tried \(number)")
            break
        }
    }
    trySaving(Page(1), to: file)
case "nobody":
    // As a user without write permission.
    setgid(65534)
    setuid(65534)
    tryLoading(file)
    trySaving(Page(1), to: file)
case "many":
    for number in 1...1_000 {
        try file.save(Page(number, size: 10))
        _ = try StateFile<Page>(at: arguments[2] + ".other").load()
    }
    tryLoading(file)
case "once":
    trySaving(Page(1), to: file)
    trySaving(Page(2), to: file)
default: break
}
