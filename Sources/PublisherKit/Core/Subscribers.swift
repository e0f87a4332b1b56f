// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// The namespace of the subscribers, and of what they send and receive.
public enum Subscribers: Sendable {}
#endif
