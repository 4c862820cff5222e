// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AudioCore
public import Foundation
import MusicLibrary

/// The playlist's number, an `NSNumber` of 64 bits.
public let MPMediaPlaylistPropertyPersistentID = "playlistPersistentID"
/// The playlist's identifier on other machines, a `String`.
public let MPMediaPlaylistPropertyCloudGlobalID = "cloudGlobalID"
/// The name, a `String`.
public let MPMediaPlaylistPropertyName = "name"
/// What kind of playlist it is, an `NSNumber`.
public let MPMediaPlaylistPropertyPlaylistAttributes = "playlistAttributes"
/// The items that it was made from, an array.
public let MPMediaPlaylistPropertySeedItems = "seedItems"
/// What it is about, a `String`.
public let MPMediaPlaylistPropertyDescriptionText = "descriptionText"
/// Who made it, a `String`.
public let MPMediaPlaylistPropertyAuthorDisplayName = "authorDisplayName"

/// A playlist: an M3U, M3U8 or XSPF file in the user's music folder.
open class MPMediaPlaylist: MPMediaItemCollection, @unchecked Sendable {
    init(_ number: Int64, _ access: LibraryAccess, _ filter: ItemFilter = ItemFilter()) {
        super.init(number, access, Group(grouping: .playlist, filter: filter))
    }

    /// Creates a playlist that is not in the library.
    ///
    /// - Parameter items: the items, in their order.
    public override init(items: [MPMediaItem]) { super.init(items: items) }

    /// Reads the number and the items of an archive.
    ///
    /// - Parameter coder: the archive.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    private var record: PlaylistRecord? { number == 0 ? nil : access.index?.playlist(number) }

    /// Whether a predicate may ask for a property: the number and the name.
    ///
    /// - Parameter property: the property's name.
    /// - Returns: true where it may.
    open override class func canFilter(byProperty property: String) -> Bool {
        [
            MPMediaPlaylistPropertyPersistentID, MPMediaPlaylistPropertyName, MPMediaPlaylistPropertyCloudGlobalID,
            MPMediaPlaylistPropertyPlaylistAttributes,
        ].contains(property)
    }

    /// A value of the playlist, else of its first item.
    ///
    /// - Parameter property: its name.
    /// - Returns: the value; nil where there is none.
    open override func value(forProperty property: String) -> Any? {
        switch property {
        case MPMediaPlaylistPropertyPersistentID: NSNumber(value: persistentID)
        case MPMediaPlaylistPropertyName: name
        case MPMediaPlaylistPropertyPlaylistAttributes: NSNumber(value: playlistAttributes.rawValue)
        case MPMediaPlaylistPropertyDescriptionText: descriptionText
        case MPMediaPlaylistPropertyAuthorDisplayName: authorDisplayName
        case MPMediaPlaylistPropertyCloudGlobalID: cloudGlobalID
        case MPMediaPlaylistPropertySeedItems: seedItems
        default: super.value(forProperty: property)
        }
    }

    /// The playlist's number; 0 for one that is not in the library.
    open override var persistentID: MPMediaEntityPersistentID { super.persistentID }

    /// The playlist's identifier on other machines: none.
    open var cloudGlobalID: String? { nil }

    /// The name: that in the file, else the file's.
    open var name: String? { record?.name }

    /// What kind of playlist it is: one that lists its items.
    open var playlistAttributes: MPMediaPlaylistAttribute { [] }

    /// The items that it was made from: none.
    open var seedItems: [MPMediaItem]? { nil }

    /// What it is about.
    open var descriptionText: String? { record?.text }

    /// Who made it.
    open var authorDisplayName: String? { record?.author }

    /// Adds an item of a shop. There is no shop.
    ///
    /// - Parameters:
    ///   - productID: the shop's name for the item.
    ///   - completionHandler: gets an ``MPError`` of ``MPError/notFound``, on a queue of the library.
    open func addItem(withProductID productID: String, completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
        LibraryAccess.queue.async { ProgramEnd.call { completionHandler?(MPError(.notFound)) } }
    }

    /// Adds an item of a shop. There is no shop.
    ///
    /// - Parameter productID: the shop's name for the item.
    /// - Throws: an ``MPError`` of ``MPError/notFound``.
    open func addItem(withProductID productID: String) async throws { throw MPError(.notFound) }

    /// Adds items of the library to the end, in the playlist's file.
    ///
    /// - Parameters:
    ///   - mediaItems: the items.
    ///   - completionHandler: called when the file is written, on a queue of the library; with an ``MPError`` where it is not.
    open func add(_ mediaItems: [MPMediaItem], completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
        LibraryAccess.edits.async { [self] in
            let failure = append(mediaItems)
            // Not here, where it could not wait for another edit.
            LibraryAccess.queue.async { ProgramEnd.call { completionHandler?(failure) } }
        }
    }

    /// Adds items of the library to the end, in the playlist's file.
    ///
    /// - Parameter mediaItems: the items.
    /// - Throws: an ``MPError`` where the file cannot be written.
    open func add(_ mediaItems: [MPMediaItem]) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            LibraryAccess.edits.async { [self] in
                if let failure = append(mediaItems) {
                    continuation.resume(throwing: failure)
                } else {
                    continuation.resume()
                }
            }
        }
    }

    private func append(_ items: [MPMediaItem]) -> MPError? {
        guard let index = access.index, number != 0 else { return MPError(.notFound) }
        do { try index.append(items.map(\.number), to: number) } catch { return MPError(error) }
        forgetItems()
        return nil
    }
}

/// What a new playlist begins with.
open class MPMediaPlaylistCreationMetadata: NSObject, @unchecked Sendable {
    private let values: LockedValue<(author: String?, text: String)>

    /// Creates the values.
    ///
    /// - Parameter name: the playlist's name.
    public init(name: String) {
        self.name = name
        values = LockedValue((nil, ""))
        super.init()
    }

    /// The playlist's name.
    open private(set) var name: String

    /// Who makes the playlist; the name of the program where nothing is set.
    open var authorDisplayName: String! {
        get { values.withLock(\.author) ?? ProcessInfo.processInfo.processName }
        set { values.withLock { $0.author = newValue } }
    }

    /// What the playlist is about.
    open var descriptionText: String {
        get { values.withLock(\.text) }
        set { values.withLock { $0.text = newValue } }
    }
}
