// SPDX-License-Identifier: MIT

/// The derivation of one action from another: a step of its source's trail.
///
/// A middleware that turns actions into others adds such a step to the source of what it sends,
/// with ``IO/send(_:from:derivedBy:)`` or ``ActionSource/derived(by:)``. It is a value that holds
/// what the text is made of, so that an action whose trail nobody reads costs no text.
///
/// ```swift
/// struct Rounding: ActionDerivation {
///     let price: Double
///     var step: ActionSource.Step { .here(kind: "rounding", text: "Rounded from \(price)") }
/// }
/// ```
public protocol ActionDerivation: Sendable {
    /// The step, made each time that somebody reads a trail.
    var step: ActionSource.Step { get }

    /// The step for those who must not see all values, with each action in its text as `write`
    /// writes it.
    ///
    /// Without a method of its own it has no text but its kind and its place, and no key.
    ///
    /// - Parameter write: returns the text of an action without what must not be seen; `…` if it
    ///   does not know the type.
    func step(writing write: (Any) -> String) -> ActionSource.Step
}

extension ActionDerivation {
    /// Returns the step without its text and its key, since nobody knows what these are made of.
    public func step(writing write: (Any) -> String) -> ActionSource.Step { step.withoutValues }
}

/// A derivation whose text has the action that it answers.
///
/// Whoever knows that action already, as a recorder does, has no need of its text, which takes
/// longer than all the rest.
package protocol AnsweringDerivation: ActionDerivation {
    /// The step with ``ActionSource/Step/placeholder`` where the action stands; always the same
    /// one.
    var template: ActionSource.Step { get }
}

extension ActionSource {
    /// One step on the way of an action to its source.
    public struct Step: Hashable, Sendable {
        /// The origin of the step, in a word: `dispatch` for the info of a dispatcher, `omission`
        /// for steps that were left out, else the kind that the author of the middleware gave it,
        /// such as `bridge`.
        public let kind: String
        /// The text of the step, for people.
        public let text: String
        /// The one of several that the step is about, such as the row that an effect loads; nil if
        /// there is but one.
        public let key: String?
        /// The file of the code that stands for the step, as `Module/File.swift`.
        public let file: String
        /// The function, method or property there.
        public let function: String
        /// The line in the file, counted from 1.
        public let line: UInt

        /// Makes a step from its parts.
        public init(kind: String, text: String, key: String? = nil, file: String, function: String, line: UInt) {
            self.kind = kind
            self.text = text
            self.key = key
            self.file = file
            self.function = function
            self.line = line
        }

        /// Makes a step that names the place of this call.
        public static func here(
            kind: String,
            text: String,
            key: String? = nil,
            file: String = #fileID,
            function: String = #function,
            line: UInt = #line
        ) -> Step {
            Step(kind: kind, text: text, key: key, file: file, function: function, line: line)
        }

        /// The character that stands for the action that a step answers: Unicode's for what is not
        /// text.
        package static let placeholder = "\u{fffc}"

        /// This step without what may be made of values: its text is the kind, with the place if
        /// there is one.
        public var withoutValues: Step {
            let text = file.isEmpty ? kind : "\(kind) at \(fileName):\(line)"
            return Step(kind: kind, text: text, file: file, function: function, line: line).hidingKey(of: self)
        }

        /// This step with a key that says nothing, if the other one has a key.
        public func hidingKey(of other: Step) -> Step {
            let key = other.key == nil ? nil : "…"
            return Step(kind: kind, text: text, key: key, file: file, function: function, line: line)
        }

        /// The last component of the file's path.
        public var fileName: Substring { file.split(separator: "/").last ?? "" }
    }

    /// The steps of this source, the first one first: what the dispatcher had to say, if anything,
    /// then each derivation.
    ///
    /// The texts are made each time this is read, and never if nobody reads it. Of more than a
    /// hundred derivations the older ones are left out a hundred at a time, and one step says how
    /// many.
    ///
    /// - Complexity: O(*n*) in the derivations that are kept.
    public var trail: [Step] {
        if case .derivation = origin { trail(since: nil) } else { [] }
    }

    /// The trail for those who must not see all values: its texts have actions as `write` writes
    /// them, and no other values.
    ///
    /// What a dispatcher had to say, and the texts of derivations that do not say how they are to
    /// be written, are left out; so are keys. See ``ActionDerivation/step(writing:)``.
    ///
    /// - Complexity: O(*n*) in the derivations that are kept.
    public func trail(writing write: (Any) -> String) -> [Step] {
        withoutActuallyEscaping(write) { trail(since: nil, writing: $0) }
    }

