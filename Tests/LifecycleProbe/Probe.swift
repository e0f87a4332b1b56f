// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import Foundation
import RexCore

struct Probe {
    let options: Set<Option>
    private let queue = DispatchQueue(label: "probe")

    init(options: Set<Option>) {
        self.options = options
    }

    func run() {
        if options.contains(.masked) { SystemSignals.blockAll() }
        if options.contains(.handlers) { SystemSignals.installHandlers() }
        if options.contains(.threads) { startThreads() }
        var store: Store<ProbeAction, AppLifecycle>? = options.contains(.late) ? nil : makeStore(mark: "")
        let other = options.contains(.twice) ? makeStore(mark: "*") : nil
        queue.sync {}
        say("ready")
        if options.contains(.slow) { while true { pause() } }
        while let command = readLine() {
            switch command {
            case "work": store?.dispatch(.work)
            case "make": store = makeStore(mark: "")
            case "drop": store = nil
            case "signals": for line in SystemSignals.descriptions { say(line) }
            case "crowd": say(isGuardRenewedInACrowd() ? "guarded" : "not guarded")
            default: break
            }
            say("done \(command)")
        }
        withExtendedLifetime(other) {}
    }

    private func startThreads() {
        let started = DispatchSemaphore(value: 0)
        for _ in 1...4 {
            Thread.detachNewThread {
                started.signal()
                while true { pause() }
            }
        }
        for _ in 1...4 { started.wait() }
    }

    /// Continues this process, then makes stores without a pause.
    ///
    /// Returns whether Rex can detect the next `SIGCONT` although stores are still being made. If the
    /// system interrupts this thread during an attempt, the attempt is inconclusive.
    private func isGuardRenewedInACrowd() -> Bool {
        for _ in 1...50 {
            kill(getpid(), SIGCONT)
            let start = ContinuousClock.now
            var last = start
            while last - start < .milliseconds(200) {
                makeSilentStore()
                let isGuarded = SystemSignals.isGuarded
                let now = ContinuousClock.now
                guard now - last < .milliseconds(5) else { break }
                last = now
                if isGuarded { return true }
            }
        }
        return false
    }

    private func makeSilentStore() {
        _ = Store(
            initialState: .initial,
            reducer: Reducer.lifecycle.lift(action: \.lifecycle),
            middleware: lifecycle(publisher: SignalPublisher())
        )
    }

    private func lifecycle(
        publisher: any AppLifecyclePublisher
    ) -> AnyMiddleware<ProbeAction, ProbeAction, AppLifecycle> {
        AppLifecycleMiddleware(publisher: publisher).lift(
            inputAction: { (_: ProbeAction) in nil },
            outputAction: ProbeAction.lifecycle,
            state: { (_: AppLifecycle) in }
        ).eraseToAnyMiddleware()
    }

    private func makeStore(mark: String) -> Store<ProbeAction, AppLifecycle> {
        return Store(
            initialState: .initial,
            reducer: Reducer.lifecycle.lift(action: \.lifecycle),
            middleware: lifecycle(publisher: publisher(mark: mark)) <> printer(mark: mark),
            executor: options.contains(.queue) ? .queue(queue) : .immediate
        )
    }

    private func publisher(mark: String) -> any AppLifecyclePublisher {
        let signals = signalPublisher(mark: mark)
        return options.contains(.sent) ? PrintingPublisher(base: signals) : signals
    }

    private func signalPublisher(mark: String) -> SignalPublisher {
        if options.contains(.standard) { return SignalPublisher() }
        let stays = options.contains(.stay) || options.contains(.twice)
        return SignalPublisher { signal in
            say("\(mark)terminate \(signal)")
            if !stays { exit(0) }
        }
    }

    private func printer(mark: String) -> AnyMiddleware<ProbeAction, ProbeAction, AppLifecycle> {
        AnyMiddleware { [options] action, _, state in
            IO { output in
                switch action {
                case .lifecycle(let lifecycle):
                    say("\(mark)\(lifecycle) \(state().rawValue)")
                    guard lifecycle == .didEnterBackground else { return }
                    if options.contains(.chain) { output.dispatch(.chain(100)) }
                    if options.contains(.slow) { waitForInput() }
                case .work: waitForInput()
                case .chain(0): say("\(mark)end of chain")
                case .chain(let rest): output.dispatch(.chain(rest - 1))
                }
            }
        }
    }

    private func waitForInput() {
        say("waiting")
        _ = readLine()
    }
}

/// Prints a line without buffering, also to a pipe.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
