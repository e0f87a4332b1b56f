// SPDX-License-Identifier: MIT

/// The entry point of libFuzzer: whatever the bytes, the macro's parser returns a declaration, for which source can be
/// written, or an error inside of them; and what is read as JSON is the same when it is written and read again.
///
/// Built on demand with the sources of the plugin, but for its `main.swift`, in one module with them; see the Makefile.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPlugin(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let value = try? JSON(String(decoding: bytes, as: UTF8.self)) {
        precondition((try? JSON(value.text)) == value, "JSON was read as \(value), but not written as that.")
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
            "A finding about \(declaration.name.text) is outside of the source, or its code is empty."
        )
    } catch {
        precondition((0...count).contains(error.offset), "An error at \(error.offset) is outside of \(count) bytes.")
    }
    return 0
}
