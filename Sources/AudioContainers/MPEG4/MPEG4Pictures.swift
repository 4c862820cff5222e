import AudioCore

extension MPEG4 {
    /// What a file has of tracks that are heard or shown.
    package struct Movie: Sendable {
        /// How many tracks there are, of any kind.
        package var tracks = 0
        /// The numbers of its tracks of sound, in their order.
        package var sounds: [UInt32] = []
        /// When the sound of tracks is heard that is not heard from the beginning to the end, by their places in `sounds`.
        package var soundTimelines: [Int: SoundTimeline] = [:]
        /// The tracks of pictures that can be read, in their order.
        package var pictures: [PictureTrack] = []
        /// The numbers of all these tracks, in the order of the file.
        package var order: [UInt32] = []

        /// Tracks of sound whose edits are read: more than a movie has for its languages.
        static let mostTimelines = 256
    }

    /// Finds the tracks of a movie. A track of pictures that cannot be read is left out.
    ///
    /// - Throws: `invalidFile` for what is no movie; what reading throws.
    package static func movie(_ source: any ByteSource) throws(AudioError) -> Movie {
        do throws(AudioError) { return try MPEG4Reader(source).movie() } catch  where error == .endOfFile {
            throw .invalidFile.because("the file ends within an atom it needs")
        }
    }
}

extension MPEG4Reader {
    func movie() throws(AudioError) -> MPEG4.Movie {
        var movie = MPEG4.Movie()
        movie.tracks = tracks.count
        var budget = MPEG4PictureBudget()
        for track in tracks {
            if track.isSound {
                if movie.sounds.count < MPEG4.Movie.mostTimelines, let timeline = try? soundTimeline(track) {
                    movie.soundTimelines[movie.sounds.count] = timeline
                }
                movie.sounds.append(track.id)
                movie.order.append(track.id)
            }
            guard track.isPictures, budget.tracks > 0 else { continue }
            budget.tracks -= 1
            do throws(AudioError) {
                movie.pictures.append(try pictures(track, &budget))
                movie.order.append(track.id)
            } catch  where error.isOfContent {
                continue
            }
        }
        return movie
    }

    private func pictures(
        _ track: Track, _ budget: inout MPEG4PictureBudget
    ) throws(AudioError) -> PictureTrack {
        guard let stbl = try atoms.first(["minf", "stbl"], in: track.mdia) else {
            throw .invalidFile.because("the track of pictures has no sample table")
        }
        let table = try MPEG4SampleTable(stbl, atoms)
        guard let stsd = table.child("stsd") else {
            throw .invalidFile.because("the track of pictures has no sample description")
        }
        guard let timescale = Int32(exactly: track.timescale), timescale > 0 else {
            throw .invalidFile.because("the track of pictures has no timescale")
        }
        let descriptions = try MPEG4Descriptions(stsd, atoms)
        var list = MPEG4PictureList(fileSize: atoms.fileSize, budget, isUniform: descriptions.entries.count == 1)
        // What a track that cannot be read has cost is spent, too.
        defer { budget = list.budget }
        try table.read(into: &list)
        _ = try readFragments(track, &list)
        var formats: [PictureFormat] = []
        for number in list.descriptions {
            let entry = try descriptions.entry(number)
            formats.append(try MPEG4PictureEntry.format(entry.id, ByteReader(descriptions.bytes(entry))))
        }
        if formats.isEmpty {
            let entry = descriptions.entries[0]
            formats.append(try MPEG4PictureEntry.format(entry.id, ByteReader(descriptions.bytes(entry))))
        }
        var made = PictureTrack(id: track.id, timescale: timescale, format: formats[0], samples: list.samples)
        made.formats = formats
        if let tkhd = try atoms.first(["tkhd"], in: track.trak) { try readHeader(tkhd, into: &made) }
        if let mdhd = try atoms.first(["mdhd"], in: track.mdia) { made.language = try language(mdhd) }
        made.edits = try pictureEdits(track, timescale: timescale)
        return made
    }

