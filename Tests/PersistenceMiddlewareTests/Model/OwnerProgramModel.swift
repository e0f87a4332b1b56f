// SPDX-License-Identifier: MIT

/// A value on the disk.
struct OwnedText: Hashable {
    var owner: String
    var text: String
}

/// A model of the file of a part with an owner, and of its saving, that follows from the documentation
/// alone.
///
/// Times are in milliseconds.
struct OwnerModel {
    /// The longest delay of a change.
    static let within = 1_000

    private(set) var user: String?
    private(set) var text: String
    /// The possible contents of the file.
    var onDisk: Set<OwnedText?>
    /// The values that the copies of the file may have.
    private(set) var copies: Set<OwnedText> = []
    private var now = 0
    private var deadline: Int?
    /// The value that was saved last, successfully or not.
    private var known: String
    private var hasFailed = false
    /// Whether the owner has changed since the last save.
    private var hasNewOwner = false
    /// The owner of the last load that returned, until the state has its value.
    private var loaded: String?
    /// Whether the value may be saved.
    private(set) var isLoaded: Bool

    /// A launch, after the load of the user's value, if there is a user.
    init(user: String?, text: String, after old: OwnerModel?, isLoaded: Bool) {
        (self.user, self.text, known, self.isLoaded) = (user, text, text, isLoaded)
        (onDisk, copies) = (old?.onDisk ?? [nil], old?.copies ?? [])
    }

    /// Whether a load for this owner may return the text.
    func mayLoad(_ text: String?, of owner: String, isDamaged: Bool) -> Bool {
        let kept = onDisk.compactMap { $0 }.filter { $0.owner == owner }.map(\.text)
        let older = isDamaged ? copies.filter { $0.owner == owner }.map(\.text) : []
        guard let text else { return isDamaged || onDisk.contains { $0?.owner != owner } }
        return (kept + older).contains(text)
    }

    /// Notes that a load has returned.
    mutating func noteLoad(_ text: String?, of owner: String) {
        loaded = owner
        onDisk = [text.map { OwnedText(owner: owner, text: $0) }]
        copies = text == nil ? [] : copies.union(onDisk.compactMap { $0 })
    }

    /// Takes an action that sets the user and the text.
    mutating func set(_ user: String?, _ text: String) {
        if user != self.user {
            if loaded == self.user { loaded = nil }
            isLoaded = user == nil || loaded == user
            (self.user, self.text, known, hasFailed, hasNewOwner) = (user, text, text, false, isLoaded)
            if isLoaded { loaded = nil }
        } else if user != nil, !isLoaded {
            if loaded == user, text != self.text { (isLoaded, hasNewOwner, loaded) = (true, true, nil) }
            self.text = text
        } else {
            self.text = text
        }
        if isLoaded, hasNewOwner || text != known, deadline == nil { deadline = now + Self.within }
    }

    /// Advances the time, and returns whether the file changes.
    mutating func advance(by time: Int) -> Bool {
        now += time
        guard let deadline, deadline <= now else { return false }
        return save()
    }

    /// Saves or removes the file, and returns whether it changes.
    mutating func save() -> Bool {
        deadline = nil
        guard isLoaded else { return false }
        let isUnsaved = hasNewOwner || hasFailed || user != nil && text != known
        // Without a user nothing is saved, but the next change is compared with this text.
        known = text
        guard isUnsaved else { return false }
        let new = user.map { OwnedText(owner: $0, text: text) }
        let isOfAnother = onDisk.contains { $0 != nil && $0?.owner != new?.owner }
        copies = isOfAnother ? [] : copies.union(onDisk.compactMap { $0 })
        (hasFailed, hasNewOwner) = (false, false)
        onDisk = [new]
        return true
    }

    /// Marks the last change of the file as failed or cut off.
    mutating func fail(before: Set<OwnedText?>, isReported: Bool) {
        hasFailed = isReported
        // The file of another owner is removed first.
        let isOfAnother = before.contains { $0 != nil && $0?.owner != user }
        onDisk.formUnion(before.union(isOfAnother ? [nil] : []))
        copies.formUnion(before.compactMap { $0 })
    }
}
