// SPDX-License-Identifier: MIT

/// A path to several parts of a state, which are the properties of another struct.
///
/// The feature of a detail page often needs more than the page, such as the list and the outbox of
/// its screen. Define a struct with all of these, and lift the feature by a joined path:
///
/// ```swift
/// struct Detail: Sendable {
///     var page = Page()
///     var list: [Item] = []
///     var outbox = Outbox<Job>()
/// }
///
/// let app = Feature<HomeAction, Home, World>.combine {
///     detail.lift(
///         .case(
///             HomeAction.prisms.detail,
///             joined: JoinedPath(
///                 Detail(),
///                 .optionalPart(\.page, as: \.page),
///                 .part(\.list, as: \.list),
///                 .part(\.outbox, as: \.outbox)
///             )
///         )
///     )
/// }
/// ```
///
/// A reducer changes the parts in place: each is exchanged with the placeholder's before the
/// reducer runs, and exchanged back after it. No collection in a part is copied.
///
/// - Complexity: Changing and reading the value take O(*n*) in the parts, without an allocation.
public struct JoinedPath<Root, Value: Sendable>: Sendable {
    @usableFromInline let placeholder: Value
    // The functions of all parts, chained. An array would retain each of them at each action.
    @usableFromInline let exchange: @Sendable (inout Root, inout Value) -> Void
    @usableFromInline let copy: @Sendable (Root, inout Value) -> Void
    /// Whether no optional part is nil; nil without optional parts.
    @usableFromInline let isPresent: (@Sendable (Root) -> Bool)?
    /// Returns the identity of the optional parts that have one; nil if none has.
    @usableFromInline let identity: (@Sendable (Root) -> PartID?)?
    /// Returns the paths of the parts as a text.
    @usableFromInline let text: @Sendable () -> String

    /// Creates a path to several parts.
    ///
    /// - Parameters:
    ///   - placeholder: Any value. While a reducer changes the parts, the root holds the placeholder's
    ///     properties instead. Reducers and middlewares never see them.
    ///   - parts: The parts, one for each stored property of the value.
    /// - Precondition: `Value` is a struct or a tuple, each of its stored properties has a part, and
    ///   the parts don't overlap.
    @_alwaysEmitIntoClient public init(_ placeholder: Value, _ parts: JoinedPart<Root, Value>...) {
        checkParts(parts, of: placeholder)
        self.placeholder = placeholder
        var exchange: @Sendable (inout Root, inout Value) -> Void = { _, _ in }
        var copy: @Sendable (Root, inout Value) -> Void = { _, _ in }
        for (index, part) in parts.enumerated() {
            (exchange, copy) = index == 0 ? (part.exchange, part.copy) : chained(exchange, copy, part)
        }
        (self.exchange, self.copy) = (exchange, copy)
        text = { parts.map { $0.text() }.joined(separator: " and ") }
        var isPresent: (@Sendable (Root) -> Bool)?
        for part in parts {
            guard let isPartPresent = part.isPresent else { continue }
            let areOthersPresent = isPresent ?? { _ in true }
            isPresent = { areOthersPresent($0) && isPartPresent($0) }
        }
        self.isPresent = isPresent
        let identities = parts.compactMap(\.identity)
        guard identities.count > 1 else {
            identity = identities.first
            return
        }
        identity = { root in PartID.joined(identities.map { $0(root) }) }
    }

    /// Returns the value of the parts, or nil if an optional part is nil.
    ///
    /// Collections are shared with `root`, not copied.
    @_alwaysEmitIntoClient public func value(in root: Root) -> Value? {
        if let isPresent, !isPresent(root) { return nil }
        return presentValue(in: root)
    }

    /// Returns the value of the parts, with the placeholder's property for an optional part that is
    /// nil.
    @inlinable func presentValue(in root: Root) -> Value {
        var value = placeholder
        copy(root, &value)
        return value
    }

    /// Calls `change` with the value of the parts, unless an optional part is nil.
    @inlinable func withValue(in root: inout Root, _ change: (inout Value) -> Void) {
        if let isPresent, !isPresent(root) { return }
        var value = placeholder
        exchange(&root, &value)
        change(&value)
        exchange(&root, &value)
    }
}

@inlinable func chained<Root, Value>(
    _ exchange: @escaping @Sendable (inout Root, inout Value) -> Void,
    _ copy: @escaping @Sendable (Root, inout Value) -> Void,
    _ part: JoinedPart<Root, Value>
) -> (@Sendable (inout Root, inout Value) -> Void, @Sendable (Root, inout Value) -> Void) {
    (
        { [next = part.exchange] root, value in
            exchange(&root, &value)
            next(&root, &value)
        },
        { [next = part.copy] root, value in
            copy(root, &value)
            next(root, &value)
        }
    )
}

