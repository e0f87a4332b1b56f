// SPDX-License-Identifier: MIT

extension Storage {
    /// The damaged files that were put aside beside a path.
    package func damagedPaths(of path: String) throws(StorageError) -> [String] {
        let start = path + ".damaged-"
        return try paths(beginningWith: start).filter { $0.utf8.dropFirst(start.utf8.count).allSatisfy(isDigit) }
    }

    /// The path for the next damaged file, with the next free number.
    package func nextDamagedPath(of path: String) throws(StorageError) -> String {
        let start = path + ".damaged-"
        let taken = Set(
            try damagedPaths(of: path).compactMap { Int(String($0.utf8.dropFirst(start.utf8.count)) ?? "") }
        )
        // A number near the largest one leaves no room for the next.
        var number = (taken.filter { $0 < 1 << 30 }.max() ?? 0) + 1
        while taken.contains(number) { number += 1 }
        return start + "\(number)"
    }

    /// Copies a damaged file to a path beside it, and returns the path of the copy.
    ///
    /// An existing copy with the same bytes, for example of an earlier process, is reused.
    package func putAside(_ bytes: [UInt8], of path: String) throws(StorageError) -> String {
        for copy in try damagedPaths(of: path) where try read(copy) == bytes {
            // The copy may not be on disk if its process died meanwhile.
            try write(bytes, to: copy)
            return copy
        }
        let copy = try nextDamagedPath(of: path)
        try write(bytes, to: copy)
        return copy
    }

    /// Returns the companion files of the file at `path`: the previous file, the files that were
    /// put aside, and temporary files of all of these.
    package func companionPaths(of path: String) throws(StorageError) -> [String] {
        try paths(beginningWith: path + ".").filter { other in
            var rest = Substring(other).utf8.dropFirst(path.utf8.count)
            let isTemporary = rest.ends(with: ".new".utf8)
            if isTemporary { rest = rest.dropLast(4) }
            if rest.isEmpty || rest.elementsEqual(".previous".utf8) { return true }
            let digits = rest.dropFirst(9)
            return rest.starts(with: ".damaged-".utf8) && !digits.isEmpty && digits.allSatisfy(isDigit)
        }
    }
}

extension Substring.UTF8View {
    fileprivate func ends(with end: String.UTF8View) -> Bool {
        count >= end.count && suffix(end.count).elementsEqual(end)
    }
}

private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
