// SPDX-License-Identifier: MIT

extension ValueText {
    /// The parts of a value that is written with brackets.
    package struct Parts {
        /// The bracket and the text before it.
        package let open: String
        /// The parts between the brackets.
        ///
        /// Labels and keys may be empty.
        package let values: [(label: String, value: Any)]
    }

    /// Returns the parts of a value, or nil if it is written without brackets.
    package static func parts(of value: Any) -> Parts? {
        switch TypeShape.of(type(of: value)).kind {
        case .collection, .parts: break
        case .builtin, .function, .metatype, .text, .leaf, .actor, .object: return nil
        }
        guard quoted(value, upTo: .max) == nil else { return nil }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.flatMap { isNil($0.value) ? nil : parts(of: $0.value) }
        case .collection: return list(mirror.children.map(\.value))
        case .set:
            return list(Operators.sorted(mirror.children.map(\.value), by: \.self, writing: whole).map(\.value))
        case .dictionary: return mirror.children.isEmpty ? nil : entries(of: mirror)
        default:
            if let array = (value as? any InlineList)?.array { return list(array) }
            guard ByteText.bytes(of: value) == nil, ownText(of: value) == nil else { return nil }
            return mirror.displayStyle == .enum ? payload(mirror.children.first) : fields(of: value, mirror)
        }
    }

    private static func list(_ values: [Any]) -> Parts { Parts(open: "[", values: values.map { ("", $0) }) }

    private static func entries(of mirror: Mirror) -> Parts {
        let entries = mirror.children.map { child in
            let pair = Mirror(reflecting: child.value).children.map(\.value)
            // A custom mirror may have any children.
            return pair.count == 2 ? (key: pair[0], value: pair[1]) : (key: child.label as Any, value: child.value)
        }
        let sorted = Operators.sorted(entries, by: \.key, writing: whole)
        return Parts(open: "[", values: sorted.map { ($0.text ?? whole($0.key), $0.value.value) })
    }

    private static func payload(_ payload: Mirror.Child?) -> Parts? {
        guard let payload, let name = payload.label else { return nil }
        let mirror = Mirror(reflecting: payload.value)
        return Parts(
            open: name + "(",
            values: mirror.displayStyle == .tuple ? labelled(mirror.children.map { $0 }) : [("", payload.value)]
        )
    }

    private static func fields(of value: Any, _ mirror: Mirror) -> Parts? {
        let fields = mirror.parts(of: value)
        guard mirror.displayStyle != .tuple else { return Parts(open: "(", values: labelled(fields)) }
        guard mirror.displayStyle != nil || !fields.isEmpty else { return nil }
        return Parts(open: "\(typeName(of: value))(", values: labelled(fields))
    }

    private static func labelled(_ fields: [Mirror.Child]) -> [(label: String, value: Any)] {
        fields.map { ($0.label.map { $0.hasPrefix(".") ? "" : $0 } ?? "", $0.value) }
    }
}
