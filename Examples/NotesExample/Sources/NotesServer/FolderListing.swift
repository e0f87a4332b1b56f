// SPDX-License-Identifier: MIT

import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// What a server says of the files of a folder.
struct FolderListing {
    /// The entity tags by the paths of the files.
    let versions: [String: String]

    init(_ xml: Data) {
        let reader = Reader()
        let parser = XMLParser(data: xml)
        parser.shouldProcessNamespaces = true
        #if canImport(Darwin)
        unsafe parser.delegate = reader
        #else
        parser.delegate = reader
        #endif
        // What is no XML has no versions.
        _ = parser.parse()
        versions = reader.versions
    }

    private final class Reader: NSObject, XMLParserDelegate {
        var versions: [String: String] = [:]
        private var (path, version, text) = ("", "", "")

        func parser(
            _ parser: XMLParser,
            didStartElement element: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            text = ""
            if element == "response" { (path, version) = ("", "") }
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

        func parser(
            _ parser: XMLParser,
            didEndElement element: String,
            namespaceURI: String?,
            qualifiedName: String?
        ) {
            let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
            switch element {
            case "href": path = text
            case "getetag": version = text
            case "response" where !version.isEmpty: versions[path] = version
            default: break
            }
        }
    }
}
