// SPDX-License-Identifier: MIT

extension AnyActionHandler {
    /// The name of the feature whose middleware gets this output; nil if it has none.
    ///
    /// It is made of the cases by which the middleware was lifted, such as `cart.payment`; a name
    /// that ``MiddlewareProtocol/named(_:file:function:line:)`` gave takes the place of the cases
    /// around it. Read it in ``MiddlewareProtocol/receiveContext(getState:output:)``: it is nil once
    /// that has returned.
    public var featureName: String? { connection?.registrations.featureNames.withLock { $0.last } }

    /// Calls `body` while the middlewares in the case with this name get their context.
    @usableFromInline func inFeature(_ caseName: String?, _ body: () -> Void) {
        guard let caseName else { return body() }
        inFeature(named: featureName.map { "\($0).\(caseName)" } ?? caseName, body)
    }

    func inFeature(named name: String, _ body: () -> Void) {
        guard let names = connection?.registrations.featureNames else { return body() }
        names.withLock { $0.append(name) }
        body()
        names.withLock { _ = $0.removeLast() }
    }
}
