// SPDX-License-Identifier: MIT

import CRexSystem
import RexCore

/// How values of a type are compared and written, derived from the type alone.
///
/// It is a class, so a lookup only copies a reference.
final class TypeShape {
    enum Kind {
        /// One of the compiler's own types, which cannot be cast.
        case builtin
        case function
        case metatype
        /// `String` or `Substring`.
        case text
        /// A type without meaningful parts: numbers, vectors, pointers, tasks.
        case leaf
        case actor
        /// An object that may change while it is read.
        case object
        /// A collection with its own comparison.
        case collection
        /// A type that is compared by the parts of its `Mirror`.
        case parts
    }

    let kind: Kind
    /// The stored properties of a struct, or the elements of a tuple.
    let fields: [Metadata.Field]

    /// Whether a field is weak or unowned.
    let hasWeakFields: Bool

    /// The operators of the values, or nil if the type does not determine them.
    ///
    /// Only structs, enums and classes do. Optionals are cast like the values that they contain.
    let operators: TypeOperators?

    /// Whether the values are structs that are compared by their stored properties, in place.
    let isComparedInPlace: Bool

    /// Whether there are stored properties, and all of them can be read in place.
    let areFieldsReadable: Bool

    /// Whether the type comes from the standard library or Foundation.
    ///
    /// Private parts of such types are not compared.
    let isOfSystem: Bool

    /// Whether the values may be NaN.
    let isFloatingPoint: Bool

    /// Whether the values are dates of Foundation.
    let isDate: Bool

    private static let known = Lock([ObjectIdentifier: TypeShape]())

    /// Returns the shape of a type, which is computed once in a process.
    static func of(_ type: Any.Type) -> TypeShape {
        let id = ObjectIdentifier(type)
        if let shape = known.withLock({ $0[id] }) { return shape }
        let shape = TypeShape(type)
        known.withLock { $0[id] = shape }
        return shape
    }

    private init(_ type: Any.Type) {
        let name = String(reflecting: type)
        isOfSystem = ["Swift.", "Foundation"].contains { name.hasPrefix($0) }
        isDate = ["Foundation.Date", "FoundationEssentials.Date"].contains(name)
        let metadataKind = Metadata.kind(of: type)
        let hasFields = [Metadata.structure, Metadata.tuple].contains(metadataKind)
        let fields = hasFields ? Metadata.fields(of: type) : []
        self.fields = fields
        hasWeakFields = fields.contains { !$0.isStrong }
        var isNominal = [Metadata.structure, Metadata.enumeration].contains(metadataKind)
        switch metadataKind {
        case Metadata.opaque, Metadata.fixedArray: kind = .builtin
        case Metadata.function: kind = .function
        case Metadata.metatype, Metadata.existentialMetatype: kind = .metatype
        case Metadata.structure where type == String.self || type == Substring.self: kind = .text
        case Metadata.structure, Metadata.tuple:
            kind =
                type is any ComparedCollection.Type
                ? .collection
                : fields.contains { Metadata.isBuiltin($0.type) } ? .leaf : .parts
        default:
            let object: AnyClass? = type as? AnyClass
            isNominal = isNominal || object != nil
            kind = object.map { TypeShape.kind(of: $0) } ?? .parts
        }
        areFieldsReadable =
            kind == .parts && metadataKind == Metadata.structure && !isOfSystem && !fields.isEmpty
            && fields.allSatisfy { $0.isStrong && $0.type != Void.self }
        isComparedInPlace = areFieldsReadable && !(type is any CustomReflectable.Type)
        operators = isNominal ? TypeOperators(of: type) : nil
        isFloatingPoint = type is any FloatingPoint.Type
    }

    /// An object is read if it has a custom mirror, or if all its parts are constant.
    private static func kind(of type: AnyClass) -> Kind {
        if type is any Actor.Type { return .actor }
        if type is any CustomReflectable.Type { return .parts }
        let fields = Metadata.fields(of: type)
        let isConstant = fields.allSatisfy {
            // A noncopyable field is shown as an empty tuple. It may be a lock with mutable contents.
            !$0.isVariable && $0.isStrong && !Metadata.isBuiltin($0.type) && $0.type != Void.self
        }
        return isConstant && !fields.isEmpty ? .parts : .object
    }
}
