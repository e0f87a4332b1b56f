// SPDX-License-Identifier: MIT

/// The entry point of libFuzzer.
///
/// Checks the parser of the macro and the coder of JSON with any input.
///
/// The parser must return a declaration that source can be generated for, or an error within the input. A JSON value must
/// stay the same when it is written and read again.
///
/// `make check PARTS=fuzz` compiles it together with the sources of the plugin except `main.swift`, as one module.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPlugin(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let value = try? JSON(String(decoding: bytes, as: UTF8.self)) {
        precondition((try? JSON(value.text)) == value, "\(value) changes when it is written and read again.")
    }
    let source = SourceText(bytes: bytes)
    do {
        guard case .enumeration(let declaration) = try DeclarationParser.parse(source) else { return 0 }
        let options = PrismOptions()
        let findings = EnumRules(declaration: declaration, options: options).findings
        let parameters = declaration.typeParameters
        let code = PrismCode(
            declaration: declaration,
            options: options,
            typeParameters: parameters,
            isExtensible: parameters.isEmpty
        )
        precondition(
            findings.allSatisfy { $0.range.upperBound <= count } && !code.members.isEmpty,
            "A diagnostic about \(declaration.name.text) is outside the source, or its code is empty."
        )
    } catch {
        precondition((0...count).contains(error.offset), "Error offset \(error.offset) is beyond the \(count) bytes.")
    }
    return 0
}
