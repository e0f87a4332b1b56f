// SPDX-License-Identifier: MIT

import RexCore
import StateComparison

/// The case names of actions and of nested enums, such as `list.added` or `row.toggle`.
///
/// The names come from the types, not from descriptions. Wrappers for elements are skipped.
enum CaseNames {
    /// The most nested cases in a name.
    private static let limit = 8

    struct Component: Equatable {
        let name: String
        let type: Any.Type

        static func == (left: Component, right: Component) -> Bool {
            left.type == right.type && left.name == right.name
        }
    }

    /// Returns the name of an action: its cases, or its type.
    static func name(of action: Any) -> String {
        let components = path(of: action)
        return components.isEmpty ? "\(type(of: action))" : name(components)
    }

    /// Returns the cases of a type, with counts of zero.
    static func names(of type: Any.Type) -> [String: Int] {
        if let type = type as? any AddressedAction.Type { return names(of: type.addressedType) }
        return Dictionary(EnumCases.names(of: type).map { ($0, 0) }) { count, _ in count }
    }

    /// Counts the case of an action, and adds the cases of nested enums.
    ///
    /// - Parameter holders: The cases that are counted by their nested cases.
    static func add(_ action: Any, to counts: inout [String: Int], _ holders: inout Set<String>) {
        let components = path(of: action)
        for (index, component) in components.enumerated().dropFirst() {
            let outer = name(components.prefix(index))
            holders.insert(outer)
            if counts[outer] == 0 { counts[outer] = nil }
            let taken = components[index - 1]
            for other in EnumCases.names(of: component.type)
            where Component(name: other, type: component.type) != taken {
                let name = "\(outer).\(other)"
                if !holders.contains(name) { counts[name, default: 0] += 0 }
            }
        }
        counts[components.isEmpty ? "\(type(of: action))" : name(components), default: 0] += 1
    }

    private static func name(_ components: some Sequence<Component>) -> String {
        components.map(\.name).joined(separator: ".")
    }

    private static func path(of action: Any) -> [Component] {
        var components: [Component] = []
        var next = held(in: action)
        while let value = next, components.count < limit, let name = EnumCases.name(of: value) {
            let component = Component(name: name, type: type(of: value))
            // A recursive case, as in a tree, is named once.
            if components.last != component { components.append(component) }
            let payload = value is any CustomReflectable ? nil : Mirror(reflecting: value).children.first
            next = payload.flatMap { held(in: $0.value) }
        }
        return components
    }

    /// Returns the nested action of a case: the value itself if it is an enum, the action for an
    /// element, the value with the label `action`, or the last value if it is the only enum.
    private static func held(in value: Any) -> Any? {
        if let addressed = value as? any AddressedAction { return held(in: addressed.addressed) }
        if EnumCases.name(of: value) != nil { return value }
        if value is any CustomReflectable { return nil }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .struct {
            return mirror.children.first { $0.label == "action" }.flatMap { held(in: $0.value) }
        }
        guard mirror.displayStyle == .tuple else { return nil }
        let enums = mirror.children.compactMap { child in held(in: child.value).map { (label: child.label, value: $0) }
        }
        if let action = enums.first(where: { $0.label == "action" }) { return action.value }
        guard enums.count == 1, let last = Array(mirror.children).last else { return nil }
        return held(in: last.value)
    }
}
