// SPDX-License-Identifier: MIT

public import RexCore

/// The engines of one middleware: one for each store that it is in, and one for where there is none.
@usableFromInline final class EffectStores: Sendable {
    private struct Engines {
        var all: [ObjectIdentifier?: EffectEngine] = [:]
        /// The one that was looked up last; most often there is no other.
        var last: (identity: ObjectIdentifier?, engine: EffectEngine)?

        mutating func engine(for identity: ObjectIdentifier?) -> EffectEngine? {
            if let last, last.identity == identity { return last.engine }
            guard let engine = all[identity] else { return nil }
            last = (identity, engine)
            return engine
        }
    }

    private let engines = Lock(Engines())

    init() {}

    /// The engine for the store behind an output, made if there is none yet.
    @inlinable func engine(for output: AnyActionHandler<some Any>) -> EffectEngine {
        knownEngine(output.storeIdentity) ?? newEngine(output)
    }

    @usableFromInline func knownEngine(_ identity: ObjectIdentifier?) -> EffectEngine? {
        engines.withLock { $0.engine(for: identity) }
    }

    @usableFromInline func newEngine(_ output: AnyActionHandler<some Any>) -> EffectEngine {
        let identity = output.storeIdentity
        let new = EffectEngine(time: effectTime(of: output.environment.clock))
        let (engine, isNew) = engines.withLock { engines in
            if let engine = engines.all[identity] { return (engine, false) }
            engines.all[identity] = new
            return (new, true)
        }
        if isNew {
            output.onEnd { [self] in
                engine.close()
                _ = engines.withLock { ($0.all.removeValue(forKey: identity), $0.last.take()) }
            }
        }
        return engine
    }
}
