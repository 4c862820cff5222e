import AVFoundation

/// What a package asks of its players: tests put others in their place.
protocol FilePlaying: AnyObject {
    init(contentsOf url: URL) throws
    @discardableResult func play() -> Bool
    func stop()
    var duration: TimeInterval { get }
}

/// The player of the system. It is final, so that the initializer that it inherits meets the protocol.
final class FilePlayer: AVAudioPlayer, FilePlaying {}

/// A player with a name, which counts its starts.
class TitledPlayer: AVAudioPlayer {
    let title: String
    private(set) var starts = 0

    init(title: String, contentsOf url: URL) throws {
        self.title = title
        try super.init(contentsOf: url)
    }

    override init(contentsOf url: URL) throws {
        title = url.lastPathComponent
        try super.init(contentsOf: url)
    }

    @discardableResult override func play() -> Bool {
        starts += 1
        return super.play()
    }
}
