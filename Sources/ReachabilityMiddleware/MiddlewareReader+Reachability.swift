// SPDX-License-Identifier: MIT

public import RexCore

extension MiddlewareReader
where Dependencies == ReachabilityMiddlewareDependencies, MiddlewareType == ReachabilityMiddleware {
    /// A reachability middleware that waits for its ``ReachabilityMiddlewareDependencies``.
    public static var reachability: MiddlewareReader<ReachabilityMiddlewareDependencies, ReachabilityMiddleware> {
        MiddlewareReader(inject: ReachabilityMiddleware.init)
    }
}
