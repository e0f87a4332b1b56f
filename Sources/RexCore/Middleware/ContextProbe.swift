// SPDX-License-Identifier: MIT

/// Finds out whether a middleware does something with its context: whether all of its members have the method that does
/// nothing.
@usableFromInline final class ContextProbe: Sendable {
    private let membersThatListen = Lock(1)

    /// Calls the middleware with an output that leads nowhere; whether it, or a member of it, has a method of its own.
    static func findsListener(in middleware: some MiddlewareProtocol) -> Bool {
        let probe = ContextProbe()
        let name = "\(type(of: middleware))"
        middleware.receiveContext(
            getState: {
                fatalError(
                    """
                    \(name) read the state with the context that it got, but it was lifted into a collection.
                    There is no element that it could be about: read the state in `handle`, or lift with `lift` instead.
                    """
                )
            },
            output: AnyActionHandler({ _ in }, connection: StoreConnection(probe: probe))
        )
        return probe.membersThatListen.withLock { $0 > 0 }
    }

    func count(_ members: Int) {
        membersThatListen.withLock { $0 += members }
    }
}

extension AnyActionHandler {
    /// Called by the `receiveContext` that does nothing.
    @usableFromInline func noteThatNothingListens() {
        connection?.probe?.count(-1)
    }

    /// Called where one middleware passes its context on to so many.
    @usableFromInline func noteMembers(_ count: Int) {
        connection?.probe?.count(count - 1)
    }
}
