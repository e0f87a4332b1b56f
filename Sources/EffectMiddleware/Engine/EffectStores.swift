// SPDX-License-Identifier: MIT

import RexCore

/// The engines of one middleware: one for each store that it is in, and one for where there is none.
@usableFromInline final class EffectStores: Sendable {
    private let engines = Lock<[ObjectIdentifier?: EffectEngine]>([:])

    init() {}

    /// The engine for the store behind an output, made if there is none yet.
    func engine(for output: AnyActionHandler<some Any>) -> EffectEngine {
        let identity = output.storeIdentity
        if let engine = engines.withLock({ $0[identity] }) { return engine }
        let new = EffectEngine(time: effectTime(of: output.environment.clock))
        let (engine, isNew) = engines.withLock { engines in
            if let engine = engines[identity] { return (engine, false) }
            engines[identity] = new
            return (new, true)
        }
        if isNew {
            output.onEnd { [self] in
                engine.close()
                _ = engines.withLock { $0.removeValue(forKey: identity) }
            }
        }
        return engine
    }

    /// Whether the middleware is in the store behind this output already.
    func isUsed(in output: AnyActionHandler<some Any>) -> Bool {
        guard let identity = output.storeIdentity else { return false }
        return engines.withLock { $0[identity] != nil }
    }
}
