// SPDX-License-Identifier: MIT

/// Returns the text of an error of the app for a line on standard error.
///
/// In a release build, returns the type: the text may contain a secret, such as a token.
func reportedText(of error: any Error) -> String {
    #if DEBUG
    "\(error)"
    #else
    "\(type(of: error))"
    #endif
}
