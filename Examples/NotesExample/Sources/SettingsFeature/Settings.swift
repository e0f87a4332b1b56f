// SPDX-License-Identifier: MIT

public import PersistenceMiddleware
public import Prism
public import RexCore

/// What the user has chosen, kept from one start to the next.
public struct Settings: Codable, Hashable, Sendable {
    public enum Order: String, Codable, Sendable {
        case byName, byTitle
    }

    public var order = Order.byName
    public var isLogging = false

    public init() {}

    /// The file of the settings, which reads what the first version has written.
    public static func file(at path: String, storage: some Storage = .files) -> StateFile<Settings> {
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
public struct SettingsV1: Codable, Hashable, Sendable {
    public var sortsByTitle: Bool

    public init(sortsByTitle: Bool) { self.sortsByTitle = sortsByTitle }
}

@Prism public enum SettingsAction: Hashable, Sendable {
    case nextOrder
    case toggleLog
}

extension Feature where ActionType == SettingsAction, StateType == Settings, Dependencies == StateFile<Settings> {
    public static var settings: Feature {
        Feature { action, settings in
            switch action {
            case .nextOrder: settings.order = settings.order == .byName ? .byTitle : .byName
            case .toggleLog: settings.isLogging.toggle()
            }
        } <> .saving({ $0 }, to: { $0 })
    }
}
