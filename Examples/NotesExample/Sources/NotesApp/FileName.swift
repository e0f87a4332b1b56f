// SPDX-License-Identifier: MIT

nonisolated extension String {
    /// A name for the file of whatever has this text as its name, wherever that comes from.
    ///
    /// It has the beginning, as far as every system of files takes it, and a number, so that another
    /// text has another file.
    var fileName: String {
        var beginning = String.UnicodeScalarView()
        for scalar in unicodeScalars.prefix(40) {
            let isSafe = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            beginning.append(isSafe ? scalar : "-")
        }
        return "\(String(beginning))-\(String(hash, radix: 16))"
    }

    /// FNV-1a, which is the same in each process.
    private var hash: UInt64 {
        utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
