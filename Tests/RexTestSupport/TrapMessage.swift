// SPDX-License-Identifier: MIT

package import Testing

/// Expects that a process which stopped said each of these texts on standard error.
///
/// Release builds stop without a message, so there nothing is expected.
package func expectMessage(
    of result: ExitTest.Result?,
    contains texts: String...,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #if DEBUG
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    for text in texts { #expect(message.contains(text), sourceLocation: sourceLocation) }
    #endif
}
