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
    /// `If-None-Match`. Requests go through no cache and take as long as `timeout` at most.
    package static func webDAV(_ folder: WebDAVFolder, timeout: TimeInterval = 20) -> NotesServer {
        let client = WebDAVClient(folder, timeout: timeout)
        return NotesServer(
            list: { try await client.list() },
            read: { name in
                let (status, headers, body) = try await client.send("GET", name)
                if status == 404 { return nil }
                try client.check(status)
                guard let tag = headers["etag"] else { throw ServerError.status(status) }
                return RemoteText(text: String(decoding: body, as: UTF8.self), version: version(of: tag))
            },
            write: { name, text, condition in
                let header: (String, String) =
                    switch condition {
                    case .isNew: ("If-None-Match", "*")
                    case .hasVersion(let version): ("If-Match", "\"\(version)\"")
                    }
                try client.check(try await client.send("PUT", name, header, Data(text.utf8)).status)
            },
            delete: { name, version in
                let (status, _, _) = try await client.send("DELETE", name, ("If-Match", "\"\(version)\""))
                if status != 404 { try client.check(status) }
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
        let wanted = #"<propfind xmlns="DAV:"><prop><getetag/></prop></propfind>"#
        let (status, _, body) = try await send("PROPFIND", nil, ("Depth", "1"), Data(wanted.utf8))
        try check(status)
        return FolderListing(body).versions.compactMap { path, version in
            guard let file = URL(string: path)?.lastPathComponent, file.hasSuffix(".txt") else { return nil }
            return RemoteNote(name: String(file.dropLast(4)), version: NotesServer.version(of: version))
        }
    }

    func check(_ status: Int) throws(ServerError) {
        switch status {
        case 200..<300: return
        case 401, 403: throw .denied
        case 404, 409, 412, 423: throw .changed
        case 502, 503, 504: throw .away("status \(status)")
        default: throw .status(status)
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

/// A request that ends with the task that waits for it.
///
/// On Linux a session that is asked for `data(for:)` may stop for ever when the task is cancelled at
/// the moment of the answer: the task is locked then, and the session waits for its queue. So this
/// cancels from elsewhere.
private final class CancellableRequest: @unchecked Sendable {
    private let lock = NSLock()
    private var task: URLSessionDataTask?
    private var isCancelled = false

    func data(for request: URLRequest, in session: URLSession) async throws -> (Data, HTTPURLResponse) {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { answered in
                let task = session.dataTask(with: request) { data, response, error in
                    if let response = response as? HTTPURLResponse {
                        answered.resume(returning: (data ?? Data(), response))
                    } else {
                        answered.resume(throwing: error ?? URLError(.badServerResponse))
                    }
                }
                start(task)
            }
        } onCancel: {
            DispatchQueue.global().async { self.cancel() }
        }
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
