import AudioCore

extension MPEG4 {
    /// What a file has of tracks that are heard or shown.
    package struct Movie: Sendable {
        /// The numbers of its tracks of sound, in their order.
        package var sounds: [UInt32] = []
        /// The tracks of pictures that can be read, in their order.
        package var pictures: [PictureTrack] = []
        /// The numbers of all these tracks, in the order of the file.
        package var order: [UInt32] = []
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
        var budget = MPEG4PictureBudget()
        for track in tracks {
            if track.isSound {
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
        let format = try MPEG4PictureEntry.first(in: stsd, of: atoms)
        var list = MPEG4PictureList(fileSize: atoms.fileSize, budget)
        // What a track that cannot be read has cost is spent, too.
        defer { budget = list.budget }
        try table.read(into: &list)
        _ = try readFragments(track, &list)
        var made = PictureTrack(id: track.id, timescale: timescale, format: format, samples: list.samples)
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
                start: row.mediaTime < 0 ? nil : min(row.mediaTime, 1 << 60))
        }
    }
}

extension AudioError {
    /// Whether the error is about what is in a track, so that others may be whole.
    fileprivate var isOfContent: Bool {
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

    init(fileSize: Int64, _ budget: MPEG4PictureBudget) { (self.fileSize, self.budget) = (fileSize, budget) }

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
            offset: sample.offset, size: sample.size, ticks: sample.ticks, shift: sample.shift, isSync: sample.isSync)
        return true
    }

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
    private static let mostBytes = 4 << 20

    static func first(in stsd: MPEG4Atom, of atoms: MPEG4Atoms) throws(AudioError) -> PictureFormat {
        guard let entry = try atoms.children(of: stsd, skipping: 8).first, entry.size >= Int64(fields) else {
            throw .invalidFile.because("the sample description of the pictures is missing or too short")
        }
        let bytes = try atoms.bytes(of: entry, limit: mostBytes)
        return try format(entry.id, ByteReader(bytes))
    }

    static func format(_ coding: FourCC, _ bytes: ByteReader) throws(AudioError) -> PictureFormat {
        var input = bytes
        try input.skip(24)
        let (width, height) = (Int(try input.big(UInt16.self)), Int(try input.big(UInt16.self)))
        try input.skip(14)
        var format = PictureFormat(coding: coding, width: width, height: height)
        let name = try input.take(32)
        if let length = name.first, length < 32 {
            format.name = String(decoding: name.dropFirst().prefix(Int(length)), as: UTF8.self)
        }
        format.depth = Int(try input.big(UInt16.self))
        try input.skip(2)
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
