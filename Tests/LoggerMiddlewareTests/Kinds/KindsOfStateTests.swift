// SPDX-License-Identifier: MIT

import Testing

/// Every kind of value that a legal state holds is told truthfully: the same one is no change, another one is.
@Suite struct KindsOfStateTests {
    @Test(arguments: Kind.ofTheStandardLibrary)
    func valuesOfTheStandardLibraryAreToldTruthfully(kind: Kind) {
        #expect(kind.complaints() == [])
    }

    @Test(arguments: Kind.ofCollections)
    func collectionsAreToldTruthfully(kind: Kind) {
        #expect(kind.complaints() == [])
    }

    @Test(arguments: Kind.ofReferences)
    func referencesAreToldTruthfully(kind: Kind) {
        #expect(kind.complaints() == [])
    }

    @Test(arguments: Kind.ofFoundation)
    func valuesOfFoundationAreToldTruthfully(kind: Kind) {
        #expect(kind.complaints() == [])
    }
}
