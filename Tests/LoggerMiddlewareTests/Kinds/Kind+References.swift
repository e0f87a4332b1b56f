// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

private final class Constant: Sendable {
    let number: Int
    let next: Constant?

    init(_ number: Int, _ next: Constant? = nil) {
        self.number = number
        self.next = next
    }
}

private actor Account {
    var balance = 1
}

private final class Guarded: @unchecked Sendable {
    private let lock = NSLock()
    private var number: Int

    init(_ number: Int) { self.number = number }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class WithMutex: Sendable {
    let name = "mutex"
    let number: Mutex<Int>

    init(_ number: Int) { self.number = Mutex(number) }
}

@MainActor private final class Screen {
    nonisolated init() {}
    var title = ""
}

private final class Described: CustomStringConvertible, Sendable {
    let description: String

    init(_ description: String) { self.description = description }
}

private final class Token: Equatable, @unchecked Sendable {
    var id: Int

    init(_ id: Int) { self.id = id }
    static func == (lhs: Token, rhs: Token) -> Bool { lhs.id == rhs.id }
}

private final class NoFields: Sendable {}

/// A value that stores its contents in an object, as most collections of other packages do.
private struct CopyOnWrite: Equatable, CustomStringConvertible, Sendable {
    private final class Storage: @unchecked Sendable {
        var numbers: [Int]

        init(_ numbers: [Int]) { self.numbers = numbers }
    }

    private var storage: Storage

    init(_ numbers: [Int]) { storage = Storage(numbers) }
    static func == (lhs: CopyOnWrite, rhs: CopyOnWrite) -> Bool { lhs.storage.numbers == rhs.storage.numbers }
    var description: String { "\(storage.numbers)" }
}

private struct Weak: Sendable {
    var name = "weak"
    weak let object: Constant?
}

private struct Unowned: Sendable {
    var name = "unowned"
    unowned let object: Constant
}

extension Kind {
    static let ofReferences: [Kind] =
        [
            Kind("object that cannot change", { Constant(1, Constant(2)) }, { Constant(1, Constant(3)) }),
            object("actor", Account(), Account()),
            object("object with a lock", Guarded(1), Guarded(1)),
            object("object of the main actor", Screen(), Screen()),
            object("object without fields", NoFields(), NoFields()),
            Kind("object with a description", { Described("a") }, { Described("b") }),
            Kind("object with ==", { Token.one }, { Token.two }),
            Kind("value in an object", { CopyOnWrite([1]) }, { CopyOnWrite([2]) }),
            object("weak", Weak(object: .one), Weak(object: .two)),
            object("weak that becomes nil", Weak(object: .one), Weak(object: nil)),
            object("unowned", Unowned(object: .one), Unowned(object: .two)),
            object("Task", Task<Int, Never> { 1 }, Task<Int, Never> { 1 }),
            object("AsyncStream", AsyncStream<Int> { _ in }, AsyncStream<Int> { _ in }),
            object("DispatchQueue", DispatchQueue(label: "a"), DispatchQueue(label: "b")),
            object("any Actor", Account() as any Actor, Account() as any Actor),
        ] + { if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { mutex } else { [] } }()

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    private static var mutex: [Kind] { [object("object with a Mutex", WithMutex(1), WithMutex(2))] }
}

extension Token {
    fileprivate static let one = Token(1)
    fileprivate static let two = Token(2)
}

extension Constant {
    fileprivate static let one = Constant(1)
    fileprivate static let two = Constant(2)
}
