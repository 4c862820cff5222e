import Foundation
import Testing

@testable import MediaPlayer

/// Queues of shops and of services, which no player here has.
@Suite struct QueueDescriptorTests {
    private func expectNothing(_ descriptor: MPMusicPlayerQueueDescriptor) {
        guard case .failure(let error) = descriptor.contents else {
            Issue.record("it has contents")
            return
        }
        #expect(error.code == .notFound)
    }

    @Test func identifiersOfAShopAreKept() {
        let descriptor = MPMusicPlayerStoreQueueDescriptor(storeIDs: ["1", "2"])
        #expect(descriptor.storeIDs == ["1", "2"] && descriptor.startItemID == nil)
        (descriptor.storeIDs, descriptor.startItemID) = (nil, "2")
        descriptor.setStartTime(3, forItemWithStoreID: "2")
        descriptor.setEndTime(.nan, forItemWithStoreID: "2")
        #expect(descriptor.storeIDs == nil && descriptor.startItemID == "2")
        expectNothing(descriptor)
    }

    @Test func parametersAreKept() throws {
        let values: [String: Any] = [
            "id": "123", "kind": "song", "isLibrary": true, "rank": 7, "gain": 0.5, "tags": ["a", 2] as [Any],
            "more": ["deep": ["er": false]],
        ]
        let parameters = try #require(MPMusicPlayerPlayParameters(dictionary: values))
        func text(_ values: [String: Any]) throws -> Data {
            try JSONSerialization.data(withJSONObject: values, options: .sortedKeys)
        }
        #expect(try text(parameters.dictionary) == text(values))
        let data = try JSONEncoder().encode(parameters)
        let read = try JSONDecoder().decode(MPMusicPlayerPlayParameters.self, from: data)
        #expect(read == parameters && read.hash == parameters.hash)
        #expect(MPMusicPlayerPlayParameters(dictionary: ["id": "4"]) != parameters)
        #expect(MPMusicPlayerPlayParameters(dictionary: ["date": Date()]) == nil)
        #expect(MPMusicPlayerPlayParameters(dictionary: ["number": Double.nan]) == nil)
        let deep = (0..<1000).reduce("end" as Any) { value, _ in [value] }
        #expect(MPMusicPlayerPlayParameters(dictionary: ["deep": deep]) == nil)
        for text in ["[]", "1", "{\"a\": null}", ""] {
            #expect(throws: (any Error).self) {
                try JSONDecoder().decode(MPMusicPlayerPlayParameters.self, from: Data(text.utf8))
            }
        }
        let descriptor = MPMusicPlayerPlayParametersQueueDescriptor(playParametersQueue: [parameters])
        descriptor.startItemPlayParameters = parameters
        descriptor.setStartTime(1, forItemWith: parameters)
        descriptor.setEndTime(2, forItemWith: parameters)
        #expect(descriptor.playParametersQueue == [parameters] && descriptor.startItemPlayParameters == parameters)
        descriptor.playParametersQueue = []
        #expect(descriptor.playParametersQueue.isEmpty)
        expectNothing(descriptor)
    }
}
