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

    /// - Parameter descriptors: The descriptors for standard input, output and error.
    static func spawn(
        _ program: String,
        arguments: [String],
        environment: [String: String],
        ownGroup: Bool,
        descriptors: [Int32]
    ) throws -> Int32 {
        var actions = unsafe SpawnActions()
        guard unsafe posix_spawn_file_actions_init(&actions.system) == 0 else {
            throw SpawnFailure(description: "No memory.")
        }
        defer { unsafe posix_spawn_file_actions_destroy(&actions.system) }
        for (standard, descriptor) in descriptors.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions.system, descriptor, Int32(standard))
        }
        var attributes = unsafe SpawnAttributes()
        guard unsafe posix_spawnattr_init(&attributes.system) == 0 else {
            throw SpawnFailure(description: "No memory.")
        }
        defer { unsafe posix_spawnattr_destroy(&attributes.system) }
        unsafe configure(&attributes, ownGroup: ownGroup)

        let words = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
        var processID: pid_t = 0
        let error = unsafe withCStrings([program] + arguments) { arguments in
            unsafe withCStrings(words) { environment in
                unsafe posix_spawnp(&processID, program, &actions.system, &attributes.system, arguments, environment)
            }
        }
        guard error == 0 else {
            throw SpawnFailure(
                description: "Could not start \(program): \(unsafe String(cString: strerror(error)))"
            )
        }
        return processID
    }

    /// Sets default signal dispositions and an empty mask.
    ///
    /// Without this, the child would inherit the settings of the test, and a test that a shell runs in the background
    /// ignores `SIGINT`.
    private static func configure(_ attributes: inout SpawnAttributes, ownGroup: Bool) {
        var signals = sigset_t()
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes.system, &signals)
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes.system, &signals)
        var flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
        #if canImport(Darwin)
        flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
        #endif
        if ownGroup {
            flags |= Int32(POSIX_SPAWN_SETPGROUP)
            unsafe posix_spawnattr_setpgroup(&attributes.system, 0)
        }
        unsafe posix_spawnattr_setflags(&attributes.system, Int16(flags))
    }

    private static func withCStrings<Result>(
        _ strings: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = unsafe strings.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        return unsafe body(copies + [nil])
    }
}

/// The operations on descriptors before the child's program runs.
@unsafe private struct SpawnActions {
    #if canImport(Darwin)
    var system: posix_spawn_file_actions_t?
    #else
    var system = unsafe posix_spawn_file_actions_t()
    #endif
}

@unsafe private struct SpawnAttributes {
    #if canImport(Darwin)
    var system: posix_spawnattr_t?
    #else
    var system = posix_spawnattr_t()
    #endif
}
