import AudioCore
import Foundation
import MusicLibrary
import Synchronization
import Testing

@testable import MediaPlayer

/// The library's classes, over a folder of the tests' own. They share it, as programs share the user's.
@Suite(.serialized) struct LibraryTests {
    /// A folder of five songs, which the library is before anything opens it.
    static let folder: URL = {
        let home = FileManager.default.temporaryDirectory.appending(path: "library-\(UUID().uuidString)")
        let folder = home.appending(path: "Music")
        LibraryAccess.source.withLock { source in
            source = {
                var configuration = MusicIndex.Configuration(
                    folder: FilePath(folder.path), index: home.appending(path: "music.sqlite").path)
                configuration.language = SortLanguage(code: "en")
                return configuration
            }
        }
        atexit { try? FileManager.default.removeItem(at: LibraryTests.folder.deletingLastPathComponent()) }
        write(
            "Larks/1.mp3",
            ["TIT2": "Ebb", "TPE1": "The Larks\0Anna Å", "TALB": "Low Tide", "TRCK": "1/2", "TCON": "Folk"], in: folder)
        write(
            "Larks/2.mp3", ["TIT2": "A Flood", "TPE1": "The Larks", "TALB": "Low Tide", "TRCK": "2/2", "TCON": "Folk"],
            in: folder)
        let words = [
            "TIT2": "Élan", "TPE1": "Zoe", "TPE2": "Various", "TALB": "Best", "TCMP": "1", "TCOM": "B. Reed",
            "TPOS": "2/3",
            "TBPM": "96", "TDRC": "1987-06-05", "TIT1": "Sea", "COMM": "eng\0Fine", "USLT": "eng\0La la",
        ]
        write("Best/3.mp3", words, in: folder)
        write("Talks/4.mp3", ["TIT2": "News", "TALB": "Daily", "TCON": "Podcast"], in: folder)
        write("Talks/5.mp3", ["TIT2": "1984", "TPE1": "Orwell", "TCON": "Audiobook"], in: folder)
        try? Data("Larks/2.mp3\nLarks/1.mp3\n".utf8).write(to: folder.appending(path: "Mine.m3u8"))
        // One pixel.
        let cover = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
        try? Data(base64Encoded: cover)?.write(to: folder.appending(path: "Larks/cover.png"))
        return folder
    }()

    /// Writes an MP3 file with a tag of version 2.4 and some silence.
    static func write(_ path: String, _ texts: [String: String], in folder: URL) {
        func number(_ value: Int) -> [UInt8] { [0, 0, UInt8(value >> 7 & 0x7F), UInt8(value & 0x7F)] }
        var body: [UInt8] = []
        for (id, text) in texts.sorted(by: { $0.key < $1.key }) {
            let bytes = [3] + Array(text.utf8)
            body += Array(id.utf8) + number(bytes.count) + [0, 0] + bytes
        }
        let frame =
            [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 32)
            + [UInt8](repeating: UInt8(path.utf8.sum & 0x7F), count: 381)
        let bytes =
            Array("ID3".utf8) + [4, 0, 0] + number(body.count) + body + [[UInt8]](repeating: frame, count: 77).joined()
        let url = folder.appending(path: path)
        try? FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? Data(bytes).write(to: url)
    }

    init() {
        _ = Self.folder
        // On a busy machine the scan takes longer than the first query waits.
        LibraryAccess.shared.index?.waitUntilWhole(nanoseconds: nil)
    }

    private func titles(_ query: MPMediaQuery) -> [String] { (query.items ?? []).map { $0.title ?? "" } }

    private func predicate(
        _ value: Any?, _ property: String, _ comparison: MPMediaPredicateComparison = .equalTo
    ) -> MPMediaPropertyPredicate {
        MPMediaPropertyPredicate(value: value, forProperty: property, comparisonType: comparison)
    }

