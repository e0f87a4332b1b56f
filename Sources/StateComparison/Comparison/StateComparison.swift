// SPDX-License-Identifier: MIT

/// Finds what differs between two values by walking both at once.
///
/// Its work is linear in the size of the two values; keys of dictionaries and elements of sets that differ are sorted
/// besides. Each pair of values is first compared by its bytes: equal bytes are the same value, which spares every part
/// that still shares its storage. Only what differs there is looked into with `Mirror`, as far as ``TypeShape`` allows.
/// An `==` is called where there are no parts to look at, because it may leave fields out; elements of collections are
/// an exception once ``trustLimit`` is reached. It never recurses deeper than ``depthLimit`` and looks at each pair
/// of objects once, so cycles end.
package struct StateComparison {
    /// How far inside values are compared, in nested values.
    package static let depthLimit = 64
    /// After how many changes the comparison ends.
    package static let changeLimit = 1_000
    /// How many parts are looked at before elements that call themselves equal are believed.
    ///
    /// Looking inside costs ten times as much as `==`, which is felt when a large collection was made anew.
    package static let trustLimit = 1_000

    /// The differences, in the order of the state.
    package private(set) var changes: [StateChange] = []
    /// Whether there are more differences than `changes` has.
    package private(set) var isCut = false
    /// How many pairs of values were compared in any way.
    package internal(set) var visited = 0

    /// How many parts of values were taken out by `Mirror`.
    var lookedInto = 0
    /// What the values around the present one say of objects that cannot be looked into.
    var judgement = Judgement()
    private var path: [StateChange.Step] = []
    private var depth = 0
    private var probe: Probe?
    private var comparedObjects: Set<ObjectPair> = []

    /// The nearest `Equatable` value around an object that cannot be looked into decides whether it is another value.
    struct Judgement {
        var hasJudge = false
        var isNeeded = false
    }

    /// A question whether two values are the same, which records no changes.
    private struct Probe {
        var foundDifference = false
        var objects: [ObjectPair] = []
    }

    private struct ObjectPair: Hashable {
        let old: ObjectIdentifier
        let new: ObjectIdentifier
    }

    /// Compares two states.
    package init<Value>(of old: Value, and new: Value) {
        compare(old, new)
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

    /// Whether no changes are recorded at present, because of ``isSame(_:_:)``.
    var isProbing: Bool { probe != nil }

    /// Whether elements that call themselves equal are to be believed.
    var believesElements: Bool { lookedInto > StateComparison.trustLimit }

    /// Whether no further difference matters.
    var isDone: Bool { probe?.foundDifference ?? isCut }

    /// Records what differs between two values.
    mutating func compare(_ old: Any, _ new: Any) {
        guard !isDone else { return }
        visited += 1
        guard type(of: old) == type(of: new) else { return record(replacing: old, by: new) }
        guard !Bytes.areEqual(old, new) else { return }
        guard depth < StateComparison.depthLimit else { return record(.deeper) }
        depth += 1
        defer { depth -= 1 }
        let shape = TypeShape.of(type(of: old))
        switch shape.kind {
        case .function: break
        case .builtin, .metatype, .actor: record(replacing: old, by: new)
        case .leaf, .object: compareHidden(old, new, shape)
        case .collection: (old as? any ComparedCollection)?.compare(to: new, in: &self)
        case .parts: compareMirrors(old, new)
        }
    }

    /// Records what differs between two values that are one step further inside.
    mutating func compare(_ old: Any, _ new: Any, at step: StateChange.Step) {
        path.append(step)
        compare(old, new)
        path.removeLast()
    }

    /// Whether two elements have no difference; looks no further than to the first.
    mutating func isSame(_ old: Any, _ new: Any) -> Bool {
        guard !isProbing else {
            compare(old, new)
            return !isDone
        }
        probe = Probe()
        defer { probe = nil }
        compare(old, new)
        guard let probe, probe.foundDifference else { return true }
        comparedObjects.subtract(probe.objects)
        return false
    }

    /// Records a change of the value at the present path, or at one step further inside.
    mutating func record(_ kind: @autoclosure () -> StateChange.Kind, at step: StateChange.Step? = nil) {
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

    /// The same for two values of a shape that is known already.
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
