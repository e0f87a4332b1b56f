// SPDX-License-Identifier: MIT

import RexCore

// The steps and failures that the calls of a test store share.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TestStore {
    /// Notes a call of the test and returns the store.
    ///
    /// Reports a failure and returns nil if the store was killed.
    func begin(_ call: @autoclosure () -> String, at location: CallSite) -> Store<ActionType, StateType>? {
        world.exploration?.noteCall(call(), of: number)
        hasFinished = false
        if store == nil {
            fail("\(call()): The store was killed. Make another test store in the same world.", at: location)
        }
        return store
    }

    /// Takes the ready steps.
    ///
    /// Returns false and reports a failure if they do not end.
    @discardableResult
    func drain(or alternative: WorldCore.Alternative = .nothing, at location: CallSite) -> Bool {
        defer { failWithMistakes(at: location) }
        guard !world.drain(or: alternative) else { return true }
        failWithoutEnd(at: location)
        return false
    }

    /// Dispatches an action of the test, with the location of the call as its source.
    ///
    /// - Returns: The entry of the processed action, or nil if it was queued or refused.
    func dispatch(
        _ action: ActionType,
        to store: Store<ActionType, StateType>,
        at location: CallSite,
        in function: String
    ) -> ActionLog<ActionType, StateType>.Entry? {
        drainPostponed(at: location)
        let source = ActionSource(file: "\(location.fileID)", function: function, line: location.line, info: nil)
        defer { failWithMistakes(at: location) }
        return log.entry(of: source) {
            let last = world.beginSending()
            store.dispatch(action, from: source)
            world.endSending(last)
        }
    }

    /// Takes some of the postponed steps, before the test does something that may overtake the
    /// others.
    func drainPostponed(at location: CallSite) {
        drain(or: world.exploration == nil ? .nothing : .testFirst, at: location)
    }

    /// Takes the ready steps, unless the schedule postpones them.
    func drainOrPostpone(at location: CallSite) {
        if !world.choosesToPostpone() { drain(at: location) }
    }

    /// Fails the test for each mistake of the app that the last steps have made.
    func failWithMistakes(at location: CallSite) {
        for mistake in log.takeMistakes() { fail(mistake, at: location) }
    }

    func failWithoutEnd(at location: CallSite) {
        fail(
            """
            Took \(WorldCore.stepLimit) steps at the same time and more are ready: some work never ends.
            \(waiting())
            """,
            at: location
        )
    }

    func fail(_ text: String, at location: CallSite, isWeak: Bool = false, cost: Int = 0) {
        hasFailed = true
        world.fail(text, at: location, isWeak: isWeak, cost: cost)
    }
}
