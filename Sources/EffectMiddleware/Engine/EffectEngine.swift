// SPDX-License-Identifier: MIT

import ClockSleep
import RexCore

/// Runs the effects of one middleware in one store.
///
/// ``EffectEngineState`` decides on events under a lock. The decisions are executed after the lock
/// was released, so no user code runs under it: neither the bodies of runs nor `==` and `hash` of
/// keys. The engine knows a run before its task starts, so exact cancellation works from its first
/// action on.
@usableFromInline final class EffectEngine: Sendable {
    let state: Lock<EffectEngineState>
    /// The waits in runs.
    ///
    /// They end with their runs.
    let waits = EffectWaits()
    /// The runs that wait for a state.
    @usableFromInline let reductions: EffectReductionObservers
    private let clock: any EffectClock
    /// Whether the store's clock is the continuous clock.
    private let isOnContinuousClock: Bool
    /// Whether any rule has deadlines.
    ///
    /// Otherwise, the clock need not be read.
    private let isTimed: Bool
    private let rules: [EffectRule]
    /// The store.
    ///
    /// Its type of action isn't needed here.
    private let output: AnyActionHandler<Never>

    init(rules: [EffectRule], output: AnyActionHandler<Never>) {
        state = Lock(EffectEngineState())
        reductions = EffectReductionObservers(of: output)
        let clock = Self.erased(output.environment.clock)
        self.clock = clock
        isOnContinuousClock = clock is EffectClockBox<ContinuousClock>
        self.rules = rules
        isTimed = rules.contains { $0.options.isTimed }
        self.output = output
        // Before, observers may still be added. Not under the lock, since the answer needs the store's.
        output.onIdle { [state] in
            let isObserved = output.isObserved([.skippedByMiddleware, .started])
            state.withLock { $0.isObserved = isObserved }
        }
    }

    private static func erased(_ clock: some Clock<Duration>) -> any EffectClock { EffectClockBox(clock) }

    // MARK: For the rules, where the store processes

    @usableFromInline func receive(_ run: EffectRun) {
        let now = now
        let slot = run.slotID.isPlain ? nil : slot(with: run.slotID, of: run.rule)
        perform { state in
            state.receive(run, in: slot ?? state.plainSlot(of: run.rule), now: now)
        }
    }

    func cancel(_ cancellation: EffectCancellation, from source: ActionSource) {
        let now = now
        let groups = cancellation.key.map { _ in Set(rules.filter { $0.name == cancellation.name }.map(\.group)) }
        var slots: [EffectSlot]?
        forEachNode(of: cancellation.elements[...], in: root) { node in
            let found: [EffectSlot]
            if let key = cancellation.key, let groups {
                found = state.withLock { _ in node.allSlots(withHash: key.hash, of: groups) }
                    .filter { $0.key == key }
            } else {
                let all = state.withLock { _ in node.allActiveSlots }
                found = cancellation.name.map { name in all.filter { $0.rule.name == name } } ?? all
            }
            slots = slots.map { $0 + found } ?? found
        }
        guard let slots else { return }
        perform { state in state.cancel(slots, by: source, now: now) }
    }

    func cancel(at ids: [EffectSlotID], from source: ActionSource?) {
        let slots = ids.compactMap(knownSlot)
        guard !slots.isEmpty else { return }
        let now = now
        perform { state in state.cancel(slots, by: source, now: now) }
    }

    /// Cancels the runs of removed elements.
    func cancelRemoved(_ nodes: [EffectNode], from source: ActionSource?) {
        let now = now
        perform { state in
            state.cancel(nodes.flatMap(\.allActiveSlots), by: source, now: now, isSilent: true)
        }
    }

    /// Returns the child elements of a node with running or waiting effects.
    func activeElements(of node: EffectNode) -> [EffectNode] { state.withLock { _ in node.activeChildren } }

    var root: EffectNode { state.withLock { $0.root } }

    /// Cancels everything at the end of the store.
    func close() {
        perform { state in state.close() }
        waits.endAll()
    }

    // MARK: For runs and timers, on their threads

    /// Returns true if the run's final action has to be sent.
    ///
    /// Returns true only once for each run.
    func takeFinalAction(of run: EffectRun) -> Bool {
        state.withLock { state in
            guard !state.isClosed, !run.isFinalActionTaken, !run.isRevoked else { return false }
            run.isFinalActionTaken = true
            return true
        }
    }

    func bodyReturned(_ run: EffectRun, isFinished: Bool) {
        let hasWaits = run.seal()
        let now = now
        perform { state in
            state.bodyReturned(run, now: now)
            if isFinished {
                state.finished(run, now: now)
                state.startNext(after: run, now: now)
            }
        }
        if hasWaits { waits.end(of: run.number) }
    }

    func finished(_ run: EffectRun) {
        let now = now
        perform { state in state.finished(run, now: now) }
    }

    func startNext(after run: EffectRun) {
        // Set by `finished(_:)`, which the task has called before.
        guard run.mayHaveSuccessor else { return }
        let now = now
        perform { state in state.startNext(after: run, now: now) }
    }

