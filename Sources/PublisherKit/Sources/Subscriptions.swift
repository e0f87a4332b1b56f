// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// The namespace of subscriptions.
public enum Subscriptions: Sendable {
    /// A subscription that ignores demand and cancellation, for publishers that publish nothing.
    public static var empty: any Subscription { EmptySubscription() }
}

private struct EmptySubscription: Subscription {
    let combineIdentifier = CombineIdentifier()

    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
}
#endif
