// SPDX-License-Identifier: MIT

// For authors of recorders.

extension ActionSource {
    /// Returns the steps since the action `cause`, oldest first; all steps if `cause` is nil.
    ///
    /// The source of this action was derived from the source of `cause`. In a chain of actions,
    /// each one thus gets its own steps.
    ///
    /// - Parameters:
    ///   - cause: The number of an earlier action, or nil.
    ///   - write: Writes the actions in the texts. With nil, all values are shown.
    /// - Complexity: O(*n*) in the number of returned steps.
    public func trail(since cause: Int?, writing write: ((Any) -> String)? = nil) -> [Step] {
        var steps: [Step] = []
        forEachDerivation(since: cause) { if let step = $0.trailStep(for: write) { steps.append(step) } }
        return steps.reversed()
    }

    /// Returns the newest step since the action `cause`, without creating the others.
    ///
    /// Returns nil if there is no such step. With nil for `cause`, it is the newest step of all.
    ///
    /// - Parameters:
    ///   - cause: The number of an earlier action, or nil.
    ///   - write: Writes the actions in the text. With nil, all values are shown.
    public func newestStep(since cause: Int?, writing write: ((Any) -> String)? = nil) -> Step? {
        var origin = originWithoutSender
        while case .derivation(let derivation) = origin {
            let parent = derivation.parent.source
            guard cause == nil || parent.number == cause else { return nil }
            if let step = derivation.trailStep(for: write) { return step }
            origin = parent.origin
        }
        return nil
    }

    /// Calls `body` with the steps since the action `cause`, newest first; with all steps if
    /// `cause` is nil.
    ///
    /// - Parameters:
    ///   - cause: The number of the action that caused this one. A step that answers it is passed as
    ///     its ``ActionDerivation/template``.
    ///   - write: Writes the actions in the texts. With nil, all values are shown.
    ///   - body: Gets each step, and whether it is a template.
    public func forEachStep(
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

    /// Returns this source with its steps as fixed texts, without the info of the dispatcher.
    ///
    /// The result holds none of the values that the texts are made from.
    ///
    /// - Parameter write: Writes the actions in the texts.
    public func written(by write: @escaping (Any) -> String) -> ActionSource {
        var links: [(step: Step, number: Int)] = []
        forEachDerivation(since: nil) { derivation in
            guard let step = derivation.trailStep(writing: write) else { return }
            links.append((step, derivation.parent.source.actionNumber))
        }
        var source = ActionSource(file: file, function: function, line: line, info: nil)
        for link in links.reversed() {
            source.actionNumber = link.number
            source = source.derived(by: link.step)
        }
        source.actionNumber = actionNumber
        return source
    }

    /// Returns this source as the source of action `number`, as if a store were processing that
    /// action.
    ///
    /// A recorder that reads a file makes the sources of its actions with it.
    public func processed(as number: Int) -> ActionSource {
        var source = self
        source.actionNumber = max(number, 0)
        return source
    }
}
