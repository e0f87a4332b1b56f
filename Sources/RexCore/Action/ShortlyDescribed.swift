// SPDX-License-Identifier: MIT

/// A value with a short description for people.
///
/// Logs, recordings and test failures print it. `description` is for machines.
public protocol ShortlyDescribed {
    /// The short text.
    var shortDescription: String { get }
}
