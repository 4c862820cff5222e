import AudioCore

/// Finds the movie atom and its tracks, then describes one of them.
struct MPEG4Reader {
    let atoms: MPEG4Atoms
    private let top: [MPEG4Atom]
    private let moov: MPEG4Atom
    let movieTimescale: Double
    /// Whether the movie lasts no time.
    private let isEmpty: Bool
    private let stopsAtData: Bool
    let tracks: [Track]

    /// What can be said of a track before its format is known.
    struct Track {
        var trak: MPEG4Atom
        var mdia: MPEG4Atom
        var id: UInt32 = 0
        var timescale: Double = 0
        /// Whether nothing of the track is shown, by its header.
        var isEmpty = false
        var isSound = false
        var isText = false
        var isPictures = false
    }

    /// - Parameter stopsAtData: whether only what stands before the audio data is read.
    init(_ source: any ByteSource, stopsAtData: Bool = false) throws(AudioError) {
        atoms = try MPEG4Atoms(source)
        self.stopsAtData = stopsAtData
        top = stopsAtData ? try atoms.upToMovie() : try atoms.topLevel()
        guard let moov = top.first(where: { $0.id == "moov" }), !moov.isCut else {
            throw .invalidFile.because("there is no whole movie atom")
        }
        self.moov = moov
        var (scale, isEmpty) = (UInt32(0), false)
        var tracks: [Track] = []
        for child in try atoms.children(of: moov) {
            switch child.id {
            case "mvhd": (scale, isEmpty) = try Self.header(child, atoms)
            case "trak": if let track = try Self.track(child, atoms) { tracks.append(track) }
            case "cmov": throw .unsupportedDataFormat.because("the movie atom is compressed")
            default: break
            }
        }
        movieTimescale = Double(scale)
        self.isEmpty = isEmpty
        self.tracks = tracks
    }

    /// Reads `mvhd`, `mdhd` or `tkhd`, which begin with two times.
    ///
    /// - Parameter reserved: bytes between the number that follows and the duration.
    /// - Returns: the number, which is the timescale or the track's ID, and whether the duration is 0.
    private static func header(
        _ atom: MPEG4Atom, _ atoms: MPEG4Atoms, reserved: Int = 0
    ) throws(AudioError) -> (number: UInt32, isEmpty: Bool) {
        var input = try atoms.reader(of: atom, upTo: 36)
        let isLong = try input.big(UInt32.self) >> 24 == 1
        try input.skip(isLong ? 16 : 8)
        let number = try input.big(UInt32.self)
        // A header that is cut states no duration.
        guard input.remaining >= reserved + (isLong ? 8 : 4) else { return (number, false) }
        try input.skip(reserved)
        let duration = isLong ? try input.big(UInt64.self) : UInt64(try input.big(UInt32.self))
        return (number, duration == 0)
    }

    private static func track(_ trak: MPEG4Atom, _ atoms: MPEG4Atoms) throws(AudioError) -> Track? {
        let children = try atoms.children(of: trak)
        guard let mdia = children.first(where: { $0.id == "mdia" }) else { return nil }
        var track = Track(trak: trak, mdia: mdia)
        if let tkhd = children.first(where: { $0.id == "tkhd" }) {
            (track.id, track.isEmpty) = try header(tkhd, atoms, reserved: 4)
        }
        for child in try atoms.children(of: mdia) {
            if child.id == "mdhd" { track.timescale = Double(try header(child, atoms).number) }
            if child.id == "hdlr" {
                var input = try atoms.reader(of: child, upTo: 12)
                try input.skip(8)
                let kind = try input.fourCC()
                track.isSound = kind == "soun"
                track.isPictures = kind == "vide"
                track.isText = kind == "text" || kind == "sbtl"
            }
        }
        return track
    }

    // MARK: The description

    func description(soundTrack: Int?) throws(AudioError) -> FileDescription {
        guard let soundTrack else {
            return try firstReadable { track throws(AudioError) in try describe(track) }
        }
        let sounds = tracks.filter(\.isSound)
        guard sounds.indices.contains(soundTrack) else { throw .parameter.because("there is no such sound track") }
        return try describe(sounds[soundTrack])
    }

    /// What `read` makes of the first sound track it can read.
    private func firstReadable<Result>(
        _ read: (Track) throws(AudioError) -> Result
    ) throws(AudioError) -> Result {
        var failure: AudioError?
        for track in tracks where track.isSound {
            do throws(AudioError) { return try read(track) } catch { failure = failure ?? error }
        }
        throw failure ?? .unsupportedDataFormat.because("the file has no sound track")
    }

