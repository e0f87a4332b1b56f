// SPDX-License-Identifier: MIT

import Foundation
import Prism
import RexCore
import RexNavigation
import RexTestSupport
import Testing

@Prism enum Route: Sendable, Equatable {
    case folder(String), note(Int), settings, draft(Bool)
}

/// Routes with values of several kinds of types.
@Prism private enum Place: Sendable, Equatable {
    case tab(Tab), page(Page), size(Size), account(UUID)

    enum Tab: String, Sendable { case inbox, sent }
    enum Page: Int, Sendable { case first = 1, second }
    /// It has a raw value and a text of its own.
    enum Size: Int, Sendable, LosslessStringConvertible {
        case small, large

        init?(_ description: String) {
            guard let size = [Size.small, .large].first(where: { $0.description == description }) else { return nil }
            self = size
        }
        var description: String { self == .small ? "S" : "L" }
    }
}

private let links = DeepLinks<Route>(
    RoutePattern("folder", Route.prisms.folder),
    RoutePattern("note", Route.prisms.note),
    RoutePattern("settings", Route.prisms.settings)
)

@Suite struct DeepLinksTests {
    @Test func parsedPrintIsEqual() throws {
        for seed in 0..<UInt64(programCount) {
            var random = SeededGenerator(seed: seed)
            let routes = (0..<Int.random(in: 0..<5, using: &random)).map { _ -> Route in
                switch Int.random(in: 0..<4, using: &random) {
                case 0: .note(.random(in: .min ... .max, using: &random))
                case 1: .settings
                default: .folder(Self.text(using: &random))
                }
            }
            let path = try #require(links.print(routes))
            #expect(path.utf8.allSatisfy { $0 < 128 && $0 > 32 })
            #expect(links.parse(path: path) == routes, "seed \(seed): \(path)")
            #expect(links.parse("https://notes.app\(path)?a=b/c#d", scheme: "HTTPS", host: "Notes.app") == routes)
            #expect(links.parse("notes:/\(path)#d?a=b/c", scheme: "notes") == routes)
            let url = try #require(URL(string: "https://notes.app" + path))
            #expect(links.parse(url.absoluteString, scheme: "https", host: "notes.app") == routes)
        }
    }

    private static func text(using random: inout SeededGenerator) -> String {
        let characters = [
            "a", "Z", "/", "%", "%2F", "?", "#", "é", "e\u{301}", "猫", "👩‍👧", " ", "\u{0}", "\n", "~", ":", "+",
        ]
        return (0..<Int.random(in: 0..<6, using: &random)).map { _ in
            Bool.random(using: &random)
                ? characters.randomElement(using: &random) ?? ""
                : String(Unicode.Scalar(UInt32.random(in: 0..<0xD800, using: &random)) ?? "-")
        }.joined()
    }

    @Test(
        arguments: [
            ("", []), ("/", []), ("/settings", [.settings]), ("/settings/", [.settings]), ("/folder/", [.folder("")]),
            ("/folder//", [.folder("")]), ("/folder//settings", [.folder(""), .settings]), ("/note/7/", [.note(7)]),
            ("/folder/a%2fb/note/-1", [.folder("a/b"), .note(-1)]), ("/fold%65r/%E7%8C%AB", [.folder("猫")]),
            ("/folder/猫", [.folder("猫")]), ("/folder/+", [.folder("+")]), ("/settings?a=/b", [.settings]),
            ("/folder/x#/note/y", [.folder("x")]), ("/folder/x#\u{301}", [.folder("x")]),
            ("/folder/\u{301}", [.folder("\u{301}")]), ("?a", []),
        ] as [(String, [Route])]
    )
    func pathsAreParsed(path: String, routes: [Route]) {
        #expect(links.parse(path: path) == routes)
    }

    @Test(arguments: [
        "settings", "//", "//settings", "/settings//", "/note", "/note/", "/note/seven", "/note/7/7", "/Settings",
        "/unknown", "/folder", "/folder/%", "/folder/%2", "/folder/%zz", "/folder/%2-", "/folder/%FF", "/folder/%C3",
        "/%", "/draft/true",
    ])
    func malformedOrUnknownPathsAreRejected(path: String) {
        #expect(links.parse(path: path) == nil)
    }

