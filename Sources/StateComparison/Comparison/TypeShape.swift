// SPDX-License-Identifier: MIT

import CRexSystem
import RexCore

/// How the values of a type may be read, learnt from the type and never from a value.
struct TypeShape {
    enum Kind {
        /// A type of the compiler, which cannot be cast.
        case builtin
        case function
        case metatype
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
    private(set) var fields: [Metadata.Field] = []

    /// Whether one of the fields is weak or unowned.
    private(set) var hasWeakFields = false

    /// Whether the type comes from the standard library or Foundation, whose private parts mean nothing to others.
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
        switch Metadata.kind(of: type) {
        case Metadata.opaque, Metadata.fixedArray: kind = .builtin
        case Metadata.function: kind = .function
        case Metadata.metatype, Metadata.existentialMetatype: kind = .metatype
        case Metadata.structure, Metadata.tuple:
            fields = Metadata.fields(of: type)
            hasWeakFields = fields.contains { !$0.isStrong }
            kind =
                type is any ComparedCollection.Type
                ? .collection
                : fields.contains { Metadata.isBuiltin($0.type) } ? .leaf : .parts
        default: kind = (type as? AnyClass).map { TypeShape.kind(of: $0) } ?? .parts
        }
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
