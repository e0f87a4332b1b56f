// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// A publisher that delivers nothing until it is connected.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
    /// Lets it deliver, until the result is cancelled or dropped.
    func connect() -> any Cancellable
}
#endif
