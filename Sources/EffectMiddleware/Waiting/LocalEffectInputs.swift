// SPDX-License-Identifier: MIT

import RexCore

/// The actions of a lifted middleware.
///
/// Unchecked Sendable because its superclass is. It only adds constants.
final class LocalEffectInputs<Global, Local>: EffectInputs<Local>, @unchecked Sendable {
    private let global: EffectInputs<Global>
    private let find: @Sendable (Global) -> Local?

    init(_ global: EffectInputs<Global>, _ find: @escaping @Sendable (Global) -> Local?) {
        self.global = global
        self.find = find
        super.init()
    }

    override func observe(
        for engine: any AnyObject & Sendable,
        _ observer: @escaping Observer
    ) -> @Sendable () -> Void {
        global.observe(for: engine) { [find] action in find(action).flatMap(observer) }
    }
}
