// SPDX-License-Identifier: MIT

import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// A server's list of the files in a folder.
struct FolderListing {
    /// The entity tags by file name.
    ///
    /// Names that no file of the folder can have, and names with control characters, are skipped.
    let versions: [String: String]

    /// - Throws: If this is not a server's complete answer for a folder.
    init(_ xml: Data) throws(ServerError) {
        let reader = Reader()
        let parser = XMLParser(data: xml)
        parser.shouldProcessNamespaces = true
        #if canImport(Darwin)
        unsafe parser.delegate = reader
        #else
        parser.delegate = reader
        #endif
        // The list contains the folder itself.
        guard parser.parse(), reader.isList, reader.hasFolder else { throw .noFolder }
        versions = reader.versions
    }

    private final class Reader: NSObject, XMLParserDelegate {
        var versions: [String: String] = [:]
        var (isList, hasFolder) = (false, false)
        private var (path, version, text) = ("", "", "")
        private var isFolder = false

        func parser(
            _ parser: XMLParser,
            didStartElement element: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            text = ""
            switch element {
            case "multistatus": isList = true
            case "response": (path, version, isFolder) = ("", "", false)
            case "collection": (isFolder, hasFolder) = (true, true)
            default: break
            }
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
            case "response" where !version.isEmpty && !isFolder: if let name { versions[name] = version }
            default: break
            }
        }

        /// The last path component, if it has no slash itself.
        private var name: String? {
            guard let name = path.split(separator: "/").last?.removingPercentEncoding,
                !name.unicodeScalars.contains(where: { $0 == "/" || $0.properties.generalCategory == .control })
            else { return nil }
            return name
        }
    }
}
