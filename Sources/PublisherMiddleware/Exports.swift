// SPDX-License-Identifier: MIT

// Who runs publishers needs their types: those of Combine, or of PublisherKit where there is no Combine.
@_exported public import PublisherKit
