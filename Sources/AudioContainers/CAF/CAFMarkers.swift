import AudioCore

/// `mark`: places in the sound. Their names stand in the `strg` chunk.
struct CAFMarkers: CAFChunk {
    static let id: FourCC = "mark"

    var smpteTimeType: UInt32
    var markers: [Marker]

    init(smpteTimeType: UInt32, markers: [Marker]) {
        self.smpteTimeType = smpteTimeType
        self.markers = markers
    }

    init(parsing input: inout ByteReader) throws(AudioError) {
        smpteTimeType = try input.big()
        markers = try [Marker](parsingCAF: &input, count: try input.big())
    }

    func write(to output: inout ByteWriter) {
        output.big(smpteTimeType)
        output.big(UInt32(markers.count))
        for marker in markers { marker.writeCAF(to: &output) }
    }
}

/// `regn`: stretches of the sound. Their names, and those of their markers, stand in the `strg` chunk.
struct CAFRegions: CAFChunk {
    static let id: FourCC = "regn"

    var smpteTimeType: UInt32
    var regions: [Region]

    init(smpteTimeType: UInt32, regions: [Region]) {
        self.smpteTimeType = smpteTimeType
        self.regions = regions
    }

    init(parsing input: inout ByteReader) throws(AudioError) {
        smpteTimeType = try input.big()
        let count = try input.big(UInt32.self)
        guard Int64(count) * 12 <= Int64(input.remaining) else { throw .endOfFile }
        regions = []
        for _ in 0..<count {
            let id = try input.big(UInt32.self)
            let flags = try input.big(UInt32.self)
            let markers = try [Marker](parsingCAF: &input, count: try input.big())
            regions.append(Region(id: id, flags: flags, markers: markers))
        }
    }

    func write(to output: inout ByteWriter) {
        output.big(smpteTimeType)
        output.big(UInt32(regions.count))
        for region in regions {
            output.big(region.id)
            output.big(region.flags)
            output.big(UInt32(region.markers.count))
            for marker in region.markers { marker.writeCAF(to: &output) }
        }
    }
}

extension [Marker] {
    fileprivate init(parsingCAF input: inout ByteReader, count: UInt32) throws(AudioError) {
        guard Int64(count) * 28 <= Int64(input.remaining) else { throw .endOfFile }
        self = []
        for _ in 0..<count { append(try Marker(parsingCAF: &input)) }
    }
}

extension Marker {
    fileprivate init(parsingCAF input: inout ByteReader) throws(AudioError) {
        let type = try input.big(UInt32.self)
        self.init(framePosition: try input.bigFloat64(), id: try input.big(), type: type)
        smpteTime.hours = try input.big()
        smpteTime.minutes = try input.big()
        smpteTime.seconds = try input.big()
        smpteTime.frames = try input.big()
        smpteTime.subFrameSampleOffset = try input.big()
        channel = UInt16(clamping: try input.big(UInt32.self))
    }

    fileprivate func writeCAF(to output: inout ByteWriter) {
        output.big(type)
        output.bigFloat64(framePosition)
        output.big(id)
        output.big(smpteTime.hours)
        output.big(smpteTime.minutes)
        output.big(smpteTime.seconds)
        output.big(smpteTime.frames)
        output.big(smpteTime.subFrameSampleOffset)
        output.big(UInt32(channel))
    }
}

/// `strg`: texts by number. A marker's or region's name is the text under its id.
struct CAFStrings: CAFChunk {
    static let id: FourCC = "strg"

    private(set) var texts: [UInt32: String] = [:]

    init() {}

    /// - Throws: `endOfFile` for more entries than there is room for, `invalidFile` where texts overlap so that a small
    ///   chunk would fill memory.
    init(parsing input: inout ByteReader) throws(AudioError) {
        let count = Int(try input.big(UInt32.self))
        guard count <= input.remaining / 12 else { throw .endOfFile }
        var entries = try input.slice(count * 12)
        let area = input.rest()
        var read: [Int: String] = [:]
        var budget = area.count
        for _ in 0..<count {
            let id = try entries.big(UInt32.self)
            let offset = Int(try entries.big(Int64.self))
            guard (0..<area.count).contains(offset) else { continue }
            if read[offset] == nil {
                var text = ByteReader(area[(area.startIndex + offset)...])
                read[offset] = text.zeroTerminatedText()
                budget -= text.offset
                guard budget >= 0 else { throw .invalidFile.because("the texts of a strg chunk overlap") }
            }
            texts[id] = read[offset]
        }
    }

    func write(to output: inout ByteWriter) {
        let sorted = texts.sorted { $0.key < $1.key }
        var area = ByteWriter()
        output.big(UInt32(sorted.count))
        for (id, text) in sorted {
            output.big(id)
            output.big(Int64(area.count))
            area.zeroTerminatedPrefix(text)
        }
        output.append(area.bytes)
    }
}

// MARK: Names

extension CAFStrings {
    /// Gives markers and regions their names and keeps the texts that named neither.
    mutating func name(_ markers: inout [Marker], _ regions: inout [Region]) {
        var rest = texts
        func take(_ id: UInt32) -> String {
            rest[id] = nil
            return texts[id] ?? ""
        }
        for index in markers.indices { markers[index].name = take(UInt32(bitPattern: markers[index].id)) }
        for index in regions.indices {
            regions[index].name = take(regions[index].id)
            for inner in regions[index].markers.indices {
                regions[index].markers[inner].name = take(UInt32(bitPattern: regions[index].markers[inner].id))
            }
        }
        texts = rest
    }

    /// Adds the names of markers and regions. A marker whose id already stands for another name gets a free one.
    mutating func collect(_ markers: inout [Marker], _ regions: inout [Region]) {
        var free = FreeIDs(texts, markers, regions)
        // Regions first: instruments refer to them by id, so theirs stay.
        for region in regions { texts[region.id] = region.name }
        for index in regions.indices {
            for inner in regions[index].markers.indices { claim(&regions[index].markers[inner], &free) }
        }
        for index in markers.indices { claim(&markers[index], &free) }
        texts = texts.filter { !$0.value.isEmpty }
    }

    /// Adds texts under ids that have none yet.
    mutating func merge(_ other: CAFStrings) { texts.merge(other.texts) { first, _ in first } }

    private mutating func claim(_ marker: inout Marker, _ free: inout FreeIDs) {
        if texts[UInt32(bitPattern: marker.id), default: marker.name] != marker.name {
            marker.id = Int32(bitPattern: free.next())
        }
        texts[UInt32(bitPattern: marker.id)] = marker.name
    }

    /// Ids that neither a text nor a marker nor a region has.
    private struct FreeIDs {
        private var used: Set<UInt32>
        private var candidate: UInt32 = 1

        init(_ texts: [UInt32: String], _ markers: [Marker], _ regions: [Region]) {
            used = Set(texts.keys)
            used.formUnion(regions.map(\.id))
            used.formUnion((markers + regions.flatMap(\.markers)).map { UInt32(bitPattern: $0.id) })
        }

        mutating func next() -> UInt32 {
            while !used.insert(candidate).inserted { candidate += 1 }
            return candidate
        }
    }
}