    /// The size, the matrix and whether the track is to be shown.
    private func readHeader(_ tkhd: MPEG4Atom, into track: inout PictureTrack) throws(AudioError) {
        var input = try atoms.reader(of: tkhd, upTo: 96)
        let first = try input.big(UInt32.self)
        track.isEnabled = first & 1 != 0
        guard input.remaining >= (first >> 24 == 1 ? 92 : 80) else { return }
        try input.skip((first >> 24 == 1 ? 32 : 20) + 16)
        func fixed() throws(AudioError) -> Double { Double(try input.big(Int32.self)) / 65536 }
        var matrix = PictureMatrix()
        (matrix.a, matrix.b) = (try fixed(), try fixed())
        try input.skip(4)
        (matrix.c, matrix.d) = (try fixed(), try fixed())
        try input.skip(4)
        (matrix.x, matrix.y) = (try fixed(), try fixed())
        try input.skip(4)
        // A matrix that makes nothing of a picture is none.
        if matrix.a * matrix.d != matrix.b * matrix.c { track.matrix = matrix }
        (track.width, track.height) = (
            Double(try input.big(UInt32.self)) / 65536, Double(try input.big(UInt32.self)) / 65536
        )
    }

    /// Three letters of five bits each. QuickTime's numbers of languages are below those.
    private func language(_ mdhd: MPEG4Atom) throws(AudioError) -> String? {
        var input = try atoms.reader(of: mdhd, upTo: 36)
        let isLong = try input.big(UInt32.self) >> 24 == 1
        guard input.remaining >= (isLong ? 30 : 18) else { return nil }
        try input.skip(isLong ? 28 : 16)
        let code = try input.big(UInt16.self)
        guard code >= 0x400, code != 0x7FFF else { return nil }
        let letters = [code >> 10 & 31, code >> 5 & 31, code & 31].map { UInt8($0) + 0x60 }
        guard letters.allSatisfy({ (0x61...0x7A).contains($0) }) else { return nil }
        let text = String(decoding: letters, as: UTF8.self)
        return text == "und" ? nil : text
    }

    private func pictureEdits(_ track: Track, timescale: Int32) throws(AudioError) -> [PictureEdit] {
        guard let elst = try atoms.first(["edts", "elst"], in: track.trak) else { return [] }
        let rows = try MPEG4EditRow.rows(of: elst, atoms)
        let own = Double(timescale) / (movieTimescale > 0 ? movieTimescale : Double(timescale))
        return rows.map { row in
            let length = Double(row.duration) * own
            let isOpen = row.duration == 0 && row.mediaTime >= 0
            return PictureEdit(
                duration: isOpen || length >= 1e18 ? nil : Int64(length.rounded()),
                start: row.mediaTime < 0 ? nil : min(row.mediaTime, 1 << 60), rate: row.rate)
        }
    }

    /// When the sound of a track is heard; nil for all of it from the beginning on, which a table of packets states.
    private func soundTimeline(_ track: Track) throws(AudioError) -> SoundTimeline? {
        guard let elst = try atoms.first(["edts", "elst"], in: track.trak),
            let timescale = Int32(exactly: track.timescale), timescale > 0,
            let movieTimescale = Int32(exactly: movieTimescale), movieTimescale > 0
        else { return nil }
        let rows = try MPEG4EditRow.rows(of: elst, atoms).filter { $0.mediaTime >= 0 || $0.duration > 0 }
        guard rows.contains(where: { $0.mediaTime >= 0 }), rows.count > 1 || !rows.allSatisfy(\.isPlain) else {
            return nil
        }
        let edits = rows.map { row in
            SoundTimeline.Edit(
                duration: row.duration == 0 ? nil : min(row.duration, 1 << 60),
                start: row.mediaTime < 0 ? nil : min(row.mediaTime, 1 << 60), rate: row.rate)
        }
        return SoundTimeline(timescale: timescale, movieTimescale: movieTimescale, edits: edits)
    }
}

extension AudioError {
    /// Whether the error is about what is in a track, so that others may be whole.
    var isOfContent: Bool {
        [AudioError.invalidFile, .unsupportedDataFormat, .endOfFile].contains { $0.status == status }
    }
}

/// What the tracks of pictures of a file may have, all together: memory is given for no more, however many tracks there are.
struct MPEG4PictureBudget {
    /// More than a film has for its angles.
    var tracks = 256
    var samples = PictureSamples.most
    /// Samples that no table lists one by one.
    var unlisted: Int64 = 1 << 20
}

