// SPDX-License-Identifier: MIT

extension Storage {
    /// What was put aside because it was damaged, beside what is under a path.
    package func damagedPaths(of path: String) throws(StorageError) -> [String] {
        let start = path + ".damaged-"
        return try paths(beginningWith: start).filter { $0.utf8.dropFirst(start.utf8.count).allSatisfy(isDigit) }
    }

    /// Where the next of them is put: under the next number that is free.
    package func nextDamagedPath(of path: String) throws(StorageError) -> String {
        let start = path + ".damaged-"
        let taken = Set(
            try damagedPaths(of: path).compactMap { Int(String($0.utf8.dropFirst(start.utf8.count)) ?? "") }
        )
        // Whoever has made one with a number near the end of all is not followed there.
        var number = (taken.filter { $0 < 1 << 30 }.max() ?? 0) + 1
        while taken.contains(number) { number += 1 }
        return start + "\(number)"
    }
}

private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
