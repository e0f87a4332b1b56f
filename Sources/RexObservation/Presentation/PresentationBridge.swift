// SPDX-License-Identifier: MIT

import Observation
import RexNavigation

/// Connects a container of presentations in the state to one view, through a
/// `PresentationCoordinator`.
///
/// The view shows ``items``, calls ``appeared(_:)`` and ``ended(showing:)`` when a transition has
/// ended, and ``write(_:insteadOf:)`` when the user has closed something. There is one bridge for
/// each view, since two windows show the same state at different times.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor final class PresentationBridge<Action, State: Sendable>: Observable {
    typealias Item = PresentationItem<Action, State>
    typealias Source = PresentationSource<Action, State>

    /// How a view behaves.
    enum Style {
        /// A sheet, popover or cover. It announces the end of each transition.
        case sheet
        /// The screens of a navigation stack. They announce the end of each transition.
        case stack
        /// An alert or dialog. It announces nothing, and closes before or after it reports the choice.
        case dialog
    }

    private let style: Style
    private let clock: PresentationClock
    private let registrar = ObservationRegistrar()
    private var source: Source?
    private var coordinator: PresentationCoordinator
    /// The presentations that the view was asked to show, or has written since.
    private var requested: [PresentationID] = []
    /// Those of `requested` that have a model.
    private var storedItems: [Item] = []
    /// The latest item that was requested, whose alert may still be closing.
    private(set) var latest: Item?
    /// The number of the transition that the view hasn't acknowledged, or nil.
    private var running: Int?
    /// The presentations that the view has announced last.
    private var announced: [PresentationID] = []
    /// Whether there was a request in this turn.
    private var hasRequested = false
    /// The number that the limit was started for.
    private var limited: Int?
    /// Counts the sources, so that the callbacks of an old one do nothing.
    private var epoch = 0
    /// Called with the items after each request, for views without Observation.
    var onRequest: (@MainActor ([Item]) -> Void)?

    init(_ style: Style, clock: PresentationClock = .live) {
        self.style = style
        self.clock = clock
        coordinator = PresentationCoordinator(style == .stack ? .stack : .single)
    }

    /// The presentations that the view should show, from the bottom to the top.
    ///
    /// Registers the reader.
    var items: [Item] {
        registrar.access(self, keyPath: \.items)
        return storedItems
    }

    /// Follows a container.
    ///
    /// Does nothing if it follows the same one already. What the view shows of the previous container
    /// is closed first.
    func follow(_ new: Source) {
        guard new.identity != source?.identity else { return }
        epoch += 1
        let isShowing = !storedItems.isEmpty || running != nil
        source = new
        coordinator = PresentationCoordinator(style == .stack ? .stack : .single)
        (running, limited, latest, hasRequested) = (nil, nil, nil, false)
        if isShowing {
            running = coordinator.transitionBegan()
            request([])
        }
        track()
    }

    /// Follows a container unless another one is followed, for an update of a view.
    ///
    /// Later presentations of the same container send the actions of the latest source.
    func start(_ new: Source) {
        if source == nil {
            follow(new)
        } else if source?.identity == new.identity {
            source = new
        }
    }

    /// Announces that a presentation has appeared on top of those below it.
    ///
    /// Does nothing for one of a previous container.
    func appeared(_ item: Item) {
        let id = item.presentation
        guard storedItems.contains(item) || item == latest else { return }
        ended(showing: requested.through(id) ?? coordinator.shown.through(id) ?? [id])
    }

    /// Announces the end of a transition, and the presentations that the view shows now.
    func ended(showing ids: [PresentationID]) {
        announced = ids
        if ids.isEmpty { latest = nil }
        acknowledge(showing: ids)
        proceed()
    }

    /// Announces that the view has begun a transition by itself, such as a swipe.
    func began() {
        guard running == nil else { return }
        running = coordinator.transitionBegan()
        proceed()
    }

    /// Takes what the user has left of the presentations that the view has shown.
    ///
    /// Does nothing for presentations of a previous container.
    func write(_ left: [Item], insteadOf before: [Item]) {
        // The system closes an alert before it writes, so a request to close it is fulfilled.
        if style == .dialog { acknowledge(showing: requested) }
        defer { proceed() }
        guard left != before, before.allSatisfy({ storedItems.contains($0) }) else { return }
        let ids = left.map(\.presentation)
        if style != .dialog, announced != ids { running = coordinator.transitionBegan() }
        let closed = coordinator.write(ids, insteadOf: before.map(\.presentation))
        request(storedItems.filter { left.contains($0) }.map(\.presentation))
        if let closed { dismiss(closed) }
    }

    private func dismiss(_ id: PresentationID) {
        guard style == .dialog else {
            source?.dismiss(id)
            return
        }
        // The choice may come after the alert has closed. It decides, so it has to be sent first.
        let epoch = epoch
        clock.nextTurn { [weak self] in
            guard let self, self.epoch == epoch, let source, source.ids().contains(id) else { return }
            source.dismiss(id)
        }
    }

    private func track() {
        guard let source else { return }
        let epoch = epoch
        let ids = withObservationTracking {
            source.ids()
        } onChange: { [weak self] in
            MainActor.assumeIsolated {
                guard let self, self.epoch == epoch else { return }
                self.track()
            }
        }
        coordinator.show(ids)
        proceed()
    }

    private func acknowledge(showing ids: [PresentationID]) {
        guard let number = running else { return }
        running = nil
        coordinator.transitionEnded(number, showing: ids)
    }

    /// Requests the next change of the view, if there is one.
    private func proceed() {
        let offer = coordinator.nextOffer()
        if let offer {
            running = offer.number
            hasRequested = true
            let epoch = epoch
            clock.nextTurn { [weak self] in
                guard let self, self.epoch == epoch else { return }
                hasRequested = false
                coordinator.beginTurn()
                proceed()
            }
        }
        startLimit()
        if let offer {
            request(offer.ids)
        } else if running == nil, !hasRequested, coordinator.shown != requested {
            // The view has announced what it showed before the last request, which the state has
            // withdrawn since. A binding would still make that request.
            request(coordinator.shown)
        }
    }

    private func startLimit() {
        guard coordinator.waitsFor != limited else { return }
        limited = coordinator.waitsFor
        guard let number = limited else { return }
        let epoch = epoch
        clock.afterLimit { [weak self] in
            guard let self, self.epoch == epoch else { return }
            limitEnded(number)
        }
    }

    private func limitEnded(_ number: Int) {
        guard coordinator.waitsFor == number else { return }
        if style == .dialog, running == number {
            acknowledge(showing: requested)
        } else {
            coordinator.expire(number)
        }
        proceed()
    }

    private func request(_ ids: [PresentationID]) {
        requested = ids
        storedItems = ids.compactMap { id in
            storedItems.first { $0.presentation == id } ?? source.flatMap { Item(id, in: $0) }
        }
        latest = storedItems.last ?? latest
        registrar.withMutation(of: self, keyPath: \.items) {}
        onRequest?(storedItems)
    }
}
