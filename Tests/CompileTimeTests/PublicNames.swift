// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport

/// A public top-level name of a module.
struct PublicName: Hashable, Comparable, CustomStringConvertible {
    let module: String
    let name: String

    var description: String { "\(module).\(name)" }

    static func < (lhs: PublicName, rhs: PublicName) -> Bool {
        (lhs.module, lhs.name) < (rhs.module, rhs.name)
    }
}

extension PublicName {
    /// The modules that an app imports: the products, and PublisherKit, which one of them re-exports.
    private static let modules = [
        "AppLifecycleMiddleware", "BridgeMiddleware", "EffectMiddleware", "GatedMiddleware", "InspectorMiddleware",
        "LoggerMiddleware", "ObservationTesting", "OutboxMiddleware", "PersistenceMiddleware", "Prism", "PublisherKit",
        "PublisherMiddleware", "PublisherTesting", "ReachabilityMiddleware", "RecorderMiddleware", "RequestMiddleware",
        "RexCore", "RexNavigation", "RexObservation", "RexTesting",
    ]

    /// Returns the names of this package, sorted, including those that only other platforms have.
    static func ours() throws -> [PublicName] {
        let sources = Repository.root.appending(path: "Sources")
        let names = try modules.flatMap { module in
            let folder = sources.appending(path: module)
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
            return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.flatMap { file in
                all(in: try String(contentsOf: file, encoding: .utf8)).map { PublicName(module: module, name: $0) }
            }
        }
        return Set(names).sorted()
    }

    /// Returns the names of the public declarations of a formatted file that are in no type.
    static func all(in text: String) -> [String] {
        text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
            // Other lines are indented, or can't be public. Most of them are skipped as bytes, which is fast.
            guard let first = line.first, "pio@".utf8.contains(first) else { return nil }
            let words = Substring(line).split(separator: " ")
            if words.count > 2, words[1] == "operator" { return String(words[2]) }
            if words.count > 1, words[0] == "precedencegroup" { return String(words[1]) }
            let kinds = ["struct", "class", "enum", "protocol", "actor", "typealias", "func", "macro", "var", "let"]
            guard let access = words.firstIndex(where: { $0 == "public" || $0 == "open" }),
                let kind = words[access...].firstIndex(where: { kinds.contains(String($0)) }),
                !words.contains("import"), let name = words[kind...].dropFirst().first
            else { return nil }
            let identifier = name.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            return String(identifier.isEmpty ? name : identifier)
        }
    }

    /// Returns the names in the list of the modules that apps import next to Rex.
    static func listed() throws -> [PublicName] {
        let file = Repository.root.appending(path: "Tests/CompileTimeTests/Expected/names-of-other-modules.txt")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
            guard !line.hasPrefix("#"), let dot = line.firstIndex(of: ".") else { return nil }
            return PublicName(module: String(line[..<dot]), name: String(line[line.index(after: dot)...]))
        }
    }

    /// Returns a line for each of `names` that collides.
    ///
    /// PublisherKit has the names of Combine on purpose: it replaces Combine where there is none.
    static func collisions(of names: [PublicName], with others: [PublicName]) -> [String] {
        let others = Dictionary(grouping: others, by: \.name)
        return names.flatMap { ours -> [String] in
            let isPrefixed = ours.name.contains(/^(?:AX|CA|CF|CG|NS|NW|UI|WK|XC)[A-Z]/)
            let same = others[ours.name, default: []].filter { (ours.module, $0.module) != ("PublisherKit", "Combine") }
            return (isPrefixed ? ["\(ours) has a prefix of Apple's frameworks"] : [])
                + same.map { "\(ours) is also \($0)" }
        }
    }
}
