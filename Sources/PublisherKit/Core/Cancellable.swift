// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// An activity that goes on until it is cancelled.
public protocol Cancellable {
    /// Ends it and frees what it holds; doing so again does nothing.
    func cancel()
}

extension Cancellable {
    /// Puts this into a set, which keeps it going.
    public func store(in set: inout Set<AnyCancellable>) {
        AnyCancellable(self).store(in: &set)
    }

    /// Puts this at the end of a collection, which keeps it going.
    public func store<C>(in collection: inout C) where C: RangeReplaceableCollection, C.Element == AnyCancellable {
        AnyCancellable(self).store(in: &collection)
    }
}
#endif
