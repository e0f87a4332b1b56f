// SPDX-License-Identifier: MIT

/// An action for a presentation, in which tools find the presentation without knowing the type.
package protocol PresentationAddressing {
    /// The text of the presentation's id, such as `#2`.
    var presentationText: String { get }
    /// The action for the feature of the presentation, or nil if the presentation was dismissed.
    var actionForPresentation: Any? { get }
}
