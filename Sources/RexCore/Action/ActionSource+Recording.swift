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
        forEachStep(since: cause, writing: write) { step, _, _ in steps.append(step) }
        steps.reverse()
        return steps
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
    ///   - cause: The number of an earlier action, or nil.
    ///   - usesTemplates: Whether a step that answers an action is passed as its
    ///     ``ActionDerivation/template``.
    ///   - write: Writes the actions in the texts. With nil, all values are shown.
    ///   - body: Gets each step, the number of the action that it was derived from or 0, and whether
    ///     it is a template.
    package func forEachStep(
        since cause: Int?,
        usesTemplates: Bool = false,
        writing write: ((Any) -> String)?,
        _ body: (_ step: Step, _ number: Int, _ isTemplate: Bool) -> Void
    ) {
        var origin = originWithoutSender
        while case .derivation(let derivation) = origin {
            let parent = derivation.parent.source
            guard cause == nil || parent.number == cause else { return }
            if usesTemplates, let template = derivation.template {
                body(template, parent.actionNumber, true)
            } else if let step = derivation.trailStep(for: write) {
                body(step, parent.actionNumber, false)
            }
            origin = parent.origin
        }
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
