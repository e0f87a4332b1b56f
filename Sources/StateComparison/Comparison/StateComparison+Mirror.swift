// SPDX-License-Identifier: MIT

extension StateComparison {
    /// Compares two values of one type by what `Mirror` shows of them.
    mutating func compareMirrors(_ old: Any, _ new: Any, _ shape: TypeShape) {
        if shape.isComparedInPlace { return judging(old, new) { $0.compareFields(of: old, new, shape) } }
        if type(of: old) is AnyClass, !begin(old as AnyObject, new as AnyObject) { return }
        let (oldMirror, newMirror) = (Mirror(reflecting: old), Mirror(reflecting: new))
        switch oldMirror.displayStyle {
        case .optional:
            lookedInto += 1
            compareOptionals(oldMirror.children.first?.value, newMirror.children.first?.value, of: old, new)
        case .collection, .set, .dictionary:
            oldMirror.children.map(\.value).compare(to: newMirror.children.map(\.value), in: &self)
        default:
            if old is any CustomReflectable {
                compareReflected(oldMirror, newMirror, of: old, new)
            } else if StateComparison.areDescribedApart(old, new) {
                record(replacing: old, by: new)
            } else {
                compareParts(oldMirror, newMirror, of: old, new)
            }
        }
    }

    /// Returns whether two values of the system differ and say so, such as a `URL`; others are
    /// compared by their parts.
    private static func areDescribedApart(_ old: Any, _ new: Any) -> Bool {
        TypeShape.of(type(of: old)).isOfSystem && Operators.areEqual(old, new) == false && ValueText.isDescribed(old)
            && ValueText.whole(old) != ValueText.whole(new)
    }

    /// Compares two values that decide themselves what is seen of them.
    ///
    /// That may be less than they are, or things like addresses that are not part of them, so their
    /// `==` comes first.
    private mutating func compareReflected(_ oldMirror: Mirror, _ newMirror: Mirror, of old: Any, _ new: Any) {
        guard Operators.areEqual(old, new) != true else { return }
        if let old = ByteText.bytes(of: old), let new = ByteText.bytes(of: new) { return compareBytes(old, new) }
        let before = differenceCount
        compareParts(oldMirror, newMirror, of: old, new)
        if differenceCount == before { compareLeaves(old, new) }
    }

    /// Compares two structs by their stored properties, of which only those are taken out that have
    /// other bytes.
    private mutating func compareFields(of old: Any, _ new: Any, _ shape: TypeShape) {
        lookedInto += shape.fields.count
        for field in shape.fields where !isDone {
            guard !Bytes.areEqual(old, new, in: field) else {
                visited += 1
                continue
            }
            compare(Bytes.value(of: field, in: old), Bytes.value(of: field, in: new), at: .field(field.name))
        }
    }

    /// Compares two values by their parts; what cannot be looked into is left to the `==` of the
    /// values, if they have one.
    private mutating func compareParts(_ oldMirror: Mirror, _ newMirror: Mirror, of old: Any, _ new: Any) {
        judging(old, new) { $0.comparePartsAlone(oldMirror, newMirror, of: old, new) }
    }

    private mutating func judging(_ old: Any, _ new: Any, _ compare: (inout StateComparison) -> Void) {
        guard old is any Equatable else { return compare(&self) }
        let (before, around) = (differenceCount, judgement)
        judgement = Judgement(judges: (old, new))
        compare(&self)
        if differenceCount == before, judgement.isUnequal { record(replacing: old, by: new) }
        judgement = around
    }

    private mutating func comparePartsAlone(_ oldMirror: Mirror, _ newMirror: Mirror, of old: Any, _ new: Any) {
        if oldMirror.displayStyle == .enum {
            compareCases(oldMirror.children.first, newMirror.children.first, of: old, new)
        } else {
            compareFields(oldMirror.parts(of: old), newMirror.parts(of: new), of: old, new)
        }
    }

    /// Compares two values that cannot be looked into: numbers and the like, and objects that may
    /// change meanwhile.
    mutating func compareHidden(_ old: Any, _ new: Any, _ shape: TypeShape) {
        switch shape.operators.map({ $0.areEqual(old, new) }) ?? Operators.areEqual(old, new) {
        case true?: break
        case nil where judgement.judges != nil: judgement.isNeeded = true
        case false? where StateComparison.areNaN(old, new): break
        case false?, nil: record(replacing: old, by: new, shape)
        }
    }

    private mutating func compareBytes(_ old: [UInt8], _ new: [UInt8]) {
        let start = old.indices.first { $0 >= new.count || old[$0] != new[$0] } ?? old.count
        record(.replaced(old: ByteText.text(of: old, from: start), new: ByteText.text(of: new, from: start)))
    }

    /// Returns whether both are no number, which is written alike whatever its bits are.
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

    /// The name of a field; elements of tuples without labels are labelled `.0` and so on, those of
    /// others not at all.
    private func fieldName(_ label: String?, at index: Int) -> String {
        guard let label else { return "\(index)" }
        return label.hasPrefix(".") ? String(label.dropFirst()) : label
    }

    /// Compares two values that have no parts to be seen, and other bytes.
    private mutating func compareLeaves(_ old: Any, _ new: Any) {
        guard !(Operators.areEqual(old, new) ?? StateComparison.haveSameText(old, new)) else { return }
        record(replacing: old, by: new)
    }

    /// Returns whether two values describe themselves alike, though they have other bytes.
    private static func haveSameText(_ old: Any, _ new: Any) -> Bool {
        if ValueText.isDescribed(old) || Mirror(reflecting: old).displayStyle == .enum {
            return ValueText.whole(old) == ValueText.whole(new)
        }
        return old is any CustomReflectable
    }
}