/// Checks the preconditions of a joined path.
@usableFromInline func checkParts<Root, Value>(_ parts: [JoinedPart<Root, Value>], of placeholder: Value) {
    precondition(
        !(Value.self is AnyObject.Type),
        "\(Value.self) is a class, and its object would be shared by all stores. Join the parts in a struct."
    )
    if !(placeholder is any CustomReflectable) {
        let count = Mirror(reflecting: placeholder).children.count
        precondition(
            parts.count >= count,
            """
            \(Value.self) has \(count) stored properties, but its JoinedPath has parts for \(parts.count) of them. A \
            change of the others would be lost. Add a part for each.
            """
        )
    }
    for (index, part) in parts.enumerated() {
        for other in parts[..<index] {
            precondition(
                !part.valueBytes.overlaps(other.valueBytes),
                "Two parts of a JoinedPath are the same property of \(Value.self). Give each part a property."
            )
            precondition(
                !part.rootBytes.overlaps(other.rootBytes),
                "Two parts of a JoinedPath to \(Value.self) overlap in \(Root.self). Leave out the inner one."
            )
        }
    }
}

/// A part of a state that is a property of a joined value; see ``JoinedPath``.
public struct JoinedPart<Root, Value>: Sendable {
    @usableFromInline let exchange: @Sendable (inout Root, inout Value) -> Void
    @usableFromInline let copy: @Sendable (Root, inout Value) -> Void
    /// Whether an optional part has a value; nil for other parts.
    @usableFromInline let isPresent: (@Sendable (Root) -> Bool)?
    /// Returns the identity of the value of an optional part; nil if it has none.
    @usableFromInline let identity: (@Sendable (Root) -> PartID?)?
    /// Returns the path of the part as a text.
    @usableFromInline let text: @Sendable () -> String
    /// The bytes of the part in the root; empty if it isn't stored there.
    let rootBytes: Range<Int>
    /// The bytes of the property in the value; empty if it isn't stored there.
    let valueBytes: Range<Int>

    @usableFromInline init(
        exchange: @escaping @Sendable (inout Root, inout Value) -> Void,
        copy: @escaping @Sendable (Root, inout Value) -> Void,
        isPresent: (@Sendable (Root) -> Bool)? = nil,
        identity: (@Sendable (Root) -> PartID?)? = nil,
        text: @escaping @Sendable () -> String,
        rootBytes: Range<Int>,
        valueBytes: Range<Int>
    ) {
        self.exchange = exchange
        self.copy = copy
        self.isPresent = isPresent
        self.identity = identity
        self.text = text
        self.rootBytes = rootBytes
        self.valueBytes = valueBytes
    }

    /// A part of the root that is a property of the value.
    ///
    /// - Parameters:
    ///   - root: The path from the root to the part.
    ///   - value: The path from the value to its property.
    /// - Complexity: A computed property costs what its accessors cost, including the copies that
    ///   they make.
    @_alwaysEmitIntoClient public static func part<Part>(
        _ root: any WritableKeyPath<Root, Part> & Sendable,
        as value: any WritableKeyPath<Value, Part> & Sendable
    ) -> JoinedPart {
        let (inRoot, inValue) = (PropertyAccess(root), PropertyAccess(value))
        return JoinedPart(
            exchange: { root, value in
                inRoot.change(&root) { part in inValue.change(&value) { swap(&part, &$0) } }
            },
            copy: { root, value in
                let part = inRoot.read(root)
                inValue.change(&value) { $0 = part }
            },
            text: { "\(root)" },
            rootBytes: inRoot.bytes,
            valueBytes: inValue.bytes
        )
    }

    /// A part of the root that may be nil, and is a property of the value that isn't optional.
    ///
    /// While it is nil, there is no value: the feature gets no actions and its effects end, as with
    /// a lift to an optional state. If it is `Identifiable`, they also end when another value takes its
    /// place.
    ///
    /// - Parameters:
    ///   - root: The path from the root to the part.
    ///   - value: The path from the value to its property.
    @_alwaysEmitIntoClient public static func optionalPart<Part>(
        _ root: any WritableKeyPath<Root, Part?> & Sendable,
        as value: any WritableKeyPath<Value, Part> & Sendable
    ) -> JoinedPart {
        let (inRoot, inValue) = (PropertyAccess(root), PropertyAccess(value))
        var identity: (@Sendable (Root) -> PartID?)?
        if let read = PartIdentity<Part>.automatic.read {
            identity = { root in inRoot.read(root).map(read) }
        }
        return JoinedPart(
            exchange: { root, value in
                inRoot.change(&root) { optional in
                    guard var part = optional.take() else { return }
                    inValue.change(&value) { swap(&part, &$0) }
                    optional = part
                }
            },
            copy: { root, value in
                guard let part = inRoot.read(root) else { return }
                inValue.change(&value) { $0 = part }
            },
            isPresent: { inRoot.read($0) != nil },
            identity: identity,
            text: { "optional \(root)" },
            rootBytes: inRoot.bytes,
            valueBytes: inValue.bytes
        )
    }
}
