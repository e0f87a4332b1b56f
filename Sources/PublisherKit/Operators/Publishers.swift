// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// Where the publishers live that operators make.
public enum Publishers: Sendable {}
#endif