    /// The steps since the action with this number, the first one first; all steps if there is
    /// none.
    ///
    /// That is the action from whose source this one was derived, so in a chain of actions each has
    /// steps of its own.
    ///
    /// - Parameter write: how actions are written in texts; nil if all values may be seen.
    /// - Complexity: O(*n*) in these steps.
    package func trail(since cause: Int?, writing write: ((Any) -> String)? = nil) -> [Step] {
        var steps: [Step] = []
        forEachDerivation(since: cause) { if let step = $0.trailStep(for: write) { steps.append(step) } }
        return steps.reversed()
    }

    /// The newest of the same steps, without making the others.
    package func newestStep(since cause: Int?, writing write: ((Any) -> String)? = nil) -> Step? {
        var origin = origin
        while case .derivation(let derivation) = origin {
            let parent = derivation.parent.source
            guard cause == nil || parent.number == cause else { return nil }
            if let step = derivation.trailStep(for: write) { return step }
            origin = parent.origin
        }
        return nil
    }

    /// Calls `body` with the same steps, the newest one first, and with the template of one that
    /// answers the cause.
    package func forEachStep(
        since cause: Int?,
        writing write: ((Any) -> String)?,
        _ body: (_ step: Step, _ isTemplate: Bool) -> Void
    ) {
        forEachDerivation(since: cause) { derivation in
            if cause != nil, let template = derivation.template {
                body(template, true)
            } else if let step = derivation.trailStep(for: write) {
                body(step, false)
            }
        }
    }

    private func forEachDerivation(since cause: Int?, _ body: (any SourceLink) -> Void) {
        var origin = origin
        while case .derivation(let derivation) = origin {
            let parent = derivation.parent.source
            guard cause == nil || parent.number == cause else { return }
            body(derivation)
            origin = parent.origin
        }
    }

    /// This source with the same steps as texts that are made now, with actions in them as `write`
    /// writes them.
    package func written(by write: @escaping (Any) -> String) -> ActionSource {
        var links: [(step: Step, number: UInt64)] = []
        forEachDerivation(since: nil) { derivation in
            guard let step = derivation.trailStep(writing: write) else { return }
            links.append((step, derivation.parent.source.tag & Self.numbers))
        }
        var source = ActionSource(file: file, function: function, line: line, info: nil)
        for link in links.reversed() {
            source.tag = link.number
            source = source.derived(by: RecordedStep(step: link.step))
        }
        source.tag = tag & Self.numbers
        return source
    }

    /// This source as that of the action with this number, as if a store were processing it.
    package func processed(as number: Int) -> ActionSource {
        var source = self
        source.tag = UInt64(clamping: number) & Self.numbers
        return source
    }

    /// The derivations of one type that led here, the newest first; no text is made.
    ///
    /// So a middleware finds out whether an action comes of something that it has sent itself. Of
    /// those that were left out, since there were too many, the newest of each type is still there.
    ///
    /// - Complexity: O(*n*) in the derivations that are kept.
    public func derivations<Kind: ActionDerivation>(of kind: Kind.Type) -> [Kind] {
        var found: [Kind] = []
        var origin = origin
        while case .derivation(let derivation) = origin {
            found += derivation.derivations.compactMap { $0 as? Kind }
            origin = derivation.parent.source.origin
        }
        return found
    }

    /// This source with one step more.
    ///
    /// What is dispatched with it keeps the file, function and line of this source.
    @inlinable public func derived(by derivation: some ActionDerivation) -> ActionSource {
        if isRevocable { return derivedBelowLinks(by: derivation) }
        return ActionSource(DerivedSource(derivation, parent), tag: tag)
    }

    /// This source with one step more, whose text is `name` with the place of this call.
    ///
    /// ```swift
    /// source.derived(by: "Timer").info  // "Timer at Clock.swift:12"
    /// ```
    ///
    /// `name` says what made the step, and is evaluated each time that somebody reads the trail;
    /// `kind` is the kind of the step, in a word.
    public func derived(
        by name: @autoclosure @escaping @Sendable () -> String,
        kind: String = "derivation",
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> ActionSource {
        derived(by: NamedDerivation(name: name, kind: kind, file: file, function: function, line: line))
    }
}

/// A step as somebody has kept it.
package struct RecordedStep: ActionDerivation {
    package let step: ActionSource.Step

    package init(step: ActionSource.Step) {
        self.step = step
    }
}

private struct NamedDerivation: ActionDerivation {
    let name: @Sendable () -> String
    let kind: String
    let file: String
    let function: String
    let line: UInt

    var step: ActionSource.Step {
        let location = ActionSource.Step(kind: kind, text: "", file: file, function: function, line: line)
        return .here(
            kind: kind,
            text: "\(name()) at \(location.fileName):\(line)",
            file: file,
            function: function,
            line: line
        )
    }
}
