import AudioCore
public import Foundation

/// What a program offers to play: a song, or a list of others, as the screen of a car shows it.
open class MPContentItem: NSObject, @unchecked Sendable {
    private struct State {
        var title: String?
        var subtitle: String?
        var artwork: MPMediaItemArtwork?
        var progress: Float = -1
        var isStreaming = false
        var isExplicit = false
        var isContainer = false
        var isPlayable = false
    }

    /// What the program knows it by.
    public let identifier: String
    private let state = LockedValue(State())

    /// Creates an item.
    ///
    /// - Parameter identifier: what the program knows it by.
    public init(identifier: String) {
        self.identifier = identifier
        super.init()
    }

    /// What it is called; nil at first.
    open var title: String? {
        get { state.withLock(\.title) }
        set { state.withLock { $0.title = newValue } }
    }

    /// A second line; nil at first.
    open var subtitle: String? {
        get { state.withLock(\.subtitle) }
        set { state.withLock { $0.subtitle = newValue } }
    }

    /// Its picture; nil at first.
    open var artwork: MPMediaItemArtwork? {
        get { state.withLock(\.artwork) }
        set { state.withLock { $0.artwork = newValue } }
    }

    /// How much of it was played, from 0 to 1; -1 at first, which shows nothing.
    open var playbackProgress: Float {
        get { state.withLock(\.progress) }
        set { state.withLock { $0.progress = newValue } }
    }

    /// Whether it comes from a network; false at first.
    open var isStreamingContent: Bool {
        get { state.withLock(\.isStreaming) }
        set { state.withLock { $0.isStreaming = newValue } }
    }

    /// Whether it is marked as explicit; false at first.
    open var isExplicitContent: Bool {
        get { state.withLock(\.isExplicit) }
        set { state.withLock { $0.isExplicit = newValue } }
    }

    /// Whether it is a list of others; false at first.
    open var isContainer: Bool {
        get { state.withLock(\.isContainer) }
        set { state.withLock { $0.isContainer = newValue } }
    }

    /// Whether it can be played; false at first.
    open var isPlayable: Bool {
        get { state.withLock(\.isPlayable) }
        set { state.withLock { $0.isPlayable = newValue } }
    }
}
