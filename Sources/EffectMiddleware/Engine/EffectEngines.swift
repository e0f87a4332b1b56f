// SPDX-License-Identifier: MIT

import RexCore

/// The engines of one middleware: one for each of its stores, and one for outputs without a store.
@usableFromInline final class EffectEngines: Sendable {
    private struct Contents {
        var all: [ObjectIdentifier?: EffectEngine] = [:]
        /// The engine of the last look-up.
        ///
        /// Usually it is the only one.
        var last: (identity: ObjectIdentifier?, engine: EffectEngine)?

        mutating func engine(for identity: ObjectIdentifier?) -> EffectEngine? {
            if let last, last.identity == identity { return last.engine }
            guard let engine = all[identity] else { return nil }
            last = (identity, engine)
            return engine
        }
    }

    private let contents = Lock(Contents())

    @usableFromInline func known(_ identity: ObjectIdentifier?) -> EffectEngine? {
        contents.withLock { $0.engine(for: identity) }
    }

    /// Returns the engine for the store of an output, and makes it if necessary.
    func new(_ output: AnyActionHandler<Never>, _ rules: [EffectRule]) -> EffectEngine {
        let identity = output.storeIdentity
        let new = EffectEngine(rules: rules, output: output)
        let (engine, isNew) = contents.withLock { contents in
            if let engine = contents.all[identity] { return (engine, false) }
            contents.all[identity] = new
            return (new, true)
        }
        if isNew {
            output.onEnd { [self] in
                engine.close()
                _ = contents.withLock { ($0.all.removeValue(forKey: identity), $0.last.take()) }
            }
        }
        return engine
    }
}