    private func describe(_ track: Track) throws(AudioError) -> FileDescription {
        let (sound, table) = try open(track)
        var samples = MPEG4Samples(format: sound.format, fileSize: atoms.fileSize)
        try table.read(into: &samples)
        let hasFragments = try readFragments(track, &samples, descriptions: sound.numbers)
        if sound.packsFrames { try MPEG4AMR.split(&samples, atoms.source) }
        if sound.format.formatID == "vorb" {
            try MPEG4Vorbis.setFrames(&samples, sound, atoms.source)
        }
        if samples.packets.count > 0 {
            try refine(&samples.format, samples.packets[0].offset, Int64(samples.packets[0].size))
        }
        let result = try samples.result(timescale: track.timescale)
        var file = try describe(track, sound, samples, result, hasFragments: hasFragments)
        if sound.format.formatID == .aac, table.child("stz2") != nil { file.packetSizeBits = 16 }
        return file
    }

    private func open(_ track: Track) throws(AudioError) -> (sound: MPEG4SoundEntry, table: MPEG4SampleTable) {
        guard let stbl = try atoms.first(["minf", "stbl"], in: track.mdia) else {
            throw .invalidFile.because("the sound track has no sample table")
        }
        let table = try MPEG4SampleTable(stbl, atoms)
        guard let stsd = table.child("stsd") else {
            throw .invalidFile.because("the sound track has no sample description")
        }
        let descriptions = try MPEG4Descriptions(stsd, atoms)
        var used: [UInt32] = []
        if descriptions.entries.count > 1 {
            used = try table.descriptions(upTo: descriptions.entries.count)
            if used.isEmpty { used = [try fragments(of: track).defaultDescription] }
        }
        var (sound, numbers) = try descriptions.common(used) { entry throws(AudioError) in
            try MPEG4SoundEntry.read(entry, in: stsd, of: atoms, timescale: track.timescale)
        }
        sound.numbers = numbers
        guard track.timescale > 0 else { throw .invalidFile.because("the sound track has no timescale") }
        return (sound, table)
    }

    private func refine(_ format: inout StreamFormat, _ offset: Int64, _ size: Int64) throws(AudioError) {
        if format.formatID == "ec-3" {
            let packet = try atoms.source.prefix(at: offset, upTo: Int(min(size, Int64(MPEG4Dolby.largest))))
            format.framesPerPacket = MPEG4Dolby.frames(packet: packet) ?? format.framesPerPacket
        }
        guard MPEG4MPEGAudio.ids.contains(format.formatID) else { return }
        let bytes = try atoms.source.prefix(at: offset, upTo: Int(min(size, 4)))
        format = MPEG4MPEGAudio.format(format, firstFrame: bytes)
    }

    private func describe(
        _ track: Track, _ sound: MPEG4SoundEntry, _ samples: MPEG4Samples, _ result: MPEG4Samples.Result,
        hasFragments: Bool
    ) throws(AudioError) -> FileDescription {
        var file = FileDescription(fileType: try fileType(), format: samples.format, packets: result.index)
        file.format.framesPerPacket = result.framesPerPacket
        place(&file, result)
        file.magicCookie = sound.magicCookie
        file.layout = sound.layout
        file.sourceBitDepth = sound.sourceBitDepth
        let isUnfinished = try isUnfinished(file)
        file.isComplete = !samples.isCut && !isUnfinished
        let tags = try readTags()
        file.info = tags.info
        file.artwork = tags.artwork
        file.userChunks = tags.others
        file.markers = try MPEG4Chapters.read(
            of: track, among: stopsAtData ? [] : tracks, moov: moov, atoms, sampleRate: samples.format.sampleRate)
        let clock = MPEG4Edits.Clock(
            sampleRate: samples.format.sampleRate, timescale: track.timescale,
            movieTimescale: movieTimescale > 0 ? movieTimescale : track.timescale, mediaTicks: samples.ticks)
        file.packetTable = try packetTable(edits(track), clock, tags, &file, preSkip: sound.preSkip)
        file.isRewritable = try holdsNothingElse(hasFragments)
        file.isOptimized = file.isRewritable && !hasFragments && moov.start < file.dataOffset && hasNothingBehind(file)
        return file
    }

    private func packetTable(
        _ edits: MPEG4Edits, _ clock: MPEG4Edits.Clock, _ tags: MPEG4Tags, _ file: inout FileDescription, preSkip: Int
    ) -> PacketTableInfo? {
        guard let note = tags.gapless else {
            return edits.packetTable(file.packets, clock, gapless: nil, preSkip: preSkip)
        }
        let delay = MPEG4GaplessNote.delay(tags.info)
        guard MPEG4GaplessNote.isOfReplication(file.format) else {
            // The packets of AAC may turn out to contain replication.
            if file.format.formatID == .aac, note.totalFrames <= file.packets.totalFrames {
                file.replicationDelay = delay
            }
            return edits.packetTable(file.packets, clock, gapless: note, preSkip: preSkip)
        }
        let table = MPEG4GaplessNote.atFullRate(note, total: file.packets.totalFrames, delay: delay)
        return edits.packetTable(file.packets, clock, gapless: table, isCoarse: table != note)
    }

