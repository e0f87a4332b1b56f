// SPDX-License-Identifier: MIT

/// The names of Combine's public API by owner, and the differences of PublisherKit.
enum CombineNames {
    /// The public names.
    ///
    /// Initializers, requirements of standard library protocols and overloads have no separate entries.
    static let byOwner: [(owner: String, names: String)] = [
        (
            "",
            """
            AnyCancellable AnyPublisher AnySubscriber AsyncPublisher AsyncThrowingPublisher Cancellable \
            CombineIdentifier ConnectablePublisher CurrentValueSubject \
            CustomCombineIdentifierConvertible Deferred Empty Fail Future ImmediateScheduler Just \
            ObservableObject ObservableObjectPublisher PassthroughSubject Published Publisher Publishers \
            Record Scheduler SchedulerTimeIntervalConvertible Subject Subscriber Subscribers \
            Subscription Subscriptions TopLevelDecoder TopLevelEncoder
            """
        ),
        (
            "Publisher",
            """
            Output Failure receive(subscriber:) subscribe(_:) subscribe(on:options:) \
            receive(on:options:) map(_:) map(_:_:) map(_:_:_:) tryMap(_:) mapError(_:) replaceNil(with:) \
            scan(_:_:) tryScan(_:_:) setFailureType(to:) filter(_:) tryFilter(_:) compactMap(_:) \
            tryCompactMap(_:) removeDuplicates() removeDuplicates(by:) tryRemoveDuplicates(by:) \
            replaceEmpty(with:) replaceError(with:) collect() collect(_:) collect(_:options:) \
            ignoreOutput() reduce(_:_:) tryReduce(_:_:) count() max() max(by:) tryMax(by:) min() \
            min(by:) tryMin(by:) contains(_:) contains(where:) tryContains(where:) allSatisfy(_:) \
            tryAllSatisfy(_:) drop(untilOutputFrom:) dropFirst(_:) drop(while:) tryDrop(while:) \
            append(_:) prepend(_:) prefix(_:) prefix(while:) tryPrefix(while:) prefix(untilOutputFrom:) \
            first() first(where:) tryFirst(where:) last() last(where:) tryLast(where:) output(at:) \
            output(in:) combineLatest(_:) combineLatest(_:_:) combineLatest(_:_:_:) \
            combineLatest(_:_:_:_:) merge(with:) merge(with:_:) merge(with:_:_:) merge(with:_:_:_:) \
            merge(with:_:_:_:_:) merge(with:_:_:_:_:_:) merge(with:_:_:_:_:_:_:) zip(_:) zip(_:_:) \
            zip(_:_:_:) zip(_:_:_:_:) flatMap(maxPublishers:_:) switchToLatest() retry(_:) catch(_:) \
            tryCatch(_:) assertNoFailure(_:file:line:) debounce(for:scheduler:options:) \
            delay(for:tolerance:scheduler:options:) measureInterval(using:options:) \
            throttle(for:scheduler:latest:) timeout(_:scheduler:options:customError:) encode(encoder:) \
            decode(type:decoder:) multicast(_:) multicast(subject:) share() makeConnectable() \
            buffer(size:prefetch:whenFull:) \
            breakpoint(receiveSubscription:receiveOutput:receiveCompletion:) breakpointOnError() \
            handleEvents(receiveSubscription:receiveOutput:receiveCompletion:receiveCancel:receiveRequest:) \
            print(_:to:) eraseToAnyPublisher() sink(receiveCompletion:receiveValue:) sink(receiveValue:) \
            assign(to:on:) assign(to:) values
            """
        ),
        (
            "Publishers",
            """
            AllSatisfy AssertNoFailure Autoconnect Breakpoint Buffer BufferingStrategy Catch Collect \
            CollectByCount CollectByTime CombineLatest CombineLatest3 CombineLatest4 CompactMap \
            Comparison Concatenate Contains ContainsWhere Count Debounce Decode Delay Drop \
            DropUntilOutput DropWhile Encode Filter First FirstWhere FlatMap HandleEvents IgnoreOutput \
            Last LastWhere MakeConnectable Map MapError MapKeyPath MapKeyPath2 MapKeyPath3 \
            MeasureInterval Merge Merge3 Merge4 Merge5 Merge6 Merge7 Merge8 MergeMany Multicast Output \
            PrefetchStrategy PrefixUntilOutput PrefixWhile Print ReceiveOn Reduce RemoveDuplicates \
            ReplaceEmpty ReplaceError Retry Scan Sequence SetFailureType Share SubscribeOn \
            SwitchToLatest Throttle TimeGroupingStrategy Timeout TryAllSatisfy TryCatch TryCompactMap \
            TryComparison TryContainsWhere TryDropWhile TryFilter TryFirstWhere TryLastWhere TryMap \
            TryPrefixWhile TryReduce TryRemoveDuplicates TryScan Zip Zip3 Zip4
            """
        ),
        ("Subscribers", "Assign Completion Demand Sink"),
        (
            "Subscribers.Demand",
            "unlimited none max max(_:) +(_:_:) -(_:_:) *(_:_:) +=(_:_:) -=(_:_:) *=(_:_:) description"
        ),
        ("Subscribers.Completion", "finished failure(_:)"),
        (
            "Subscribers.Sink",
            "receive(subscription:) receive(_:) receive(completion:) cancel() receiveValue receiveCompletion"
        ),
        ("Subscribers.Assign", "receive(subscription:) receive(_:) receive(completion:) cancel() object keyPath"),
        ("Subscriptions", "empty"),
        ("ConnectablePublisher", "connect() autoconnect()"),
        ("Subject", "send(_:) send(completion:) send(subscription:) send()"),
        ("Subscriber", "Input Failure receive(subscription:) receive(_:) receive(completion:) receive()"),
        ("Subscription", "request(_:)"),
        ("Cancellable", "cancel() store(in:)"),
        (
            "Scheduler",
            """
            SchedulerTimeType SchedulerOptions now minimumTolerance schedule(_:) schedule(options:_:) \
            schedule(after:_:) schedule(after:tolerance:_:) schedule(after:tolerance:options:_:) \
            schedule(after:interval:_:) schedule(after:interval:tolerance:_:) \
            schedule(after:interval:tolerance:options:_:)
            """
        ),
        (
            "SchedulerTimeIntervalConvertible",
            "seconds(_:) milliseconds(_:) microseconds(_:) nanoseconds(_:)"
        ),
        ("CurrentValueSubject", "value send(_:) send(completion:) send(subscription:)"),
        ("PassthroughSubject", "send(_:) send(completion:) send(subscription:)"),
        ("Future", "Promise value"),
        ("Just", "output"),
        ("Empty", "completeImmediately"),
        ("Fail", "error"),
        ("Deferred", "createPublisher"),
        ("Record", "Recording recording"),
        ("Record.Recording", "output completion receive(_:) receive(completion:)"),
        ("Optional", "Publisher publisher"),
        ("Result", "Publisher publisher"),
        ("Sequence", "publisher"),
        (
            "Publishers.Sequence",
            """
            sequence allSatisfy(_:) tryAllSatisfy(_:) append(_:) collect() compactMap(_:) contains(_:) \
            contains(where:) tryContains(where:) count() drop(while:) dropFirst(_:) filter(_:) first() \
            first(where:) ignoreOutput() last() last(where:) map(_:) max() max(by:) min() min(by:) \
            output(at:) output(in:) prefix(_:) prefix(while:) prepend(_:) reduce(_:_:) tryReduce(_:_:) \
            removeDuplicates() replaceNil(with:) scan(_:_:) setFailureType(to:)
            """
        ),
        (
            "DispatchQueue",
            """
            SchedulerTimeType SchedulerOptions now minimumTolerance schedule(options:_:) \
            schedule(after:tolerance:options:_:) schedule(after:interval:tolerance:options:_:)
            """
        ),
    ]