/// Collects the samples of a track of pictures.
struct MPEG4PictureList: MPEG4SampleList {
    static var isOfPictures: Bool { true }
    var constantFormat: StreamFormat? { nil }
    private(set) var samples = PictureSamples()
    private let fileSize: Int64
    /// What is left for this track and those behind it.
    private(set) var budget: MPEG4PictureBudget
    /// The numbers of the sample descriptions so far, in the order in which samples first have them.
    private(set) var descriptions: [UInt32] = []
    /// Whether there is one description, whatever samples name.
    private let isUniform: Bool
    /// The place of the last sample's description.
    private var last = 0

    init(fileSize: Int64, _ budget: MPEG4PictureBudget, isUniform: Bool = true) {
        (self.fileSize, self.budget, self.isUniform) = (fileSize, budget, isUniform)
    }

    mutating func add(_ sample: MPEG4Sample) throws(AudioError) -> Bool {
        guard sample.offset >= 0, sample.offset <= fileSize, Int64(sample.size) <= fileSize - sample.offset else {
            samples.isCut = true
            return false
        }
        // Samples that overlap would let a small file claim any number of pictures.
        guard samples.bytes + Int64(sample.size) <= fileSize, Int64(samples.count) < fileSize else {
            throw .invalidFile.because("the samples have more bytes than the file")
        }
        guard budget.samples > 0 else { throw .invalidFile.because("the file has more pictures than can be indexed") }
        budget.samples -= 1
        try samples.append(
            offset: sample.offset, size: sample.size, ticks: sample.ticks, shift: sample.shift, isSync: sample.isSync,
            format: try format(of: sample))
        return true
    }

    private mutating func format(of sample: MPEG4Sample) throws(AudioError) -> Int {
        let number = isUniform ? 1 : sample.description
        if last < descriptions.count, descriptions[last] == number { return last }
        if let place = descriptions.firstIndex(of: number) {
            last = place
        } else {
            guard descriptions.count < Self.mostDescriptions else {
                throw .invalidFile.because("the pictures have too many formats")
            }
            last = descriptions.count
            descriptions.append(number)
        }
        return last
    }

    /// More formats than a track has.
    private static let mostDescriptions = 32

    mutating func addRun(offset: Int64, size: Int64, ticks: Int64) throws(AudioError) -> Bool {
        throw .invalidFile.because("pictures are no packets of one size")
    }

    mutating func expectUnlisted(_ count: Int64) throws(AudioError) {
        let wanted = min(count, fileSize)
        guard wanted <= budget.unlisted else {
            throw .invalidFile.because("the file claims \(wanted) samples of one size, with \(budget.unlisted) left")
        }
        budget.unlisted -= wanted
    }

    mutating func beginFragment(at time: UInt64) { samples.move(to: Int64(clamping: time)) }
}

/// `stsd`: how pictures are coded.
enum MPEG4PictureEntry {
    /// Bytes of the fields before the boxes.
    private static let fields = 78

    static func format(_ coding: FourCC, _ bytes: ByteReader) throws(AudioError) -> PictureFormat {
        var input = bytes
        guard input.remaining >= fields else {
            throw .invalidFile.because("the sample description of the pictures is too short")
        }
        try input.skip(24)
        let (width, height) = (Int(try input.big(UInt16.self)), Int(try input.big(UInt16.self)))
        try input.skip(14)
        var format = PictureFormat(coding: coding, width: width, height: height)
        let name = try input.take(32)
        if let length = name.first, length < 32 {
            format.name = String(decoding: name.dropFirst().prefix(Int(length)), as: UTF8.self)
        }
        format.depth = Int(try input.big(UInt16.self))
        let table = try input.big(Int16.self)
        // After 0 there is a table of colours. Any other number is that of a table of the system.
        if table == 0, let palette = MPEG4Palette.table(&input, depth: format.depth) {
            format.palette = palette
        } else if table != 0 || format.depth > 32 {
            format.palette = MPEG4Palette.system(depth: format.depth)
        }
        while let (id, body) = input.nextAtom() {
            var body = body
            if id == "sinf" {
                format.isProtected = true
                if let original = Self.original(body) { format.coding = original }
            }
            format.boxes.append((id, Array(body.rest())))
        }
        return format
    }

    /// `frma`: the coding below the encryption.
    private static func original(_ sinf: ByteReader) -> FourCC? {
        var input = sinf
        while let (id, body) = input.nextAtom() {
            var body = body
            if id == "frma" { return try? body.fourCC() }
        }
        return nil
    }
}
