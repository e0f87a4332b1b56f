// SPDX-License-Identifier: MIT

/// An action for an element, with its id.
package protocol AddressedAction {
    static var addressedType: Any.Type { get }
    var addressed: Any { get }
    var addressedID: Any { get }
}

extension ElementIDAction: AddressedAction {
    package static var addressedType: Any.Type { Action.self }
    package var addressed: Any { action }
    package var addressedID: Any { id }
}

/// An action for a presentation, in which tools find the presentation without knowing the type.
package protocol PresentationAddressing {
    /// The text of the presentation's id, such as `#2`.
    var presentationText: String { get }
    /// The action for the feature of the presentation, or nil if the presentation was dismissed.
    var actionForPresentation: Any? { get }
}
