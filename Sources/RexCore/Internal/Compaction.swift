// SPDX-License-Identifier: MIT

/// Whether a list with empty slots should be compacted.
///
/// True for more than two slots per element, unless the list is short. So the amortised cost of a
/// removal is constant.
package func needsCompaction(slots: Int, elements: Int) -> Bool { slots > 2 * elements + 16 }
