// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// The namespace of the publishers that operators return.
public enum Publishers: Sendable {}
#endif
