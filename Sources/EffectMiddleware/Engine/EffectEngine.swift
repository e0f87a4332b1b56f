// SPDX-License-Identifier: MIT

import RexCore

/// Runs the effects of one middleware in one store.
///
/// What happens is decided under a lock and done when it is free, so no code of the user runs while it is locked: not that
/// of runs, and not `==` and `hash` of keys. The task of a run is known to the engine before it starts: so there is no
/// moment at which a run could send something and not be cancelled exactly.
@usableFromInline final class EffectEngine: Sendable {
    private let contents: Lock<EffectContents>
    /// Whoever waits in a run, to be ended with it.
    let waits = EffectWaits()
    /// Whoever waits for a state.
    let reductions = EffectReductions()
    private let time: any EffectTime
    /// Whether the time is that by which tasks sleep without a clock.
    private let isOnContinuousClock: Bool
    private let continuousClock = ContinuousClock()
    /// Whether a rule waits for moments; if none does, the clock need not be read.
    private let isTimed: Bool
    private let rules: [EffectRule]
    /// The store, whose actions need no type here.
    private let output: AnyActionHandler<Never>

    init(rules: [EffectRule], output: AnyActionHandler<Never>) {
        contents = Lock(EffectContents(observedBy: output))
        let time = effectTime(of: output.environment.clock)
        self.time = time
        isOnContinuousClock = time is EffectTimeOf<ContinuousClock>
        self.rules = rules
        isTimed = rules.contains { $0.plan.isTimed }
        self.output = output
    }

    // MARK: For the rules, where the store processes

    @usableFromInline func receive(_ run: EffectRun) {
        let now = now
        let slot = run.place.isPlain ? nil : slot(at: run.place, of: run.rule)
        perform { contents, after in
            contents.receive(run, in: slot ?? contents.plainSlot(of: run.rule), now: now, &after)
        }
    }

    func cancel(_ cancellation: EffectCancellation, from source: ActionSource) {
        let now = now
        guard let node = knownNode(cancellation.elements) else { return }
        let slots: [EffectSlot]
        if let key = cancellation.key {
            let groups = Set(rules.filter { $0.name == cancellation.name }.map(\.group))
            slots = contents.withLock { _ in node.allSlots(withHash: key.hash, of: groups) }
                .filter { $0.key?.isSame(as: key) == true }
        } else {
            let all = contents.withLock { _ in node.allActiveSlots }
            slots = cancellation.name.map { name in all.filter { $0.rule.name == name } } ?? all
        }
        perform { contents, after in contents.cancel(slots, by: source.number, now: now, &after) }
    }

    func cancel(at places: [EffectPlace], from source: ActionSource?) {
        let slots = places.compactMap(knownSlot)
        guard !slots.isEmpty else { return }
        let now = now
        perform { contents, after in contents.cancel(slots, by: source?.number, now: now, &after) }
    }

    /// Cancels what belongs to elements that are gone.
    func cancelGone(_ nodes: [EffectNode], from source: ActionSource?) {
        let now = now
        perform { contents, after in
            contents.cancel(nodes.flatMap(\.allActiveSlots), by: source?.number, now: now, isSilent: true, &after)
        }
    }

    /// The elements below one in which something runs or waits.
    func activeElements(of node: EffectNode) -> [EffectNode] { contents.withLock { _ in node.activeChildren } }

    var root: EffectNode { contents.withLock { $0.root } }

    /// Cancels everything, since the store is gone.
    func close() {
        perform { contents, after in
            #if DEBUG
            let slots = contents.root.allActiveSlots
            #endif
            contents.close(&after)
            #if DEBUG
            if slots.contains(where: { $0.machine.leaving > 0 }) { reportWhatStays(of: slots) }
            #endif
        }
        waits.endAll()
    }

    // MARK: For runs and timers, on their threads

    /// Whether the run has its last word, which nobody else has said.
    func hasLastWord(_ run: EffectRun) -> Bool {
        contents.withLock { contents in
            guard !contents.isClosed, !run.hasLastWord, !run.wasRevoked else { return false }
            run.hasLastWord = true
            return true
        }
    }

    func bodyReturned(_ run: EffectRun, isFinished: Bool) {
        let now = now
        perform { contents, after in
            contents.bodyReturned(run, now: now, &after)
            if isFinished {
                contents.finished(run, now: now, &after)
                contents.startNext(after: run, now: now, &after)
            }
        }
        if run.hasWaits { waits.end(of: run) }
    }

    func finished(_ run: EffectRun) {
        let now = now
        perform { contents, after in contents.finished(run, now: now, &after) }
    }

    func startNext(after run: EffectRun) {
        let now = now
        perform { contents, after in contents.startNext(after: run, now: now, &after) }
    }

    /// Keeps what ends a wait, to be called when the run is cancelled or over.
    func addWait(to run: EffectRun, _ end: @escaping @Sendable () -> Void) -> Int {
        run.noteWait()
        return waits.add(to: run, end)
    }

