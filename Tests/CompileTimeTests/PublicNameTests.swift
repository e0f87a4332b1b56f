// SPDX-License-Identifier: MIT

import Testing

/// Compares the public top-level names with those of the modules that apps import next to Rex.
///
/// In a file that imports both modules, a name that both have is ambiguous.
@Suite struct PublicNameTests {
    @Test func noPublicNameIsInAModuleThatAppsImportToo() throws {
        let collisions = PublicName.collisions(of: try PublicName.ours(), with: try PublicName.listed())
        #expect(collisions.isEmpty, "Rename these declarations.\n\(collisions.joined(separator: "\n"))")
    }

    @Test func collisionsAreFound() throws {
        let names = [
            PublicName(module: "RexNavigation", name: "Confirmation"),
            PublicName(module: "RexNavigation", name: "Link"),
            PublicName(module: "RexCore", name: "Operation"),
            PublicName(module: "RexCore", name: "UIStore"),
            PublicName(module: "RexCore", name: "Just"),
            PublicName(module: "RexCore", name: "Store"),
            PublicName(module: "PublisherKit", name: "Just"),
        ]
        #expect(
            PublicName.collisions(of: names, with: try PublicName.listed()) == [
                "RexNavigation.Confirmation is also Testing.Confirmation", "RexNavigation.Link is also SwiftUI.Link",
                "RexCore.Operation is also Foundation.Operation",
                "RexCore.UIStore has a prefix of Apple's frameworks", "RexCore.Just is also Combine.Just",
            ]
        )
    }

    @Test func namesOfEveryKindAreFound() throws {
        let text = """
            public import Foundation
            // public struct InAComment {}
            @frozen public struct Box<Value> {
                public enum Nested {}
            }
            #if canImport(SwiftUI)
            @available(macOS 14, *) @MainActor open class Model: Sendable {}
            #endif
            @safe public final class Lock {}
            public indirect enum Tree {}
            @rethrows public protocol Sequence {}
            public actor Room {}
            public typealias Name = String
            @inlinable public func combine(_ value: Int) {}
            public func <> <T>(lhs: T, rhs: T) -> T { lhs }
            @attached(member) public macro Cases() = #externalMacro(module: "A", type: "B")
            infix operator --> : Arrow
            precedencegroup Arrow {}
            public let limit: Int = 1
            struct Hidden {}
            package struct Shared {}
            extension Box { public struct Inner {} }
            """
        #expect(
            PublicName.all(in: text) == [
                "Box", "Model", "Lock", "Tree", "Sequence", "Room", "Name", "combine", "<>", "Cases", "-->", "Arrow",
                "limit",
            ]
        )
        let ours = try PublicName.ours().map(\.description)
        let some = [
            "RexCore.Store", "RexCore.mconcat", "BridgeMiddleware.>=>", "Prism.Prism", "PublisherKit.Just",
            "RexObservation.PresentationStackView",
        ]
        #expect(Set(ours).isSuperset(of: some))
    }
}
