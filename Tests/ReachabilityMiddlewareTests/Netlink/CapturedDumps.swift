// SPDX-License-Identifier: MIT

#if os(Linux)

/// Answers of a real kernel, captured in a network namespace.
///
/// It had the loopback, two veth pairs of which one was up at one end only, and a tunnel that nobody served; a default
/// route of each kind that matters, and one of each kind that does not.
enum CapturedDumps {
    static var all: [[UInt8]] { links + addresses + routes + routesOverNexthops + nexthops }

    /// The datagrams of a text in hexadecimal digits, with an empty line between two.
    static func datagrams(_ text: String) -> [[UInt8]] {
        text.split(separator: "\n\n").map { datagram in
            let digits = datagram.compactMap(\.hexDigitValue).map(UInt8.init)
            return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        }
    }
}

#endif