    /// A name that is no Unicode is in the item's URL as it is on the disk.
    @Test func filesOfOtherEncodingsArePlayed() throws {
        let home = FileManager.default.temporaryDirectory.appending(path: "library-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: home) }
        Self.write("a.mp3", ["TIT2": "Ebb"], in: home.appending(path: "Music"))
        let folder = FilePath(home.path + "/Music")
        let name = FilePath(bytes: folder.plainBytes + Array("/caf".utf8) + [0xE9] + Array(".mp3".utf8))
        #expect(rename(folder.appending("/a.mp3").bytes, name.bytes) == 0)
        let access = LibraryAccess(
            MusicIndex.Configuration(folder: folder, index: home.path + "/index/music.sqlite"))
        let item = try #require(MPMediaQuery(nil, .title, access).items?.first)
        let url = try #require(item.assetURL)
        #expect(url.absoluteString.hasSuffix("/Music/caf%E9.mp3"))
        #expect(try AVAudioPlayer(contentsOf: url).duration > 1)
    }

    @Test func theUserMayUseTheirMusic() async {
        #expect(MPMediaLibrary.authorizationStatus() == .authorized)
        #expect(await MPMediaLibrary.requestAuthorization() == .authorized)
        await withCheckedContinuation { continuation in
            MPMediaLibrary.requestAuthorization { status in
                #expect(status == .authorized)
                continuation.resume()
            }
        }
        #expect(MPMediaLibrary.default() === MPMediaLibrary.default())
        #expect(MPMediaLibrary.default().lastModifiedDate > Date(timeIntervalSince1970: 1e9))
        #expect(LibraryAccess(nil).ready == nil && MPMediaQuery(nil, .title, LibraryAccess(nil)).items == nil)
        #expect(MPMediaQuery(nil, .title, LibraryAccess(nil)).collections == nil)
        #expect(
            [MPMediaLibraryAuthorizationStatus.notDetermined, .denied, .restricted, .authorized].map(\.rawValue) == [
                0, 1, 2, 3,
            ])
    }

