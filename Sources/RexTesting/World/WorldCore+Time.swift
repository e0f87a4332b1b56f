// SPDX-License-Identifier: MIT

import CRexSystem
import RexCore

extension WorldCore {
    /// The time since the beginning.
    var now: Duration { contents.withLock { $0.timers.now } }

    /// Adds an event for a deadline, which may be over, and may become later.
    ///
    /// Returns false if the world has ended.
    func add(_ event: TimerQueue.Kind, at moment: @autoclosure @escaping () -> Duration, number: Int) -> Bool {
        contents.withLock { contents in
            guard !contents.isOver else { return false }
            let isOwn = contents.driver == rex_thread()
            let run = isOwn ? contents.current : nil
            // Whether a task outside of the test's control sleeps already is a matter of chance.
            var isUncontrolled = false
            if case .sleeper = event { isUncontrolled = !isOwn }
            let escaped = isUncontrolled ? RunMark.current?.run : nil
            contents.timers.add(
                event,
                at: moment(),
                number: number,
                of: run,
                isUncontrolled: isUncontrolled,
                escaped: escaped
            )
            return true
        }
    }

    func newNumber() -> Int { contents.withLock { $0.timers.newNumber() } }

    /// Removes and returns a pending event.
    func removeEvent(_ number: Int) -> TimerQueue.Kind? {
        contents.withLock { $0.timers.remove(number) }
    }

    /// The next deadline.
    var nextDeadline: Duration? { contents.withLock { $0.timers.nextDeadline() } }

    /// The next deadline without sleepers outside of the test's control, which sleep at an
    /// arbitrary time.
    var nextControlledDeadline: Duration? { contents.withLock { $0.timers.nextControlledDeadline() } }

    /// The pending events.
    var events: [TimerQueue.Event] { contents.withLock { $0.timers.all } }

    /// Excludes a store's pending events from checks, and those without a store.
    func skipEvents(of store: Int) {
        contents.withLock { $0.timers.skip { $0.run.map { $0.store == store } ?? true } }
    }

    /// Advances the time, and makes the due events ready.
    func move(to moment: Duration) {
        let (due, isLater) = contents.withLock { contents in
            let before = contents.timers.now
            return (contents.timers.takeDue(at: moment), contents.timers.now > before)
        }
        // The time has overtaken the postponed steps.
        if isLater { exploration?.noteProgress() }
        if isLater || !due.isEmpty { exploration?.mark(.time(moment)) }
        if !due.isEmpty { exploration?.note(.time(moment)) }
        drive {
            for event in due {
                switch event {
                case .sleeper(let continuation): continuation.resume()
                case .work(let body): add(.scheduler, body)
                }
            }
        }
    }
}
