// SPDX-License-Identifier: MIT

import Foundation

extension ChildProcess {
    /// The directory of the executables that this package builds.
    package static var productsDirectory: String {
        #if os(macOS)
        for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
            return bundle.bundleURL.deletingLastPathComponent().path
        }
        #endif
        return Bundle.main.bundleURL.path
    }

    /// - Parameter descriptors: What becomes standard input, output and error.
    static func spawn(
        _ program: String,
        arguments: [String],
        environment: [String: String],
        ownGroup: Bool,
        descriptors: [Int32]
    ) throws -> Int32 {
        var actions = SpawnActions()
        guard posix_spawn_file_actions_init(&actions) == 0 else { throw SpawnFailure(description: "No memory.") }
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (standard, descriptor) in descriptors.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(standard))
        }
        var attributes = SpawnAttributes()
        guard posix_spawnattr_init(&attributes) == 0 else { throw SpawnFailure(description: "No memory.") }
        defer { posix_spawnattr_destroy(&attributes) }
        configure(&attributes, ownGroup: ownGroup)

        let words = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
        var processID: pid_t = 0
        let error = withCStrings([program] + arguments) { arguments in
            withCStrings(words) { environment in
                posix_spawnp(&processID, program, &actions, &attributes, arguments, environment)
            }
        }
        guard error == 0 else {
            throw SpawnFailure(description: "\(program) could not be started: \(String(cString: strerror(error)))")
        }
        return processID
    }

    /// Default dispositions and an empty mask: a test run in the background of a shell ignores
    /// `SIGINT`, for one.
    private static func configure(_ attributes: inout SpawnAttributes, ownGroup: Bool) {
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        var flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
        #if canImport(Darwin)
        flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
        #endif
        if ownGroup {
            flags |= Int32(POSIX_SPAWN_SETPGROUP)
            posix_spawnattr_setpgroup(&attributes, 0)
        }
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    private static func withCStrings<Result>(
        _ strings: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies + [nil])
    }
}

#if canImport(Darwin)
private typealias SpawnActions = posix_spawn_file_actions_t?
private typealias SpawnAttributes = posix_spawnattr_t?
#else
private typealias SpawnActions = posix_spawn_file_actions_t
private typealias SpawnAttributes = posix_spawnattr_t
#endif
