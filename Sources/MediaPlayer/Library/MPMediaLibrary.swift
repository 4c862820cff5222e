// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AudioCore
public import Foundation
import MusicLibrary

extension NSNotification.Name {
    /// The library has changed, in the program or outside of it. Comes on the main thread, one for many changes, between
    /// ``MPMediaLibrary/beginGeneratingLibraryChangeNotifications()`` and its end. The object is the library.
    public static let MPMediaLibraryDidChange = NSNotification.Name("MPMediaLibraryDidChangeNotification")
}

/// The user's music: the sounds and playlists of the folder that the desktop calls music.
///
/// An index of them is kept in a database, which follows the folder from the moment at which a program first asks for the library. It
/// keeps how often items were played, and their numbers when files are moved. Any thread may call.
open class MPMediaLibrary: NSObject, NSSecureCoding, @unchecked Sendable {
    private let access: LibraryAccess
    private static let shared = MPMediaLibrary(.shared)

    init(_ access: LibraryAccess) {
        self.access = access
        super.init()
    }

    /// The user's library.
    ///
    /// - Returns: the same object in each call.
    open class func `default`() -> MPMediaLibrary { shared }

    /// Finds the user's library.
    ///
    /// - Parameter coder: the archive.
    public required init?(coder: NSCoder) {
        access = .shared
        super.init()
    }

    /// Archives nothing: there is one library.
    ///
    /// - Parameter coder: the archive.
    open func encode(with coder: NSCoder) {}

    /// Archives are secure.
    open class var supportsSecureCoding: Bool { true }

    /// When an item or a playlist of the library changed last; the beginning of 1970 for an empty one.
    open var lastModifiedDate: Date { Date(timeIntervalSince1970: Double(access.index?.modified ?? 0) / 1e9) }

    /// Has changes reported by notifications, until as many calls of ``endGeneratingLibraryChangeNotifications()``.
    open func beginGeneratingLibraryChangeNotifications() { access.want(1) }

    /// Ends what one call of ``beginGeneratingLibraryChangeNotifications()`` began.
    open func endGeneratingLibraryChangeNotifications() { access.want(-1) }

    // MARK: Permission

    /// Whether the program may use the library. The system asks nobody: who can read the folder may.
    ///
    /// - Returns: `authorized`, `denied` where the folder may not be read, or `restricted` where there is no library.
    open class func authorizationStatus() -> MPMediaLibraryAuthorizationStatus { LibraryAccess.status }

    /// Asks for permission to use the library, and opens it.
    ///
    /// - Parameter completionHandler: gets the status, on a queue of the library, once the folder was scanned for the first time, or
    ///   after five seconds.
    open class func requestAuthorization(
        _ completionHandler: @escaping @Sendable (MPMediaLibraryAuthorizationStatus) -> Void
    ) {
        LibraryAccess.queue.async {
            let status = opened()
            ProgramEnd.call { completionHandler(status) }
        }
    }

    /// Asks for permission to use the library, and opens it.
    ///
    /// - Returns: the status, once the folder was scanned for the first time, or after five seconds.
    open class func requestAuthorization() async -> MPMediaLibraryAuthorizationStatus {
        await withCheckedContinuation { continuation in
            LibraryAccess.queue.async { continuation.resume(returning: opened()) }
        }
    }

    private static func opened() -> MPMediaLibraryAuthorizationStatus {
        let status = LibraryAccess.status
        if status == .authorized { _ = LibraryAccess.shared.ready }
        return status
    }

    // MARK: Additions

    /// Adds an item of a shop. There is no shop.
    ///
    /// - Parameters:
    ///   - productID: the shop's name for the item.
    ///   - completionHandler: gets no items and an ``MPError`` of ``MPError/notFound``, on a queue of the library.
    open func addItem(
        withProductID productID: String, completionHandler: (@Sendable ([MPMediaEntity], (any Error)?) -> Void)? = nil
    ) {
        LibraryAccess.queue.async { ProgramEnd.call { completionHandler?([], MPError(.notFound)) } }
    }

    /// Adds an item of a shop. There is no shop.
    ///
    /// - Parameter productID: the shop's name for the item.
    /// - Returns: nothing; it always throws.
    /// - Throws: an ``MPError`` of ``MPError/notFound``.
    open func addItem(withProductID productID: String) async throws -> [MPMediaEntity] { throw MPError(.notFound) }

    /// Finds the playlist with an identifier, and makes one where there is none.
    ///
    /// A new one is an XSPF file in the folder `Playlists` of the music folder, which has the identifier.
    ///
    /// - Parameters:
    ///   - uuid: the identifier.
    ///   - creationMetadata: what a new playlist begins with; nil for making none. It is ignored for one that is there.
    ///   - completionHandler: gets the playlist, or an ``MPError``, on a queue of the library.
    open func getPlaylist(
        with uuid: UUID, creationMetadata: MPMediaPlaylistCreationMetadata?,
        completionHandler: @escaping @Sendable (MPMediaPlaylist?, (any Error)?) -> Void
    ) {
        LibraryAccess.edits.async { [self] in
            let result = playlist(uuid, creationMetadata)
            // Not here, where it could not wait for another edit.
            LibraryAccess.queue.async {
                ProgramEnd.call {
                    switch result {
                    case .success(let playlist): completionHandler(playlist, nil)
                    case .failure(let error): completionHandler(nil, error)
                    }
                }
            }
        }
    }

    /// Finds the playlist with an identifier, and makes one where there is none.
    ///
    /// - Parameters:
    ///   - uuid: the identifier.
    ///   - creationMetadata: what a new playlist begins with; nil for making none. It is ignored for one that is there.
    /// - Returns: the playlist.
    /// - Throws: an ``MPError``: ``MPError/notFound`` where there is none and none is to be made.
    open func getPlaylist(
        with uuid: UUID, creationMetadata: MPMediaPlaylistCreationMetadata?
    ) async throws -> MPMediaPlaylist {
        try await withCheckedThrowingContinuation { continuation in
            LibraryAccess.edits.async { [self] in
                continuation.resume(with: playlist(uuid, creationMetadata).mapError { $0 as any Error })
            }
        }
    }

    private func playlist(
        _ uuid: UUID, _ metadata: MPMediaPlaylistCreationMetadata?
    ) -> Result<MPMediaPlaylist, MPError> {
        guard let index = access.ready else {
            return .failure(MPError(LibraryAccess.status == .denied ? .permissionDenied : .notSupported))
        }
        do {
            if let known = try index.playlist(uuid: uuid.uuidString) { return .success(MPMediaPlaylist(known, access)) }
            guard let metadata else { return .failure(MPError(.notFound)) }
            let text = metadata.descriptionText
            let made = try index.makePlaylist(
                uuid: uuid.uuidString, name: metadata.name, author: metadata.authorDisplayName,
                text: text.isEmpty ? nil : text)
            return .success(MPMediaPlaylist(made, access))
        } catch { return .failure(MPError(error)) }
    }
}
