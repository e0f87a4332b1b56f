// SPDX-License-Identifier: MIT

#if canImport(Combine)
// Where the platform has Combine, the public names of this module are those of Combine.
@_exported public import Combine
#endif
