// SPDX-License-Identifier: MIT

/// The entry point of libFuzzer: whatever the bytes, the parser of netlink messages returns messages or throws.
///
/// Built on demand with the sources of the parser, in one module with them; see the Makefile.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNetlinkMessages(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    _ = try? NetlinkMessage.messages(in: Array(UnsafeBufferPointer(start: bytes, count: count))[...])
    return 0
}
