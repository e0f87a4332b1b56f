// SPDX-License-Identifier: MIT

#if os(Linux)

import Foundation
import ReachabilityMiddleware
import Testing

@Suite struct InterfaceKindsTests {
    @Test(arguments: [
        ("wireless", "", NetworkPath.Interface.wifi),
        ("phy80211", "", .wifi),
        ("uevent", "DEVTYPE=wwan\nINTERFACE=x0\n", .cellular),
        ("uevent", "INTERFACE=x0\nDEVTYPE=wwan", .cellular),
        // The maximum size of such a file.
        ("uevent", String(repeating: "x", count: 4083) + "\nDEVTYPE=wwan", .cellular),
        ("uevent", "DEVTYPE=wwan2\n", .wired),
        ("uevent", "INTERFACE=x0\n", .wired),
        ("uevent", "", .wired),
    ])
    func kindDependsOnTheEntriesOfTheInterface(entry: String, content: String, kind: NetworkPath.Interface) throws {
        let folders = try InterfaceFolders(["x0": (entry: entry, content: content)])
        #expect(folders.kinds.kind(of: "x0") == kind)
    }

    @Test func interfaceWithoutEntriesIsWired() throws {
        #expect(try InterfaceFolders([:]).kinds.kind(of: "x0") == .wired)
    }

    @Test func loopbackOfThisMachineIsWired() {
        #expect(InterfaceKinds().kind(of: "lo") == .wired)
    }
}

#endif
