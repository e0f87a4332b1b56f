// SPDX-License-Identifier: MIT

extension AnyActionHandler {
    /// The name of the feature whose middleware gets this output, or nil.
    ///
    /// The name joins the cases that the middleware was lifted by, such as `cart.payment`. A name
    /// from ``MiddlewareProtocol/named(_:file:function:line:)`` replaces the cases around it. Read
    /// it in ``MiddlewareProtocol/receiveContext(getState:output:)``; after that method has
    /// returned, it is nil.
    public var featureName: String? { connection?.registrations.featureNames.withLock { $0.last } }

    /// Calls `body`, which passes the context to the middlewares of this case.
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
