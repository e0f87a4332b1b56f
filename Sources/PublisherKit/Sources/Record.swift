// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// A publisher of recorded values and a recorded completion.
public struct Record<Output, Failure: Error>: Publisher {
    /// A list of values and a completion.
    public struct Recording {
        /// The recorded values.
        public private(set) var output: [Output] = []
        /// The recorded completion; `finished` by default.
        public private(set) var completion = Subscribers.Completion<Failure>.finished
        private var isComplete = false

        /// Makes an empty recording.
        public init() {}

        /// Makes a complete recording.
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

        /// Adds the completion, which completes the recording.
        ///
        /// - Precondition: The recording is not complete.
        public mutating func receive(completion: Subscribers.Completion<Failure>) {
            requireIncomplete()
            (self.completion, isComplete) = (completion, true)
        }

        private func requireIncomplete() {
            precondition(!isComplete, "A recording received an event after its completion: add the completion last.")
        }
    }

    /// The recording.
    public let recording: Recording

    /// Makes a publisher of the events that `record` adds.
    public init(record: (inout Recording) -> Void) {
        var recording = Recording()
        record(&recording)
        self.recording = recording
    }

    /// Makes a publisher of a recording.
    public init(recording: Recording) {
        self.recording = recording
    }

    /// Makes a publisher of these values and this completion.
    public init(output: [Output], completion: Subscribers.Completion<Failure>) {
        recording = Recording(output: output, completion: completion)
    }

    /// Delivers values as they are requested, then the completion.
    public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        let output = Publishers.Sequence<[Output], Failure>(sequence: recording.output)
        SequenceSubscription.begin(output.makeLoop(), to: subscriber, then: recording.completion)
    }
}

extension Record: Sendable where Output: Sendable {}
extension Record.Recording: Sendable where Output: Sendable {}
#endif
