// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// The namespace of the subscribers, and of what they say and hear.
public enum Subscribers: Sendable {}
#endif
