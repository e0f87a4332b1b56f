// SPDX-License-Identifier: MIT

/// The entry point of libFuzzer.
///
/// The parser of netlink messages must return messages or throw, whatever its input.
///
/// `make check PARTS=fuzz` compiles it together with the sources of the parser, as one module.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNetlinkMessages(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    _ = try? NetlinkMessage.messages(in: Array(UnsafeBufferPointer(start: bytes, count: count))[...])
    return 0
}
