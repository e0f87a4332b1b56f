// SPDX-License-Identifier: MIT

/// Describes how an action was derived from another one: a step in its source's trail.
///
/// A middleware that turns actions into others adds a derivation to the source of the new action,
/// with ``IO/send(_:from:derivedBy:)`` or ``ActionSource/derived(by:)``. A derivation holds the
/// values that its text is made from, so the text is created only when the trail is read.
///
/// ```swift
/// struct Rounding: ActionDerivation {
///     let price: Double
///     var step: ActionSource.Step { .here(kind: "rounding", text: "Rounded from \(price)") }
/// }
/// ```
public protocol ActionDerivation: Sendable {
    /// The step. It is created each time that a trail is read.
    var step: ActionSource.Step { get }

    /// Returns the step for readers who must not see all values. Actions in its text are written by
    /// `write`.
    ///
    /// By default, the text is only the kind and the location of the step, and the key is hidden.
    ///
    /// - Parameter write: Returns the text of an action without private values, or `…` for an
    ///   unknown type.
    func step(writing write: (Any) -> String) -> ActionSource.Step
}

extension ActionDerivation {
    /// Returns the step without its text and its key, since both may contain private values.
    public func step(writing write: (Any) -> String) -> ActionSource.Step { step.withoutValues }
}

/// A derivation whose text contains the action that it answers.
///
/// A recorder knows that action already. It uses the template, since writing the action would take
/// longer than the rest of the step.
package protocol AnsweringDerivation: ActionDerivation {
    /// The step with ``ActionSource/Step/placeholder`` in place of the action. It is the same each
    /// time.
    var template: ActionSource.Step { get }
}

extension ActionSource {
    /// A step in the trail of a source.
    public struct Step: Hashable, Sendable {
        /// The kind of the step: `dispatch` for the info of a dispatcher, `omission` for omitted
        /// steps, otherwise a word that the author of the middleware chose, such as `bridge`.
        public let kind: String
        /// The text of the step, for people.
        public let text: String
        /// Tells apart steps of the same code, such as the row that an effect loads.
        ///
        /// Nil if there is only one.
        public let key: String?
        /// The file of the code that made the step, as `Module/File.swift`.
        public let file: String
        /// The function, method or property in that file.
        public let function: String
        /// The line in the file, counted from 1.
        public let line: UInt

        /// Creates a step from its parts.
        public init(kind: String, text: String, key: String? = nil, file: String, function: String, line: UInt) {
            self.kind = kind
            self.text = text
            self.key = key
            self.file = file
            self.function = function
            self.line = line
        }

        /// Creates a step whose location is this call.
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

        /// Stands for the action that a step answers: U+FFFC, Unicode's object replacement
        /// character.
        package static let placeholder = "\u{fffc}"

        /// This step without private values: its text is the kind and the location, if there is
        /// one.
        public var withoutValues: Step {
            let text = file.isEmpty ? kind : "\(kind) at \(fileName):\(line)"
            return Step(kind: kind, text: text, file: file, function: function, line: line).hidingKey(of: self)
        }

        /// Returns this step with the key `…` if the other step has a key, otherwise without a key.
        public func hidingKey(of other: Step) -> Step {
            let key = other.key == nil ? nil : "…"
            return Step(kind: kind, text: text, key: key, file: file, function: function, line: line)
        }

        /// The last component of the file's path.
        public var fileName: Substring { file.split(separator: "/").last ?? "" }
    }

    /// The steps of this source, oldest first: the info of the dispatcher, if any, then each
    /// derivation.
    ///
    /// Each read creates the texts again. After each hundred derivations, the older steps are
    /// replaced by one step that tells how many were omitted.
    ///
    /// - Complexity: O(*n*) in the number of kept derivations.
    public var trail: [Step] {
        if case .derivation = origin { trail(since: nil) } else { [] }
    }

    /// Returns the trail for readers who must not see all values.
    ///
    /// Actions in its texts are written by `write`. The info of the dispatcher, texts of
    /// derivations that don't implement ``ActionDerivation/step(writing:)``, and keys are left out.
    ///
    /// - Complexity: O(*n*) in the number of kept derivations.
    public func trail(writing write: (Any) -> String) -> [Step] {
        withoutActuallyEscaping(write) { trail(since: nil, writing: $0) }
    }

    /// Returns the steps since the action `cause`, oldest first; all steps if `cause` is nil.
    ///
    /// The source of this action was derived from the source of `cause`. In a chain of actions,
    /// each one thus gets its own steps.
    ///
    /// - Parameter write: Writes the actions in the texts. With nil, all values are shown.
    /// - Complexity: O(*n*) in the number of returned steps.
    package func trail(since cause: Int?, writing write: ((Any) -> String)? = nil) -> [Step] {
        var steps: [Step] = []
        forEachDerivation(since: cause) { if let step = $0.trailStep(for: write) { steps.append(step) } }
        return steps.reversed()
    }

    /// Returns the newest step since the action `cause`, without creating the others.
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

    /// Calls `body` with the steps since the action `cause`, newest first.
    ///
    /// A step that answers `cause` is passed as its template.
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

    /// Returns this source with its steps as fixed texts.
    ///
    /// `write` writes their actions.
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

    /// Returns this source as the source of action `number`, as if a store were processing that
    /// action.
    package func processed(as number: Int) -> ActionSource {
        var source = self
        source.tag = UInt64(clamping: number) & Self.numbers
        return source
    }

    /// Returns the derivations of one type in this source, newest first, without creating texts.
    ///
    /// A middleware can thus find out whether one of its own actions caused this one. Of the
    /// omitted derivations, the newest of each type is kept.
    ///
    /// - Complexity: O(*n*) in the number of kept derivations.
    public func derivations<Kind: ActionDerivation>(of kind: Kind.Type) -> [Kind] {
        var found: [Kind] = []
        var origin = origin
        while case .derivation(let derivation) = origin {
            found += derivation.derivations.compactMap { $0 as? Kind }
            origin = derivation.parent.source.origin
        }
        return found
    }

    /// Returns this source with an additional step.
    ///
    /// An action that is dispatched with it keeps the file, function and line of this source.
    @inlinable public func derived(by derivation: some ActionDerivation) -> ActionSource {
        if isRevocable { return derivedBelowLinks(by: derivation) }
        return ActionSource(DerivedSource(derivation, parent), tag: tag)
    }

    /// Returns this source with an additional step, whose text is `name` and the location of this
    /// call.
    ///
    /// ```swift
    /// source.derived(by: "Timer").info  // "Timer at Clock.swift:12"
    /// ```
    ///
    /// `name` names the maker of the step. It is evaluated each time that the trail is read. `kind`
    /// is the kind of the step, in a word.
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

/// A derivation with a fixed step, such as one from a recording.
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