    /// The available names that behave differently than in Combine.
    static let differences: [(name: String, difference: String)] = [
        ("Publisher", "Publishers are not `Equatable`, and most are not `Sendable`."),
        (
            "Publishers.Sequence.map(_:)",
            """
            Runs for each subscriber and on demand, as with other publishers. Combine makes an array \
            at once. The same is true of `filter(_:)`. The result types differ.
            """
        ),
        (
            "Publishers.Sequence",
            "Uses the general operators instead of specialised ones, with the same results."
        ),
        (
            "Subject.send(_:)",
            """
            A value that a subscriber sends while it receives a value is delivered next, not inside \
            the call. There is no lock and no recursion.
            """
        ),
        (
            "Publisher.first()",
            """
            A subscriber that cancels when it receives the only value gets no completion. The same is \
            true of all operators with one value.
            """
        ),
        (
            "Publisher.collect()",
            """
            The subscriber gets its subscription before the upstream publisher is subscribed to, as \
            with all operators that keep values or have several upstream publishers. In Combine it may \
            come later.
            """
        ),
        (
            "Publisher.receive(on:options:)",
            """
            Events that accumulate before the scheduler runs are delivered together, in order. Combine \
            schedules each event.
            """
        ),
        (
            "Publisher.subscribe(on:options:)",
            """
            The subscriber gets its subscription at once. Demand until the scheduler has subscribed is \
            requested with the subscription. Combine schedules each request.
            """
        ),
        ("Publisher.drop(untilOutputFrom:)", "Dropped values don't use up demand."),
        ("Publisher.collect(_:options:)", "Arrays wait until they are requested."),
        ("Publisher.print(_:to:)", "Subscriptions are printed as their type."),
        (
            "Publisher.combineLatest(_:_:_:)",
            """
            Four publishers are combined as two pairs. With limited demand, a combination may be one \
            older than in Combine.
            """
        ),
        ("Subscribers.Demand", "Sums and differences never trap: a negative result is `none`."),
        ("Future.value", "Waits for the promise even if the task is cancelled."),
    ]
}
