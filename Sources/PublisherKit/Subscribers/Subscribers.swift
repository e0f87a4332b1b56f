// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// Where the types of the receiving side live.
public enum Subscribers: Sendable {}
#endif
