// SPDX-License-Identifier: MIT

import Testing

/// Logs each kind of value correctly: an equal value is no change, a different one is a change.
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
