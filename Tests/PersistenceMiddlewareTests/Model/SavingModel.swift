// SPDX-License-Identifier: MIT

/// A model of the disk that follows from the contract alone.
///
/// Times are in milliseconds.
struct SavingModel {
    /// The longest delay of a change.
    static let within = 1_000

    var text: String
    /// The possible values on the disk.
    var onDisk: [String?]
    /// The possible values of the previous file.
    private(set) var previous: Set<String?> = [nil]
    private(set) var now = 0
    /// The value of the last save, successful or not.
    private var known: String
    private var hasFailed = false
    private var deadline: Int?
    private(set) var saves = 0

    init(text: String?, onDisk: [String?], previous: Set<String?> = [nil]) {
        self.text = text ?? ""
        known = self.text
        (self.onDisk, self.previous) = (onDisk, previous)
    }

    /// The values that may be loaded after a flipped bit.
    var leftOfDamage: Set<String?> { previous.union(onDisk) }

    /// Removes the folder.
    ///
    /// The store does not notice it before the next save.
    mutating func removeFolder() { (onDisk, previous) = ([nil], [nil]) }

    /// Whether a change is unsaved.
    var isUnsaved: Bool { hasFailed || text != known }

    mutating func type(_ new: String) {
        text = new
        if text != known, deadline == nil { deadline = now + Self.within }
    }

    /// Advances the time.
    ///
    /// Returns whether a value is saved.
    mutating func advance(by time: Int) -> Bool {
        now += time
        guard let deadline, deadline <= now else { return false }
        return save()
    }

    /// Saves the unsaved change.
    ///
    /// Returns whether there was one.
    mutating func save() -> Bool {
        deadline = nil
        guard isUnsaved else { return false }
        previous.formUnion(onDisk)
        (known, hasFailed, onDisk) = (text, false, [text])
        saves += 1
        return true
    }

    /// Marks the last save as failed: the old or the new value is on disk.
    mutating func fail(before: [String?]) {
        hasFailed = true
        onDisk = before + [text]
    }
}
