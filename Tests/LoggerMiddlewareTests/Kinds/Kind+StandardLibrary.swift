// SPDX-License-Identifier: MIT

private enum Phase: Sendable {
    case idle
    case loaded(Int)
    indirect case nested(Phase, title: String)
}

private enum Weekday: String, Sendable {
    case monday, tuesday
}

private struct Problem: Error {
    var code: Int
}

private struct Pair: Sendable {
    var first = 1
    var second = "two"
}

private protocol Shape: Sendable {}
extension Int: Shape {}
extension Pair: Shape {}

private struct Wrapper<each Value> {
    var values: (repeat each Value)

    init(_ values: repeat each Value) { self.values = (repeat each values) }
}

extension Kind {
    static let ofTheStandardLibrary: [Kind] = numbers + texts + vectors + boxes + rest

    private static let numbers: [Kind] = [
        Kind("Int", { 1 }, { 2 }),
        Kind("UInt8", { 1 as UInt8 }, { 2 as UInt8 }),
        Kind("Int128", { 1 as Int128 }, { 2 as Int128 }),
        Kind("Bool", { true }, { false }),
        Kind("Double", { 1.5 }, { 2.5 }),
        Kind("NaN", { Double.nan }, { 1.0 }),
        Kind("NaN that comes", { 1.0 }, { Double.nan }),
        Kind("signs of infinity", { Double.infinity }, { -Double.infinity }),
        Kind("Float", { 1.5 as Float }, { 2.5 as Float }),
        Kind("Float16", { 1.5 as Float16 }, { 2.5 as Float16 }),
        Kind("Duration", { Duration.seconds(1) }, { .seconds(2) }),
        unsafe Kind(
            "pointer",
            { unsafe UnsafeRawPointer(bitPattern: 16) },
            { unsafe UnsafeRawPointer(bitPattern: 32) }
        ),
        unsafe Kind(
            "OpaquePointer",
            { unsafe OpaquePointer(bitPattern: 16) },
            { unsafe OpaquePointer(bitPattern: 32) }
        ),
        unsafe Kind(
            "UnsafeRawBufferPointer",
            { unsafe UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: 16), count: 8) },
            { unsafe UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: 32), count: 8) }
        ),
        unsafe Kind(
            "UnsafeBufferPointer",
            { unsafe UnsafeBufferPointer(start: UnsafePointer<UInt8>(bitPattern: 16), count: 8) },
            { unsafe UnsafeBufferPointer(start: UnsafePointer<UInt8>(bitPattern: 32), count: 8) }
        ),
        Kind("ObjectIdentifier", { ObjectIdentifier(Int.self) }, { ObjectIdentifier(Bool.self) }),
    ]

    private static let texts: [Kind] = [
        Kind("String", { "a" }, { "b" }),
        Kind("long String", { String(repeating: "a", count: 99) }, { String(repeating: "b", count: 99) }),
        Kind("Substring", { "abc".dropFirst() }, { "abd".dropFirst() }),
        Kind("Character", { "a" as Character }, { "b" as Character }),
        Kind("Unicode.Scalar", { "a" as Unicode.Scalar }, { "b" as Unicode.Scalar }),
        Kind("StaticString", { "a" as StaticString }, { "b" as StaticString }),
        Kind("String.UTF8View", { "abc".utf8 }, { "abd".utf8 }),
        Kind("String.Index", { "abc".startIndex }, { "abc".endIndex }),
    ]

    private static let vectors: [Kind] = [
        Kind("SIMD2", { SIMD2(1, 2) }, { SIMD2(1, 3) }),
        Kind("SIMD3", { SIMD3<Float>(1, 2, 3) }, { SIMD3<Float>(1, 2, 4) }),
        Kind("SIMD4", { SIMD4<UInt8>(1, 2, 3, 4) }, { SIMD4<UInt8>(1, 2, 3, 5) }),
        Kind("SIMD8", { SIMD8<Int32>(repeating: 1) }, { SIMD8<Int32>(repeating: 2) }),
        Kind("SIMD16", { SIMD16<Double>(repeating: 1) }, { SIMD16<Double>(repeating: 2) }),
        Kind("SIMD64", { SIMD64<Int8>(repeating: 1) }, { SIMD64<Int8>(repeating: 2) }),
        Kind("SIMDMask", { SIMD4(1, 2, 3, 4) .< 3 }, { SIMD4(1, 2, 3, 4) .< 4 }),
    ]

    private static let boxes: [Kind] = [
        Kind("optional", { Int?.some(1) }, { nil }),
        Kind("nil that is in an optional", { Int??.none }, { .some(nil) }),
        Kind("nil that is deeper", { Int???.some(nil) }, { .some(.some(nil)) }),
        Kind("optional of an optional", { Int??.some(1) }, { 2 }),
        Kind("enum", { Phase.idle }, { .loaded(1) }),
        Kind("payload", { Phase.loaded(1) }, { .loaded(2) }),
        Kind("indirect payload", { Phase.nested(.loaded(1), title: "a") }, { .nested(.loaded(2), title: "a") }),
        Kind("raw value", { Weekday.monday }, { .tuesday }),
        Kind("tuple", { (1, "a") }, { (1, "b") }),
        Kind("struct", { Pair() }, { Pair(second: "2") }),
        Kind("parameter pack", { Wrapper(1, "a") }, { Wrapper(1, "b") }),
        Kind("any protocol", { 1 as any Shape }, { Pair() as any Shape }),
        Kind("any protocol, the same type", { Pair() as any Shape }, { Pair(first: 2) as any Shape }),
        Kind("any Error", { Problem(code: 1) as any Error }, { Problem(code: 2) as any Error }),
        Kind("Any", { 1 as Any }, { "1" as Any }),
        Kind("Any with an optional", { Int?.none as Any }, { Int?.some(1) as Any }),
        Kind("AnyHashable", { AnyHashable(1) }, { AnyHashable("1") }),
        Kind("Result", { Result<Int, Problem>.success(1) }, { .failure(Problem(code: 1)) }),
    ]

    private static let rest: [Kind] = [
        Kind("metatype", { Int.self as Any.Type }, { String.self as Any.Type }),
        Kind("metatype of a protocol", { Int.self as any Shape.Type }, { Pair.self as any Shape.Type }),
        Kind("key path", { \Pair.first as AnyKeyPath }, { \Pair.second as AnyKeyPath }),
        Kind("half open range", { 0..<5 }, { 0..<6 }),
        Kind("closed range", { 0...5 }, { 1...5 }),
        Kind("range from", { 0... }, { 1... }),
        Kind("stride", { stride(from: 0, to: 9, by: 2) }, { stride(from: 0, to: 9, by: 3) }),
        Kind("instant", { ContinuousClock.Instant.epoch }, { .epoch + .seconds(1) }),
        Kind("priority", { TaskPriority.low }, { TaskPriority.high }),
    ]
}

extension ContinuousClock.Instant {
    fileprivate static let epoch = ContinuousClock.now
}
