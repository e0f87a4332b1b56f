// SPDX-License-Identifier: MIT

/// The parts of the generated code that are not left out with `@Prism(without:)`.
package struct PrismOptions: Equatable, Sendable {
    package var setters = true
    package var isProperties = true
    package var casePaths = true

    package init() {}

    /// Parses the attribute, whose arguments must be names of parts.
    package init(attribute source: SourceText) throws(SyntaxError) {
        let list = try TokenList(source)
        guard let open = list.firstIndex(of: "(", in: list.indices) else { return }
        for part in list.split(open + 1..<list.closer(of: open)) {
            let start = list.isToken(":", at: part.lowerBound + 1) ? part.lowerBound + 2 : part.lowerBound
            // Both `.setters` and `PrismPart.setters` end with the name.
            switch list.line(start..<part.upperBound).split(separator: ".").last {
            case "setters": setters = false
            case "isProperties": isProperties = false
            case "casePaths": casePaths = false
            default:
                throw SyntaxError(
                    message: "@Prism can leave out .setters, .isProperties and .casePaths: write their names here",
                    offset: list.bytes(start..<part.upperBound).lowerBound
                )
            }
        }
    }
}
