// SPDX-License-Identifier: MIT

/// The deep links of an app: parses the paths of URLs into routes and prints them.
///
/// ```swift
/// @Prism enum Route: Sendable, Equatable { case folder(String), note(Int), settings }
///
/// let links = DeepLinks<Route>(
///     RoutePattern("folder", Route.prisms.folder),
///     RoutePattern("note", Route.prisms.note),
///     RoutePattern("settings", Route.prisms.settings)
/// )
/// links.parse(path: "/folder/To%20do/note/7")      // [.folder("To do"), .note(7)]
/// links.print([.folder("To do"), .note(7)])        // "/folder/To%20do/note/7"
/// links.parse(path: "/note/seven")                 // nil
/// ```
///
/// A path is a list of routes. Each is a word and, if its case has a payload, a value. Values are
/// split before they are percent-decoded, so a value may contain a slash. It may also be empty. A
/// slash at the end of the path is ignored unless it is an empty value. Words are case-sensitive.
///
/// `parse(print(routes)) == routes`, if each value equals the value that is made from its text.
///
/// - Important: Queries and fragments are ignored.
public struct DeepLinks<Route>: Sendable {
    private let patterns: [RoutePattern<Route>]
    private let indices: [String: Int]

    /// Creates the deep links of an app.
    ///
    /// - Precondition: Each pattern has another word.
    public init(_ patterns: RoutePattern<Route>...) {
        var indices: [String: Int] = [:]
        for (index, pattern) in patterns.enumerated() {
            let earlier = indices.updateValue(index, forKey: pattern.word)
            precondition(
                earlier == nil,
                "Two RoutePatterns for \(Route.self) have the word \"\(pattern.word)\". Give each a word of its own."
            )
        }
        self.patterns = patterns
        self.indices = indices
    }

    /// Returns the routes of a path, or nil if it is malformed or contains an unknown word.
    ///
    /// - Parameter path: The percent-encoded path of a URL, from its first slash. The empty path and
    ///   `/` have no routes.
    /// - Complexity: O(*n*) in the length of the path.
    public func parse(path: String) -> [Route]? {
        let path = path.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard !path.isEmpty else { return [] }
        guard path.first == UInt8(ascii: "/") else { return nil }
        var components = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)[
            ...
        ]
        var routes: [Route] = []
        while let component = components.popFirst() {
            if component.isEmpty, components.isEmpty { return routes }
            guard let index = PathComponent.decode(Substring(component)).flatMap({ indices[$0] }) else { return nil }
            let pattern = patterns[index]
            var value: String? = ""
            if pattern.hasValue { value = components.popFirst().flatMap { PathComponent.decode(Substring($0)) } }
            guard let route = value.flatMap(pattern.route) else { return nil }
            routes.append(route)
        }
        return routes
    }

    /// Returns the routes of a URL, or nil if it has another scheme or host, is malformed or
    /// contains an unknown word.
    ///
    /// ```swift
    /// links.parse("https://notes.app/note/7", scheme: "https", host: "notes.app")  // [.note(7)]
    /// links.parse("notes://note/7", scheme: "notes")                               // [.note(7)]
    /// ```
    ///
    /// - Parameters:
    ///   - url: The text of the URL, such as `url.absoluteString`.
    ///   - scheme: The scheme. Upper and lower case are the same.
    ///   - host: The host, with the port if there is one. Upper and lower case are the same, as are
    ///     a host with a dot at its end and the default ports of `http` and `https`. Without it, the
    ///     path begins after the scheme and its slashes, so the first word stands in the place of a
    ///     host.
    public func parse(_ url: String, scheme: String, host: String? = nil) -> [Route]? {
        guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")),
            url[..<colon].lowercased() == scheme.lowercased()
        else { return nil }
        let rest = url.utf8[colon...].dropFirst()
        let location = rest.drop { $0 == UInt8(ascii: "/") }
        guard let host else { return parse(path: "/" + Substring(location)) }
        let slashes = rest.distance(from: rest.startIndex, to: location.startIndex)
        let authority = location.prefix { !"/?#".utf8.contains($0) }
        guard slashes == 2, let wanted = Host(host[...], scheme: scheme),
            Host(Substring(authority), scheme: scheme) == wanted
        else { return nil }
        return parse(path: String(Substring(location[authority.endIndex...])))
    }

    /// Returns the path of the routes, or nil if one of them has no pattern.
    ///
    /// - Complexity: O(*n* · *m*) for *n* routes and *m* patterns.
    public func print(_ routes: [Route]) -> String? {
        var path = ""
        for route in routes {
            guard let (pattern, value) = pattern(for: route) else { return nil }
            path += "/" + PathComponent.encode(pattern.word)
            if pattern.hasValue { path += "/" + PathComponent.encode(value) }
        }
        return path.isEmpty ? "/" : path
    }

    private func pattern(for route: Route) -> (RoutePattern<Route>, value: String)? {
        for pattern in patterns {
            if let value = pattern.value(route) { return (pattern, value) }
        }
        return nil
    }
}
