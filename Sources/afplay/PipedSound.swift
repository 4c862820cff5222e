import AudioToolbox
import ToolSupport

/// What comes through a pipe: played as its bytes arrive, or, where its form or the way it is played needs the whole, once
/// all of it is in a temporary file.
struct PipedSound: SoundBringer {
    let pipe: InputPipe
    /// What the user calls the pipe.
    let name: String
    let passes: Passes
    /// Whether all of it must be there before it plays.
    let needsWhole: Bool
    let format: AudioStreamBasicDescription

    /// It comes and goes with one thread.
    init(
        _ pipe: InputPipe, name: String, _ passes: Passes, needsWhole: Bool, format: AudioStreamBasicDescription
    ) {
        (self.pipe, self.name, self.passes, self.format) = (pipe, name, passes, format)
        self.needsWhole = needsWhole || !passes.areOne
    }

    var duration: Double? { nil }

    private static let headStart = 0.25

    func bring(from start: Double, _ makePlayer: @escaping MakePlayer) throws {
        var isPlaying = false
        let stream = try StreamPlayer(typeHint: 0) { (sound) throws(ToolError) in
            isPlaying = true
            return try makePlayer(sound, Self.headStart)
        }
        do { try bringAll(to: stream, isPlaying: { isPlaying }, makePlayer) } catch let error as ToolError {
            let cause = FileFault.causeOfReading(head: stream.head, error.status)
            throw error.explained((name == "-" ? "standard input" : name) + ": " + cause)
        }
    }

    private func bringAll(
        to stream: StreamPlayer, isPlaying: () -> Bool, _ makePlayer: @escaping MakePlayer
    ) throws {
        // Until it plays, all bytes are kept: the parser may turn out not to be able to go through them in order.
        var copy: TemporaryFile? = needsWhole ? try TemporaryFile() : try? TemporaryFile()
        var parses = !needsWhole
        while let bytes = try pipe.read() {
            if !isPlaying() { try copy?.write(bytes) }
            guard parses else { continue }
            do throws(ToolError) {
                guard try stream.parse(bytes) else { break }
            } catch {
                // What needs the whole file says so. Other bytes are no sound, and there may be no end of them.
                guard !isPlaying(), copy != nil, error.status == kAudioFileStreamError_NotOptimized else { throw error }
                parses = false
            }
            if isPlaying() { copy = nil }
        }
        if parses {
            do throws(ToolError) { return try stream.finish() } catch { if isPlaying() { throw error } }
        }
        guard let copy else { return }
        let file = try SoundReader(copy.path, passes, name: name)
        try file.convert(to: format)
        try file.bring(from: 0, makePlayer)
    }
}
