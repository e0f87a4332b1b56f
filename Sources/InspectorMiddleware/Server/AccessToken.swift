// SPDX-License-Identifier: MIT

/// A secret of 128 random bits.
struct AccessToken: Sendable {
    /// The secret as 32 hexadecimal digits.
    let text: String

    init() {
        text = AccessToken.randomText()
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
