// SPDX-License-Identifier: MIT

package import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A folder of a WebDAV server, and who uses it.
package struct WebDAVFolder: Sendable {
    package let url: URL
    let authorization: String?

    /// - Parameters:
    ///   - url: The folder, which is there.
    ///   - user: Nil if the server wants none.
    package init(_ url: URL, user: String?, password: String?) {
        self.url = url.absoluteString.hasSuffix("/") ? url : url.appendingPathComponent("", isDirectory: true)
        authorization = user.map { "Basic " + Data("\($0):\(password ?? "")".utf8).base64EncodedString() }
    }

    /// True if the server is on this machine, which needs no network for it.
    package var isLocal: Bool { ["localhost", "127.0.0.1", "::1"].contains(url.host() ?? "") }
}

extension NotesServer {
    /// The notes in the files of a WebDAV folder that end with `.txt`.
    ///
    /// Versions are the entity tags of the server without their quotes, and conditions its `If-Match` and
    /// `If-None-Match`. Requests go through no cache, to no other address than that of the folder, and take as long as
    /// `timeout` at most.
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
                // With 200 somebody in between may have answered.
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
    /// What is between the quotes of an entity tag.
    ///
    /// Some servers leave them out in a list, and call a tag weak as long as the file is new.
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

/// A request that ends with the task that waits for it, is sent to nobody else, and knows no other password.
///
/// On Linux a session that is asked for `data(for:)` may stop for ever when the task is cancelled at
/// the moment of the answer: the task is locked then, and the session waits for its queue. So this
/// cancels from elsewhere. There, a session that follows a redirection drops the body and passes the password on, and
/// one that is asked for another password waits for it for ever.
private final class CancellableRequest: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
    private let lock = NSLock()
    private var task: URLSessionDataTask?
    private var (isCancelled, isDenied) = (false, false)

    func data(for request: URLRequest, in session: URLSession) async throws -> (Data, HTTPURLResponse) {
        // The task has this as its delegate.
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
        // Whether a certificate is good is asked in the same way.
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
    /// Why it was not reached; without the address, which may have secrets.
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
