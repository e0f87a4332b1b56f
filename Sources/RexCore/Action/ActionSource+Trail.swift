// SPDX-License-Identifier: MIT

extension ActionSource {
    /// The steps of this source, oldest first: the info of the dispatcher, if any, then each
    /// derivation.
    ///
    /// Each read creates the texts again. After each hundred derivations, the older steps are
    /// replaced by one step that tells how many were omitted.
    ///
    /// - Complexity: O(*n*) in the number of kept derivations.
    public var trail: [Step] {
        if case .location = origin { [] } else { trail(since: nil) }
    }

    /// Returns the derivations of one type in this source, newest first, without creating texts.
    ///
    /// A middleware can thus find out whether one of its own actions caused this one. Of the
    /// omitted derivations, the newest of each type is kept.
    ///
    /// - Complexity: O(*n*) in the number of kept derivations.
    public func derivations<Kind: ActionDerivation>(of kind: Kind.Type) -> [Kind] {
        var found: [Kind] = []
        var origin = originWithoutSender
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
        let derived = ActionSource(DerivedSource(derivation, parent), number: actionNumber)
        return hasSender ? derived.sent(like: self) : derived
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
        derived(by: NamedDerivation(name: name, kind: kind, call: .here(file: file, function: function, line: line)))
    }
}

private struct NamedDerivation: ActionDerivation {
    let name: @Sendable () -> String
    let kind: String
    let call: ActionSource

    var step: ActionSource.Step { .init(kind: kind, text: "\(name()) at \(call.place)", at: call) }
}
