// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// A publisher that publishes nothing until it is connected.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
    /// Connects the publisher, until the result is cancelled or released.
    func connect() -> any Cancellable
}
#endif
