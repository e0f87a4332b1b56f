// SPDX-License-Identifier: MIT

// Code that runs publishers needs their types: those of Combine, or of PublisherKit where there is no Combine.
@_exported public import PublisherKit
