// SPDX-License-Identifier: MIT

extension StateComparison {
    /// Compares two values of one type by what `Mirror` tells of them.
    mutating func compareMirrors(_ old: Any, _ new: Any) {
        if type(of: old) is AnyClass, !begin(old as AnyObject, new as AnyObject) { return }
        let (oldMirror, newMirror) = (Mirror(reflecting: old), Mirror(reflecting: new))
        switch oldMirror.displayStyle {
        case .optional:
            lookedInto += 1
            compareOptionals(oldMirror.children.first?.value, newMirror.children.first?.value, of: old, new)
        case .collection, .set, .dictionary:
            oldMirror.children.map(\.value).compare(to: newMirror.children.map(\.value), in: &self)
        default:
            guard old is any CustomReflectable else { return compareParts(oldMirror, newMirror, of: old, new) }
            compareReflected(oldMirror, newMirror, of: old, new)
        }
    }

    /// Compares two values that decide themselves what is seen of them.
    ///
    /// That may be less than they are, or things like addresses that are not part of them, so their `==` comes first.
    private mutating func compareReflected(_ oldMirror: Mirror, _ newMirror: Mirror, of old: Any, _ new: Any) {
        guard Operators.areEqual(old, new) != true else { return }
        let before = differenceCount
        compareParts(oldMirror, newMirror, of: old, new)
        if differenceCount == before { compareLeaves(old, new) }
    }

    private mutating func compareParts(_ oldMirror: Mirror, _ newMirror: Mirror, of old: Any, _ new: Any) {
        if oldMirror.displayStyle == .enum {
            compareCases(oldMirror.children.first, newMirror.children.first, of: old, new)
        } else {
            compareFields(oldMirror.allChildren, newMirror.allChildren, of: old, new)
        }
    }

    private mutating func compareOptionals(_ oldValue: Any?, _ newValue: Any?, of old: Any, _ new: Any) {
        switch (oldValue, newValue) {
        case (nil, nil): break
        case (let oldValue?, let newValue?): compare(oldValue, newValue)
        default: record(replacing: old, by: new)
        }
    }

    private mutating func compareCases(_ oldCase: Mirror.Child?, _ newCase: Mirror.Child?, of old: Any, _ new: Any) {
        lookedInto += 1
        guard oldCase != nil || newCase != nil else { return compareLeaves(old, new) }
        guard let oldCase, let newCase, let label = oldCase.label, label == newCase.label else {
            return record(replacing: old, by: new)
        }
        compare(oldCase.value, newCase.value, at: .field(label))
    }

    private mutating func compareFields(
        _ oldFields: [Mirror.Child],
        _ newFields: [Mirror.Child],
        of old: Any,
        _ new: Any
    ) {
        guard oldFields.map(\.label) == newFields.map(\.label) else { return record(replacing: old, by: new) }
        guard !oldFields.isEmpty else { return compareLeaves(old, new) }
        lookedInto += oldFields.count
        for (index, (oldField, newField)) in zip(oldFields, newFields).enumerated() {
            compare(oldField.value, newField.value, at: .field(fieldName(oldField.label, at: index)))
        }
    }

    /// The name of a field; elements of tuples without labels are labelled `.0` and so on, those of others not at all.
    private func fieldName(_ label: String?, at index: Int) -> String {
        guard let label else { return "\(index)" }
        return label.hasPrefix(".") ? String(label.dropFirst()) : label
    }

    /// Compares two values that have no parts to be seen.
    ///
    /// Those that are not `Equatable`, such as functions, differ if they are described differently.
    private mutating func compareLeaves(_ old: Any, _ new: Any) {
        guard !(Operators.areEqual(old, new) ?? (ValueText.whole(old) == ValueText.whole(new))) else { return }
        record(replacing: old, by: new)
    }
}

extension Mirror {
    /// The children of the superclasses, the highest first, and the own ones.
    var allChildren: [Child] {
        (superclassMirror?.allChildren ?? []) + children
    }
}
