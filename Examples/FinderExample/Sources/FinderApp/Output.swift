// SPDX-License-Identifier: MIT

import Foundation
import ResultsFeature
import RexCore
import Terminal
import TextSearch

/// Writes bytes to standard output and standard error.
nonisolated struct Output: Sendable {
    /// Whether the user allows colours.
    static var wantsColours: Bool { ProcessInfo.processInfo.environment["NO_COLOR"].map(\.isEmpty) ?? true }

    private let hasColours = Self.wantsColours && isatty(STDOUT_FILENO) == 1

    /// Writes lines as `file:line:text`.
    ///
    /// Returns false if that fails.
    func write(_ hits: [Hit]) -> Bool {
        var bytes: [UInt8] = []
        for hit in hits {
            if hasColours {
                var row = Row()
                row.append(String(displaying: hit.path.bytes), .path)
                row.append(":")
                row.append("\(hit.line)", .number)
                row.append(":")
                bytes += row.encoded(hasColours: true).utf8
            } else {
                bytes += hit.path.bytes
                bytes += ":\(hit.line):".utf8
            }
            bytes += hit.text
            bytes.append(0x0a)
        }
        return Self.write(bytes, to: STDOUT_FILENO)
    }

    static func complain(_ text: String) {
        _ = write(Array("FinderExample: \(text)\n".utf8), to: STDERR_FILENO)
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

/// Prints the hits.
///
/// Lanes wait until their hits are printed.
nonisolated struct Printer: MiddlewareProtocol {
    let output: Output

    func handle(
        action: ResultsAction,
        from source: ActionSource,
        state: @escaping GetState<ResultsState>
    ) -> IO<ResultsAction> {
        guard let batch = action.found?.1 ?? action.foundAgain?.1, !batch.hits.isEmpty else { return .pure() }
        return IO { handler in
            if !output.write(batch.hits) {
                handler.dispatch(.failed("standard output: \(unsafe String(cString: strerror(errno)))"), from: source)
            }
        }
    }
}
