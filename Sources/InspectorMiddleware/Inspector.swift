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
/// answer `curl` with JSON lines.
///
/// It reads the recorder every 50 milliseconds while a client reads the events, and sleeps otherwise.
/// It adds nothing to the processing of an action. No answer has a redacted value.
///
/// The address ends with a token, which is new for each inspector. A client without it gets no data.
/// Several inspectors can read one recorder. Drop an inspector on any thread to close its
/// connections. They are closed when `deinit` returns.
///
/// - Warning: Never ship it. Every person who can read the app's standard error knows the
///   token, and the page shows the whole recording.
public final class Inspector: Sendable {
    /// A permission to change the app.
    public struct Permission: Sendable {
        let executor: StoreExecutor

        /// Allows dispatching actions that are written as JSON, if the action type is `Decodable`.
        ///
        /// Their source is `Inspector` with the number of the request.
        ///
        /// - Parameter executor: The executor that dispatches the actions. A store with an executor of
        ///   its own processes them there. With `StoreExecutor.immediate`, the inspector's thread
        ///   dispatches them, and answers no client in the meantime.
        public static func dispatch(on executor: StoreExecutor) -> Permission { Permission(executor: executor) }
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
    ///   - permission: The permission to dispatch actions, or nil.
    ///   - allowingReleaseBuilds: Whether to serve also if this module was compiled for release.
    /// - Throws: An ``InspectorError`` if the port is in use, or if this is a release build and
    ///   `allowingReleaseBuilds` is false.
    /// - Precondition: `port` is between 0 and 65,535.
    public convenience init<ActionType, StateType>(
        _ recorder: Recorder<ActionType, StateType>,
        port: Int = 0,
        allowing permission: Permission? = nil,
        allowingReleaseBuilds: Bool = false
    ) throws(InspectorError) {
        try self.init(recorder, port, permission, allowingReleaseBuilds, requestTime: Connection.requestTime)
    }

    /// - Parameter requestTime: The nanoseconds for a request and its answer.
    init<ActionType, StateType>(
        _ recorder: Recorder<ActionType, StateType>,
        _ port: Int,
        _ permission: Permission?,
        _ allowingReleaseBuilds: Bool,
        requestTime: UInt64
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
        sockets = try SocketSet(port: number)
        self.port = sockets.port
        let access = AccessCheck(port: sockets.port, token: AccessToken())
        url = "\(access.origin)/#\(access.token.text)"
        try Server.start(
            Server(sockets, access, RecorderFeed(recorder), executor: permission?.executor, requestTime: requestTime)
        )
        report("The inspector is at \(url)")
    }

    deinit {
        sockets.end()
    }
}
#endif
