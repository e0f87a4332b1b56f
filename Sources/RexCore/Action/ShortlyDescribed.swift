// SPDX-License-Identifier: MIT

/// A value with a text for people that is shorter than its description.
///
/// Logs, recordings and the failures of tests write it, where the description is for machines.
package protocol ShortlyDescribed {
    /// The short text.
    var shortDescription: String { get }
}
