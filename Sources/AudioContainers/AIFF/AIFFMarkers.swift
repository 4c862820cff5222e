import AudioCore

/// Markers and regions, as the chunks `MARK` and `INST` describe them.
///
/// As in WAVE, the chunks stay among the user chunks and are written back byte for byte as long as the markers and regions
/// are unchanged: an instrument has notes and velocities too.
struct AIFFMarkers {
    private(set) var markers: [Marker] = []
    private(set) var regions: [Region] = []
    private var instrument: AIFFInstrument?

    /// The regions' ids: a file has one loop while a key is held, and one after.
    private static let sustainID: UInt32 = 1
    private static let releaseID: UInt32 = 2

    static func holdsMarkers(_ chunk: FileDescription.Chunk) -> Bool { chunk.id == "MARK" || chunk.id == "INST" }

    init(_ chunks: [FileDescription.Chunk]) {
        var marks: [AIFFMark] = []
        for chunk in chunks where Self.holdsMarkers(chunk) {
            guard case .bytes(let bytes) = chunk.body else { continue }
            var reader = ByteReader(bytes)
            if chunk.id == "MARK", marks.isEmpty { marks = AIFFMark.read(&reader) }
            if chunk.id == "INST", instrument == nil { instrument = try? AIFFInstrument(parsing: &reader) }
        }
        markers = marks.map {
            Marker(framePosition: Double($0.position), name: IFFText.decode($0.name), id: Int32($0.id))
        }
        guard let instrument else { return }
        add(instrument.sustain, id: Self.sustainID, types: Marker.sustainTypes)
        add(instrument.release, id: Self.releaseID, types: Marker.releaseTypes)
    }

    private mutating func add(_ loop: AIFFInstrument.Loop, id: UInt32, types: (FourCC, FourCC)) {
        guard loop.mode == 1 || loop.mode == 2,
            let begin = markers.first(where: { $0.id == Int32(loop.begin) }),
            let end = markers.first(where: { $0.id == Int32(loop.end) })
        else { return }
        let direction = loop.mode == 1 ? Region.playForward : Region.playForward | Region.playBackward
        regions.append(
            Region(
                id: id, flags: Region.loopEnable | direction, start: begin.framePosition, end: end.framePosition,
                types: types))
    }

    /// The user chunks and those that describe markers and regions, as they are to be written.
    ///
    /// Where the description has no markers and regions the chunks are unchanged: a client may have set them as user data.
    /// AIFF has room for two loops, and for no other regions.
    static func chunks(_ file: FileDescription) -> [FileDescription.Chunk] {
        let old = AIFFMarkers(file.userChunks)
        let isUnchanged = old.markers == file.markers && old.regions == file.regions
        if isUnchanged || file.markers.isEmpty && file.regions.isEmpty { return file.userChunks }
        return file.userChunks.filter { !holdsMarkers($0) } + old.renewed(file)
    }

    private func renewed(_ file: FileDescription) -> [FileDescription.Chunk] {
        var numbers = UniqueNumbers(1...Int64(Int16.max))
        var marks = file.markers.prefix(Int(Int16.max)).map { marker in
            AIFFMark(
                id: Int16(numbers.take(Int64(marker.id))), position: marker.frame, name: marker.name.utf8Prefix(255))
        }
        let loops = file.regions.filter(\.isLoop)
        let isRelease = { (region: Region) in region.markers.first?.type == Marker.releaseTypes.0.rawValue }
        let sustain = loops.first { !isRelease($0) }
        let release = loops.first(where: isRelease)
        var chunks: [FileDescription.Chunk] = []
        if sustain != nil || release != nil || instrument != nil {
            var instrument = instrument ?? .standard
            instrument.sustain = Self.loop(sustain, &marks, &numbers)
            instrument.release = Self.loop(release, &marks, &numbers)
            chunks.append(.init(id: "INST", body: .bytes(instrument.bytes)))
        }
        if !marks.isEmpty { chunks.insert(.init(id: "MARK", body: .bytes(AIFFMark.bytes(marks))), at: 0) }
        return chunks
    }

    /// The loop over a region, between marks that are there or are added.
    private static func loop(
        _ region: Region?, _ marks: inout [AIFFMark], _ numbers: inout UniqueNumbers
    ) -> AIFFInstrument.Loop {
        guard let region, let (start, end) = region.bounds, marks.count < Int(Int16.max) - 2 else {
            return AIFFInstrument.Loop()
        }
        var ids: [Int16] = []
        for (position, name) in [(start, "beg loop"), (end, "end loop")] {
            if let mark = marks.first(where: { $0.position == position }) {
                ids.append(mark.id)
            } else {
                let id = Int16(numbers.take(1))
                marks.append(AIFFMark(id: id, position: position, name: Array(name.utf8)))
                ids.append(id)
            }
        }
        let isBoth = region.flags & Region.playBackward != 0
        return AIFFInstrument.Loop(mode: isBoth ? 2 : 1, begin: ids[0], end: ids[1])
    }
}

/// The chunks of text, each with the key it stands for.
enum AIFFInfo {
    static let keys: [(id: FourCC, key: String)] = [
        ("NAME", "title"), ("AUTH", "artist"), ("(c) ", "copyright"), ("ANNO", "comments"),
    ]

    /// More texts than this are no texts about a sound.
    static let largestCount = 512

    static func key(_ id: FourCC) -> String? { keys.first { $0.id == id }?.key }

    static func holds(_ key: String) -> Bool { keys.contains { $0.key == key } }

    /// Keys that AIFF has no chunk for are left to an ID3 tag.
    static func chunks(_ info: InfoDictionary) -> [IFFBody] {
        info.entries.flatMap { entry in
            guard let id = keys.first(where: { $0.key == entry.key })?.id else { return [IFFBody]() }
            return entry.values.map { IFFBody(id, Array($0.utf8)) }
        }
    }
}
