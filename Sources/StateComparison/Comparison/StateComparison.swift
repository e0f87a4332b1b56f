// SPDX-License-Identifier: MIT

/// Finds what differs between two values by walking both at once.
///
/// Its work is linear in the size of the two values; keys of dictionaries and elements of sets that
/// differ are sorted besides. Each pair of values is first compared by its bytes: equal bytes are
/// the same value, which spares every part that still shares its storage. Only what differs there
/// is looked into with `Mirror`, as far as ``TypeShape`` allows. An `==` is called where there are
/// no parts to look at, because it may leave fields out; elements of collections are an exception
/// once ``trustLimit`` is reached. It recurses little deeper than ``depthLimit``: what is further
/// inside is put aside, to be compared when the values around it are done with, and is said to
/// differ only if it does. It looks at each pair of objects once, so cycles end.
package struct StateComparison {
    /// The depth, in nested values, up to which changes are listed one by one.
    package static let depthLimit = 64
    /// The depth of the recursion beyond `depthLimit`.
    private static let reachFarInside = 8
    /// After how many changes the comparison ends.
    package static let changeLimit = 1_000
    /// The number of parts that are looked at before elements that call themselves equal are
    /// believed.
    ///
    /// Looking inside costs ten times as much as `==`, which is felt when a large collection was
    /// made anew.
    package static let trustLimit = 1_000

    /// The differences, in the order of the state.
    package private(set) var changes: [StateChange] = []
    /// True if there are more differences than `changes` has.
    package private(set) var isCut = false
    /// The number of pairs of values that were compared in any way.
    package internal(set) var visited = 0

    /// The number of parts of values that were taken out by `Mirror`.
    var lookedInto = 0
    /// The verdict of the values around the present one on objects that cannot be looked into.
    var judgement = Judgement()
    private var path: [StateChange.PathComponent] = []
    private var depth = 0
    private var probe: Probe?
    private var comparedObjects: Set<ObjectPair> = []

    /// The nearest `Equatable` values around an object that cannot be looked into decide whether it
    /// is another value.
    struct Judgement {
        var judges: (old: Any, new: Any)?
        var isNeeded = false

        /// True if the judges were needed, and say that they differ.
        var isUnequal: Bool {
            guard isNeeded, let judges else { return false }
            return Operators.areEqual(judges.old, judges.new) == false
        }
    }

    /// A question whether two values are the same, which records no changes.
    private struct Probe {
        var foundDifference = false
        var objects: [ObjectPair] = []
        /// The pairs further inside than `depthLimit`, with those who judge them.
        var postponed: [(old: Any, new: Any, judges: (old: Any, new: Any)?)] = []
        var isFarInside = false
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

    /// Returns whether there is no difference between two values; looks no further than to the
    /// first.
    package static func areSame<Value>(_ old: Value, _ new: Value) -> Bool {
        var comparison = StateComparison()
        return comparison.isSame(old, new)
    }

    /// A line for each difference.
    package var text: String {
        var text = ""
        writeText { text += $0 }
        return text
    }

    /// Calls `write` with the pieces of the text, one after the other.
    package func writeText(_ write: (String) -> Void) {
        for (index, change) in changes.enumerated() {
            if index > 0 { write("\n") }
            change.writeLine(write)
        }
        if isCut { write("\n…") }
    }

    /// True if no changes are recorded at present, because of ``isSame(_:_:)``.
    var isProbing: Bool { probe != nil }

    /// True if elements that call themselves equal are to be believed.
    ///
    /// Far inside they are not: their `==` may recurse as deep as they are.
    var believesElements: Bool { lookedInto > StateComparison.trustLimit && probe?.isFarInside != true }

    /// True if no further difference matters.
    var isDone: Bool { probe?.foundDifference ?? isCut }

    /// Records what differs between two values.
    mutating func compare(_ old: Any, _ new: Any) {
        guard !isDone else { return }
        visited += 1
        guard type(of: old) == type(of: new) else { return record(replacing: old, by: new) }
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

    /// Records what differs between two values that are one step further inside.
    mutating func compare(_ old: Any, _ new: Any, at step: StateChange.PathComponent) {
        path.append(step)
        compare(old, new)
        path.removeLast()
    }

    /// Returns whether two elements have no difference; looks no further than to the first.
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

    /// Puts two values aside that are too far inside; where changes are recorded it says at once
    /// whether there is one.
    private mutating func compareLater(_ old: Any, _ new: Any) {
        guard isProbing else {
            if !isSame(old, new) { record(.deeper) }
            return
        }
        probe?.postponed.append((old, new, judgement.judges))
    }

    /// Compares what was put aside until there is a difference, each from where the stack is now.
    ///
    /// At its end the stack goes only a little further, and so does each of them.
    private mutating func comparePostponed() {
        guard probe?.postponed.isEmpty == false else { return }
        let (outerDepth, outerJudgement) = (depth, judgement)
        probe?.isFarInside = true
        while !isDone, let (old, new, judges) = probe?.postponed.popLast() {
            depth = min(outerDepth, StateComparison.depthLimit - StateComparison.reachFarInside)
            judgement = Judgement(judges: judges)
            compare(old, new)
            if judgement.isUnequal { record(.deeper) }
        }
        (depth, judgement) = (outerDepth, outerJudgement)
    }

    /// Records a change of the value at the present path, or at one step further inside.
    mutating func record(_ kind: @autoclosure () -> StateChange.Kind, at step: StateChange.PathComponent? = nil) {
        guard !isProbing else {
            probe?.foundDifference = true
            return
        }
        guard changes.count < StateComparison.changeLimit else {
            isCut = true
            return
        }
        changes.append(StateChange(path: path + (step.map { [$0] } ?? []), kind: kind()))
    }

    /// Records that a value was replaced as a whole.
    mutating func record(replacing old: Any, by new: Any) {
        record(.replaced(old: ValueText.short(old), new: ValueText.short(new)))
    }

    /// Records the replacement of a value whose shape is known already.
    mutating func record(replacing old: Any, by new: Any, _ shape: TypeShape) {
        record(.replaced(old: ValueText.short(old, shape), new: ValueText.short(new, shape)))
    }

    /// Notes that two objects are being compared; false if they were before.
    mutating func begin(_ old: AnyObject, _ new: AnyObject) -> Bool {
        let pair = ObjectPair(old: ObjectIdentifier(old), new: ObjectIdentifier(new))
        guard comparedObjects.insert(pair).inserted else { return false }
        probe?.objects.append(pair)
        return true
    }

    /// A number that grows with each difference, to see whether there was one.
    var differenceCount: Int {
        changes.count + (isDone ? 1 : 0)
    }
}
