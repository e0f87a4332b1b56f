// SPDX-License-Identifier: MIT

package import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A folder of a WebDAV server, and its user.
package struct WebDAVFolder: Sendable {
    package let url: URL
    let authorization: String?

    /// - Parameters:
    ///   - url: An existing folder.
    ///   - user: The user, or nil if the server needs none.
    package init(_ url: URL, user: String?, password: String?) {
        self.url = url.absoluteString.hasSuffix("/") ? url : url.appendingPathComponent("", isDirectory: true)
        authorization = user.map { "Basic " + Data("\($0):\(password ?? "")".utf8).base64EncodedString() }
    }

    /// Whether the server is on this machine, so that no network is needed.
    package var isLocal: Bool { ["localhost", "127.0.0.1", "::1"].contains(url.host() ?? "") }
}

extension NotesServer {
    /// The notes in the `.txt` files of a WebDAV folder.
    ///
    /// Versions are the entity tags of the server without quotes. Conditions are its `If-Match` and
    /// `If-None-Match`. Requests use no cache, go to no other address than that of the folder, and
    /// take at most `timeout` seconds.
    package static func webDAV(_ folder: WebDAVFolder, timeout: TimeInterval = 20) -> NotesServer {
        let client = WebDAVClient(folder, timeout: timeout)
        return NotesServer(
            list: { try await client.list() },
            read: { name in
                let (status, headers, body) = try await client.send("GET", name)
                if status == 404 { return nil }
                guard status == 200, let tag = headers["etag"] else { throw ServerError(status: status) }
                let text = String(decoding: body, as: UTF8.self)
                return RemoteText(text: text.utf8.elementsEqual(body) ? text : nil, version: version(of: tag))
            },
            write: { name, text, condition in
                let header: (String, String) =
                    switch condition {
                    case .isNew: ("If-None-Match", "*")
                    case .hasVersion(let version): ("If-Match", "\"\(version)\"")
                    }
                switch try await client.send("PUT", name, header, Data(text.utf8)).status {
                case 201, 204: return
                // A status of 200 may come from a proxy.
                case 200, 412: throw ServerError.changed
                case 404, 409: throw ServerError.missing
                case let status: throw ServerError(status: status)
                }
            },
            delete: { name, version in
                switch try await client.send("DELETE", name, ("If-Match", "\"\(version)\"")).status {
                case 204: return
                case 200, 404, 412: throw ServerError.changed
                case let status: throw ServerError(status: status)
                }
            }
        )
    }
}

extension NotesServer {
    /// Returns the text between the quotes of an entity tag.
    ///
    /// Some servers omit the quotes in a list, and mark a tag as weak while the file is new.
    fileprivate static func version(of tag: String) -> String {
        (tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag).trimmingCharacters(in: ["\""])
    }
}

/// Sends requests for the files of one folder.
private struct WebDAVClient: Sendable {
    private let folder: WebDAVFolder
    private let session: URLSession

    init(_ folder: WebDAVFolder, timeout: TimeInterval) {
        self.folder = folder
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        session = URLSession(configuration: configuration)
    }

    func list() async throws -> [RemoteNote] {
        let wanted = #"<propfind xmlns="DAV:"><prop><getetag/><resourcetype/></prop></propfind>"#
        let (status, _, body) = try await send("PROPFIND", nil, ("Depth", "1"), Data(wanted.utf8))
        switch status {
        case 207: break
        case 404, 410: throw ServerError.missing
        default: throw ServerError(status: status)
        }
        return try FolderListing(body).versions.compactMap { file, version in
            guard file.hasSuffix(".txt"), file != ".txt" else { return nil }
            return RemoteNote(name: String(file.dropLast(4)), version: NotesServer.version(of: version))
        }
    }

    func send(
        _ method: String,
        _ name: String?,
        _ header: (String, String)? = nil,
        _ body: Data? = nil
    ) async throws -> (status: Int, headers: [String: String], body: Data) {
        let url = name.map { folder.url.appendingPathComponent($0 + ".txt", isDirectory: false) } ?? folder.url
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        if let (name, value) = header { request.setValue(value, forHTTPHeaderField: name) }
        request.setValue(folder.authorization, forHTTPHeaderField: "Authorization")
        if body != nil { request.setValue("text/plain; charset=utf-8", forHTTPHeaderField: "Content-Type") }
        do {
            let (data, response) = try await CancellableRequest().data(for: request, in: session)
            let headers = response.allHeaderFields.compactMap { name, value in
                (name as? String).map { ($0.lowercased(), "\(value)") }
            }
            return (response.statusCode, Dictionary(headers) { first, _ in first }, data)
        } catch let error as URLError {
            throw error.code == .cancelled ? CancellationError() : ServerError.away(error.reason)
        }
    }
}

/// A request that is cancelled with its task, follows no redirection, and uses no other password.
///
/// On Linux, `data(for:)` may hang when its task is cancelled while the answer arrives: the task is
/// locked and the session waits for its queue. So this class cancels on another thread. There, a
/// session also drops the body and forwards the password when it follows a redirection, and hangs
/// when it is asked for another password.
private final class CancellableRequest: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
    private let lock = NSLock()
    private var task: URLSessionDataTask?
    private var (isCancelled, isDenied) = (false, false)

    func data(for request: URLRequest, in session: URLSession) async throws -> (Data, HTTPURLResponse) {
        // The task keeps this object as its delegate.
        defer { lock.withLock { task = nil } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { answered in
                let task = session.dataTask(with: request) { data, response, error in
                    if let response = response as? HTTPURLResponse {
                        answered.resume(returning: (data ?? Data(), response))
                    } else if self.lock.withLock({ self.isDenied }) {
                        answered.resume(throwing: ServerError.denied)
                    } else {
                        answered.resume(throwing: error ?? URLError(.badServerResponse))
                    }
                }
                task.delegate = self
                start(task)
            }
        } onCancel: {
            DispatchQueue.global().async { self.cancel() }
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // The challenge may also be about the server's certificate.
        let method = challenge.protectionSpace.authenticationMethod
        guard [NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest].contains(method) else {
            return completionHandler(.performDefaultHandling, nil)
        }
        lock.withLock { isDenied = true }
        completionHandler(.rejectProtectionSpace, nil)
    }

    private func start(_ task: URLSessionDataTask) {
        lock.withLock {
            self.task = task
            if isCancelled { task.cancel() }
        }
        task.resume()
    }

    private func cancel() {
        let task = lock.withLock {
            isCancelled = true
            return self.task
        }
        task?.cancel()
    }
}

extension URLError {
    /// The reason of a connection failure, without the address, which may contain secrets.
    fileprivate var reason: String {
        switch code {
        case .timedOut: "it takes too long"
        case .cannotFindHost, .dnsLookupFailed: "its name is unknown"
        case .cannotConnectToHost: "it refuses connections"
        case .networkConnectionLost: "the connection broke"
        case .notConnectedToInternet: "there is no network"
        default: "error \(code.rawValue)"
        }
    }
}
