// SPDX-License-Identifier: MIT

import CRexSystem
import RexCore

/// The way in which the values of a type may be read, learnt from the type and never from a value.
///
/// It is a class so that to look one up copies a reference.
final class TypeShape {
    enum Kind {
        /// A type of the compiler, which cannot be cast.
        case builtin
        case function
        case metatype
        /// `String` and `Substring`.
        case text
        /// Without parts that mean something: numbers, vectors, pointers, tasks.
        case leaf
        case actor
        /// An object that may change while it is read.
        case object
        /// Compared by a method of its own.
        case collection
        /// Compared by what `Mirror` shows.
        case parts
    }

    let kind: Kind
    /// The stored properties of a struct, the elements of a tuple.
    let fields: [Metadata.Field]

    /// True if one of the fields is weak or unowned.
    let hasWeakFields: Bool

    /// The operators of the values; nil if their type does not say it, which is so for all but
    /// structs, enums and classes, and for optionals, which are cast as what is in them.
    let operators: TypeOperators?

    /// True if the values are structs that are compared by their stored properties, in place.
    let isComparedInPlace: Bool

    /// True if the type comes from the standard library or Foundation, whose private parts mean
    /// nothing to others.
    let isOfSystem: Bool

    private static let known = Lock([ObjectIdentifier: TypeShape]())

    /// The shape of a type, which is found out once in a process.
    static func of(_ type: Any.Type) -> TypeShape {
        let id = ObjectIdentifier(type)
        if let shape = known.withLock({ $0[id] }) { return shape }
        let shape = TypeShape(type)
        known.withLock { $0[id] = shape }
        return shape
    }

    private init(_ type: Any.Type) {
        isOfSystem = ["Swift.", "Foundation"].contains { String(reflecting: type).hasPrefix($0) }
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
        isComparedInPlace =
            kind == .parts && metadataKind == Metadata.structure && !isOfSystem && !fields.isEmpty
            && fields.allSatisfy { $0.isStrong && $0.type != Void.self } && !(type is any CustomReflectable.Type)
        operators = isNominal ? TypeOperators(of: type) : nil
    }

    /// An object is read if it says itself what is seen of it, or if nothing in it can ever change.
    private static func kind(of type: AnyClass) -> Kind {
        if type is any Actor.Type { return .actor }
        if type is any CustomReflectable.Type { return .parts }
        let fields = Metadata.fields(of: type)
        let isConstant = fields.allSatisfy {
            // What cannot be copied is seen as an empty tuple, and may be a lock with something inside.
            !$0.isVariable && $0.isStrong && !Metadata.isBuiltin($0.type) && $0.type != Void.self
        }
        return isConstant && !fields.isEmpty ? .parts : .object
    }
}
