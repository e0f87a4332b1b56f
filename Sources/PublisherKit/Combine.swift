// SPDX-License-Identifier: MIT

#if canImport(Combine)
// Where the platform has Combine, this module is Combine and nothing else.
@_exported public import Combine
#endif
