import AudioCore
import AudioEngine
import AudioToolbox
import ToolSupport

/// A sound of the desktop's theme, in the place of one of the alerts that every Mac has under /System/Library/Sounds.
struct ThemeSound: SoundBringer {
    private let sound: SystemSound
    private let format: StreamFormat
    private let passes: Passes

    /// - Throws: what reading and decoding throw.
    init(_ path: String, _ passes: Passes, format: StreamFormat) throws(AudioError) {
        sound = try SystemSound.load(path, for: format)
        (self.format, self.passes) = (format, passes)
    }

    var duration: Double? { passes.duration(of: Double(sound.frames) / format.sampleRate) }

    private static let framesAtOnce = 4096

    func bring(_ makePlayer: @escaping MakePlayer) throws {
        let player = try makePlayer(QueuePlayer.Sound(AudioStreamBasicDescription(format)), 0.25)
        let first = Int(min((passes.start * format.sampleRate).rounded(), Double(sound.frames)))
        guard first < sound.frames else { return }
        var pass = 0
        while passes.hasPass(pass) {
            for start in stride(from: first, to: sound.frames, by: Self.framesAtOnce) {
                let count = min(Self.framesAtOnce, sound.frames - start)
                guard try player.append(sound.samples + start * format.channels, packets: count) else { return }
            }
            pass += 1
        }
    }
}
