// SPDX-License-Identifier: MIT

/// A model of a saved list that belongs to a user: rule 12 of an app that works offline.
///
/// A file is written beside the id of its owner. The token that says who is logged in is on another disk, a
/// keychain, which may be locked at a launch.
struct OwnerWorld: Hashable {
    enum User: Int8, Hashable { case anna, ben }

    struct List: Hashable {
        /// The user whose rows the list has; nil if it is empty.
        var rows: User?
        var isStale: Bool
    }

    struct File: Hashable {
        var owner: User?
        var list: List
    }

    /// The steps of a log-out that are on disk.
    enum LogOut: Hashable { case none, asked, requested }

    // Disk
    var token: User?
    var file: File?
    var previous: File?

    // Memory
    var isRunning = false
    var owner: User?
    var list = List(isStale: false)
    /// The owner that the list was loaded for.
    var loadedOwner: User?
    var logOut = LogOut.none
    var removesFile = false
    var removesToken = false
    var writing: File?
    /// Whether an outcome of another job has made a save due.
    var isSaveDue = false

    // Limits and invariants
    var crashes = 0
    var logIns = 0
    var outcomes = 0
    var lostList: User?
}

enum OwnerEvent: Hashable {
    case launch, launchLocked, crash, unlock, loadList
    case logIn(OwnerWorld.User)
    case switchUser, pull, outcome
    case leave, requestClear, clear, removeToken, removeFile, beginSave, endSave

    /// Whether the event happens by itself, sooner or later.
    var isProgress: Bool {
        switch self {
        case .launch, .unlock, .loadList, .pull, .requestClear, .clear, .removeToken, .removeFile, .beginSave, .endSave:
            true
        default: false
        }
    }
}

/// A clause of the rule that an exploration can leave out.
enum OwnerClause: CaseIterable {
    case loadRemovesAnotherOwnersFile
    case unknownOwnerRemovesNothing
    case withoutOwnerNothingIsSaved
    case nothingIsSavedBeforeLoad
    case newListIsStale
    case noPreviousOfAnotherOwner
    case leavingRemovesTheFile
    case fileGoesBeforeTheToken

    var text: String {
        switch self {
        case .loadRemovesAnotherOwnersFile: "12: loading for another owner removes the file with its copies"
        case .unknownOwnerRemovesNothing: "12: loading without an owner removes nothing"
        case .withoutOwnerNothingIsSaved: "12: without an owner nothing is saved"
        case .nothingIsSavedBeforeLoad: "12: nothing is saved before the list of the owner was loaded"
        case .newListIsStale: "6 and 12: a list that is made because there is no file is stale"
        case .noPreviousOfAnotherOwner: "12: a save over another owner's file makes no `.previous` of it"
        case .fileGoesBeforeTheToken: "12, not said: at a log-out the token is removed after the file"
        case .leavingRemovesTheFile: "12: when the owner becomes nil, the file and its copies are removed"
        }
    }
}

struct OwnerRules {
    var leftOut: OwnerClause?
    /// Whether user and list change in one action, as the guide shows it.
    var isOneAction = true

    func holds(_ clause: OwnerClause) -> Bool { clause != leftOut }

    /// Sets the owner, and loads the list in the same action.
    private func setOwner(_ owner: OwnerWorld.User, _ world: inout OwnerWorld) {
        world.owner = owner
        if isOneAction { load(&world) }
    }

    private func load(_ world: inout OwnerWorld) {
        let none = OwnerWorld.List(isStale: holds(.newListIsStale))
        world.loadedOwner = world.owner
        guard let owner = world.owner else {
            world.list = OwnerWorld.List(isStale: false)
            if !holds(.unknownOwnerRemovesNothing), let file = world.file {
                world.lostList = world.token == file.owner ? file.owner : nil
                world.file = nil
                world.previous = nil
            }
            return
        }
        if world.file?.owner != owner, holds(.loadRemovesAnotherOwnersFile) {
            if world.file != nil || world.previous?.owner != owner {
                world.file = nil
                world.previous = nil
            }
        }
        world.list = world.file?.list ?? none
        world.removesFile = false
    }

    func events(_ world: OwnerWorld) -> [OwnerEvent] {
        guard world.isRunning else { return world.token == nil ? [.launch] : [.launch, .launchLocked] }
        var events: [OwnerEvent] = []
        if world.crashes < 2 { events.append(.crash) }
        let isFileFirst = holds(.fileGoesBeforeTheToken) && world.removesFile
        if world.removesToken, !isFileFirst { events.append(.removeToken) }
        if world.writing != nil { events.append(.endSave) }
        if world.removesFile, world.writing == nil { events.append(.removeFile) }
        switch world.logOut {
        case .none: break
        case .asked: return events + [.requestClear]
        case .requested: return events + [.clear]
        }
        if world.outcomes == 0 { events.append(.outcome) }
        if world.owner == nil {
            if world.token != nil, !world.removesToken { events.append(.unlock) }
            if world.token == nil, world.logIns < 3 { events += [.logIn(.anna), .logIn(.ben)] }
        } else if world.loadedOwner != world.owner {
            events.append(.loadList)
        } else {
            if world.list.isStale { events.append(.pull) }
            if world.logIns < 3 { events += [.leave, .switchUser] }
        }
        if isSaveDue(world) { events.append(.beginSave) }
        return events
    }