    /// Sleeps by the clock of the store; without the detour of a type that is erased, it takes less memory.
    @usableFromInline func sleep(for duration: Duration) async throws {
        guard isOnContinuousClock else { return try await time.sleep(for: duration) }
        try await continuousClock.sleep(until: Self.deadline(in: duration))
    }

    /// Apart, so that its intermediate results take no memory while a task sleeps.
    @inline(never) private static func deadline(in duration: Duration) -> ContinuousClock.Instant {
        .now.advanced(by: duration)
    }

    /// Calls the observer after each reduction of the store from now on, and at once if it can.
    func onReduction(_ observer: @escaping @Sendable (ActionSource?) -> Void) { output.onReduction(observer) }

    func note(_ notice: StoreNotice) { output.note(notice) }

    // MARK: Elsewhere

    /// Cancels tasks where no action is processed, since their cancellation handlers are the user's code.
    func cancelElsewhere(from source: ActionSource) {
        output.callElsewhere(from: source) { [self] in
            while true {
                let tasks = contents.withLock { $0.takeCancelled() }
                guard !tasks.isEmpty else { return }
                for task in tasks.sorted(by: { $0.number < $1.number }) {
                    task.cancel()
                    waits.end(of: task)
                }
            }
        }
    }

    // MARK: -

    private var now: Duration { isTimed ? time.now : .zero }

    /// Lets something be decided, and does it.
    private func perform(_ decide: (inout EffectContents, inout EffectAftermath) -> Void) {
        var after = EffectAftermath()
        contents.withLock { contents in
            decide(&contents, &after)
            if isTimed { contents.setTimer(&after) { EffectTimer(for: $0, $1, in: self) } }
        }
        after.perform(in: self)
    }

    #if DEBUG
    /// Names the runs that have not ended a second after their store.
    private func reportWhatStays(of slots: [EffectSlot]) {
        // Only who has the lock looks into them.
        let slots = Guarded(slots)
        Task.detached { [self] in
            try? await Task.sleep(for: .seconds(1))
            let rules = contents.withLock { _ in slots.value.filter { $0.machine.leaving > 0 }.map(\.rule.text) }
            for rule in Set(rules).sorted() {
                report("\(rule) still runs a second after the end of its store: it ignores that it was cancelled.")
            }
        }
    }

    /// What is looked at by who has the lock of the engine, which is what makes it safe to pass it on.
    private struct Guarded: @unchecked Sendable {
        let value: [EffectSlot]

        init(_ value: [EffectSlot]) { self.value = value }
    }
    #endif
}

// MARK: The timer

extension EffectEngine {
    func start(_ timer: EffectTimer) { output.start(timer) { await $0.run() } }

    /// Lets happen what is due; when the timer is to wake up next, or nil if it is not.
    func deadline(of timer: EffectTimer) -> Duration? {
        let now = now
        var next: Duration?
        perform { contents, after in
            contents.letPass(now, &after)
            next = contents.deadline(of: timer)
        }
        return next
    }

    /// Lets happen what is due by then.
    func letPass(_ moment: Duration) {
        perform { contents, after in contents.letPass(moment, &after) }
    }

    func sleep(until deadline: Duration) async throws { try await time.sleep(until: deadline) }

    /// The rule for which a timer sleeps; nil if it no longer is to.
    func ruleIfWanted(_ timer: EffectTimer) -> String? {
        contents.withLock { $0.timer === timer ? $0.nextRule?.text : nil }
    }

    func source(of timer: EffectTimer) -> ActionSource? {
        contents.withLock { $0.nextRun(of: timer) }?.waitingSource
    }
}

// MARK: Finding slots

extension EffectEngine {
    /// The slot at a place; a new one if there is none.
    ///
    /// Only the thread that processes makes some, so it makes no second one of the same keys.
    private func slot(at place: EffectPlace, of rule: EffectRule) -> EffectSlot {
        var node = root
        for element in place.elements { node = self.node(element, in: node) ?? EffectNode(element, in: node) }
        return slot(place.key, place.group, in: node) ?? EffectSlot(rule, place.key, in: node)
    }

    private func knownSlot(at place: EffectPlace) -> EffectSlot? {
        knownNode(place.elements).flatMap { slot(place.key, place.group, in: $0) }
    }

    private func knownNode(_ elements: [EffectKey]) -> EffectNode? {
        var node = root
        for element in elements {
            guard let next = self.node(element, in: node) else { return nil }
            node = next
        }
        return node
    }

    private func node(_ key: EffectKey, in parent: EffectNode) -> EffectNode? {
        contents.withLock { _ in parent.children(withHash: key.hash) }.first { $0.key?.isSame(as: key) == true }
    }

    private func slot(_ key: EffectKey?, _ group: Int, in node: EffectNode) -> EffectSlot? {
        guard let key else { return contents.withLock { _ in node.plainSlot(of: group) } }
        return contents.withLock { _ in node.slots(withHash: key.hash) }
            .first { $0.rule.group == group && $0.key?.isSame(as: key) == true }
    }
}
