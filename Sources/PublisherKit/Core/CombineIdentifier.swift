// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// A unique identifier of a subscriber or subscription.
public struct CombineIdentifier: Hashable, Sendable, CustomStringConvertible {
    private static let last = Lock<UInt64>(0)

    private let number: UInt64

    /// Makes a unique identifier.
    public init() {
        number = Self.last.withLock { last in
            last += 1
            return last
        }
    }

    /// Makes the identifier of an object.
    ///
    /// It is unique as long as the object exists.
    public init(_ object: AnyObject) {
        number = numericCast(UInt(bitPattern: ObjectIdentifier(object).hashValue)) | 0x8000_0000_0000_0000
    }

    /// The number of the identifier, in hexadecimal.
    public var description: String { "0x" + String(number, radix: 16) }
}
#endif