    private func isSaveDue(_ world: OwnerWorld) -> Bool {
        guard world.writing == nil, !world.removesFile else { return false }
        if world.owner == nil, holds(.withoutOwnerNothingIsSaved) || !world.isSaveDue { return false }
        if world.loadedOwner != world.owner, holds(.nothingIsSavedBeforeLoad) { return false }
        return OwnerWorld.File(owner: world.owner, list: world.list) != world.file
    }

    func apply(_ event: OwnerEvent, _ world: inout OwnerWorld) {
        switch event {
        case .launch, .launchLocked:
            world.isRunning = true
            world.owner = event == .launch ? world.token : nil
            load(&world)
        case .crash: crash(&world)
        case .unlock, .logIn, .switchUser: changeOwner(event, &world)
        case .loadList: load(&world)
        case .pull: world.list = OwnerWorld.List(rows: world.owner, isStale: false)
        case .outcome:
            world.outcomes += 1
            world.isSaveDue = true
        case .leave: world.logOut = .asked
        case .requestClear: world.logOut = .requested
        case .clear:
            world.logOut = .none
            world.owner = nil
            world.loadedOwner = nil
            world.list = OwnerWorld.List(isStale: false)
            world.removesFile = holds(.leavingRemovesTheFile)
            world.removesToken = true
        case .removeToken:
            world.removesToken = false
            world.token = nil
        case .removeFile:
            world.removesFile = false
            world.file = nil
            world.previous = nil
        case .beginSave:
            world.isSaveDue = false
            world.writing = OwnerWorld.File(owner: world.owner, list: world.list)
        case .endSave: endSave(&world)
        }
    }

    private func crash(_ world: inout OwnerWorld) {
        var next = OwnerWorld(token: world.token, file: world.file, previous: world.previous)
        next.crashes = world.crashes + 1
        next.logIns = world.logIns
        next.outcomes = world.outcomes
        next.lostList = world.lostList
        world = next
    }

    private func changeOwner(_ event: OwnerEvent, _ world: inout OwnerWorld) {
        switch event {
        case .logIn(let user): world.token = user
        case .switchUser: world.token = world.owner == .anna ? .ben : .anna
        default: break
        }
        if event != .unlock { world.logIns += 1 }
        if let token = world.token { setOwner(token, &world) }
    }

    private func endSave(_ world: inout OwnerWorld) {
        guard let saved = world.writing else { return }
        world.writing = nil
        if let file = world.file, let owner = file.owner, file.list.rows != nil {
            let isUnknown = saved.owner == nil && world.token == owner
            let isReplaced = saved.owner == owner && saved.list.rows == nil && !saved.list.isStale
            if isUnknown || isReplaced { world.lostList = owner }
        }
        let isSameOwner = world.file?.owner == saved.owner
        world.previous = isSameOwner || !holds(.noPreviousOfAnotherOwner) ? world.file : nil
        world.file = saved
    }

    /// The invariant that is broken, if any.
    func broken(_ world: OwnerWorld) -> String? {
        if world.lostList != nil { return "a list is lost whose owner was not known, or that was not loaded" }
        let isSettled = world.isRunning && !events(world).contains(where: \.isProgress)
        if isSettled, world.token == nil, world.file?.list.rows != nil || world.previous?.list.rows != nil {
            return "nobody is logged in, and a list stays on the disk"
        }
        guard world.isRunning, let owner = world.owner, world.logOut == .none else { return nil }
        if world.loadedOwner == owner, let rows = world.list.rows, rows != owner {
            return "a user is shown the list of another"
        }
        guard isSettled else { return nil }
        if world.list.rows != owner, !world.list.isStale { return "rows are missing, and the list is not stale" }
        for file in [world.file, world.previous] {
            if let rows = file?.list.rows, rows != owner { return "a copy of another user's list stays on the disk" }
        }
        return nil
    }
}

extension OwnerEvent: CustomStringConvertible {
    var description: String {
        switch self {
        case .launch: "launch"
        case .launchLocked: "launch with locked token"
        case .crash: "crash"
        case .unlock: "unlock"
        case .loadList: "load list"
        case .logIn(.anna): "log in Anna"
        case .logIn(.ben): "log in Ben"
        case .switchUser: "switch user"
        case .pull: "pull"
        case .outcome: "outcome of another job"
        case .leave: "log out"
        case .requestClear: "request clear"
        case .clear: "clear, forget user and list"
        case .removeToken: "remove token"
        case .removeFile: "remove file"
        case .beginSave: "begin save"
        case .endSave: "end save"
        }
    }
}
