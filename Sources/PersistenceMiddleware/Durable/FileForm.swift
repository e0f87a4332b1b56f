// SPDX-License-Identifier: MIT

/// The form of a file: what wrote it, and the number of the form.
///
/// A file begins with a header, a line with the name and the number of the form, some numbers and a
/// checksum of all that. The line is written three times, so that two flipped bits leave one of them as it
/// was.
package struct FileForm: Sendable {
    /// What the first bytes of a file are.
    package enum Finding: Equatable, Sendable {
        /// The header, with its numbers, and whether all lines are as they were written.
        case header(_ numbers: [UInt64], isWhole: Bool)
        /// An earlier version of Rex has written the file.
        case earlier
        /// A newer version has.
        case newer(number: Int)
        /// No line is readable, or the file ends in the header.
        case damaged
        /// Another program has written the file.
        case foreign
    }

    private let name: [UInt8]
    private let number: Int
    /// The beginnings of the earlier forms, which have another header.
    private let earlier: [[UInt8]]

    private static let newline = UInt8(ascii: "\n")
    private static let space = UInt8(ascii: " ")
    /// The most bytes of a line.
    private static let maxLength = 200
    /// The most flipped bits with which a name is recognised.
    private static let maxFlips = 2

    /// Makes a form.
    ///
    /// - Parameters:
    ///   - name: The first bytes of each file, of which three or more differ from those of earlier forms.
    ///   - number: The number of the form.
    ///   - earlier: The beginnings of the earlier forms.
    package init(_ name: String, _ number: Int, earlier: [String]) {
        self.name = Array(name.utf8)
        self.number = number
        self.earlier = earlier.map { Array($0.utf8) }
    }

    /// The header with these numbers.
    package func header(_ numbers: [UInt64] = []) -> [UInt8] {
        let line = line(number, numbers)
        return line + line + line
    }

    /// Finds the header of a file.
    package func find(in bytes: [UInt8]) -> Finding {
        for place in bytes.indices.prefix(3 * Self.maxLength) {
            guard let line = line(in: bytes, at: place) else { continue }
            if line.number > number { return .newer(number: line.number) }
            if line.number < number { return .earlier }
            return .header(line.numbers, isWhole: bytes.starts(with: header(line.numbers)))
        }
        if earlier.contains(where: { differences(bytes, $0) <= Self.maxFlips }) { return .earlier }
        // A file that ends too early, or was never filled, has no bytes of another program.
        let isCutOff = name.starts(with: bytes) || bytes.prefix(name.count).allSatisfy { $0 == 0 }
        return isCutOff || differences(bytes, name) <= Self.maxFlips ? .damaged : .foreign
    }

    private func line(_ number: Int, _ numbers: [UInt64]) -> [UInt8] {
        let text = name + Array(" \(number)\(numbers.map { " \($0)" }.joined()) ".utf8)
        return text + Array("\(text[...].checksum)\n".utf8)
    }

    /// Reads the line that begins at a place; nil if there is none, or if it is not as it was written.
    private func line(in bytes: [UInt8], at place: Int) -> (number: Int, numbers: [UInt64])? {
        let rest = bytes[place...].prefix(Self.maxLength)
        guard rest.starts(with: name) else { return nil }
        let words = rest.dropFirst(name.count).prefix { $0 != Self.newline }.split(separator: Self.space)
        let texts = words.dropLast().map { String(decoding: $0, as: UTF8.self) }
        let numbers = texts.dropFirst().compactMap { UInt64($0) }
        guard let number = texts.first.flatMap({ Int($0) }), rest.starts(with: line(number, numbers)) else {
            return nil
        }
        return (number, numbers)
    }

    /// Counts the bits that differ between the first bytes of a file and others.
    private func differences(_ bytes: [UInt8], _ others: [UInt8]) -> Int {
        guard bytes.count >= others.count else { return .max }
        return zip(bytes, others).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
    }
}

extension StorageError.Reason {
    /// A version of Rex wrote the file whose form this one does not read.
    package static let isEarlier = Self.other(
        "it was written by an earlier version of Rex, and is left as it is; remove it"
    )
}
