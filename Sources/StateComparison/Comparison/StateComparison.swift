// SPDX-License-Identifier: MIT

/// Finds the differences between two values by walking both at once.
///
/// The time is linear in the size of the values, plus sorting of changed keys of dictionaries and
/// changed elements of sets. Each pair of values is first compared by its bytes. Equal bytes mean
/// equal values, so parts with shared storage are skipped. Other parts are read with `Mirror`, as
/// far as ``TypeShape`` allows.
///
/// An `==` may ignore fields, so it is only called for values without visible parts, and for
/// elements of collections after ``equalityLimit`` parts. Values below ``depthLimit`` are postponed
/// until the values around them were compared, and are only recorded if they differ. So the
/// recursion is little deeper than that limit. Each pair of objects is compared once, so cycles
/// end.
package struct StateComparison {
    /// The depth of nested values whose changes are listed one by one.
    package static let depthLimit = 64
    /// The depth of the recursion beyond `depthLimit`.
    private static let depthBeyondLimit = 8
    /// The number of nested values with custom mirrors, which may be infinitely many.
    private static let reflectionLimit = depthLimit
    /// The number of changes after which the comparison ends.
    package static let changeLimit = 1_000
    /// The number of reflected parts after which elements are compared by `==` if they have one.
    ///
    /// Reflection costs ten times as much as `==`, which is noticeable if a large collection was
    /// rebuilt.
    package static let equalityLimit = 1_000

    /// The differences, in the order of the state.
    package private(set) var changes: [StateChange] = []
    /// Whether there are more differences than `changes` contains.
    package private(set) var isCut = false
    /// The number of compared pairs of values.
    package internal(set) var visited = 0

    /// The number of parts that were read with `Mirror`.
    var reflectedParts = 0
    /// The nearest `Equatable` values around the current ones.
    var enclosing = EnclosingValues()
    private var path: [StateChange.PathComponent] = []
    private var depth = 0
    private var probe: Probe?
    private var comparedObjects: Set<ObjectPair> = []
    /// The values with custom mirrors around the current one.
    private var reflectedValues: [(old: Any, new: Any)] = []

    /// The nearest `Equatable` values around an opaque object.
    ///
    /// Their `==` decides whether the object has changed.
    struct EnclosingValues {
        var values: (old: Any, new: Any)?
        var isNeeded = false

        /// Whether the `==` was needed and returned false.
        var areUnequal: Bool {
            guard isNeeded, let values else { return false }
            return Operators.areEqual(values.old, values.new) == false
        }
    }

    /// A check whether two values are the same.
    ///
    /// It records no changes.
    private struct Probe {
        var foundDifference = false
        var objects: [ObjectPair] = []
        /// The pairs below `depthLimit`, with the nearest `Equatable` values and the reflected values
        /// around them.
        var postponed: [(old: Any, new: Any, values: (old: Any, new: Any)?, reflected: [(old: Any, new: Any)])] = []
        var isBeyondDepthLimit = false
    }

    private struct ObjectPair: Hashable {
        let old: ObjectIdentifier
        let new: ObjectIdentifier
    }

    /// Compares two states.
    package init<Value>(of old: Value, and new: Value) {
        compare(old, new)
    }

    private init() {}

    /// Returns whether two values have no difference.
    ///
    /// Stops at the first difference.
    package static func areSame<Value>(_ old: Value, _ new: Value) -> Bool {
        var comparison = StateComparison()
        return comparison.isSame(old, new)
    }

    /// The differences, one per line.
    package var text: String {
        var text = ""
        writeText { text += $0 }
        return text
    }

    /// Calls `write` with the pieces of the text, in order.
    package func writeText(_ write: (String) -> Void) {
        for (index, change) in changes.enumerated() {
            if index > 0 { write("\n") }
            change.writeLine(write)
        }
        if isCut { write("\n…") }
    }

    /// Whether ``isSame(_:_:)`` is running, so that no changes are recorded.
    var isProbing: Bool { probe != nil }

    /// Whether elements are compared by `==` if they have one.
    ///
    /// Not below the depth limit: their `==` may recurse as deep as they are nested.
    var usesElementEquality: Bool {
        reflectedParts > StateComparison.equalityLimit && probe?.isBeyondDepthLimit != true
    }

    /// Whether further differences do not matter.
    var isDone: Bool { probe?.foundDifference ?? isCut }

    /// Records the differences between two values.
    mutating func compare(_ old: Any, _ new: Any) {
        guard !isDone else { return }
        visited += 1
        guard type(of: old) == type(of: new) else { return record(replacing: old, byAnotherType: new) }
        guard !Bytes.areEqual(old, new) else { return }
        guard depth < StateComparison.depthLimit else { return compareLater(old, new) }
        depth += 1
        defer { depth -= 1 }
        let shape = TypeShape.of(type(of: old))
        switch shape.kind {
        case .function: break
        case .builtin, .metatype, .actor: record(replacing: old, by: new)
        case .text: compareTexts(old, new)
        case .leaf, .object: compareHidden(old, new, shape)
        case .collection: (old as? any ComparedCollection)?.compare(to: new, in: &self)
        case .parts: compareMirrors(old, new, shape)
        }
    }

    /// Records the differences between two values that are one step further inside.
    mutating func compare(_ old: Any, _ new: Any, at step: StateChange.PathComponent) {
        path.append(step)
        compare(old, new)
        path.removeLast()
    }

    /// Returns whether two elements have no difference.
    ///
    /// Stops at the first difference.
    mutating func isSame(_ old: Any, _ new: Any) -> Bool {
        guard !isProbing else {
            compare(old, new)
            return !isDone
        }
        probe = Probe()
        defer { probe = nil }
        compare(old, new)
        comparePostponed()
        guard let probe, probe.foundDifference else { return true }
        comparedObjects.subtract(probe.objects)
        return false
    }

    /// Postpones two values below the depth limit.
    ///
    /// Outside of a probe, compares them at once and records whether they differ.
    private mutating func compareLater(_ old: Any, _ new: Any) {
        guard isProbing else {
            if !isSame(old, new) { record(.deeper) }
            return
        }
        probe?.postponed.append((old, new, enclosing.values, reflectedValues))
    }

    /// Compares the postponed pairs until there is a difference.
    ///
    /// Each pair starts again at a depth a little below the limit, so the recursion stays bounded.
    private mutating func comparePostponed() {
        guard probe?.postponed.isEmpty == false else { return }
        let (outerDepth, outerEnclosing, outerReflected) = (depth, enclosing, reflectedValues)
        probe?.isBeyondDepthLimit = true
        while !isDone, let (old, new, values, reflected) = probe?.postponed.popLast() {
            reflectedValues = reflected
            depth = min(outerDepth, StateComparison.depthLimit - StateComparison.depthBeyondLimit)
            enclosing = EnclosingValues(values: values)
            compare(old, new)
            if enclosing.areUnequal { record(.deeper) }
        }
        (depth, enclosing, reflectedValues) = (outerDepth, outerEnclosing, outerReflected)
    }

    /// Records a change of the value at the current path, or one step further inside.
    mutating func record(_ kind: @autoclosure () -> StateChange.Kind, at step: StateChange.PathComponent? = nil) {
        guard !isProbing else {
            probe?.foundDifference = true
            return
        }
        guard changes.count < StateComparison.changeLimit else {
            isCut = true
            return
        }
        changes.append(StateChange(path: step.map { path + [$0] } ?? path, kind: kind()))
    }

    /// Records the replacement of a whole value.
    mutating func record(replacing old: Any, by new: Any) {
        record(.replaced(old: ValueText.short(old), new: ValueText.short(new)))
    }

    /// Records that a value was replaced by a value of another type.
    ///
    /// Adds the types if the values look alike.
    private mutating func record(replacing old: Any, byAnotherType new: Any) {
        guard !isProbing else { return record(.deeper) }
        let texts = (old: ValueText.short(old), new: ValueText.short(new))
        guard texts.old == texts.new else { return record(.replaced(old: texts.old, new: texts.new)) }
        var names = (old: "\(type(of: old))", new: "\(type(of: new))")
        if names.old == names.new {
            names = (String(reflecting: type(of: old)), String(reflecting: type(of: new)))
        }
        record(.replaced(old: "\(texts.old) (\(names.old))", new: "\(texts.new) (\(names.new))"))
    }

    /// Records the replacement of a value with a known shape.
    mutating func record(replacing old: Any, by new: Any, _ shape: TypeShape) {
        record(.replaced(old: ValueText.short(old, shape), new: ValueText.short(new, shape)))
    }

    /// Notes that two objects are compared.
    ///
    /// Returns false if they were compared before.
    mutating func begin(_ old: AnyObject, _ new: AnyObject) -> Bool {
        let pair = ObjectPair(old: ObjectIdentifier(old), new: ObjectIdentifier(new))
        guard comparedObjects.insert(pair).inserted else { return false }
        probe?.objects.append(pair)
        return true
    }

    /// Compares two values by their custom mirrors, which may contain the values themselves.
    ///
    /// Does nothing if the same two values are already being compared.
    mutating func reflecting(_ old: Any, _ new: Any, _ compare: (inout StateComparison) -> Void) {
        guard !reflectedValues.contains(where: { StateComparison.areIdentical($0, (old, new)) }) else { return }
        guard reflectedValues.count < StateComparison.reflectionLimit else { return record(.deeper) }
        reflectedValues.append((old, new))
        compare(&self)
        reflectedValues.removeLast()
    }

    private static func areIdentical(_ pair: (old: Any, new: Any), _ other: (old: Any, new: Any)) -> Bool {
        type(of: pair.old) == type(of: other.old) && Bytes.areEqual(pair.old, other.old)
            && Bytes.areEqual(pair.new, other.new)
    }

    /// A number that grows with each difference.
    var differenceCount: Int {
        changes.count + (isDone ? 1 : 0)
    }
}
