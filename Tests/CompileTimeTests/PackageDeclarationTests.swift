// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// Compares the `package` declarations with a list, so that changes are seen in review.
///
/// The middlewares of this package should need no access that a middleware of another package lacks.
@Suite struct PackageDeclarationTests {
    @Test func everyPackageTypeIsListedWithTheNumberOfItsMembers() throws {
        let found = PackageDeclarations.summary(of: try PackageDeclarations.all())
        if ProcessInfo.processInfo.environment["RENEW"] != nil {
            try (found.joined(separator: "\n") + "\n").write(
                to: PackageDeclarations.expected,
                atomically: true,
                encoding: .utf8
            )
        }
        let text = try String(contentsOf: PackageDeclarations.expected, encoding: .utf8)
        let listed = text.split(separator: "\n").map(String.init)
        let changes = found.difference(from: listed).map { change in
            switch change {
            case .insert(_, let declaration, _): "not listed: \(declaration)"
            case .remove(_, let declaration, _): "no longer declared: \(declaration)"
            }
        }
        #expect(
            changes.isEmpty,
            """
            If the changes are intended, run RENEW=1 swift test --filter PackageDeclarationTests, and commit the list.
            \(changes.joined(separator: "\n"))
            """
        )
    }

    @Test func membersOfATypeAreCounted() {
        let declarations = ["A: func a()", "A.Box: init()", "A: struct Box", "B.Box: let x", "A.Box: let y"]
        #expect(
            PackageDeclarations.summary(of: declarations)
                == ["A.Box: members: 2", "A: func a()", "A: struct Box", "B.Box: members: 1"]
        )
    }

    @Test func declarationsAreFoundWithTheirTypesButNotTheirBodies() {
        let text = """
            // package func inAComment() {}
            package import Foundation

            @safe @usableFromInline package final class Box<Value: ~Copyable> {
                @inlinable package init(
                    _ value: Value,
                    _ make: () -> Int = { 1 }
                ) {
                    let package = "package func inAText()"
                }
                package private(set) var values: [Int] = []
                func hidden() {}

                enum Kind {
                    package static let limit = 64
                }
            }

            extension Array where Element == Int {
                package static func == (lhs: Self, rhs: Self) -> Bool { true }
            }
            package func report(_ text: String) { print("package func inAText()") }
            """
        #expect(
            PackageDeclarations.all(in: text) == [
                ": final class Box<Value: ~Copyable>",
                ".Box: init(_ value: Value, _ make: () -> Int = { 1 })",
                ".Box: private(set) var values: [Int]",
                ".Box.Kind: static let limit",
                ".Array: static func == (lhs: Self, rhs: Self) -> Bool",
                ": func report(_ text: String)",
            ]
        )
    }
}
