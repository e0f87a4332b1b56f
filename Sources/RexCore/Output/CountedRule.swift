// SPDX-License-Identifier: MIT

/// A rule of a middleware, such as a gate, and how often it applied.
public struct CountedRule: Sendable {
    /// The rule, with its location in the code if known.
    public let rule: ActionSource.Step
    /// The number of times that the rule applied.
    public let count: Int

    /// Creates a rule with its current count.
    public init(_ rule: ActionSource.Step, count: Int) {
        self.rule = rule
        self.count = count
    }
}

extension AnyActionHandler {
    /// Registers a rule of a middleware, so that recordings can report how often it applied.
    ///
    /// Call it once for each rule, in ``MiddlewareProtocol/receiveContext(getState:output:)``.
    /// `rule` is called on any thread whenever the counts are read. It is released with the store
    /// and its recorders. Without a store, this does nothing.
    public func declare(_ rule: @escaping @Sendable () -> CountedRule) {
        connection?.registrations.rules.withLock { $0.append(rule) }
    }

    /// Returns the current counts of all rules of this store, in the order of registration.
    ///
    /// The function may be stored and called on any thread. It doesn't keep the store alive. It
    /// calls the function of each rule.
    public var declaredRules: @Sendable () -> [CountedRule] {
        guard let rules = connection?.registrations.rules else { return { [] } }
        return { rules.withLock { $0 }.map { $0() } }
    }
}
