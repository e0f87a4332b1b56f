// SPDX-License-Identifier: MIT

/// Fuzzes the parser of requests: a request in pieces is parsed as a whole one is.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzRequest(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    var (whole, pieces) = (HTTPParser(), HTTPParser())
    let expected = Result { () throws(HTTPFailure) in try whole.append(bytes) }
    var found: Result<HTTPRequest?, HTTPFailure> = .success(nil)
    var rest = bytes[...]
    while !rest.isEmpty, case .success(nil) = found {
        let piece = rest.prefix(Int(rest[rest.startIndex] % 7) + 1)
        rest = rest.dropFirst(piece.count)
        found = Result { () throws(HTTPFailure) in try pieces.append(piece) }
    }
    precondition(found == expected)
    return 0
}
