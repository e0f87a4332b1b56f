// SPDX-License-Identifier: MIT

#if os(Linux)

import ReachabilityMiddleware
import Testing

@Suite struct NetworkSnapshotListTests {
    private static let link = NetworkSnapshot.Link(index: 1, name: "one", isUsable: true)
    private static let address = NetworkSnapshot.Address(family: .ipv4, link: 1, isGlobal: true)
    private static let route = NetworkSnapshot.DefaultRoute(family: .ipv4, metric: 3, links: [1])

    @Test func listsOfARealKernelMakeACompleteSnapshot() throws {
        var snapshot = NetworkSnapshot()
        let lists = [CapturedDumps.links, CapturedDumps.addresses, CapturedDumps.routes]
        for (request, list) in zip(UInt32(1)..., lists) {
            let complete = try list.map { datagram in
                try snapshot.add(NetlinkMessage.messages(in: datagram[...]), ofRequest: request)
            }
            #expect(complete == Array(repeating: false, count: list.count - 1) + [true])
        }
        // A rejecting route has the lowest metric of each family.
        #expect(snapshot.linkInUse == nil)
        snapshot.routes.removeAll(where: \.isRejecting)
        #expect(snapshot.linkInUse?.name == "a0")
    }

    @Test func answersToOtherRequestsAreSkipped() throws {
        var snapshot = NetworkSnapshot()
        let messages = [
            NetlinkMessage(sequence: 1, content: .link(Self.link)),
            NetlinkMessage(sequence: 1, isInterrupted: true, content: .done(0)),
            NetlinkMessage(sequence: 2, content: .address(Self.address)),
            NetlinkMessage(sequence: 2, content: .removal),
            NetlinkMessage(sequence: 2, content: .irrelevant),
            NetlinkMessage(sequence: 2, content: .route(Self.route)),
        ]
        let isComplete = try snapshot.add(messages, ofRequest: 2)
        #expect(!isComplete)
        #expect(snapshot == NetworkSnapshot(addresses: [Self.address], routes: [Self.route]))
    }

    @Test(arguments: [
        (NetlinkMessage(sequence: 1, isInterrupted: true, content: .link(link)), NetlinkError.interrupted),
        (NetlinkMessage(sequence: 1, isInterrupted: true, content: .done(0)), .interrupted),
        (NetlinkMessage(sequence: 1, content: .overrun), .interrupted),
        (NetlinkMessage(sequence: 1, content: .failure(16)), .system(16)),
        (NetlinkMessage(sequence: 1, content: .done(2)), .system(2)),
    ])
    func listThatCannotBeCompletedThrows(message: NetlinkMessage, error: NetlinkError) {
        #expect(throws: error) {
            var snapshot = NetworkSnapshot()
            _ = try snapshot.add([message], ofRequest: 1)
        }
    }
}

#endif
