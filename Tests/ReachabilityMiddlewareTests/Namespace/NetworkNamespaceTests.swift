// SPDX-License-Identifier: MIT

#if os(Linux)

import RexTestSupport
import Testing

#if canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Tests the live monitor with a real kernel, in networks that the tests make and change.
@Suite(.enabled(if: NetworkNamespace.isPermitted, "this process may not make network namespaces"))
struct NetworkNamespaceTests {
    private static let wired = ["startMonitoring", "connectedToWired", "becameCheap", "becameUnconstrained"]
    private static let offline = ["startMonitoring", "gotOffline", "becameCheap", "becameUnconstrained"]

    private let network: NetworkNamespace

    init() throws {
        network = try NetworkNamespace()
    }

    @Test func networkWithoutADefaultRouteIsOfflineUntilItGetsOne() throws {
        try network.addCable("net0", address: "10.9.0.1/24")
        let probe = try network.probe()
        probe.write("start\n")
        #expect(probe.nextLines(4) == Self.offline)
        try network.ip("route add default via 10.9.0.2")
        #expect(probe.nextLine() == "connectedToWired")
        try network.ip("route delete default")
        #expect(probe.nextLine() == "gotOffline")
        try expectEnd(probe)
    }

    @Test func downInterfaceAndPulledCableAreOffline() throws {
        try network.addCable("net0", address: "10.9.0.1/24")
        try network.ip("route add default via 10.9.0.2")
        let probe = try network.probe()
        probe.write("start\n")
        #expect(probe.nextLines(4) == Self.wired)
        try network.ip("link set net0-peer down")
        #expect(probe.nextLine() == "gotOffline")
        try network.ip("link set net0-peer up")
        #expect(probe.nextLine() == "connectedToWired")
        try network.ip("link set net0 down")
        #expect(probe.nextLine() == "gotOffline")
        try expectEnd(probe)
    }

    /// Like a wireless link before authentication.
    @Test func dormantInterfaceIsOffline() throws {
        try network.addCable("net0", address: "10.9.0.1/24")
        try network.ip("route add default via 10.9.0.2")
        let probe = try network.probe()
        probe.write("start\n")
        #expect(probe.nextLines(4) == Self.wired)
        try network.ip("link set net0 mode dormant state dormant")
        #expect(probe.nextLine() == "gotOffline")
        try network.ip("link set net0 state up")
        #expect(probe.nextLine() == "connectedToWired")
        try expectEnd(probe)
    }

    @Test func interfaceWithoutItsOnlyAddressIsOffline() throws {
        try network.addCable("net0", address: "10.9.0.1/24")
        try network.ip("route add default via 10.9.0.2")
        let probe = try network.probe()
        probe.write("start\n")
        #expect(probe.nextLines(4) == Self.wired)
        try network.ip("address delete 10.9.0.1/24 dev net0")
        #expect(probe.nextLine() == "gotOffline")
        try expectEnd(probe)
    }

    @Test func networkWithIPv6OnlyIsConnected() throws {
        try network.addCable("net0", address: "fd01::1/64")
        try network.ip("-6 route add default via fd01::2")
        let probe = try network.probe()
        probe.write("start\n")
        #expect(probe.nextLines(4) == Self.wired)
        try network.ip("-6 route delete default")
        #expect(probe.nextLine() == "gotOffline")
        try network.ip("-6 route add default dev net0")
        #expect(probe.nextLine() == "connectedToWired")
        try expectEnd(probe)
    }

    @Test(arguments: ["unreachable", "blackhole", "prohibit", "throw"])
    func rejectingDefaultRouteIsOfflineUnlessItsMetricIsHigher(type: String) throws {
        try network.addCable("net0", address: "10.9.0.1/24")
        try network.ip("route add default metric 7 nexthop via 10.9.0.2 nexthop via 10.9.0.3")
        let probe = try network.probe()
        probe.write("start\n")
        #expect(probe.nextLines(4) == Self.wired)
        try network.ip("route add \(type) default metric 1")
        #expect(probe.nextLine() == "gotOffline")
        try network.ip("route add default via 10.9.0.2 metric 0")
        #expect(probe.nextLine() == "connectedToWired")
        // The kernel does not report that the old route is gone.
        try network.ip("route replace \(type) default metric 0")
        #expect(probe.nextLine() == "gotOffline")
        try network.ip("route delete \(type) default metric 0")
        try network.ip("route delete \(type) default metric 1")
        #expect(probe.nextLine() == "connectedToWired")
        try network.ip("route add \(type) default metric 9")
        try expectEnd(probe)
    }

