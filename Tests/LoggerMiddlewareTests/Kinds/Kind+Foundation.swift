// SPDX-License-Identifier: MIT

import Foundation

extension Kind {
    static let ofFoundation: [Kind] = bytesAndTexts + timesAndPlaces + objects

    private static let bytesAndTexts: [Kind] = [
        Kind("Data", { Data([1, 2]) }, { Data([1, 3]) }),
        Kind("empty Data", { Data() }, { Data([0]) }),
        Kind("long Data", { Data(count: 100_000) }, { Data(count: 99_999) + [1] }, isWrittenWhole: false),
        Kind("URL", { URL(filePath: "/a") }, { URL(filePath: "/b") }),
        Kind("URL of the net", { URL(string: "https://a.de/x?q=1") }, { URL(string: "https://a.de/x?q=2") }),
        Kind("URLComponents", { URLComponents(string: "https://a.de") }, { URLComponents(string: "https://b.de") }),
        Kind("UUID", { UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }, { UUID() }),
        Kind("Decimal", { Decimal(1) / 3 }, { Decimal(2) / 3 }),
        Kind("AttributedString", { AttributedString("a") }, { AttributedString("b") }),
        Kind("CharacterSet", { CharacterSet.letters }, { CharacterSet.decimalDigits }),
        Kind("IndexSet", { IndexSet(0..<3) }, { IndexSet(0..<4) }),
        Kind("IndexPath", { IndexPath(indexes: [1, 2]) }, { IndexPath(indexes: [1, 3]) }),
        Kind("PersonNameComponents", { name("Ada") }, { name("Eva") }),
        Kind("Notification", { Notification(name: .init("a")) }, { Notification(name: .init("b")) }),
        Kind("JSON", { json(1) }, { json(2) }),
    ]

    private static let timesAndPlaces: [Kind] = [
        Kind("Date", { Date(timeIntervalSince1970: 1) }, { Date(timeIntervalSince1970: 2) }),
        Kind("DateComponents", { DateComponents(year: 2026, month: 1) }, { DateComponents(year: 2026, month: 2) }),
        Kind("DateInterval", { interval(1) }, { interval(2) }),
        Kind("Locale", { Locale(identifier: "de_DE") }, { Locale(identifier: "en_US") }),
        Kind("Calendar", { Calendar(identifier: .gregorian) }, { Calendar(identifier: .hebrew) }),
        Kind("TimeZone", { TimeZone(identifier: "Europe/Berlin") }, { TimeZone(secondsFromGMT: 60) }),
        Kind(
            "Measurement",
            { Measurement(value: 1, unit: UnitLength.meters) },
            { Measurement(value: 2, unit: .meters) }
        ),
        Kind("unit", { Measurement(value: 1, unit: UnitLength.meters) }, { Measurement(value: 1, unit: .miles) }),
        Kind("CGRect", { CGRect(x: 0, y: 0, width: 1, height: 1) }, { CGRect(x: 0, y: 0, width: 1, height: 2) }),
    ]

    private static let objects: [Kind] = [
        object("OperationQueue", OperationQueue(), OperationQueue()),
        object("NSLock", NSLock(), NSLock()),
        Kind("NSError", { NSError(domain: "a", code: 1) }, { NSError(domain: "a", code: 2) }),
        Kind("NSString", { NSString(string: "a") }, { NSString(string: "b") }),
        Kind("NSArray", { NSArray(array: [1, 2]) }, { NSArray(array: [1, 3]) }),
        Kind("NSNumber", { NSNumber(value: 1) }, { NSNumber(value: 2) }),
        Kind("NSNull", { NSNull() as NSObject }, { NSNumber(value: 2) as NSObject }),
        Kind("CocoaError", { CocoaError(.fileNoSuchFile) }, { CocoaError(.fileReadUnknown) }),
        Kind("JSONDecoder", { decoders.0 }, { decoders.1 }),
    ]

    private static let decoders = (JSONDecoder(), JSONDecoder())

    private static func name(_ given: String) -> PersonNameComponents {
        var name = PersonNameComponents()
        name.givenName = given
        return name
    }

    private static func json(_ number: Int) -> Any {
        ["list": [number, NSNull()], "text": "a"] as [String: Any]
    }

    private static func interval(_ duration: Double) -> DateInterval {
        DateInterval(start: Date(timeIntervalSince1970: 0), duration: duration)
    }
}