    // MARK: As it arrives

    /// The first sound track that can be read, with packets that follow the movie atom.
    func stream() throws(AudioError) -> PacketStream {
        try firstReadable { track throws(AudioError) in try stream(track) }
    }

    private func stream(_ track: Track) throws(AudioError) -> PacketStream {
        let (sound, table) = try open(track)
        var samples = MPEG4Samples(format: sound.format, fileSize: atoms.fileSize)
        try table.read(into: &samples)
        let mvex = try atoms.first(["mvex"], in: moov)
        guard mvex == nil, !sound.packsFrames, !samples.isConstant else {
            return try stream(track, sound, samples, mvex: mvex)
        }
        if samples.packets.count > 0 {
            try refine(&samples.format, samples.packets[0].offset, Int64(samples.packets[0].size))
        }
        let result = try samples.result(timescale: track.timescale)
        let file = try describe(track, sound, samples, result, hasFragments: false)
        guard file.packets.isInOrder else { throw Self.notInOrder }
        return PacketStream(indexed: file)
    }

    private static let notInOrder = AudioError.notOptimized.because("the packets are not in the order of the sound")

    /// Where samples are not packets, or the movie atom does not list them all.
    private func stream(
        _ track: Track, _ sound: MPEG4SoundEntry, _ samples: MPEG4Samples, mvex: MPEG4Atom?
    ) throws(AudioError) -> PacketStream {
        var samples = samples
        var list = MPEG4StreamPackets(samples, atoms, timescale: track.timescale)
        guard list.isInOrder else { throw Self.notInOrder }
        if let mvex {
            var fragments = try MPEG4Fragments(trackID: track.id, mvex: mvex, atoms)
            fragments.descriptions = sound.numbers
            list.expect(fragments, from: moov.end)
        }
        var ahead = list
        let first = try ahead.next()
        if let first { try refine(&samples.format, first.offset, first.size) }
        list.format = samples.format
        var result = try samples.result(timescale: track.timescale)
        var count = list.constantPackets
        let packet = samples.format.framesPerPacket
        if sound.packsFrames, packet > 0 {
            // How many packets a sample has is seen when it comes; how long all last is known.
            let frames = Double(samples.ticks) * samples.format.sampleRate / track.timescale
            count = Int64(min(frames, 1e15)) / Int64(packet)
            result.index = PacketIndex(constantSize: 1, frames: packet, count: count)
        }
        var file = try describe(track, sound, samples, result, hasFragments: mvex != nil)
        // Nothing before the fragments states their size.
        if mvex != nil { (file.dataOffset, file.dataSize) = (first?.offset ?? moov.end, .max >> 1) }
        file.packets =
            samples.isConstant
            ? PacketIndex(constantSize: samples.format.bytesPerPacket, frames: packet, count: count)
            : PacketIndex(variableSizesWithFrames: packet)
        let size = count > 0 ? Double(result.dataSize) / Double(count) : Double(first?.size ?? 0)
        let typical = samples.isConstant ? Double(samples.format.bytesPerPacket) : size
        var stream =
            sound.packsFrames
            ? PacketStream(file, MPEG4AMRPackets(list, atoms.source), upperBound: MPEG4AMR.largest, typical: typical)
            : PacketStream(file, list, upperBound: samples.format.bytesPerPacket, typical: typical)
        if mvex == nil { (stream.packetCount, stream.dataSize) = (count, result.dataSize) }
        return stream
    }

    func fragments(of track: Track) throws(AudioError) -> MPEG4Fragments {
        try MPEG4Fragments(trackID: track.id, mvex: atoms.first(["mvex"], in: moov), atoms)
    }

    /// - Parameter descriptions: the numbers of the sample descriptions that samples may have; nil for any.
    func readFragments(
        _ track: Track, _ samples: inout some MPEG4SampleList, descriptions: [UInt32]? = nil
    ) throws(AudioError) -> Bool {
        let fragments = top.filter { $0.id == "moof" }
        guard !fragments.isEmpty else { return false }
        var reader = try self.fragments(of: track)
        reader.descriptions = descriptions
        for moof in fragments {
            guard try reader.read(moof, into: &samples) else { break }
        }
        return true
    }