    @Test(arguments: [
        "http://notes.app/settings", "https://evil.app/settings", "https://notes.app@evil.app/settings",
        "https://evil.app/notes.app/settings", "https://notes.app:80/settings", "https:/notes.app/settings",
        "https:notes.app/settings", "https:///notes.app/settings", "/settings", "", "https",
        "https://notes.appsettings", "https://notes.app../settings", "https://notes.app:0/settings",
        "https://notes.app:443:443/settings", "https://notes.app:65979/settings", "https://notes.app:+443/settings",
        "https://notes.app:x/settings", "https://notes.app%3A443/settings", "https://@notes.app/settings",
        "https://user@notes.app:443/settings", "https://notes.app%40evil.app/settings", "https://notes.app%/settings",
        "https://notes.app%2Fsettings", "https://443/settings", "https://:443/settings", "https://./settings",
    ])
    func otherSchemesAndHostsAreRejected(url: String) {
        #expect(links.parse(url, scheme: "https", host: "notes.app") == nil)
    }

    @Test(arguments: [
        "https://notes.app", "https://NOTES.App", "https://notes.app.", "https://notes.app:443",
        "https://notes.app.:443", "https://notes.app:", "https://notes.app:00443", "https://notes%2eapp",
        "https://%6Eotes.app%2E", "HTTPS://notes.app",
    ])
    func theSameHostIsAccepted(url: String) {
        for host in ["notes.app", "Notes.App", "notes.app.", "notes.app:443", "notes.app:"] {
            for rest in ["/settings", "/settings/", "/settings?a", "/settings#a"] {
                #expect(links.parse(url + rest, scheme: "https", host: host) == [.settings], "\(host)")
            }
            #expect(links.parse(url, scheme: "https", host: host) == [])
            #expect(links.parse(url + "?a=/:443", scheme: "https", host: host) == [])
        }
    }

    @Test func onlyTheDefaultPortOfTheSchemeIsLeftOut() {
        let ports: [(String, String, String, Bool)] = [
            ("http", "notes.app:80", "notes.app", true), ("http", "notes.app:443", "notes.app", false),
            ("HTTP", "notes.app", "notes.app:80", true), ("https", "notes.app:80", "notes.app", false),
            ("https", "notes.app:8443", "notes.app:8443", true), ("https", "notes.app", "notes.app:8443", false),
            ("https", "notes.app:443", "notes.app:8443", false), ("notes", "notes.app:443", "notes.app", false),
            ("notes", "notes.app:7", "notes.app:07", true), ("https", "[::1]:443", "[::1]", true),
            ("https", "[::443]", "[::]", false), ("https", "[::443]", "[::443]:443", true),
            ("https", "notes.app", "notes.app:x", false), ("https", "notes.app:x", "notes.app:x", true),
        ]
        for (scheme, authority, host, isSame) in ports {
            let routes = links.parse("\(scheme)://\(authority)/settings", scheme: scheme, host: host)
            #expect(routes == (isSame ? [.settings] : nil), "\(scheme) \(authority) \(host)")
        }
    }

    @Test(arguments: ["notes://note/7", "notes:///note/7", "notes:/note/7", "notes:note/7", "NOTES://note/7?q"])
    func withoutAHostThePathBeginsAfterTheScheme(url: String) {
        #expect(links.parse(url, scheme: "notes") == [.note(7)])
    }

    @Test func valuesHaveRawValuesOrFunctions() {
        let places = DeepLinks<Place>(
            RoutePattern("tab", Place.prisms.tab),
            RoutePattern("page", Place.prisms.page),
            RoutePattern("size", Place.prisms.size),
            RoutePattern("account", Place.prisms.account, parse: UUID.init(uuidString:), print: \.uuidString)
        )
        let routes: [Place] = [.tab(.sent), .page(.second), .size(.large), .account(UUID())]
        guard case .account(let id)? = routes.last else { return }
        let path = "/tab/sent/page/2/size/L/account/\(id)"
        #expect(places.print(routes) == path)
        #expect(places.parse(path: path) == routes)
        for text in ["/tab/drafts", "/page/3", "/page/x", "/size/1", "/account/7"] {
            #expect(places.parse(path: text) == nil)
        }
    }

    @Test func aRouteWithoutAPatternIsNotPrinted() {
        #expect(links.print([.settings, .draft(true)]) == nil)
        #expect(links.print([]) == "/")
    }

    @Test func aWordInTwoPatternsStopsTheProcess() async {
        let repeated = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DeepLinks<Route>(RoutePattern("note", Route.prisms.note), RoutePattern("note", Route.prisms.settings))
        }
        expectMessage(of: repeated, contains: #"Two RoutePatterns for Route have the word "note"."#)
        let empty = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DeepLinks<Route>(RoutePattern("", Route.prisms.note))
        }
        expectMessage(of: empty, contains: "A RoutePattern for Route has an empty word.")
    }
}
