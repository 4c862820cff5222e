import AudioCore

/// A row of the `cue ` chunk.
struct WAVECue {
    var id: UInt32
    var position: UInt32

    static func read(_ input: inout ByteReader, bigEndian: Bool) throws(AudioError) -> [WAVECue] {
        let count = try input.integer(UInt32.self, bigEndian: bigEndian)
        var cues: [WAVECue] = []
        for _ in 0..<min(Int(count), input.remaining / 24) {
            let id = try input.integer(UInt32.self, bigEndian: bigEndian)
            let order = try input.integer(UInt32.self, bigEndian: bigEndian)
            try input.skip(12)
            let offset = try input.integer(UInt32.self, bigEndian: bigEndian)
            // Some writers fill in the place in the play order only, which is the same without a playlist.
            cues.append(WAVECue(id: id, position: offset == 0 ? order : offset))
        }
        return cues
    }

    static func bytes(_ cues: [WAVECue]) -> [UInt8] {
        var output = ByteWriter()
        output.little(UInt32(cues.count))
        for cue in cues {
            output.little(cue.id)
            output.little(cue.position)
            output.fourCC("data")
            output.little(0 as UInt64)
            output.little(cue.position)
        }
        return output.bytes
    }
}

/// The `LIST` chunk of type `adtl`: names, remarks and lengths of cues.
struct WAVECueTexts {
    var labels: [UInt32: String] = [:]
    var notes: [UInt32: String] = [:]
    /// Frames from a cue on, where it is the start of a stretch.
    var lengths: [UInt32: UInt32] = [:]
    /// Cues that only give a loop its place among the cues. The loop itself is in the `smpl` chunk.
    var loops: Set<UInt32> = []

    private static let region: FourCC = "rgn "
    /// Ours: RIFF leaves what a stretch is for to programs.
    private static let loop: FourCC = "loop"

    init() {}

    /// Reads a list whose type has been read, up to where it breaks off.
    init(parsing input: inout ByteReader, bigEndian: Bool) {
        do throws(AudioError) {
            while input.remaining >= 12 {
                let id = try input.fourCC()
                let size = Int(try input.integer(UInt32.self, bigEndian: bigEndian))
                var body = try input.slice(min(size, input.remaining))
                if size % 2 == 1, input.remaining > 0 { try input.skip(1) }
                guard body.remaining >= 4 else { continue }
                let cue = try body.integer(UInt32.self, bigEndian: bigEndian)
                switch id {
                case "labl" where labels[cue] == nil: labels[cue] = IFFText.decode(body.rest())
                case "note" where notes[cue] == nil: notes[cue] = IFFText.decode(body.rest())
                case "ltxt" where body.remaining >= 4:
                    let length = try body.integer(UInt32.self, bigEndian: bigEndian)
                    if length > 0, lengths[cue] == nil { lengths[cue] = length }
                    if body.remaining >= 4, try body.fourCC() == Self.loop { loops.insert(cue) }
                default: break
                }
            }
        } catch { return }
    }

    /// The list with its type, or nil where it would be empty.
    var bytes: [UInt8]? {
        var output = ByteWriter()
        output.fourCC("adtl")
        for (id, texts) in [("labl", labels), ("note", notes)] as [(FourCC, [UInt32: String])] {
            for (cue, text) in texts.sorted(by: { $0.key < $1.key }) {
                var body = ByteWriter()
                body.little(cue)
                body.zeroTerminated(text)
                IFFBody(id, body.bytes).write(to: &output, .littleEndian)
            }
        }
        for (cue, length) in lengths.sorted(by: { $0.key < $1.key }) {
            var body = ByteWriter()
            body.little(cue)
            body.little(length)
            body.fourCC(loops.contains(cue) ? Self.loop : Self.region)
            // Country, language, dialect and code page: none.
            body.zeros(8)
            IFFBody("ltxt", body.bytes).write(to: &output, .littleEndian)
        }
        return output.count > 4 ? output.bytes : nil
    }
}

/// The `smpl` chunk: how a sampler plays the sound, and its loops.
struct WAVESampler {
    /// Maker, product, sample period, root note, fine tuning, SMPTE format and offset: 28 bytes carried along.
    var settings: [UInt8]
    var loops: [Loop] = []
    var makersData: [UInt8] = []

    struct Loop {
        var id: UInt32
        /// 0 forward, 1 forward and backward, 2 backward.
        var type: UInt32
        var start: UInt32
        /// The last frame played.
        var last: UInt32
        var fraction: UInt32 = 0
        /// 0 for ever.
        var plays: UInt32 = 0
    }

    /// Middle C, at a sample rate.
    init(sampleRate: Double) {
        var output = ByteWriter()
        output.little(0 as UInt64)
        output.little(UInt32(max(0, min(1e9 / sampleRate, 1e9)).rounded()))
        output.little(60 as UInt32)
        output.zeros(12)
        settings = output.bytes
    }

    init(parsing input: inout ByteReader, bigEndian: Bool) throws(AudioError) {
        settings = Array(try input.take(28))
        let count = try input.integer(UInt32.self, bigEndian: bigEndian)
        _ = try input.integer(UInt32.self, bigEndian: bigEndian)
        for _ in 0..<min(Int(count), input.remaining / 24) {
            loops.append(
                Loop(
                    id: try input.integer(bigEndian: bigEndian), type: try input.integer(bigEndian: bigEndian),
                    start: try input.integer(bigEndian: bigEndian), last: try input.integer(bigEndian: bigEndian),
                    fraction: try input.integer(bigEndian: bigEndian), plays: try input.integer(bigEndian: bigEndian)))
        }
        makersData = Array(input.rest())
    }

    var bytes: [UInt8] {
        var output = ByteWriter()
        output.append(settings)
        output.little(UInt32(loops.count))
        output.little(UInt32(makersData.count))
        for loop in loops {
            for field in [loop.id, loop.type, loop.start, loop.last, loop.fraction, loop.plays] { output.little(field) }
        }
        output.append(makersData)
        return output.bytes
    }
}
