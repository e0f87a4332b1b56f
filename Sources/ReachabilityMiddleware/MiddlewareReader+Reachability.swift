// SPDX-License-Identifier: MIT

public import RexCore

extension MiddlewareReader
where Dependencies == ReachabilityMiddlewareDependencies, MiddlewareType == ReachabilityMiddleware {
    /// The reader of a reachability middleware.
    ///
    /// It needs ``ReachabilityMiddlewareDependencies``.
    public static var reachability: MiddlewareReader<ReachabilityMiddlewareDependencies, ReachabilityMiddleware> {
        MiddlewareReader(inject: ReachabilityMiddleware.init)
    }
}
