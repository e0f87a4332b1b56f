// SPDX-License-Identifier: MIT

import RexCore
import StateComparison

/// A presentation that an action is for.
struct PresentationPlace: Hashable, Sendable, Codable {
    /// The id in its container, such as `#2`.
    let id: String
    /// The cases that lead to the container, with the ids of elements and other values, such as
    /// `window(id: 1).path`.
    let container: String
    /// The same cases without values, such as `window.path`.
    let place: String

    /// Returns the presentations that an action is for, outermost first.
    static func all(in action: Any) -> [PresentationPlace] {
        var found: [PresentationPlace] = []
        var names: [String] = []
        var container = ""
        var next: Any? = action
        while let value = next {
            if let inside = value as? any PresentationAddressing {
                let place = names.joined(separator: ".")
                found.append(PresentationPlace(id: inside.presentationText, container: container, place: place))
                (names, container) = ([], "")
                next = inside.actionForPresentation
                continue
            }
            if let name = EnumCases.name(of: value) {
                container += (names.isEmpty ? "" : ".") + name
                names.append(name)
            }
            let held = HeldAction(in: value)
            container += held?.otherValues ?? ""
            next = held?.action
        }
        return found
    }
}

/// The action that another one holds.
private struct HeldAction {
    let action: Any
    /// The values beside it, such as `(id: 1)`, or empty.
    let otherValues: String

    /// Reads the payload of a case, or the parts of another value.
    init?(in value: Any) {
        if let addressed = value as? any AddressedAction {
            action = addressed.addressed
            otherValues = "(id: \(ValueText.bounded(addressed.addressedID)))"
            return
        }
        guard !(value is any CustomReflectable) else { return nil }
        var mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .enum {
            guard let payload = mirror.children.first?.value else { return nil }
            mirror = Mirror(reflecting: payload)
            guard mirror.displayStyle == .tuple else {
                action = payload
                otherValues = ""
                return
            }
        }
        let parts = Array(mirror.children)
        let labelled = parts.firstIndex { $0.label == "action" }
        let found =
            switch mirror.displayStyle {
            case .tuple: labelled ?? parts.indices.last
            case .struct: labelled
            default: Int?.none
            }
        guard let place = found else { return nil }
        action = parts[place].value
        let others = parts.indices.filter { $0 != place }.map { index in
            let label = parts[index].label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
            return label + ValueText.bounded(parts[index].value)
        }
        otherValues = others.isEmpty ? "" : "(\(others.joined(separator: ", ")))"
    }
}
