// SPDX-License-Identifier: MIT

/// A rule of a middleware, such as a gate, and how often it came up.
public struct CountedRule: Sendable {
    /// The rule, with the place where it was written as far as that is known.
    public let rule: ActionSource.Step
    /// The number of times that it came up.
    public let count: Int

    /// Makes a rule with its count at this moment.
    public init(_ rule: ActionSource.Step, count: Int) {
        self.rule = rule
        self.count = count
    }
}

extension AnyActionHandler {
    /// Declares a rule of a middleware, so that a recording can say how often it came up, or that
    /// it never did.
    ///
    /// To be called once for each rule, in ``MiddlewareProtocol/receiveContext(getState:output:)``.
    /// `rule` is kept until the store is gone and nobody records it any more; it is called on any
    /// thread, each time that somebody wants to know. Without a store behind this handler nothing
    /// happens.
    public func declare(_ rule: @escaping @Sendable () -> CountedRule) {
        connection?.registrations.rules.withLock { $0.append(rule) }
    }

    /// Returns what the middlewares of the store have declared until it is called, in the order of
    /// the declarations.
    ///
    /// The function may be kept and called from any thread; it does not keep the store. It calls
    /// each rule.
    public var declaredRules: @Sendable () -> [CountedRule] {
        guard let rules = connection?.registrations.rules else { return { [] } }
        return { rules.withLock { $0 }.map { $0() } }
    }
}
