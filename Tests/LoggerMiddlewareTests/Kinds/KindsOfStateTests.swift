// SPDX-License-Identifier: MIT

import Testing

/// Every kind of value that a legal state holds is logged truthfully: the same one is no change, another one is.
@Suite struct KindsOfStateTests {
    @Test(arguments: Kind.ofTheStandardLibrary)
    func valuesOfTheStandardLibraryAreLoggedTruthfully(kind: Kind) {
        #expect(kind.complaints() == [])
    }

    @Test(arguments: Kind.ofCollections)
    func collectionsAreLoggedTruthfully(kind: Kind) {
        #expect(kind.complaints() == [])
    }

    @Test(arguments: Kind.ofReferences)
    func referencesAreLoggedTruthfully(kind: Kind) {
        #expect(kind.complaints() == [])
    }

    @Test(arguments: Kind.ofFoundation)
    func valuesOfFoundationAreLoggedTruthfully(kind: Kind) {
        #expect(kind.complaints() == [])
    }
}
