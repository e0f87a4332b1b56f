// SPDX-License-Identifier: MIT

package import Testing

/// Expects that a process which stopped said each of these texts on standard error.
///
/// A `precondition` stops a release build without a message, so there nothing is expected unless it is always printed.
package func expectMessage(
    of result: ExitTest.Result?,
    contains texts: String...,
    isAlwaysPrinted: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #if !DEBUG
    guard isAlwaysPrinted else { return }
    #endif
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    for text in texts { #expect(message.contains(text), sourceLocation: sourceLocation) }
}
