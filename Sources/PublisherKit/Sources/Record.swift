// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// Delivers recorded values and a recorded end to each subscriber.
public struct Record<Output, Failure: Error>: Publisher {
    /// Values and an end that are written down one after the other.
    public struct Recording {
        /// The values so far.
        public private(set) var output: [Output] = []
        /// The end; without another one it is no failure.
        public private(set) var completion = Subscribers.Completion<Failure>.finished
        private var isComplete = false

        /// Makes a recording without values.
        public init() {}

        /// Makes a recording that is complete.
        public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
            (self.output, self.completion, isComplete) = (output, completion, true)
        }

        /// Adds a value.
        ///
        /// - Precondition: The recording is not complete.
        public mutating func receive(_ input: Output) {
            requireIncomplete()
            output.append(input)
        }

        /// Adds the end, which completes the recording.
        ///
        /// - Precondition: The recording is not complete.
        public mutating func receive(completion: Subscribers.Completion<Failure>) {
            requireIncomplete()
            (self.completion, isComplete) = (completion, true)
        }

        private func requireIncomplete() {
            precondition(!isComplete, "Something was added to a recording behind its end: add the end last.")
        }
    }

    /// The recorded values and end.
    public let recording: Recording

    /// Makes a publisher of what the closure records.
    public init(record: (inout Recording) -> Void) {
        var recording = Recording()
        record(&recording)
        self.recording = recording
    }

    /// Makes a publisher of a recording.
    public init(recording: Recording) {
        self.recording = recording
    }

    /// Makes a publisher of these values and this end.
    public init(output: [Output], completion: Subscribers.Completion<Failure>) {
        recording = Recording(output: output, completion: completion)
    }

    /// Delivers as many values as are requested, then the end.
    public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        let output = Publishers.Sequence<[Output], Failure>(sequence: recording.output)
        SequenceSubscription.begin(output.makeDrive(), to: subscriber, then: recording.completion)
    }
}

extension Record: Sendable where Output: Sendable {}
extension Record.Recording: Sendable where Output: Sendable {}
#endif
