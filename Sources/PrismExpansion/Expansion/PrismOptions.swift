// SPDX-License-Identifier: MIT

/// The parts that `@Prism(without:)` leaves out.
package struct PrismOptions: Equatable, Sendable {
    package var setters = true
    package var isProperties = true
    package var casePaths = true

    package init() {}

    /// Reads the attribute, whose arguments have to be names of parts.
    package init(attribute source: SourceText) throws(SyntaxError) {
        let list = try TokenList(source)
        guard let open = list.firstIndex(of: "(", in: list.indices) else { return }
        for part in list.split(open + 1..<list.closer(of: open)) {
            let start = list.isToken(":", at: part.lowerBound + 1) ? part.lowerBound + 2 : part.lowerBound
            // `.setters` and `PrismPart.setters` both end with the name.
            switch list.line(start..<part.upperBound).split(separator: ".").last {
            case "setters": setters = false
            case "isProperties": isProperties = false
            case "casePaths": casePaths = false
            default:
                throw SyntaxError(
                    message: "@Prism can leave out .setters, .isProperties and .casePaths, written here one by one",
                    offset: list.bytes(start..<part.upperBound).lowerBound
                )
            }
        }
    }
}
