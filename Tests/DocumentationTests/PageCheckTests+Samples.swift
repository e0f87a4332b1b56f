// SPDX-License-Identifier: MIT

extension PageCheckTests {
    static let samples = [
        Sample(
            "a page without mistakes",
            """
            # Title
            ```swift
            import RexCore
            struct Box { let text = \"""
              indented
            \""" }
            print(Box().text)
            // prints:   indented
            ```
            <!-- rejected: cannot find 'unknown' in scope -->
            ```swift
            print(unknown)
            ```
            ```swift
            #if canImport(SwiftUI)
            import SwiftUI
            struct RowView: View { var body: some View { Text("row") } }
            #endif
            print("end")
            // prints: end
            ```
            <!-- starts over -->
            ```swift
            struct Box {}
            ```
            ```swift
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(name: "App")
            ```
            ```sh
            make test
            ```
            """
        ),
        Sample(
            "wrong output",
            "```swift\nprint(1)\n// prints: 1\nprint(2)\n// prints: 3\n```",
            Problem(line: 5, message: "The program prints \"2\", not \"3\".")
        ),
        Sample(
            "missing output",
            "```swift\nlet one = 1\n// prints: 1\n```",
            Problem(line: 3, message: "The program ends without printing \"1\".")
        ),
        Sample(
            "output that the page does not show",
            "```swift\nprint(1)\n```",
            Problem(line: 2, message: "The program also prints \"1\".")
        ),
        Sample(
            "an error",
            "text\n\n```swift\nlet one: String = 1\n```",
            Problem(line: 4, message: "cannot convert value of type 'Int' to specified type 'String'")
        ),
        Sample(
            "a warning",
            "```swift\nfunc f() { let unused = 1 }\n```",
            Problem(
                line: 2,
                message:
                    "initialization of immutable value 'unused' was never used; consider replacing with assignment to "
                    + "'_' or removing it [#no-usage]"
            )
        ),
        Sample(
            "a rejected block that compiles",
            "<!-- rejected: no -->\n```swift\nlet one = 1\n```",
            Problem(line: 3, message: "The block should be rejected with \"no\", but is accepted.")
        ),
        Sample(
            "a block rejected for another reason",
            "<!-- rejected: ambiguous -->\n```swift\nprint(unknown)\n```",
            Problem(
                line: 3,
                message: "The block should be rejected with \"ambiguous\", but is rejected with: "
                    + "cannot find 'unknown' in scope"
            )
        ),
        Sample(
            "a wrong manifest",
            "```swift\n// swift-tools-version: 6.2\nimport PackageDescription\nlet package = Package()\n```",
            Problem(line: 4, message: "missing argument for parameter 'name' in call")
        ),
        Sample("an unclosed block", "\n```swift\nlet one = 1", Problem(line: 2, message: "The block is not closed.")),
        Sample(
            "a block without language",
            "```\nmake\n```",
            Problem(line: 1, message: "Unknown language \"\". Use json, sh, swift, text.")
        ),
        Sample(
            "a misspelt marker",
            "<!-- start over -->\n```swift\n```",
            Problem(line: 1, message: "This comment is not a known marker.")
        ),
        Sample(
            "a marker away from its block",
            "<!-- starts over -->\ntext\n```swift\n```",
            Problem(line: 1, message: "No Swift block follows this marker.")
        ),
    ]
}
