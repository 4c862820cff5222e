import AudioCore

/// Markers and regions, as the chunks `cue `, `LIST adtl` and `smpl` describe them.
///
/// The chunks also contain what markers and regions cannot: root notes, remarks, play counts. They therefore stay among the
/// user chunks, and are written back byte for byte as long as the markers and regions are unchanged. Otherwise new chunks
/// are made, which keep as much of the old ones as they can.
struct WAVEMarkers {
    private(set) var markers: [Marker] = []
    private(set) var regions: [Region] = []
    private var texts = WAVECueTexts()
    private var sampler: WAVESampler?

    static func holdsMarkers(_ chunk: FileDescription.Chunk) -> Bool {
        switch chunk.id {
        case "cue ", "smpl": true
        case "LIST": chunk.listType == "adtl"
        default: false
        }
    }

    init(_ chunks: [FileDescription.Chunk], bigEndian: Bool = false) {
        var cues: [WAVECue] = []
        for chunk in chunks where Self.holdsMarkers(chunk) {
            guard case .bytes(let bytes) = chunk.body else { continue }
            var reader = ByteReader(bytes)
            switch chunk.id {
            case "cue " where cues.isEmpty: cues = (try? WAVECue.read(&reader, bigEndian: bigEndian)) ?? []
            case "smpl" where sampler == nil: sampler = try? WAVESampler(parsing: &reader, bigEndian: bigEndian)
            case "LIST" where texts.labels.isEmpty && texts.notes.isEmpty && texts.lengths.isEmpty:
                _ = try? reader.skip(4)
                texts = WAVECueTexts(parsing: &reader, bigEndian: bigEndian)
            default: break
            }
        }
        let loops = Set(sampler?.loops.map(\.id) ?? [])
        for cue in cues where !(texts.loops.contains(cue.id) && loops.contains(cue.id)) { add(cue) }
        for loop in sampler?.loops ?? [] { add(loop) }
    }

    private mutating func add(_ cue: WAVECue) {
        let name = texts.labels[cue.id] ?? texts.notes[cue.id] ?? ""
        guard let length = texts.lengths[cue.id] else {
            markers.append(
                Marker(framePosition: Double(cue.position), name: name, id: Int32(bitPattern: cue.id)))
            return
        }
        regions.append(
            Region(
                id: cue.id, name: name, start: Double(cue.position), end: Double(cue.position) + Double(length),
                types: Marker.regionTypes))
    }

    private mutating func add(_ loop: WAVESampler.Loop) {
        let directions = [Region.playForward, Region.playForward | Region.playBackward, Region.playBackward]
        let direction = loop.type < 3 ? directions[Int(loop.type)] : Region.playForward
        regions.append(
            Region(
                id: loop.id, name: texts.labels[loop.id] ?? "", flags: Region.loopEnable | direction,
                start: Double(loop.start), end: Double(loop.last) + 1, types: Marker.sustainTypes))
    }

    /// The user chunks and those that describe markers and regions, as they are to be written.
    ///
    /// Where the description has no markers and regions the chunks are unchanged: a client may have set them as user data.
    static func chunks(_ file: FileDescription) -> [FileDescription.Chunk] {
        let old = WAVEMarkers(file.userChunks)
        let isUnchanged = old.markers == file.markers && old.regions == file.regions
        if isUnchanged || file.markers.isEmpty && file.regions.isEmpty { return file.userChunks }
        return file.userChunks.filter { !holdsMarkers($0) } + old.renewed(file)
    }

    /// Chunks that describe the markers and regions of `file`, with the settings and remarks of the chunks that were read.
    private func renewed(_ file: FileDescription) -> [FileDescription.Chunk] {
        var cues: [WAVECue] = []
        var new = WAVECueTexts()
        var numbers = UniqueNumbers(0...Int64(UInt32.max))
        for marker in file.markers {
            let id = UInt32(numbers.take(Int64(UInt32(bitPattern: marker.id))))
            cues.append(WAVECue(id: id, position: marker.frame))
            if !marker.name.isEmpty { new.labels[id] = marker.name }
            if let note = texts.notes[id], note != marker.name { new.notes[id] = note }
        }
        for region in file.regions where !region.isLoop {
            guard let (start, end) = region.bounds else { continue }
            let id = UInt32(numbers.take(Int64(region.id)))
            cues.append(WAVECue(id: id, position: start))
            if !region.name.isEmpty { new.labels[id] = region.name }
            if end > start { new.lengths[id] = end - start }
            if let note = texts.notes[id], note != region.name { new.notes[id] = note }
        }
        var sampler = sampler ?? WAVESampler(sampleRate: file.format.sampleRate)
        let oldLoops = Dictionary(sampler.loops.map { ($0.id, $0) }) { first, _ in first }
        sampler.loops = []
        for region in file.regions where region.isLoop {
            guard let (start, end) = region.bounds else { continue }
            // A loop belongs to a cue of its number, whose name it then shares: to one that is there, or to one of its own.
            var id = region.id
            let sharesName = (new.labels[id] ?? "") == region.name
            if !numbers.isTaken(Int64(id)) || !sharesName || new.loops.contains(id) {
                id = UInt32(numbers.take(Int64(id)))
                cues.append(WAVECue(id: id, position: start))
                new.loops.insert(id)
                new.lengths[id] = max(1, end - min(start, end))
            }
            if !region.name.isEmpty { new.labels[id] = region.name }
            let isBackward = region.flags & Region.playBackward != 0
            let type: UInt32 = !isBackward ? 0 : region.flags & Region.playForward != 0 ? 1 : 2
            var loop = WAVESampler.Loop(id: id, type: type, start: start, last: max(start, end == 0 ? 0 : end - 1))
            if let old = oldLoops[id] { (loop.fraction, loop.plays) = (old.fraction, old.plays) }
            sampler.loops.append(loop)
        }
        var chunks: [FileDescription.Chunk] = []
        if !cues.isEmpty { chunks.append(.init(id: "cue ", body: .bytes(WAVECue.bytes(cues)))) }
        if let bytes = new.bytes { chunks.append(.init(id: "LIST", body: .bytes(bytes))) }
        if !sampler.loops.isEmpty || self.sampler != nil {
            chunks.append(.init(id: "smpl", body: .bytes(sampler.bytes)))
        }
        return chunks
    }
}

extension FileDescription.Chunk {
    /// The type of a `LIST` chunk that has been read.
    var listType: FourCC? {
        guard case .bytes(let bytes) = body else { return nil }
        var reader = ByteReader(bytes)
        return try? reader.fourCC()
    }
}
