import Testing

@testable import MediaPlayer
@testable import MusicLibrary

/// Objects of items that are made before a list of them is asked for.
@Suite struct PreparedEntitiesTests {
    private let prepared = PreparedEntities()

    init() { prepared.make(AllItems(stamp: 7, ids: [5, 3, 9], byAlbum: [2, 0, 1])) }

    private func listing(_ ids: [Int64], _ order: [Int32]?, of stamp: Int64 = 7) -> Listing {
        var listing = Listing()
        listing.ids = ids
        listing.places = Listing.Places(stamp: stamp, order: order)
        return listing
    }

    private func items(_ ids: [Int64], _ order: [Int32]?, of stamp: Int64 = 7, modified: Int64 = 1) -> [MPMediaItem]? {
        prepared.items(listing(ids, order, of: stamp), isByTitle: order == nil, modified: modified)
    }

    @Test func listsShareThem() throws {
        let all = try #require(items([5, 3, 9], nil))
        #expect(all.map(\.persistentID) == [5, 3, 9])
        let some = try #require(items([9, 5], [2, 0]))
        #expect(some.map(\.persistentID) == [9, 5] && some[0] === all[2] && some[1] === all[0])
        let collections = try #require(prepared.collections(listing([5, 3, 9], nil), modified: 1))
        #expect(collections.map(\.persistentID) == [5, 3, 9])
        #expect(prepared.collections(listing([5, 3, 9], nil), modified: 1)?[1] === collections[1])
    }

    /// Lists of other states, of rows, and what a damaged index gives.
    @Test func otherListsAreMadeAnew() {
        #expect(items([5, 3, 9], nil, of: 8) == nil && items([5, 3], nil) == nil)
        #expect(items([9, 5], [2, 3]) == nil && items([9], [-1]) == nil && items([9, 5], [2]) == nil)
        #expect(prepared.items(Listing(), isByTitle: true, modified: 1) == nil)
        // Some by title are made faster.
        #expect(prepared.items(listing([3], [1]), isByTitle: true, modified: 1) == nil)
        #expect(prepared.collections(listing([3], [1]), modified: 1) == nil)
        // Places that are named twice, or not at all.
        prepared.make(AllItems(stamp: 9, ids: [5, 3, 9], byAlbum: [1, 1, 7]))
        #expect(items([5, 3, 9], nil, of: 9)?.map(\.persistentID) == [5, 3, 9])
    }

    /// After a change an item has the values of then: one that has read none may stay.
    @Test func valuesAreThoseOfTheQuery() throws {
        let first = try #require(items([5, 3, 9], nil))
        _ = first[1].kept { EntityDetails($0, nil) }
        #expect(items([5, 3, 9], nil)?[1] === first[1])
        let second = try #require(items([5, 3, 9], nil, modified: 2))
        #expect(second[0] === first[0] && second[1] !== first[1] && second[1] == first[1])
        #expect(!second[1].hasDetails && first[1].hasDetails)
    }

    /// What has been read does not stay in memory for ever.
    @Test func manyValuesAreGivenUp() throws {
        let first = try #require(items([5, 3, 9], nil))
        _ = first[2].kept { EntityDetails($0, nil) }
        prepared.count(1 << 20)
        #expect(items([5, 3, 9], nil)?[2] === first[2])
        for _ in 0..<8 { prepared.count(1 << 20) }
        let second = try #require(items([5, 3, 9], nil))
        #expect(second[2] !== first[2] && second[0] === first[0])
        prepared.count(-1)
        prepared.count(.max)
        #expect(items([5, 3, 9], nil)?[2] === second[2], "nothing was read of these")
    }
}
