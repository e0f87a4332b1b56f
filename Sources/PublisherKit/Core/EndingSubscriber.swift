// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// A subscriber that knows whether it is over.
protocol EndingSubscriber {
    var hasEnded: Bool { get }
}
#endif