    @Test func rejectingIPv6RouteIsOffline() throws {
        try network.addCable("net0", address: "fd01::1/64")
        try network.ip("-6 route add default via fd01::2 metric 100")
        let probe = try network.probe()
        probe.write("start\n")
        #expect(probe.nextLines(4) == Self.wired)
        try network.ip("-6 route add blackhole default metric 50")
        #expect(probe.nextLine() == "gotOffline")
        try expectEnd(probe)
    }

    /// As a VPN sets it.
    @Test(arguments: [
        ("10.9.0.1/24", "0.0.0.0/1 via 10.9.0.2", "128.0.0.0/1 via 10.9.0.2"),
        ("fd01::1/64", "::/1 via fd01::2", "8000::/1 via fd01::2"),
    ])
    func routesToBothHalvesAreConnected(address: String, lower: String, upper: String) throws {
        try network.addCable("net0", address: address)
        let probe = try network.probe()
        probe.write("start\n")
        #expect(probe.nextLines(4) == Self.offline)
        try network.ip("route add \(lower)")
        try network.ip("route add \(upper)")
        #expect(probe.nextLine() == "connectedToWired")
        try network.ip("route delete \(lower)")
        #expect(probe.nextLine() == "gotOffline")
        try expectEnd(probe)
    }

    /// A VPN with a kill switch: without the tunnel, nothing gets out.
    @Test func routesToBothHalvesAreConnectedBesidesARejectingDefaultRoute() throws {
        try network.addCable("net0", address: "10.9.0.1/24")
        try network.ip("route add unreachable default")
        try network.ip("route add 0.0.0.0/1 dev net0")
        try network.ip("route add 128.0.0.0/1 dev net0")
        let probe = try network.probe()
        probe.write("start\n")
        #expect(probe.nextLines(4) == Self.wired)
        try network.ip("link set net0-peer down")
        #expect(probe.nextLine() == "gotOffline")
        try expectEnd(probe)
    }

    @Test(.enabled(if: NetworkNamespace.hasNexthops, "this kernel has no nexthop objects"))
    func routeOverANexthopIsConnected() throws {
        try network.tellNexthopsAlone()
        try network.addCable("cable", address: "10.9.0.1/24")
        try network.addCable("radio", address: "10.8.0.1/24")
        try network.ip("nexthop add id 1 via 10.9.0.2 dev cable")
        try network.ip("route add default nhid 1")
        let kinds = try InterfaceFolders(["radio": (entry: "phy80211", content: "")])
        let probe = try network.probe(kinds: kinds)
        probe.write("start\n")
        #expect(probe.nextLines(4) == Self.wired)
        // The route doesn't change, so the kernel only reports the nexthop.
        try network.ip("nexthop replace id 1 via 10.8.0.2 dev radio")
        #expect(probe.nextLine() == "connectedToWifi")
        try network.ip("nexthop add id 3 via 10.9.0.3 dev cable")
        try network.ip("nexthop add id 4 group 3")
        try network.ip("route replace default nhid 4")
        #expect(probe.nextLine() == "connectedToWired")
        try network.ip("route delete default")
        #expect(probe.nextLine() == "gotOffline")
        try network.ip("-6 nexthop add id 5 dev cable")
        try network.ip("-6 route add default nhid 5")
        #expect(probe.nextLine() == "connectedToWired")
        try network.ip("nexthop delete id 5")
        #expect(probe.nextLine() == "gotOffline")
        try expectEnd(probe)
    }

    @Test func interfaceWithTheLowestMetricIsInUse() throws {
        try network.addCable("cable", address: "10.9.0.1/24")
        try network.addCable("radio", address: "10.8.0.1/24")
        try network.ip("route add default via 10.9.0.2 metric 100")
        try network.ip("route add default via 10.8.0.2 metric 200")
        let kinds = try InterfaceFolders(["radio": (entry: "phy80211", content: "")])
        let probe = try network.probe(kinds: kinds)
        probe.write("start\n")
        #expect(probe.nextLines(4) == Self.wired)
        try network.ip("address add 10.7.0.1/24 dev radio")
        try network.ip("route add default via 10.8.0.3 metric 300")
        try network.ip("route delete default metric 100")
        #expect(probe.nextLine() == "connectedToWifi")
        try network.ip("route add default via 10.9.0.2 metric 100")
        #expect(probe.nextLine() == "connectedToWired")
        try network.ip("link set cable-peer down")
        #expect(probe.nextLine() == "connectedToWifi")
        try expectEnd(probe)
    }

