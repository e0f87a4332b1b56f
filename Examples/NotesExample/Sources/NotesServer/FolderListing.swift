// SPDX-License-Identifier: MIT

import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// What a server says of the files of a folder.
struct FolderListing {
    /// The entity tags by the names of the files.
    ///
    /// Those are left out that no file of the folder itself has, or that a terminal would obey.
    let versions: [String: String]

    /// - Throws: If it is no answer that a server gives for a folder, or not all of it.
    init(_ xml: Data) throws(ServerError) {
        let reader = Reader()
        let parser = XMLParser(data: xml)
        parser.shouldProcessNamespaces = true
        #if canImport(Darwin)
        unsafe parser.delegate = reader
        #else
        parser.delegate = reader
        #endif
        // The folder itself is in the list.
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

        /// What is behind the last slash, and has none itself.
        private var name: String? {
            guard let name = path.split(separator: "/").last?.removingPercentEncoding,
                !name.unicodeScalars.contains(where: { $0 == "/" || $0.properties.generalCategory == .control })
            else { return nil }
            return name
        }
    }
}
