// SPDX-License-Identifier: MIT

import CRexSystem
import RexCore

extension WorldCore {
    /// Makes this thread take the steps and marks its actions as the test's own, which are
    /// processed at once.
    func beginSending() -> Driver {
        contents.withLock { $0.isSending = true }
        return beginDriving()
    }

    func endSending(_ last: Driver) {
        hasSent()
        endDriving(last)
    }

    /// Notes that the action of the test has been processed.
    ///
    /// Later actions are not its own.
    func hasSent() { contents.withLock { $0.isSending = false } }

    /// Notes that a store begins or ends the processing of an action.
    func note(_ phase: ProcessingPhase) {
        switch phase {
        case .handling: contents.withLock { $0.processing += 1 }
        case .done: contents.withLock { $0.processing -= 1 }
        default: break
        }
    }

    /// Returns whether an action that is dispatched on this thread is processed at once.
    private func processesHere(of store: Int) -> Bool {
        let (isHere, isChosen) = contents.withLock { contents in
            let isHere = contents.driver == rex_thread() && !contents.killed.contains(store)
            // An action that is dispatched during another one is queued in any case.
            return (isHere, isHere && !contents.isSending && contents.processing == 0)
        }
        guard isChosen, let exploration else { return isHere }
        return exploration.processesAtOnce()
    }

    /// Returns whether a store leaves its queued actions to later steps of this world.
    private func queuesFollowUps(of store: Int) -> Bool {
        let (isKilled, isHere, isOfRun) = contents.withLock { contents in
            let isHere = contents.driver == rex_thread() && !contents.isSending
            return (contents.killed.contains(store), isHere, contents.current != nil)
        }
        guard !isKilled else { return true }
        guard isHere, let exploration else { return false }
        // An action of a run may have all following actions processed before its call returns. A step of a store is
        // one action.
        return !isOfRun || exploration.queuesFollowUps()
    }

    func isKilled(_ store: Int) -> Bool { contents.withLock { $0.killed.contains(store) } }

    func newStore() -> Int {
        contents.withLock { contents in
            contents.lastStore += 1
            return contents.lastStore
        }
    }

    /// Returns the executor of a store of this world.
    func executor(of store: Int) -> StoreExecutor {
        StoreExecutor { [self] in
            processesHere(of: store)
        } shouldYield: { [self] in
            queuesFollowUps(of: store)
        } enqueue: { [self] work in
            if isKilled(store) { return }
            if !add(.store(store), first: exploration != nil, work) { work() }
        }
    }

    /// Calls `body` after each kill of a store.
    func whenKilled(_ body: @escaping @Sendable () -> Void) { contents.withLock { $0.killed.observers.append(body) } }

    /// Kills a store: postpones its steps and sleepers to the end of the world, and keeps `dead`
    /// until then, since releasing it has effects.
    func kill(_ store: Int, _ dead: AnyObject?) {
        // Removed objects are released after unlocking.
        _ = contents.withLock { contents in
            contents.killed.stores.insert(store)
            if let dead { contents.killed.objects.append(dead) }
            contents.killed.steps += contents.ready.removeAll { $0.store == store }
            for case .sleeper(let continuation) in contents.timers.removeAll(where: { $0.run?.store == store }) {
                contents.killed.steps.append(
                    ReadyQueue.Step(subject: .test, moment: .zero, survives: false) {
                        continuation.resume(throwing: CancellationError())
                    }
                )
            }
            return contents.runs.removeAll(of: store)
        }
        for body in contents.withLock({ $0.killed.observers }) { body() }
    }
}
