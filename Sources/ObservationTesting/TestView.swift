// SPDX-License-Identifier: MIT

public import RexNavigation
public import RexObservation
import RexTesting

/// A hostile view of a `Presented` or a `PresentationStack`, which behaves the same for each seed.
///
/// It shows what a container says, over a `PresentationCoordinator`, and behaves as badly as a real
/// view can: it drops changes in the middle of a transition, acknowledges late, twice or never,
/// cancels swipes half-way, and writes from screens that are gone. On request, it also writes late.
/// Use it to test that an app survives what its users and their views do:
///
/// ```swift
/// var view = TestView(.stack, seed: 1)
/// for _ in 0..<100 {
///     view.update(test.state.path.ids)
///     view.step(withUser: true)
///     for id in view.takeDismissed() { test.sendIfPresent(.path(.dismissed(id))) { $0.path.dismiss(id) } }
/// }
/// ```
public struct TestView: Sendable {
    /// How a view acknowledges the end of a transition.
    public enum Acknowledging: Hashable, Sendable {
        /// At once, late, twice or never.
        case atRandom
        /// Never.
        case never
    }

    /// When a view writes that the user has closed presentations.
    public enum Writing: Hashable, Sendable {
        /// When the transition ends, ahead of its acknowledgement or behind it.
        case atTheEnd
        /// At the end, or in a later step, when the presentations may be on the screen again.
        case atRandom
    }

    /// The presentations that are on the screen, from the bottom to the top.
    public private(set) var shown: [PresentationID] = []
    /// The rules of the coordinator that were broken.
    package private(set) var violations: [String] = []
    /// The events, if `isTracing` is set.
    package private(set) var trace: [String] = []
    package var isTracing = false
    /// The presentations that the user has closed, and that ``takeDismissed()`` returns.
    private var dismissed: [PresentationID] = []

    private struct Animation: Sendable {
        /// The number of the transition, or nil if the view didn't announce it.
        let number: Int?
        let target: [PresentationID]
        let isSwipe: Bool
    }

    private var coordinator: PresentationCoordinator
    private let kind: PresentationCoordinator.Kind
    private let acknowledging: Acknowledging
    private let writing: Writing
    private var random: SplitMix
    private var animation: Animation?
    /// Acknowledgements that come later.
    private var late: [(number: Int, shown: [PresentationID])] = []
    /// What the view writes later: the presentations that are left, and those before.
    private var lateWrites: [(left: [PresentationID], before: [PresentationID])] = []
    /// The screens that were on top, with those below them.
    private var formerScreens: [[PresentationID]] = []
    private var closedByUser: Set<PresentationID> = []
    /// The transitions that the view has announced, which run and have not expired.
    private var announced: Set<Int> = []
    private var expiriesOfAnimation = 0
    private var offersOfThisTurn = 0
    /// The number of offers to show nothing since the present sheet was shown.
    private var nothingOffers = 0

    /// Creates a view that shows nothing.
    ///
    /// - Parameters:
    ///   - kind: Whether it shows one presentation or the screens of a stack.
    ///   - acknowledging: How it acknowledges the end of a transition.
    ///   - writing: When it writes that the user has closed presentations.
    ///   - seed: Decides what the view does.
    public init(
        _ kind: PresentationCoordinator.Kind,
        acknowledging: Acknowledging = .atRandom,
        writing: Writing = .atTheEnd,
        seed: UInt64
    ) {
        coordinator = PresentationCoordinator(kind)
        self.kind = kind
        self.acknowledging = acknowledging
        self.writing = writing
        random = SplitMix(state: seed)
    }

    /// Whether no transition is running, and nothing is waited for.
    public var isQuiet: Bool {
        animation == nil && late.isEmpty && lateWrites.isEmpty && coordinator.waitsFor == nil
    }

    /// Tells the view what the state wants to show: the ids of its container.
    public mutating func update(_ ids: [PresentationID]) {
        note { _ in "state \(ids)" }
        coordinator.show(ids)
        makeOffers()
    }

    /// Returns the presentations that the user has closed since the last call, for actions
    /// `.dismissed`.
    ///
    /// An action may come too late; the store then refuses it.
    public mutating func takeDismissed() -> [PresentationID] {
        defer { dismissed = [] }
        return dismissed
    }

    /// Does something at random: ends a transition, acknowledges one, lets a limit expire, begins a
    /// turn, or writes late.
    ///
    /// - Parameter withUser: Whether the user may also swipe and close screens.
    public mutating func step(withUser: Bool) {
        defer { makeOffers() }
        if !lateWrites.isEmpty, Int.random(in: 0..<4, using: &random) == 0 {
            let (left, before) = lateWrites.remove(at: .random(in: 0..<lateWrites.count, using: &random))
            return write(left, insteadOf: before)
        }
        switch Int.random(in: 0..<(withUser ? 9 : 6), using: &random) {
        case 0, 1: beginTurn()
        case 2, 3: endAnimation()
        case 4: acknowledgeLate()
        case 5: expire()
        case 6: beginSwipe()
        case 7: endAnimation()
        default: writeFromFormerScreen()
        }
    }

