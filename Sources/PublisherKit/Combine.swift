// SPDX-License-Identifier: MIT

#if canImport(Combine)
// On platforms with Combine, this module re-exports Combine in place of its own types.
@_exported public import Combine
#endif