    private func place(_ file: inout FileDescription, _ result: MPEG4Samples.Result) {
        file.dataOffset = result.dataOffset
        file.dataSize = result.dataSize
        if result.index.count == 0, let mdat = top.first(where: { $0.id == "mdat" }) {
            file.dataOffset = mdat.body
            file.dataSize = 0
        }
        file.alignsAudioData = file.dataOffset % MPEG4Writer.pageSize == 0
        file.knownChunks = top.map { $0.place() }
    }

    private func fileType() throws(AudioError) -> FourCC {
        guard let ftyp = top.first(where: { $0.id == "ftyp" }), ftyp.size >= 4 else { return MPEG4.mpeg4 }
        var input = try atoms.reader(of: ftyp, upTo: 4)
        return MPEG4.type(ofBrand: try input.fourCC())
    }

    private func edits(_ track: Track) throws(AudioError) -> MPEG4Edits {
        guard let elst = try atoms.first(["edts", "elst"], in: track.trak) else { return MPEG4Edits() }
        // In files with fragments, an edit without a length has no end.
        let mvex = try atoms.first(["mvex"], in: moov)
        return try MPEG4Edits(elst, atoms, ofEmptyTrack: isEmpty && track.isEmpty && mvex == nil)
    }

    /// iTunes' tags, and with what they leave open, the texts of QuickTime and 3GPP.
    private func readTags() throws(AudioError) -> MPEG4Tags {
        let udta = try atoms.first(["udta"], in: moov)
        var (tags, others) = (MPEG4Tags(), MPEG4UserTexts())
        if let udta { others = try MPEG4UserTexts(userData: udta, atoms) }
        let within = try udta.map { udta throws(AudioError) in try atoms.first(["meta"], in: udta) } ?? nil
        for meta in [within, try atoms.first(["meta"], in: moov)] {
            guard let meta else { continue }
            let parts = try children(ofMeta: meta)
            guard let items = parts.first(where: { $0.id == "ilst" }) else { continue }
            if let keys = parts.first(where: { $0.id == "keys" }) {
                let keyed = try MPEG4UserTexts(keys: keys, items, atoms)
                tags.info.add(keyed.entries)
                if tags.artwork.isEmpty { tags.artwork = keyed.artwork }
            } else if tags.isEmpty {
                tags = try MPEG4Tags(items, atoms)
            }
        }
        tags.info.add(others.entries)
        return tags
    }

    /// QuickTime's `meta` has no version and flags, and neither has that of some writers.
    private func children(ofMeta meta: MPEG4Atom) throws(AudioError) -> [MPEG4Atom] {
        let parts = try atoms.children(of: meta, skipping: 4)
        return parts.contains { $0.id == "ilst" } ? parts : try atoms.children(of: meta)
    }

    // MARK: What else there is

    private static let ownAtoms: Set<FourCC> = ["ftyp", "moov", "mdat", "free", "skip", "wide"]
    private static let fragmentAtoms: Set<FourCC> = ["moof", "mfra", "sidx", "styp"]

    /// Whether the writer was killed: the movie atom announces fragments, and there is data, or room for it, that none of them
    /// lists.
    private func isUnfinished(_ file: FileDescription) throws(AudioError) -> Bool {
        let data = top.filter { $0.id == "mdat" }
        guard let last = data.last, try atoms.first(["mvex"], in: moov) != nil else { return false }
        let end = file.dataOffset + file.dataSize
        return file.packets.count == 0 || last.body >= end || data.count == 1 && last.end > end
    }

    /// Whether rewriting the file would lose nothing except the sound's own description.
    private func holdsNothingElse(_ hasFragments: Bool) throws(AudioError) -> Bool {
        let own = hasFragments ? Self.ownAtoms.union(Self.fragmentAtoms) : Self.ownAtoms
        guard tracks.count == 1, top.allSatisfy({ own.contains($0.id) }),
            hasFragments || top.count(where: { $0.id == "mdat" }) <= 1
        else { return false }
        // Items under keys are not written.
        for path: [FourCC] in [["meta"], ["udta", "meta"]] {
            guard let meta = try atoms.first(path, in: moov) else { continue }
            if try children(ofMeta: meta).contains(where: { $0.id == "keys" }) { return false }
        }
        guard let udta = try atoms.first(["udta"], in: moov) else { return true }
        return try atoms.children(of: udta).allSatisfy { $0.id == "meta" || $0.id == "chpl" }
    }

    private func hasNothingBehind(_ file: FileDescription) -> Bool {
        let end = file.dataOffset + file.dataSize
        return top.allSatisfy { $0.start < end || $0.size == 0 && $0.id == "mdat" } || file.packets.count == 0
    }
}
