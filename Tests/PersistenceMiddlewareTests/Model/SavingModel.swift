// SPDX-License-Identifier: MIT

/// What has to be on the disk, by the sentences of the contract alone; time is in milliseconds.
struct SavingModel {
    /// How long a change may wait.
    static let within = 1_000

    var text: String
    /// The value on the disk: one of these.
    var onDisk: [String?]
    /// The value that was saved before it, if it is kept.
    private(set) var previous: Set<String?> = [nil]
    private(set) var now = 0
    /// The value that was saved, or tried, last.
    private var known: String
    private var hasFailed = false
    private var deadline: Int?
    private(set) var saves = 0

    init(text: String?, onDisk: [String?], previous: Set<String?> = [nil]) {
        self.text = text ?? ""
        known = self.text
        (self.onDisk, self.previous) = (onDisk, previous)
    }

    /// The values that may be loaded if a bit of the file has flipped.
    var leftOfDamage: Set<String?> { previous.union(onDisk) }

    /// The folder is gone; nobody notices that before the next save.
    mutating func removeFolder() { (onDisk, previous) = ([nil], [nil]) }

    /// True if something is to be saved sooner or later.
    var isUnsaved: Bool { hasFailed || text != known }

    mutating func type(_ new: String) {
        text = new
        if text != known, deadline == nil { deadline = now + Self.within }
    }

    /// Moves the time; returns whether something is saved.
    mutating func advance(by time: Int) -> Bool {
        now += time
        guard let deadline, deadline <= now else { return false }
        return save()
    }

    /// Saves what is unsaved; returns whether there was something.
    mutating func save() -> Bool {
        deadline = nil
        guard isUnsaved else { return false }
        previous.formUnion(onDisk)
        (known, hasFailed, onDisk) = (text, false, [text])
        saves += 1
        return true
    }

    /// The save that was noted has failed: either value is there.
    mutating func fail(before: [String?]) {
        hasFailed = true
        onDisk = before + [text]
    }
}
