// SPDX-License-Identifier: MIT

nonisolated extension String {
    /// A file name for any text.
    ///
    /// It begins with the text, as far as every file system allows, and ends with a number, so that
    /// different texts have different file names.
    var fileName: String {
        var beginning = String.UnicodeScalarView()
        for scalar in unicodeScalars.prefix(40) {
            let isSafe = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            beginning.append(isSafe ? scalar : "-")
        }
        return "\(String(beginning))-\(String(hash, radix: 16))"
    }

    /// The FNV-1a hash, which is the same in each process.
    private var hash: UInt64 {
        utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
