// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// An activity that can be cancelled.
public protocol Cancellable {
    /// Cancels the activity and releases its resources. Does nothing if it is called again.
    func cancel()
}

extension Cancellable {
    /// Stores this cancellable in a set, which keeps it alive.
    public func store(in set: inout Set<AnyCancellable>) {
        AnyCancellable(self).store(in: &set)
    }

    /// Appends this cancellable to a collection, which keeps it alive.
    public func store<C>(in collection: inout C) where C: RangeReplaceableCollection, C.Element == AnyCancellable {
        AnyCancellable(self).store(in: &collection)
    }
}
#endif