    private mutating func note(_ event: (TestView) -> String) {
        if isTracing { trace.append(event(self)) }
    }

    private mutating func beginTurn() {
        coordinator.beginTurn()
        offersOfThisTurn = 0
    }

    private mutating func makeOffers() {
        while let offer = coordinator.nextOffer() {
            offersOfThisTurn += 1
            if offersOfThisTurn > 1 { violations.append("\(offersOfThisTurn) offers in a turn") }
            if !announced.isEmpty { violations.append("offer \(offer.number) while \(announced) run") }
            receive(offer)
            guard violations.count < 3 else { return }
        }
    }

    private mutating func receive(_ offer: PresentationOffer) {
        // A request in mid-transition is dropped.
        note { "offer \(offer.number) \(offer.ids)\($0.animation == nil ? "" : ", dropped")" }
        if offer.ids.isEmpty { nothingOffers += 1 }
        guard animation == nil else { return }
        if kind == .single, !shown.isEmpty, !offer.ids.isEmpty, shown != offer.ids, nothingOffers == 0 {
            violations.append("sheet \(shown) is replaced by \(offer.ids)")
        }
        expiriesOfAnimation = 0
        animation = Animation(number: offer.number, target: offer.ids, isSwipe: false)
        announced.insert(offer.number)
        if shown == offer.ids || Int.random(in: 0..<4, using: &random) == 0 { endAnimation() }
    }

    private mutating func endAnimation() {
        guard let animation else { return }
        self.animation = nil
        if let number = animation.number { announced.remove(number) }
        let before = shown
        // The user may also take hold of a transition that was offered, and cancel it.
        let isCancelled = Int.random(in: 0..<(animation.isSwipe ? 2 : 8), using: &random) == 0
        if !isCancelled { shown = animation.target }
        if shown != before {
            nothingOffers = 0
            if !before.isEmpty { formerScreens.append(before) }
        }
        note { "\(animation.isSwipe ? "swipe" : "transition") \(animation.number ?? 0) ended, shows \($0.shown)" }
        guard animation.isSwipe, !isCancelled else { return acknowledge(animation.number) }
        closedByUser.formUnion(before.filter { !shown.contains($0) })
        if writing == .atRandom, Bool.random(using: &random) {
            lateWrites.append((shown, before))
            return acknowledge(animation.number)
        }
        let writesFirst = Bool.random(using: &random)
        if !writesFirst { acknowledge(animation.number) }
        write(shown, insteadOf: Bool.random(using: &random) ? before : nil)
        if writesFirst { acknowledge(animation.number) }
    }

    private mutating func acknowledge(_ number: Int?) {
        guard let number, acknowledging == .atRandom else { return }
        let (isNow, isLate) = (Bool.random(using: &random), Bool.random(using: &random))
        if isLate { late.append((number, shown)) }
        if isNow { end(number, showing: shown) }
    }

    private mutating func end(_ number: Int, showing shown: [PresentationID]) {
        note { _ in "acknowledges \(number), showing \(shown)" }
        coordinator.transitionEnded(number, showing: shown)
    }

    private mutating func acknowledgeLate() {
        guard let index = late.indices.randomElement(using: &random) else { return }
        let (number, shown) = late.remove(at: index)
        end(number, showing: shown)
    }

    private mutating func expire() {
        guard let number = coordinator.waitsFor else { return }
        expiriesOfAnimation += 1
        if expiriesOfAnimation > 1 { endAnimation() }
        guard coordinator.waitsFor == number else { return }
        note { _ in "expired \(number)" }
        coordinator.expire(number)
        announced = announced.filter { $0 > number }
    }

    private mutating func beginSwipe() {
        guard animation == nil, !shown.isEmpty else { return }
        let target = Array(shown.prefix(kind == .single ? 0 : .random(in: 0..<shown.count, using: &random)))
        let number = Bool.random(using: &random) ? coordinator.transitionBegan() : nil
        if let number { announced.insert(number) }
        expiriesOfAnimation = 0
        note { _ in "swipe \(number ?? 0) begins" }
        animation = Animation(number: number, target: target, isSwipe: true)
    }

    private mutating func writeFromFormerScreen() {
        guard let former = formerScreens.randomElement(using: &random),
            !former.suffix(1).contains(where: shown.contains)
        else { return }
        write(former.dropLast(), insteadOf: former)
    }

    private mutating func write(_ ids: [PresentationID], insteadOf before: [PresentationID]?) {
        note { _ in "writes \(ids) instead of \(before ?? [])" }
        guard let id = coordinator.write(ids, insteadOf: before) else { return }
        if !closedByUser.contains(id) { violations.append("\(id) is closed, but not by the user") }
        dismissed.append(id)
    }
}