    @Test func cellularNetworkIsExpensive() throws {
        try network.addCable("cable", address: "10.9.0.1/24")
        try network.addCable("modem", address: "10.8.0.1/24")
        try network.ip("route add default dev modem metric 200")
        let kinds = try InterfaceFolders(["modem": (entry: "uevent", content: "DEVTYPE=wwan\n")])
        let probe = try network.probe(kinds: kinds)
        probe.write("start\n")
        #expect(probe.nextLines(3) == ["startMonitoring", "connectedToCellular", "becameUnconstrained"])
        try network.ip("route add default via 10.9.0.2 metric 100")
        #expect(probe.nextLines(2) == ["connectedToWired", "becameCheap"])
        try network.ip("link delete cable")
        #expect(probe.nextLines(2) == ["connectedToCellular", "becameExpensive"])
        try expectEnd(probe)
    }

    @Test func stoppedMonitorReportsNothingUntilTheNextStart() throws {
        try network.addCable("net0", address: "10.9.0.1/24")
        try network.ip("route add default via 10.9.0.2")
        let probe = try network.probe()
        probe.write("start\nstart\n")
        #expect(probe.nextLines(5).sorted() == (Self.wired + ["startMonitoring"]).sorted())
        probe.write("stop\n")
        #expect(probe.nextLine() == "stopMonitoring")
        try network.ip("route delete default")
        try network.ip("route add default via 10.9.0.3")
        try network.ip("route delete default")
        probe.write("start\n")
        #expect(probe.nextLines(4) == Self.offline)
        try network.ip("route add default via 10.9.0.2")
        #expect(probe.nextLine() == "connectedToWired")
        try expectEnd(probe)
    }

    @Test func changeWithALostMessageIsDetected() throws {
        try network.addCable("net0", address: "10.9.0.1/24")
        try network.ip("route add default via 10.9.0.2")
        let probe = try network.probe()
        probe.write("start\n")
        #expect(probe.nextLines(4) == Self.wired)
        probe.signal(SIGSTOP)
        #expect(probe.waitForStop() == SIGSTOP)
        // Routes that don't affect the path fill the socket, so that the message about the relevant
        // route is lost.
        try network.batch((0..<4_000).map { "route add 10.\(20 + $0 / 250).\($0 % 250).0/24 via 10.9.0.2" })
        try network.ip("route delete default")
        probe.signal(SIGCONT)
        #expect(probe.nextLine() == "gotOffline")
        try expectEnd(probe)
    }

    @Test func changesAreDetectedWithoutAFreeDescriptor() throws {
        try network.addCable("net0", address: "10.9.0.1/24")
        try network.ip("route add default via 10.9.0.2")
        let probe = try network.probe(descriptorLimit: 64)
        probe.write("start\n")
        #expect(probe.nextLines(4) == Self.wired)
        probe.write("hoard\n")
        #expect(probe.nextLine() == "hoarding")
        try network.ip("route delete default")
        #expect(probe.nextLine() == "gotOffline")
        try expectEnd(probe)
    }

    @Test func monitorThatCannotStartSendsAStopAndCanStartLater() throws {
        let probe = try network.probe(descriptorLimit: 64)
        probe.write("hoard\n")
        #expect(probe.nextLine() == "hoarding")
        for _ in 1...2 {
            probe.write("start\n")
            #expect(probe.nextLines(2) == ["startMonitoring", "stopMonitoring"])
        }
        probe.write("release\nstart\n")
        #expect(probe.nextLines(4) == Self.offline)
        try expectEnd(probe)
    }

    @Test func monitorReportsAPathOnlyIfItDiffersFromThePreviousOne() throws {
        try network.addCable("net0", address: "10.9.0.1/24")
        try network.ip("route add default via 10.9.0.2")
        let probe = try network.probe()
        probe.write("paths\n")
        #expect(probe.nextLine() == "path true")
        try network.ip("address add 10.9.0.7/24 dev net0")
        try network.ip("route add default via 10.9.0.3 metric 9")
        try network.ip("route delete default metric 9")
        try network.ip("route delete default")
        #expect(probe.nextLine() == "path false")
        try expectEnd(probe)
    }

    @Test func runsLeaveNeitherDescriptorsNorThreadsBehind() throws {
        let probe = try network.probe()
        probe.write("cycles\n")
        let words = try #require(probe.nextLine()).split(separator: " ")
        #expect(words.count == 4)
        #expect(words[1] == "0")
        // The thread pool may have grown, on a busy machine by many threads, but not by one for
        // each run.
        #expect(try #require(Int(words[3])) < 100)
        try expectEnd(probe)
    }

    /// Releases the store, changes the network again, and expects no further line.
    private func expectEnd(_ probe: ChildProcess, sourceLocation: SourceLocation = #_sourceLocation) throws {
        probe.write("drop\n")
        try network.ip("link add last type veth peer name last-peer")
        probe.closeInput()
        #expect(probe.remainingOutput() == "", sourceLocation: sourceLocation)
        #expect(probe.waitForExit() == .exited(0), sourceLocation: sourceLocation)
    }
}

#endif
