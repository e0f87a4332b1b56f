// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// The namespace of subscribers and of their demand and completion.
public enum Subscribers: Sendable {}
#endif
