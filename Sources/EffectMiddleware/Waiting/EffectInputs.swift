// SPDX-License-Identifier: MIT

import RexCore

/// The actions that a rule looks at, for runs that wait for one.
@usableFromInline class EffectInputs<Input>: @unchecked Sendable {
    /// What a listener does about an action: nil if it does not match, else what is called once it was reduced.
    typealias Listener = @Sendable (Input) -> (@Sendable (ActionSource) -> Void)?

    init() {}

    /// Calls the listener for each action that is handled from now on; what is returned ends that.
    func listen(in engine: EffectEngine, _ listener: @escaping Listener) -> @Sendable () -> Void {
        preconditionFailure("Inputs without a source: use those of a middleware, or of a lift.")
    }
}

/// The actions of a middleware.
@usableFromInline final class RootEffectInputs<Input>: EffectInputs<Input>, @unchecked Sendable {
    private struct Entry {
        let number: Int
        let engine: EffectEngine
        let listener: Listener
    }

    /// Somebody whom an action resumes once it was reduced.
    struct Match: Sendable {
        let engine: EffectEngine
        let call: @Sendable (ActionSource) -> Void
    }

    private let entries = Lock<[Entry]>([])
    /// How often somebody has begun and ended to listen; apart, since it is looked at for each action.
    private let counts = Lock((begun: 0, ended: 0))

    override init() { super.init() }

    /// Whether somebody listens; most often nobody does.
    @usableFromInline var hasListeners: Bool { counts.withLock { $0.begun > $0.ended } }

    override func listen(in engine: EffectEngine, _ listener: @escaping Listener) -> @Sendable () -> Void {
        let number = counts.withLock { counts in
            counts.begun += 1
            return counts.begun
        }
        entries.withLock { $0.append(Entry(number: number, engine: engine, listener: listener)) }
        return { [weak self] in self?.end(number) }
    }

    private func end(_ number: Int) {
        let removed = entries.withLock { entries in
            entries.firstIndex { $0.number == number }.map { entries.remove(at: $0) }
        }
        if removed != nil { counts.withLock { $0.ended += 1 } }
        extendLifetime(removed)
    }

    /// What is to be called once the action was reduced.
    func matches(_ action: Input) -> [Match] {
        entries.withLock { $0 }.compactMap { entry in
            entry.listener(action).map { Match(engine: entry.engine, call: $0) }
        }
    }
}

/// The actions of a middleware that was lifted.
final class LocalEffectInputs<Global, Local>: EffectInputs<Local>, @unchecked Sendable {
    private let global: EffectInputs<Global>
    private let find: @Sendable (Global) -> Local?

    init(_ global: EffectInputs<Global>, _ find: @escaping @Sendable (Global) -> Local?) {
        self.global = global
        self.find = find
        super.init()
    }

    override func listen(in engine: EffectEngine, _ listener: @escaping Listener) -> @Sendable () -> Void {
        global.listen(in: engine) { [find] action in find(action).flatMap(listener) }
    }
}
