// SPDX-License-Identifier: MIT

/// The error of a failed ``require(_:_:)``: what the tested code did wrong.
package struct Wrong: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// Throws ``Wrong`` with the text if the claim is false.
package func require(_ claim: Bool, _ text: @autoclosure () -> String) throws(Wrong) {
    if !claim { throw Wrong(text()) }
}
