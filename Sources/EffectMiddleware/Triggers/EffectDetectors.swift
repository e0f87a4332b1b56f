// SPDX-License-Identifier: MIT

/// What detects changes of each element, in the order of the elements.
///
/// As long as the elements keep their order, each is found without hashing.
struct EffectDetectors<ID: Hashable, Detector> {
    private var ids: [ID] = []
    private var detectors: [Detector] = []
    private var position = 0
    /// The detectors after the first moved element, or nil if all elements are in their old places.
    private var moved: [ID: Detector]?

    /// Returns the detector of the next element.
    ///
    /// - Parameters:
    ///   - id: The id of the element.
    ///   - make: Makes the detector of a new element.
    mutating func next(_ id: ID, make: () -> Detector) -> Detector {
        defer { position += 1 }
        if moved == nil {
            if position < ids.count, ids[position] == id { return detectors[position] }
            moved = Dictionary(zip(ids[position...], detectors[position...])) { first, _ in first }
            removeRest()
        }
        let detector = moved?.removeValue(forKey: id) ?? make()
        ids.append(id)
        detectors.append(detector)
        return detector
    }

    /// Ends a pass through all elements, and releases the detectors of removed elements.
    mutating func endPass() {
        removeRest()
        moved = nil
        position = 0
    }

    private mutating func removeRest() {
        guard position < ids.count else { return }
        ids.removeSubrange(position...)
        detectors.removeSubrange(position...)
    }
}
