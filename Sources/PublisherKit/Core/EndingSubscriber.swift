// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// A subscriber that tells whether its subscription has ended.
protocol EndingSubscriber {
    var hasEnded: Bool { get }
}
#endif
