// SPDX-License-Identifier: MIT

package import Testing

/// Expects that a stopped process wrote each of these texts to standard error.
///
/// In release builds, a `precondition` stops the process without a message. So there, the texts are expected only with
/// `isAlwaysPrinted`.
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
