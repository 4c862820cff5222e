/// An event of remote control: what a program gets that has no target for a command.
package enum RemoteEvent: Int, Sendable, CaseIterable {
    case play = 100
    case pause, stop, togglePlayPause, nextTrack, previousTrack

    /// Gets events on the main thread.
    package typealias Receiver = @Sendable (RemoteEvent) -> Void

    /// Sends what no target takes to the program from now on; nil for no longer.
    package static func send(to receiver: Receiver?) { NowPlayingLink.shared.send(eventsTo: receiver) }
}
