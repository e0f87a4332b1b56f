// SPDX-License-Identifier: MIT

public import RexCore

extension Feature {
    /// Gates the middleware of this feature.
    ///
    /// The gate is open while a Boolean of the state is true.
    ///
    /// ```swift
    /// let gated = reports.gated(state: \ReportState.isOn)
    /// ```
    ///
    /// The reducer of the feature runs whether the gate is open or closed. Each store gets its own
    /// gate. See ``GatedMiddleware``. For a gate by action, use
    /// `mapMiddleware { $0.gated(controlAction: …) }`.
    ///
    /// - Important: If the feature belongs to an optional part of the state, lift it first, then
    ///   gate it. Behind a gate that was lifted, effects get no context and don't end with their
    ///   part.
    @inlinable public func gated(
        state: @escaping @Sendable (StateType) -> Bool,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> Feature {
        mapMiddleware { $0.gated(state: state, file: file, function: function, line: line) }
    }
}
