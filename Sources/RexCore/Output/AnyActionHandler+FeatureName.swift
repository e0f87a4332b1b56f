// SPDX-License-Identifier: MIT

extension AnyActionHandler {
    /// The name of the feature whose middleware gets this output, or nil.
    ///
    /// The name joins the cases that the middleware was lifted by, such as `cart.payment`. A name
    /// from ``MiddlewareProtocol/named(_:file:function:line:)`` replaces the cases around it. Read
    /// it in ``MiddlewareProtocol/receiveContext(getState:output:)``; after that method has
    /// returned, it is nil.
    public var featureName: String? { connection?.registrations.contents.withLock { $0.featureNames.last } }

    /// Calls `body`, which passes the context to the middlewares of this case.
    @usableFromInline func inFeature(_ caseName: String?, _ body: () -> Void) {
        guard let caseName else { return body() }
        inFeature(named: featureName.map { "\($0).\(caseName)" } ?? caseName, body)
    }

    func inFeature(named name: String, _ body: () -> Void) {
        guard let contents = connection?.registrations.contents else { return body() }
        contents.withLock { $0.featureNames.append(name) }
        body()
        contents.withLock { _ = $0.featureNames.removeLast() }
    }
}