    /// Adds a closure that ends a wait.
    ///
    /// It is called when the run is cancelled or has ended.
    func addWait(to run: EffectRun, _ end: @escaping @Sendable () -> Void) -> Int {
        run.recordWait()
        return waits.add(to: run.number, end)
    }

    /// Sleeps with the store's clock.
    ///
    /// The continuous clock is called directly, which needs less memory than a type-erased call.
    @usableFromInline func sleep(for duration: Duration) async throws {
        guard isOnContinuousClock else { return try await clock.sleep(for: duration) }
        try await sleepInQueue(until: Self.deadline(in: duration))
    }

    /// A function of its own, so that its temporary values use no memory while a task sleeps.
    @inline(never) private static func deadline(in duration: Duration) -> ContinuousClock.Instant {
        .now.advanced(by: duration.sleepable)
    }

    func reportSkipped(_ skipped: SkippedAction) { output.post(.skippedByMiddleware, .skipped(skipped)) }

    // MARK: Elsewhere

    /// Cancels tasks off the thread that processes actions, since their cancellation handlers are
    /// user code.
    func cancelOffProcessingThread(from source: ActionSource) {
        output.callElsewhere(from: source) { [self] in
            while true {
                let tasks = state.withLock { $0.takeCancelled() }
                guard !tasks.isEmpty else { return }
                for task in tasks.sorted(by: { $0.number < $1.number }) {
                    task.cancel()
                    waits.end(of: task.number)
                }
            }
        }
    }

    // MARK: -

    private var now: Duration { isTimed ? clock.now : .zero }

    /// Calls `decide` under the lock, then executes its commands.
    private func perform(_ decide: (inout EffectEngineState) -> Void) {
        let commands = state.withLock { state in
            decide(&state)
            if isTimed { state.setTimer { EffectTimer(for: $0, $1, in: self, isVirtual: clock.isVirtual) } }
            return state.takeCommands()
        }
        commands.perform(in: self)
    }
}

// MARK: The timer

extension EffectEngine {
    func start(_ timer: EffectTimer) { output.start(timer.task, for: timer) { await $0.run() } }

    /// Advances to the current time.
    ///
    /// Returns the next deadline of the timer, or nil if the timer isn't needed any more.
    func deadline(of timer: EffectTimer) -> Duration? {
        let now = now
        var next: Duration?
        perform { state in
            state.advance(to: now)
            next = state.deadline(of: timer)
        }
        return next
    }

    /// Decides on the triggers that are due at `deadline`.
    func advance(to deadline: Duration) {
        perform { state in state.advance(to: deadline) }
    }

    func sleep(until deadline: Duration, or current: Lock<Duration>?) async throws {
        try await clock.sleep(until: deadline, or: current)
    }

    /// Returns the rule that a timer sleeps for, or nil if the timer isn't needed any more.
    func ruleIfWanted(_ timer: EffectTimer) -> String? {
        state.withLock { $0.timer === timer ? $0.nextRule?.text : nil }
    }

    func result(of timer: EffectTimer) -> StoreTask.Ending? { state.withLock { _ in timer.result } }

    func source(of timer: EffectTimer) -> ActionSource? {
        state.withLock { $0.nextRun(of: timer) }?.delaySource
    }
}

// MARK: Finding slots

extension EffectEngine {
    /// Returns the slot with this id, or a new one.
    ///
    /// Only the processing thread makes slots, so ids are unique.
    private func slot(with id: EffectSlotID, of rule: EffectRule) -> EffectSlot {
        var node = root
        for element in id.elements { node = self.node(element, in: node) ?? EffectNode(element, in: node) }
        return slot(id.key, id.group, in: node) ?? EffectSlot(rule, id.key, in: node)
    }

    private func knownSlot(with id: EffectSlotID) -> EffectSlot? {
        knownNode(id.elements).flatMap { slot(id.key, id.group, in: $0) }
    }

    private func knownNode(_ elements: [EffectKey]) -> EffectNode? {
        var node = root
        for element in elements {
            guard let next = self.node(element, in: node) else { return nil }
            node = next
        }
        return node
    }

    /// Calls `body` with each node of these elements.
    ///
    /// An action knows no identity, so it is for the value of a part with any identity. There may be
    /// several such nodes: values that were replaced have cancelled runs that have not returned.
    private func forEachNode(
        of elements: ArraySlice<EffectKey>,
        in node: EffectNode,
        _ body: (EffectNode) -> Void
    ) {
        guard let key = elements.first else { return body(node) }
        for child in state.withLock({ _ in node.children(withHash: key.hash) }) {
            if let id = child.key, key.matches(id) { forEachNode(of: elements.dropFirst(), in: child, body) }
        }
    }

    private func node(_ key: EffectKey, in parent: EffectNode) -> EffectNode? {
        state.withLock { _ in parent.children(withHash: key.hash) }.first { $0.key == key }
    }

    private func slot(_ key: EffectKey?, _ group: Int, in node: EffectNode) -> EffectSlot? {
        guard let key else { return state.withLock { _ in node.plainSlot(of: group) } }
        return state.withLock { _ in node.slots(withHash: key.hash) }
            .first { $0.rule.group == group && $0.key == key }
    }
}
