// SPDX-License-Identifier: MIT

extension StateComparison {
    /// Compares two values of one type by their mirrors.
    mutating func compareMirrors(_ old: Any, _ new: Any, _ shape: TypeShape) {
        if shape.isComparedInPlace { return withEnclosingValues(old, new) { $0.compareFields(of: old, new, shape) } }
        if type(of: old) is AnyClass, !begin(old as AnyObject, new as AnyObject) { return }
        if !shape.isOfSystem, old is any CustomReflectable {
            reflecting(old, new) { $0.compareCustomMirrors(of: old, new, shape) }
        } else {
            compareMirrors(of: old, new)
        }
    }

    /// Compares two values by their custom mirrors.
    ///
    /// A value that is shown as a list may have an `==` that also compares hidden properties. If only
    /// that finds a difference, the stored properties are compared.
    private mutating func compareCustomMirrors(of old: Any, _ new: Any, _ shape: TypeShape) {
        let before = differenceCount
        compareMirrors(of: old, new)
        guard differenceCount == before, shape.areFieldsReadable, Operators.areEqual(old, new) == false else { return }
        compareFields(of: old, new, shape)
    }

    private mutating func compareMirrors(of old: Any, _ new: Any) {
        let (oldMirror, newMirror) = (Mirror(reflecting: old), Mirror(reflecting: new))
        guard oldMirror.displayStyle == newMirror.displayStyle else {
            if Operators.areEqual(old, new) != true { record(replacing: old, by: new) }
            return
        }
        switch oldMirror.displayStyle {
        case .optional:
            reflectedParts += 1
            compareOptionals(oldMirror.children.first?.value, newMirror.children.first?.value, of: old, new)
        case .collection, .set, .dictionary:
            compareLists(oldMirror, newMirror)
        default:
            if old is any CustomReflectable {
                compareReflected(oldMirror, newMirror, of: old, new)
            } else if StateComparison.haveDifferentDescriptions(old, new) {
                record(replacing: old, by: new)
            } else {
                compareParts(oldMirror, newMirror, of: old, new)
            }
        }
    }

    /// Compares two values that are shown as lists, or by key if all parts are keys with values.
    private mutating func compareLists(_ oldMirror: Mirror, _ newMirror: Mirror) {
        let (old, new) = (oldMirror.children.map(\.value), newMirror.children.map(\.value))
        func compareEntries<Key: Hashable>(_ key: Key) -> Bool {
            guard let old = StateComparison.entries(old, by: Key.self),
                let new = StateComparison.entries(new, by: Key.self)
            else { return false }
            old.compare(to: new, in: &self)
            return true
        }
        if oldMirror.displayStyle == .dictionary, let entry = old.first ?? new.first,
            let key = Mirror(reflecting: entry).children.first?.value as? any Hashable, compareEntries(key)
        {
            return
        }
        old.compare(to: new, in: &self)
    }

    /// Returns a dictionary of pairs, or nil if one is no pair with a new key of this type.
    private static func entries<Key: Hashable>(_ pairs: [Any], by type: Key.Type) -> [Key: Any]? {
        var entries: [Key: Any] = [:]
        for pair in pairs {
            let parts = Mirror(reflecting: pair).children.map(\.value)
            guard parts.count == 2, let key = parts[0] as? Key, entries.updateValue(parts[1], forKey: key) == nil else {
                return nil
            }
        }
        return entries
    }

    /// Returns whether two values of a system type, such as `URL`, are unequal and have different
    /// descriptions.
    ///
    /// Otherwise they are compared by their parts.
    private static func haveDifferentDescriptions(_ old: Any, _ new: Any) -> Bool {
        TypeShape.of(type(of: old)).isOfSystem && Operators.areEqual(old, new) == false && ValueText.isDescribed(old)
            && ValueText.whole(old) != ValueText.whole(new)
    }

    /// Compares two values with custom mirrors.
    ///
    /// A custom mirror may hide parts, or show things like addresses that are not part of the
    /// value. So `==` is asked first.
    private mutating func compareReflected(_ oldMirror: Mirror, _ newMirror: Mirror, of old: Any, _ new: Any) {
        guard Operators.areEqual(old, new) != true else { return }
        if let old = ByteText.bytes(of: old), let new = ByteText.bytes(of: new) { return compareBytes(old, new) }
        let before = differenceCount
        compareParts(oldMirror, newMirror, of: old, new)
        if differenceCount == before { compareLeaves(old, new) }
    }

