// SPDX-License-Identifier: MIT

/// Returns the description of an error for standard error.
///
/// In a release build, returns only the type of the error, since a description may contain a
/// secret, such as a token.
func reportedText(of error: any Error) -> String {
    #if DEBUG
    "\(error)"
    #else
    "\(type(of: error))"
    #endif
}
