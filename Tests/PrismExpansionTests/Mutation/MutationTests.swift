// SPDX-License-Identifier: MIT

import Foundation
import PrismExpansion
import RexTestSupport
import Testing

@Suite struct MutationTests {
    #if DEBUG
    private static let mutations = 10_000
    #else
    private static let mutations = 1_000_000
    #endif

    /// Two threads with different seeds.
    ///
    /// A crash or an endless loop fails the run.
    @Test(arguments: [1, 2] as [UInt64])
    func everyMutationIsParsedOrReportedAtALocationInIt(seed: UInt64) {
        var mutator = Mutator(random: SeededGenerator(seed: seed))
        var (enums, length) = (0, 0)
        for number in 0..<Self.mutations / 2 {
            let bytes = mutator.mutation()
            var offsets: [Int] = []
            do {
                guard case .enumeration(let declaration) = try DeclarationParser.parse(SourceText(bytes: bytes)) else {
                    continue
                }
                enums += 1
                // Generating source takes much longer than parsing.
                guard number.isMultiple(of: 20) else { continue }
                let findings = EnumRules(declaration: declaration, options: PrismOptions()).findings
                offsets = findings.flatMap { [$0.range.lowerBound, $0.range.upperBound] }
                length += Self.code(for: declaration).utf8.count
            } catch {
                offsets = [error.offset]
            }
            guard offsets.allSatisfy((0...bytes.count).contains) else {
                Issue.record("mutation \(number) of seed \(seed): \(offsets) are outside of it")
                return
            }
        }
        // With fewer readable mutations, the test would show nothing.
        #expect(enums > Self.mutations / 10)
        #expect(length > enums)
    }

    private static func code(for declaration: EnumDeclaration) -> String {
        let code = PrismCode(
            declaration: declaration,
            options: PrismOptions(),
            typeParameters: declaration.typeParameters,
            isExtensible: true
        )
        return code.members + code.extensions(of: declaration.name.text, addingConformance: true)
    }

    /// If the compiler's parser accepts the declaration, it accepts the generated source too, or
    /// there is a diagnostic.
    @Test func sourceForAParsableMutationIsParsable() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "prism-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        var mutator = Mutator(random: SeededGenerator(seed: 3))
        let changed = (0..<600).map { _ in String(decoding: mutator.mutation(changes: 1...1), as: UTF8.self) }
        let mutations = Seeds.declarations + changed
        let readable = try Self.accepted(mutations, in: folder)
        #expect(!readable.prefix(Seeds.declarations.count).contains(false))
        let answers = try zip(mutations, readable).filter(\.1).map { try Request(declaration: $0.0).answer() }
        let sources = answers.filter { $0.diagnostics.isEmpty }.map { "enum E {\n\($0.source)\n}" }
        let accepted = try Self.accepted(sources, in: folder)
        for (source, isAccepted) in zip(sources, accepted) { #expect(isAccepted, "\(source)") }
        #expect(sources.count > 100)
    }

    /// Returns for each source whether the compiler can parse it.
    private static func accepted(_ sources: [String], in folder: URL) throws -> [Bool] {
        let files = sources.indices.map { folder.appending(path: "Source\($0).swift") }
        for (file, source) in zip(files, sources) { try source.write(to: file, atomically: true, encoding: .utf8) }
        let compiler = try ChildProcess(
            running: "swiftc",
            arguments: ["-frontend", "-parse", "-diagnostic-style", "llvm", "-swift-version", "6"] + files.map(\.path)
        )
        let errors = compiler.remainingErrors()
        _ = compiler.waitForExit()
        let rejected = Set(
            errors.split(separator: "\n").filter { $0.contains(": error:") }
                .compactMap { $0.split(separator: ":").first.map(String.init) }
        )
        return files.map { !rejected.contains($0.path) }
    }
}
