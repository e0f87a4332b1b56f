// SPDX-License-Identifier: MIT

/// The normalised host and port of a URL, as in sections 3.2.2 and 6.2 of RFC 3986.
struct Host: Equatable {
    private let name: String
    /// Nil for the default port of the scheme.
    private let port: UInt16?

    /// Reads the authority of a URL.
    ///
    /// Nil if its port or an escape in it is malformed.
    init?(_ authority: Substring, scheme: String) {
        let digits = authority.utf8.reversed().prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }.count
        let rest = authority.utf8.dropLast(digits)
        let hasPort = rest.last == UInt8(ascii: ":")
        guard let name = PathComponent.decode(Substring(hasPort ? rest.dropLast() : authority.utf8)) else { return nil }
        self.name = (name.hasSuffix(".") ? String(name.dropLast()) : name).lowercased()
        guard hasPort, digits > 0 else {
            port = nil
            return
        }
        guard let port = UInt16(authority.suffix(digits)) else { return nil }
        let defaultPort: UInt16? =
            switch scheme.lowercased() {
            case "http": 80
            case "https": 443
            default: nil
            }
        self.port = port == defaultPort ? nil : port
    }
}
