// SPDX-License-Identifier: MIT

/// A secret of at least 128 random bits.
struct AccessToken: Sendable {
    /// The secret, which is 32 hexadecimal digits if the app gave none.
    let text: String

    init() {
        text = AccessToken.randomText()
    }

    /// - Parameter text: A secret that the app has made.
    init(_ text: String) throws(InspectorError) {
        let isHexadecimal = text.allSatisfy(\.isHexDigit)
        let isAllowed = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        guard isAllowed, (isHexadecimal ? 32 : 22)...1_000 ~= text.utf8.count, Set(text).count >= 8 else {
            // The text is a secret, or was meant to be one.
            throw InspectorError(
                "The token of the inspector needs 128 random bits: 32 hexadecimal digits, as openssl rand -hex 16 "
                    + "prints them, or at least 22 letters, digits, - and _."
            )
        }
        self.text = text
    }

    /// Returns 128 random bits of the system as hexadecimal digits.
    static func randomText() -> String {
        var generator = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef")
        return String((0..<32).map { _ in digits[Int(generator.next() & 15)] })
    }

    /// Compares a header field in a time that does not depend on its contents.
    func matches(_ authorization: String?) -> Bool {
        let (expected, given) = (Array("Bearer \(text)".utf8), Array((authorization ?? "").utf8))
        var difference = UInt8(expected.count == given.count ? 0 : 1)
        for index in expected.indices {
            difference |= expected[index] ^ (index < given.count ? given[index] : 0)
        }
        return difference == 0
    }
}
