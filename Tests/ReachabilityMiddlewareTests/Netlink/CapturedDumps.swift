// SPDX-License-Identifier: MIT

#if os(Linux)

/// Answers of a real kernel, captured in a network namespace.
///
/// The namespace had the loopback, two veth pairs, one of them up at one end only, and an unused
/// tunnel. It had a default route of each relevant kind and of each irrelevant kind.
enum CapturedDumps {
    static var all: [[UInt8]] { links + addresses + routes + routesOverNexthops + nexthops }

    /// Parses datagrams from hexadecimal digits, separated by empty lines.
    static func datagrams(_ text: String) -> [[UInt8]] {
        text.split(separator: "\n\n").map { datagram in
            let digits = datagram.compactMap(\.hexDigitValue).map(UInt8.init)
            return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        }
    }
}

#endif
