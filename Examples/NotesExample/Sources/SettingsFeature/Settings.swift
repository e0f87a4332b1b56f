// SPDX-License-Identifier: MIT

package import PersistenceMiddleware
import Prism
package import RexCore

/// The user's settings, saved between starts.
package struct Settings: Codable, Hashable, Sendable {
    package enum Order: String, Codable, Sendable {
        case byName, byTitle
    }

    package var order = Order.byName
    package var isLogging = false

    package init() {}

    fileprivate mutating func take(_ action: SettingsAction) {
        switch action {
        case .nextOrder: order = order == .byName ? .byTitle : .byName
        case .toggleLog: isLogging.toggle()
        }
    }

    /// The file of the settings.
    ///
    /// It also reads the format of the first version.
    package static func file(at path: String, storage: some Storage = .files) -> StateFile<Settings> {
        StateFile(at: path, version: 2, storage: storage) { migrate in
            migrate.from(1) { (old: SettingsV1) in
                var settings = Settings()
                settings.order = old.sortsByTitle ? .byTitle : .byName
                return settings
            }
        }
    }
}

/// The settings of the first version.
package struct SettingsV1: Codable, Hashable, Sendable {
    package var sortsByTitle: Bool

    package init(sortsByTitle: Bool) { self.sortsByTitle = sortsByTitle }
}

@Prism package enum SettingsAction: Codable, Hashable, Sendable {
    case nextOrder
    case toggleLog
}

extension Feature where ActionType == SettingsAction, StateType == Settings, Dependencies == StateFile<Settings> {
    package static var settings: Feature {
        Feature { action, settings in settings.take(action) } <> .saving({ $0 }, to: { $0 })
    }
}

/// The settings on their screen, until the user takes or discards them.
package struct SettingsForm: Codable, Hashable, Sendable {
    package private(set) var settings: Settings

    package init(_ settings: Settings) { self.settings = settings }

    fileprivate mutating func take(_ action: SettingsFormAction) {
        if case .changed(let change) = action { settings.take(change) }
    }
}

@Prism package enum SettingsFormAction: Codable, Hashable, Sendable {
    case changed(SettingsAction)
    case done(Settings)
}

extension Feature where ActionType == SettingsFormAction, StateType == SettingsForm, Dependencies == Void {
    package static var settingsForm: Feature { Feature { action, form in form.take(action) } }
}
