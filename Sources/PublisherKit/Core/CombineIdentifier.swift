// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// Tells subscribers and subscriptions apart.
public struct CombineIdentifier: Hashable, Sendable, CustomStringConvertible {
    private static let last = Lock<UInt64>(0)

    private let number: UInt64

    /// Makes an identifier that no other is equal to.
    public init() {
        number = Self.last.withLock { last in
            last += 1
            return last
        }
    }

    /// Makes the identifier of an object, for as long as the object lives.
    public init(_ object: AnyObject) {
        number = numericCast(UInt(bitPattern: ObjectIdentifier(object).hashValue)) | 0x8000_0000_0000_0000
    }

    /// The number of the identifier, in hexadecimal digits.
    public var description: String { "0x" + String(number, radix: 16) }
}
#endif
