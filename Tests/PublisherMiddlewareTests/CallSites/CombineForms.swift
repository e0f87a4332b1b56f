// SPDX-License-Identifier: MIT

import PublisherMiddleware
import RexTestSupport
import Testing

/// Pipelines written for Combine, with another import.
@Suite struct CombineForms {
    private struct Failed: Error {}

    private final class Search {
        let words = CurrentValueSubject<String, Never>("")
        private let reloads = PassthroughSubject<Void, Never>()
        private var cancellables = Set<AnyCancellable>()
        private(set) var results: [String] = []

        func load(_ word: String) -> AnyPublisher<[String], any Error> {
            Just(word)
                .tryMap { word throws -> [String] in
                    guard !word.isEmpty else { throw Failed() }
                    return [word, word.uppercased()]
                }
                .eraseToAnyPublisher()
        }

        init(scheduler: ImmediateScheduler) {
            let query =
                words
                .map { $0.lowercased() }
                .removeDuplicates()
                .combineLatest(reloads.prepend(()))
                .map(\.0)
                .share()
            query
                .map { [unowned self] word in
                    load(word).retry(1).replaceError(with: []).receive(on: scheduler)
                }
                .switchToLatest()
                .flatMap { $0.publisher }
                .sink { [unowned self] in results.append($0) }
                .store(in: &cancellables)
            words.send("")
        }

        func reload() { reloads.send() }
    }

    @Test func pipelineOfAViewModelRuns() {
        let search = Search(scheduler: .shared)
        search.words.send("Sea")
        search.words.value = "sea"
        #expect(search.results == ["sea", "SEA"])
        search.reload()
        #expect(search.results == ["sea", "SEA", "sea", "SEA"])
    }

    @Test func aggregatesAndErrorHandlingCompile() throws {
        var log: [String] = []
        let cancellable = [3, 1, 2].publisher
            .setFailureType(to: (any Error).self)
            .tryFilter { $0 != 9 }
            .max()
            .zip(
                Result<Int, any Error>.success(4).publisher,
                Optional(5).publisher.setFailureType(to: (any Error).self)
            )
            .handleEvents(receiveOutput: { log.append("\($0)") })
            .mapError { error in error }
            .receive(on: ImmediateScheduler.shared)
            .assertNothing()
            .sink(receiveCompletion: { log.append("\($0)") }, receiveValue: { _ in })
        #expect(log == ["(3, 4, 5)", "finished"])
        cancellable.cancel()
    }
}

extension Publisher {
    /// A custom operator, as apps define them.
    fileprivate func assertNothing() -> some Publisher<Output, Failure> {
        Publishers.HandleEvents(
            upstream: self,
            receiveSubscription: nil,
            receiveOutput: nil,
            receiveCompletion: nil,
            receiveCancel: nil,
            receiveRequest: nil
        )
    }
}