    /// Compares two structs by their stored properties.
    ///
    /// Only properties with different bytes are loaded.
    private mutating func compareFields(of old: Any, _ new: Any, _ shape: TypeShape) {
        reflectedParts += shape.fields.count
        for field in shape.fields where !isDone {
            guard !Bytes.areEqual(old, new, in: field) else {
                visited += 1
                continue
            }
            compare(Bytes.value(of: field, in: old), Bytes.value(of: field, in: new), at: .field(field.name))
        }
    }

    /// Compares two values by their parts.
    ///
    /// Opaque parts are left to the `==` of the values, if there is one.
    private mutating func compareParts(_ oldMirror: Mirror, _ newMirror: Mirror, of old: Any, _ new: Any) {
        withEnclosingValues(old, new) { $0.comparePartsAlone(oldMirror, newMirror, of: old, new) }
    }

    private mutating func withEnclosingValues(_ old: Any, _ new: Any, _ compare: (inout StateComparison) -> Void) {
        guard old is any Equatable else { return compare(&self) }
        let (before, around) = (differenceCount, enclosing)
        enclosing = EnclosingValues(values: (old, new))
        compare(&self)
        if differenceCount == before, enclosing.areUnequal { record(replacing: old, by: new) }
        enclosing = around
    }

    private mutating func comparePartsAlone(_ oldMirror: Mirror, _ newMirror: Mirror, of old: Any, _ new: Any) {
        if oldMirror.displayStyle == .enum {
            compareCases(oldMirror.children.first, newMirror.children.first, of: old, new)
        } else {
            compareFields(oldMirror.parts(of: old), newMirror.parts(of: new), of: old, new)
        }
    }

    /// Compares two opaque values: numbers and similar values, and objects that may change during
    /// the comparison.
    mutating func compareHidden(_ old: Any, _ new: Any, _ shape: TypeShape) {
        switch shape.operators.map({ $0.areEqual(old, new) }) ?? Operators.areEqual(old, new) {
        case true?: break
        case nil where enclosing.values != nil: enclosing.isNeeded = true
        case false? where shape.isFloatingPoint && StateComparison.areNaN(old, new): break
        case false?, nil: record(replacing: old, by: new, shape)
        }
    }

    private mutating func compareBytes(_ old: [UInt8], _ new: [UInt8]) {
        let start = old.indices.first { $0 >= new.count || old[$0] != new[$0] } ?? old.count
        record(.replaced(old: ByteText.text(of: old, from: start), new: ByteText.text(of: new, from: start)))
    }

    /// Returns whether both values are NaN, which has the same text for all bits.
    private static func areNaN(_ old: Any, _ new: Any) -> Bool {
        guard let old = old as? any FloatingPoint, let new = new as? any FloatingPoint else { return false }
        return old.isNaN && new.isNaN
    }

    private mutating func compareOptionals(_ oldValue: Any?, _ newValue: Any?, of old: Any, _ new: Any) {
        switch (oldValue, newValue) {
        case (nil, nil): break
        case (let oldValue?, let newValue?) where !ValueText.isNil(oldValue) && !ValueText.isNil(newValue):
            compare(oldValue, newValue)
        case (let oldValue?, let newValue?) where isSame(oldValue, newValue): break
        default: record(replacing: old, by: new)
        }
    }

    private mutating func compareCases(_ oldCase: Mirror.Child?, _ newCase: Mirror.Child?, of old: Any, _ new: Any) {
        reflectedParts += 1
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
        reflectedParts += oldFields.count
        for (index, (oldField, newField)) in zip(oldFields, newFields).enumerated() {
            compare(oldField.value, newField.value, at: .field(fieldName(oldField.label, at: index)))
        }
    }

    /// Returns the name of a field.
    ///
    /// Unlabelled elements of tuples have mirror labels such as `.0`. Unlabelled parts of other values have none.
    private func fieldName(_ label: String?, at index: Int) -> String {
        guard let label else { return "\(index)" }
        return label.hasPrefix(".") ? String(label.dropFirst()) : label
    }

    /// Compares two values without visible parts and with different bytes.
    private mutating func compareLeaves(_ old: Any, _ new: Any) {
        guard !(Operators.areEqual(old, new) ?? StateComparison.haveSameText(old, new)) else { return }
        if [old, new].allSatisfy({ ValueText.isNaNDate($0, TypeShape.of(type(of: $0))) }) { return }
        record(replacing: old, by: new)
    }

    /// Returns whether two values with different bytes have the same description.
    private static func haveSameText(_ old: Any, _ new: Any) -> Bool {
        if ValueText.isDescribed(old) || Mirror(reflecting: old).displayStyle == .enum {
            return ValueText.whole(old) == ValueText.whole(new)
        }
        return old is any CustomReflectable
    }
}
