// SPDX-License-Identifier: MIT

import Foundation
import Testing

extension Compiler {
    /// The arguments for a file that imports modules of this package and uses their macros.
    package static var modules: [String] {
        searchPaths + ["-load-plugin-executable", ChildProcess.productsDirectory + "/PrismPlugin-tool#PrismPlugin"]
    }

    static var searchPaths: [String] {
        [
            "-I", ChildProcess.productsDirectory + "/Modules",
            "-I", Repository.root.appending(path: "Sources/CNetlink").path,
            "-I", Repository.root.appending(path: "Sources/CRexSystem").path,
        ]
    }

    /// The arguments for a program that uses this package: its modules, and a library with all their code.
    package static func linking() throws -> [String] {
        let folder = ChildProcess.productsDirectory
        return try modules + sanitizer + ["-L", folder, "-l\(library.get())", "-Xlinker", "-rpath", "-Xlinker", folder]
    }

    /// The library with the code of all modules.
    ///
    /// It is linked once per run, from the objects of the test bundle.
    private static let library: Result<String, any Error> = Result {
        let name = "RexPages"
        let folder = ChildProcess.productsDirectory
        let sources = Repository.root.appending(path: "Sources").path
        let modules = try FileManager.default.contentsOfDirectory(atPath: sources).map { "/\($0).build/" }
        let list = folder + "/RexPackageTests.product/Objects.LinkFileList"
        let objects = try String(contentsOfFile: list, encoding: .utf8)
            .split(separator: "\n")
            .map { $0.trimmingCharacters(in: ["'", "\""]) }
            .filter { object in modules.contains { object.contains($0) } }
        let linker = try ChildProcess(
            running: "swiftc",
            arguments: ["-emit-library", "-o", "\(folder)/lib\(name).so"] + sanitizer + objects
        )
        let errors = linker.remainingErrors()
        guard linker.waitForExit() == .exited(0) else { throw ChildProcess.SpawnFailure(description: errors) }
        return name
    }

    /// The arguments for a file that imports swift-testing and uses its macros.
    package static let testing = ["-plugin-path", toolchain + "/host/plugins/testing"]

    /// The arguments for a package manifest.
    package static let manifest = ["-package-description-version", "6.2.0", "-I", toolchain + "/pm/ManifestAPI"]

    private static var sanitizer: [String] {
        #if THREAD_SANITIZER
        ["-sanitize=thread"]
        #elseif ADDRESS_SANITIZER
        ["-sanitize=address"]
        #else
        []
        #endif
    }

    private static var toolchain: String { targetInfo?.paths.runtimeResourcePath ?? "" }

    /// The target triple of the compiler, or an empty text if it is unknown.
    static var target: String { targetInfo?.target.triple ?? "" }

    private static let targetInfo: TargetInfo? = {
        let compiler = try? ChildProcess(running: "swiftc", arguments: ["-print-target-info"])
        return try? JSONDecoder().decode(TargetInfo.self, from: Data((compiler?.remainingOutput() ?? "").utf8))
    }()

    private struct TargetInfo: Decodable {
        struct Target: Decodable { let triple: String }
        struct Paths: Decodable { let runtimeResourcePath: String }
        let target: Target
        let paths: Paths
    }
}
