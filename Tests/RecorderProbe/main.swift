// SPDX-License-Identifier: MIT

import Dispatch
import RecorderMiddleware
import RexCore
import RexTestSupport

import class RecorderMiddleware.Recorder

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

// Operations that a test cannot do in its own process.

enum Entry: Codable, Sendable {
    case number(Int)
    case followed(by: Int)
    case trap
}

let reducer = Reducer<Entry, Int>.reduce { entry, last in
    switch entry {
    case .number(let number), .followed(by: let number): last = number
    case .trap: preconditionFailure("The action `trap` stops the process.")
    }
}

func following() -> AnyMiddleware<Entry, Entry, Int> {
    AnyMiddleware { entry, source, _ in
        guard case .number(let number) = entry, number % 5 == 0 else { return .pure() }
        return .send(.followed(by: number), from: source.derived(by: "Follower", kind: "follower"))
    }
}

func run(_ recorder: Recorder<Entry, Int>, _ body: (Store<Entry, Int>) -> Void) {
    let store = Store(initialState: 0, reducer: reducer, middleware: following() <> recorder.middleware)
    body(store)
}

let arguments = CommandLine.arguments
switch arguments[1] {
case "main-queue":
    // Prints the number of threads that are recorded on the main queue, of which others take the threads.
    let recorder = Recorder<Entry, Int>()
    let main = Store(initialState: 0, reducer: reducer, middleware: recorder.middleware)
    for number in 0..<20 {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5 * number)) {
            DispatchQueue.main.async {
                main.dispatch(.number(number))
                for other in 0..<4 { DispatchQueue(label: "\(number) \(other)").async { usleep(2_000) } }
                guard number == 19 else { return }
                print(Set(recorder.recording().entries.map(\.thread)).count)
                exit(0)
            }
        }
    }
    dispatchMain()
case "memory":
    let count = Int(arguments[2]) ?? 0
    run(Recorder(capacity: 1_000)) { store in
        for number in 0..<10_000 { store.dispatch(.number(number)) }
        let before = peakResidentKilobytes()
        for number in 0..<count { store.dispatch(.number(number)) }
        print(peakResidentKilobytes() - before)
    }
case "count":
    // Prints a line at action `mark`, so that the test can kill this process, and continues.
    let (file, count, mark) = (arguments[2], Int(arguments[3]) ?? 0, Int(arguments[4]) ?? 0)
    run(Recorder(file: file, capacity: 1_000)) { store in
        for number in 0..<count {
            store.dispatch(.number(number))
            if number == mark {
                print(number)
                fflush(nil)
            }
        }
    }
case "trap":
    run(Recorder(file: arguments[2], capacity: 100)) { store in
        store.dispatch(.number(1))
        store.dispatch(.trap)
    }
case "shortened":
    // Truncates the file during the recording, as another process could.
    let (file, length) = (arguments[2], off_t(arguments[3]) ?? 0)
    run(Recorder(file: file, capacity: 100)) { store in
        for number in 0..<10_000 {
            if number == 5_000 { _ = unsafe truncate(file, length) }
            store.dispatch(.number(number))
        }
        print("the state is \(store.state)")
    }
case "page", "text", "limited page":
    if arguments[1] == "limited page" { limitFiles() }
    let recorder = Recorder<Entry, Int>()
    run(recorder) { store in for number in 0..<10 { store.dispatch(.number(number)) } }
    if arguments[1] == "text" {
        recorder.write(to: arguments[2], as: .text)
    } else {
        print(recorder.write(to: arguments[2]))
    }
case "limited", "write":
    if arguments[1] == "limited" { limitFiles() }
    run(Recorder(file: arguments[2], capacity: 100)) { store in
        for number in 0..<10 { store.dispatch(.number(number)) }
        print("the state is \(store.state)")
    }
default: exit(2)
}

/// Limits the size of files to less than that of a recording.
func limitFiles() {
    var limit = rlimit(rlim_cur: 10_000, rlim_max: 10_000)
    #if canImport(Darwin)
    unsafe setrlimit(RLIMIT_FSIZE, &limit)
    #else
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #endif
}
