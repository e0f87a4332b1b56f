// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// The namespace of the publishers that operators make.
public enum Publishers: Sendable {}
#endif
