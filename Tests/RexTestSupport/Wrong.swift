// SPDX-License-Identifier: MIT

/// What the tested code has done, and must not do.
package struct Wrong: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// Throws ``Wrong`` with the text unless the claim is true.
package func require(_ claim: Bool, _ text: @autoclosure () -> String) throws(Wrong) {
    if !claim { throw Wrong(text()) }
}
