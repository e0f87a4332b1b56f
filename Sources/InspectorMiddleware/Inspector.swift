// SPDX-License-Identifier: MIT

#if !os(WASI)
import CRexSystem
public import RecorderMiddleware
public import RexCore

/// Shows the recording of a running app in a browser.
///
/// ```swift
/// #if DEBUG
/// let inspector = try Inspector(recorder)
/// #endif
/// ```
///
/// It serves the page of the recorder on 127.0.0.1 as long as it is kept, and prints a line with the
/// page's address on standard error. The page shows actions as they happen. The same addresses
/// answer `curl` with JSON lines. An assistant asks the same questions by the Model Context Protocol, at `/mcp`.
///
/// It reads the recorder every 50 milliseconds while a client reads the events, and sleeps otherwise.
/// It adds nothing to the processing of an action. No answer has a redacted value, except for names of
/// rules in the map.
///
/// The address ends with a token, which is new for each inspector unless the app gives one. A client
/// without it gets no data.
/// Several inspectors can read one recorder. Drop an inspector on any thread to close its
/// connections. They are closed when `deinit` returns.
///
/// - Warning: Never ship it. Every person who can read the app's standard error knows a token that
///   the app did not give, and the page shows the whole recording.
public final class Inspector: Sendable {
    /// What a client may do.
    public struct Permission: Sendable {
        /// The executor that dispatches actions, or nil if that is not allowed.
        let executor: StoreExecutor?

        /// Allows reading only.
        public static var read: Permission { Permission(executor: nil) }

        /// Allows dispatching actions that are written as JSON, if the action type is `Decodable`.
        ///
        /// Their source is `Inspector` with the number of the request.
        ///
        /// - Parameter executor: The executor that dispatches the actions. A store with an executor of
        ///   its own processes them there. With `StoreExecutor.immediate`, the inspector's thread
        ///   dispatches them, and answers no client in the meantime.
        public static func dispatch(on executor: StoreExecutor) -> Permission { Permission(executor: executor) }
    }

    struct Permissions {
        var page: Permission?
        var assistants: Permission?
    }

    /// An address at which an inspector answers besides its own, since a port is forwarded to it.
    public struct Host: Sendable {
        /// The name with its port, or nil for the names of this machine with any port.
        private let name: String?

        /// `127.0.0.1`, `[::1]` and `localhost`, each with any port.
        public static var loopback: Host { Host(name: nil) }

        /// A name with its port, such as `devbox.local:8080`, or without one for port 80 or 443.
        ///
        /// - Precondition: The name has only letters, digits, and the characters `.`, `-`, `_`, `:`, `[` and `]`.
        public static func named(_ name: String) -> Host {
            precondition(
                !name.isEmpty
                    && name.allSatisfy { ($0.isASCII && ($0.isLetter || $0.isNumber)) || ".-_:[]".contains($0) },
                "The host \"\(name)\" of an Inspector is not a name with a port, such as devbox.local:8080."
            )
            return Host(name: name.lowercased())
        }

        /// Returns whether a request is for this address.
        func matches(_ host: String) -> Bool {
            if let name { return host.lowercased() == name }
            guard let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") else {
                return ["127.0.0.1", "[::1]", "localhost"].contains(host.lowercased())
            }
            let port = host[host.index(after: colon)...]
            return ["127.0.0.1", "[::1]", "localhost"].contains(host[..<colon].lowercased())
                && UInt16(port).map { "\($0)" == port && $0 > 0 } ?? false
        }
    }

    private let sockets: SocketSet
    /// The port on 127.0.0.1.
    public let port: Int
    /// The address of the page, with the token as its fragment.
    public let url: String

    /// Starts to serve.
    ///
    /// - Parameters:
    ///   - recorder: The recorder of one store or several ones. One with a file keeps its newest
    ///     actions in memory too from now on, up to 10,000.
    ///   - port: The port on 127.0.0.1, or 0 for a free one. Another program that had a given port
    ///     before may have left a service worker in the browser, which can read the token.
    ///   - token: The secret that clients must send, for example from an environment variable, so that the
    ///     configuration of a client stays valid. It is not printed. Nil stands for a new one.
    ///   - hosts: Addresses besides `127.0.0.1` with the port of the inspector, for forwarded ports.
    ///   - map: The parts and rules of the app, from `Feature.map(_:)`, for the page and for assistants; nil for
    ///     none. It is shown as it is, also by a recorder that redacts.
    ///   - permission: What the page and `curl` may do besides reading, or nil.
    ///   - assistants: What clients of the Model Context Protocol may do at `/mcp`, or nil for nothing.
    ///   - allowingReleaseBuilds: Whether to serve also if this module was compiled for release.
    /// - Throws: An ``InspectorError`` if the port is in use, if the token has less than 128 bits, or if this is a release build and
    ///   `allowingReleaseBuilds` is false.
    /// - Precondition: `port` is between 0 and 65,535.
    public convenience init<ActionType, StateType>(
        _ recorder: Recorder<ActionType, StateType>,
        port: Int = 0,
        token: String? = nil,
        hosts: [Host] = [],
        map: FeatureMap? = nil,
        allowing permission: Permission? = nil,
        assistants: Permission? = .read,
        allowingReleaseBuilds: Bool = false
    ) throws(InspectorError) {
        try self.init(
            recorder,
            port,
            token,
            hosts,
            Permissions(page: permission, assistants: assistants),
            allowingReleaseBuilds,
            requestTime: Connection.requestTime,
            map: map
        )
    }

    /// - Parameter requestTime: The nanoseconds for a request and its answer.
    init<ActionType, StateType>(
        _ recorder: Recorder<ActionType, StateType>,
        _ port: Int,
        _ token: String?,
        _ hosts: [Host],
        _ permissions: Permissions,
        _ allowingReleaseBuilds: Bool,
        requestTime: UInt64,
        map: FeatureMap? = nil
    ) throws(InspectorError) {
        guard let number = UInt16(exactly: port) else {
            preconditionFailure("The port \(port) of an Inspector is not between 0 and 65,535. Pass 0 for a free one.")
        }
        #if !DEBUG
        guard allowingReleaseBuilds else {
            throw InspectorError(
                "An Inspector must not be shipped. Make it in debug builds only, or pass allowingReleaseBuilds: true."
            )
        }
        #endif
        let secret = try token.map { text throws(InspectorError) in try AccessToken(text) }
        sockets = try SocketSet(port: number)
        self.port = sockets.port
        let access = AccessCheck(port: sockets.port, token: secret ?? AccessToken(), hosts: hosts)
        url = "\(access.origin)/#\(access.token.text)"
        try Server.start(
            Server(sockets, access, RecorderFeed(recorder, map: map), permissions, requestTime: requestTime)
        )
        report("The inspector is at \(secret == nil ? url : "\(access.origin)/#TOKEN, with the token of the app")")
    }

    deinit {
        sockets.end()
    }
}
#endif
