// SPDX-License-Identifier: MIT

// Re-exported, since code that runs publishers needs their types. They come from Combine, or from
// PublisherKit where Combine is missing.
@_exported public import PublisherKit