    @Test func readyQueriesFindTheirKinds() {
        #expect(titles(.songs()) == ["Ebb", "Élan", "A Flood"])
        #expect(titles(.podcasts()) == ["News"] && titles(.audiobooks()) == ["1984"])
        func names(_ query: MPMediaQuery) -> [String?] {
            let title = MPMediaItem.titleProperty(forGroupingType: query.groupingType)
            return (query.collections ?? []).map { $0.representativeItem?.value(forProperty: title) as? String }
        }
        #expect(names(.albums()) == ["Best", "Low Tide"] && names(.compilations()) == ["Best"])
        // Two artists are two, each with its own name.
        #expect(names(.artists()) == ["Anna Å", "The Larks", "Zoe"])
        #expect(names(.composers()) == ["B. Reed"] && names(.genres()) == ["Audiobook", "Folk", "Podcast"])
        #expect(names(.podcasts()) == ["Daily"])
        #expect(
            MPMediaQuery.playlists().collections?.compactMap { ($0 as? MPMediaPlaylist)?.name }.contains("Mine") == true
        )
        let query = MPMediaQuery.songs()
        query.groupingType = .albumArtist
        #expect(names(query) == ["Anna Å", "The Larks", "Various"])
        #expect(MPMediaQuery().items?.count == 5 && MPMediaQuery().groupingType == .title)
        // An album in its order, and all songs by album.
        let album = MPMediaQuery.albums().collections?.last
        #expect(album?.items.map(\.title) == ["Ebb", "A Flood"] && album?.count == 2 && album?.mediaTypes == .music)
        #expect(titles(.albums()) == ["Élan", "Ebb", "A Flood"])
    }

    @Test func sectionsCoverWhatIsFound() throws {
        let query = MPMediaQuery(filterPredicates: nil)
        let sections = query.itemSections ?? []
        #expect(sections.map(\.title) == ["E", "F", "N", "#"])
        #expect(
            sections.map(\.range) == [
                NSRange(location: 0, length: 2), NSRange(location: 2, length: 1), NSRange(location: 3, length: 1),
                NSRange(location: 4, length: 1),
            ])
        #expect(MPMediaQuery.artists().collectionSections?.map(\.title) == ["A", "L", "Z"])
        let first = try #require(sections.first)
        #expect((first.copy() as? MPMediaQuerySection)?.range == first.range)
    }

    @Test func predicatesAreAllMet() throws {
        let query = MPMediaQuery.songs()
        #expect(query.filterPredicates?.count == 1)
        let larks = predicate("The Larks", MPMediaItemPropertyArtist)
        query.addFilterPredicate(larks)
        #expect(titles(query) == ["Ebb", "A Flood"])
        query.addFilterPredicate(predicate("fLÓo", MPMediaItemPropertyTitle, .contains))
        #expect(titles(query) == ["A Flood"])
        query.removeFilterPredicate(
            MPMediaPropertyPredicate(value: "The Larks", forProperty: MPMediaItemPropertyArtist))
        #expect(query.filterPredicates?.count == 2)
        #expect(
            larks.property == MPMediaItemPropertyArtist && larks.value as? String == "The Larks"
                && larks.comparisonType == .equalTo)
        func find(_ value: Any?, _ property: String, _ comparison: MPMediaPredicateComparison = .equalTo) -> [String] {
            titles(MPMediaQuery(filterPredicates: [predicate(value, property, comparison)]))
        }
        let item = try #require(MPMediaQuery.songs().items?.first)
        #expect(find(item.persistentID, MPMediaItemPropertyPersistentID) == ["Ebb"])
        #expect(find(item.albumPersistentID, MPMediaItemPropertyAlbumPersistentID) == ["Ebb", "A Flood"])
        #expect(find(item.artistPersistentID, MPMediaItemPropertyArtistPersistentID) == ["Ebb", "A Flood"])
        #expect(find(item.albumArtistPersistentID, MPMediaItemPropertyAlbumArtistPersistentID) == ["Ebb", "A Flood"])
        #expect(find(item.genrePersistentID, MPMediaItemPropertyGenrePersistentID) == ["Ebb", "A Flood"])
        #expect(
            find("The Larks; Anna Å", MPMediaItemPropertyArtist) == ["Ebb"]
                && find("Anna Å", MPMediaItemPropertyArtist) == ["Ebb"])
        #expect(
            find("reed", MPMediaItemPropertyComposer, .contains) == ["Élan"]
                && find(nil, MPMediaItemPropertyGenre) == ["Élan"])
        #expect(
            find("Folk", MPMediaItemPropertyGenre) == ["Ebb", "A Flood"]
                && find("Best", MPMediaItemPropertyAlbumTitle) == ["Élan"])
        #expect(
            find("Various", MPMediaItemPropertyAlbumArtist) == ["Élan"]
                && find("Daily", MPMediaItemPropertyPodcastTitle) == ["News"])
        #expect(find(MPMediaType.anyAudio.rawValue, MPMediaItemPropertyMediaType).count == 5)
        #expect(find(MPMediaType.anyVideo.rawValue, MPMediaItemPropertyMediaType).isEmpty)
        #expect(
            find(true, MPMediaItemPropertyIsCompilation) == ["Élan"]
                && find(NSNumber(value: 0), MPMediaItemPropertyPlayCount).count == 5)
        #expect(
            find(false, MPMediaItemPropertyIsCloudItem).count == 5
                && find(true, MPMediaItemPropertyHasProtectedAsset).isEmpty)
        #expect(find("Mine", MPMediaPlaylistPropertyName) == ["Ebb", "A Flood"])
        // What cannot be asked for, and what is no predicate of ours, matches nothing.
        #expect(
            find(4, MPMediaItemPropertyRating).isEmpty && !MPMediaItem.canFilter(byProperty: MPMediaItemPropertyRating))
        #expect(
            MPMediaItem.canFilter(byProperty: MPMediaItemPropertyTitle)
                && MPMediaPlaylist.canFilter(byProperty: MPMediaPlaylistPropertyName))
        #expect(MPMediaEntity.canFilter(byProperty: MPMediaEntityPropertyPersistentID))
        #expect(MPMediaQuery(filterPredicates: [MPMediaPredicate()]).items == [])
        query.filterPredicates = nil
        #expect(query.items?.count == 5)
    }

    @Test func itemsHaveTheirValues() throws {
        let find = { (title: String) in
            MPMediaQuery(filterPredicates: [predicate(title, MPMediaItemPropertyTitle)]).items?.first
        }
        let item = try #require(find("Élan"))
        #expect(
            item.mediaType == .music && item.artist == "Zoe" && item.albumArtist == "Various"
                && item.composer == "B. Reed")
        #expect(item.albumTitle == "Best" && item.isCompilation && item.discNumber == 2 && item.discCount == 3)
        #expect(
            item.beatsPerMinute == 96 && item.releaseDate == Date(timeIntervalSince1970: 549_849_600)
                && item.userGrouping == "Sea")
        #expect(item.lyrics == "La la" && item.comments == "Fine" && abs(item.playbackDuration - 2) < 0.05)
        #expect(
            item.genre == nil && item.genrePersistentID == 0 && item.podcastTitle == nil
                && item.podcastPersistentID == 0)
        #expect(item.assetURL?.path == Self.folder.appending(path: "Best/3.mp3").path && item.artwork == nil)
        #expect(
            !item.isCloudItem && !item.hasProtectedAsset && !item.isExplicitItem && !item.isPreorder
                && item.playbackStoreID == "")
        #expect(item.dateAdded.timeIntervalSinceNow > -3600 && item.composerPersistentID != 0)
        let ebb = try #require(find("Ebb"))
        #expect(
            ebb.albumTrackNumber == 1 && ebb.albumTrackCount == 2
                && ebb.artwork?.bounds.size == CGSize(width: 1, height: 1))
        // By name each is the same.
        #expect(item[MPMediaItemPropertyTitle] as? String == "Élan" && item[5] == nil)
        #expect(
            (item.value(forProperty: MPMediaItemPropertyPersistentID) as? NSNumber)?.uint64Value == item.persistentID)
        for property in [
            MPMediaItemPropertyMediaType, MPMediaItemPropertyPlaybackDuration, MPMediaItemPropertyReleaseDate,
            MPMediaItemPropertyAssetURL,
            MPMediaItemPropertyBookmarkTime, MPMediaItemPropertyDateAdded, MPMediaItemPropertyAlbumTrackNumber,
            MPMediaItemPropertyIsExplicit,
            MPMediaItemPropertyAlbumPersistentID, MPMediaItemPropertyLyrics, MPMediaItemPropertyComments,
            MPMediaItemPropertyUserGrouping,
        ] {
            #expect(item.value(forProperty: property) != nil, "\(property)")
        }
        let seen = Mutex<[String]>([])
        item.enumerateValues(forProperties: [MPMediaItemPropertyTitle, MPMediaItemPropertyArtist, "other"]) {
            name, value, stop in
            seen.withLock { $0.append("\(name) \(value)") }
            stop.pointee = true
        }
        #expect(seen.withLock(\.count) == 1)
        #expect(find("Élan") == item && find("Ebb") != item && Set([item, find("Élan")]).count == 1)
        #expect(MPMediaItem().persistentID == 0 && MPMediaItem() != MPMediaItem() && MPMediaItem().title == nil)
        #expect(MPMediaItem.persistentIDProperty(forGroupingType: .album) == MPMediaItemPropertyAlbumPersistentID)
        #expect(MPMediaItem.titleProperty(forGroupingType: .playlist) == MPMediaPlaylistPropertyName)
    }

    @Test func useIsKept() throws {
        let item = try #require(MPMediaQuery.audiobooks().items?.first)
        #expect(
            item.playCount == 0 && item.skipCount == 0 && item.rating == 0 && item.lastPlayedDate == nil
                && item.bookmarkTime == 0)
        try LibraryAccess.shared.index?.changeUsage(of: item.number) {
            ($0.plays, $0.skips, $0.rating, $0.played, $0.bookmark) = (2, 1, 5, 1000, 9.5)
        }
        let again = try #require(
            MPMediaQuery(filterPredicates: [predicate(2, MPMediaItemPropertyPlayCount)]).items?.first)
        #expect(
            again == item && again.playCount == 2 && again.skipCount == 1 && again.rating == 5
                && again.bookmarkTime == 9.5)
        #expect(again.lastPlayedDate == Date(timeIntervalSince1970: 1000))
    }

    @Test func archivesFindTheSame() throws {
        func copied<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object? {
            let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
            return try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data)
        }
        let query = MPMediaQuery.albums()
        query.addFilterPredicate(predicate("larks", MPMediaItemPropertyArtist, .contains))
        let other = try #require(try copied(query))
        #expect(
            other.filterPredicates == query.filterPredicates && other.groupingType == .album
                && titles(other) == ["Ebb", "A Flood"])
        #expect((query.copy() as? MPMediaQuery).map(titles) == ["Ebb", "A Flood"])
        let item = try #require(query.items?.first)
        #expect(try copied(item) == item && copied(item)?.title == "Ebb")
        let collection = MPMediaItemCollection(items: [item, item])
        #expect(collection.persistentID == 0 && collection.representativeItem == item && collection.count == 2)
        #expect(try copied(collection)?.items == [item, item])
        let section = try #require(query.collectionSections?.first)
        #expect(try copied(section)?.title == "L" && copied(section)?.range == section.range)
        #expect(try copied(MPMediaLibrary.default())?.lastModifiedDate == MPMediaLibrary.default().lastModifiedDate)
    }

    @Test func playlistsAreFiles() async throws {
        let query = MPMediaQuery.playlists()
        query.addFilterPredicate(predicate("Mine", MPMediaPlaylistPropertyName))
        let mine = try #require(query.collections?.first as? MPMediaPlaylist)
        #expect(mine.items.map(\.title) == ["A Flood", "Ebb"] && mine.name == "Mine" && mine.persistentID != 0)
        #expect(
            mine.playlistAttributes == [] && mine.seedItems == nil && mine.cloudGlobalID == nil
                && mine.authorDisplayName == nil)
        #expect(mine.value(forProperty: MPMediaPlaylistPropertyName) as? String == "Mine")
        #expect(mine[MPMediaPlaylistPropertyPersistentID] != nil && mine[MPMediaPlaylistPropertySeedItems] == nil)
        #expect(
            mine[MPMediaPlaylistPropertyCloudGlobalID] == nil && mine[MPMediaPlaylistPropertyPlaylistAttributes] != nil)
        #expect(
            mine[MPMediaPlaylistPropertyDescriptionText] == nil && mine[MPMediaPlaylistPropertyAuthorDisplayName] == nil
        )
        let (library, uuid) = (MPMediaLibrary.default(), UUID())
        await #expect(throws: MPError.self) { try await library.getPlaylist(with: uuid, creationMetadata: nil) }
        let metadata = MPMediaPlaylistCreationMetadata(name: "Tides")
        #expect(metadata.authorDisplayName == ProcessInfo.processInfo.processName && metadata.descriptionText == "")
        (metadata.authorDisplayName, metadata.descriptionText) = ("Me", "Sea")
        let made = try await library.getPlaylist(with: uuid, creationMetadata: metadata)
        #expect(
            made.name == metadata.name && made.authorDisplayName == "Me" && made.descriptionText == "Sea"
                && made.items.isEmpty)
        let songs = MPMediaQuery.songs().items ?? []
        try await made.add(songs)
        await withCheckedContinuation { continuation in
            made.add([songs[0]]) { error in
                #expect(error == nil)
                continuation.resume()
            }
        }
        #expect(made.items == songs + [songs[0]])
        await withCheckedContinuation { continuation in
            library.getPlaylist(with: uuid, creationMetadata: metadata) { playlist, error in
                #expect(playlist == made && error == nil)
                continuation.resume()
            }
        }
    }

    @Test func thereIsNoShop() async {
        let (library, playlist) = (MPMediaLibrary.default(), MPMediaPlaylist(items: []))
        await #expect { try await library.addItem(withProductID: "1") } throws: { ($0 as? MPError)?.code == .notFound }
        await #expect { try await playlist.addItem(withProductID: "1") } throws: { MPError.notFound ~= $0 }
        await withCheckedContinuation { continuation in
            library.addItem(withProductID: "1") { entities, error in
                #expect(entities.isEmpty && (error as NSError?)?.domain == MPErrorDomain)
                playlist.addItem(withProductID: "1") { error in
                    #expect((error as NSError?)?.code == MPError.Code.notFound.rawValue)
                    continuation.resume()
                }
            }
        }
        await #expect(throws: MPError.self) { try await playlist.add([]) }
        let codes: [MPError.Code] = [
            MPError.unknown, MPError.permissionDenied, MPError.cloudServiceCapabilityMissing,
            MPError.networkConnectionFailed,
            MPError.notFound, MPError.notSupported, MPError.cancelled, MPError.requestTimedOut,
        ]
        #expect(codes.map(\.rawValue) == Array(0...7) && MPError.errorDomain == "MPErrorDomain")
        #expect(
            MPError(AudioError.noPermission).code == .permissionDenied
                && MPError(AudioError.noPermission).errorCode == 1)
        #expect(MPError(AudioError.noPermission).errorUserInfo.count == 1)
    }

    @Test func changesAreNotified() async throws {
        let library = MPMediaLibrary.default()
        _ = MPMediaQuery.songs().items
        library.beginGeneratingLibraryChangeNotifications()
        defer { library.endGeneratingLibraryChangeNotifications() }
        await withCheckedContinuation { continuation in
            let isFirst = Atomic(true)
            let token = Mutex<(any NSObjectProtocol)?>(nil)
            token.withLock {
                $0 = NotificationCenter.default.addObserver(
                    forName: .MPMediaLibraryDidChange, object: library, queue: nil
                ) { note in
                    #expect(note.object as? MPMediaLibrary === library)
                    dispatchPrecondition(condition: .onQueue(.main))
                    if isFirst.exchange(false, ordering: .relaxed) { continuation.resume() }
                }
            }
            let index = LibraryAccess.shared.index
            let item = MPMediaQuery.podcasts().items?.first?.number ?? 0
            try? index?.changeUsage(of: item) { $0.skips += 1 }
        }
    }

    @Test func kindsHaveTheirBits() {
        let kinds: [MPMediaType] = [
            .music, .podcast, .audioBook, .audioITunesU, .anyAudio, .movie, .tvShow, .videoPodcast, .musicVideo,
            .videoITunesU,
            .homeVideo, .anyVideo, .any,
        ]
        #expect(kinds.map(\.rawValue) == [1, 2, 4, 8, 0xFF, 0x100, 0x200, 0x400, 0x800, 0x1000, 0x2000, 0xFF00, .max])
        #expect([MPMediaPlaylistAttribute.onTheGo, .smart, .genius].map(\.rawValue) == [1, 2, 4])
        #expect(
            [MPMediaGrouping.title, .album, .artist, .albumArtist, .composer, .genre, .playlist, .podcastTitle].map(
                \.rawValue) == Array(0...7))
        #expect(MPMediaPredicateComparison.contains.rawValue == 1 && MPMediaEntityPersistentID.max == .max)
    }

    /// The item that a player's address stands for.
    @Test func addressesOfFilesStandForItems() throws {
        let items = try #require(MPMediaQuery.songs().items)
        #expect(!items.isEmpty)
        for item in items {
            let url = try #require(item.assetURL)
            #expect(ItemFinder.inLibrary(url.absoluteString)?.persistentID == item.persistentID)
        }
        let url = try #require(items[0].assetURL)
        let others = [
            url.deletingLastPathComponent().absoluteString, url.appending(path: "x").absoluteString, "file:///",
            "file:",
            "https://example.org" + url.path, "nonsense", "", Self.folder.absoluteString, url.absoluteString + "x",
            "file:///%00", "file:///%ff%fe",
        ]
        for address in others { #expect(ItemFinder.inLibrary(address) == nil, "\(address)") }
    }
}

extension Sequence<UInt8> {
    fileprivate var sum: Int { reduce(0) { $0 + Int($1) } }
}
