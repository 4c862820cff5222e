import AudioCore

/// A track of pictures that move, as its file describes it.
package struct PictureTrack: Sendable {
    /// The track's number in the file.
    package var id: UInt32
    /// Whether it is to be shown unless somebody says otherwise.
    package var isEnabled = true
    /// Units of time in a second.
    package var timescale: Int32
    /// How the pictures are coded: what samples need, in the order in which they first need it. One at least.
    package var formats: [PictureFormat]
    /// The size at which the pictures are meant to be shown, in pixels.
    package var width = 0.0
    package var height = 0.0
    package var matrix = PictureMatrix()
    /// The language by ISO 639-2, of three letters; nil where that is not known.
    package var language: String?
    package var samples: PictureSamples
    /// What of the pictures is shown, one after the other; none for all of them.
    package var edits: [PictureEdit] = []

    package init(id: UInt32, timescale: Int32, format: PictureFormat, samples: PictureSamples) {
        (self.id, self.timescale, formats, self.samples) = (id, timescale, [format], samples)
    }

    /// The coding of the first picture.
    package var format: PictureFormat { formats[0] }
}

/// The coding of pictures and what a decoder needs to know of it.
package struct PictureFormat: Sendable {
    /// The coding by four characters, such as "avc1".
    package var coding: FourCC
    package var width: Int
    package var height: Int
    /// Bits of a pixel: 24, or 32 with alpha. With 32 more than these, the pixels are gray.
    package var depth = 24
    /// The name of the encoder or of the coding; empty for none.
    package var name = ""
    /// The colours of numbers of up to eight bits: alpha, red, green and blue each. None where numbers are no places in a table.
    package var palette: [UInt32] = []
    /// The boxes after the fields, in their order.
    package var boxes: [(id: FourCC, body: [UInt8])] = []
    /// Whether the samples are encrypted.
    package var isProtected = false

    package init(coding: FourCC, width: Int, height: Int) {
        (self.coding, self.width, self.height) = (coding, width, height)
    }

    package func box(_ id: FourCC) -> [UInt8]? { boxes.first { $0.id == id }?.body }
}

/// How pictures are turned and moved before they are shown: x' = a x + c y + x0, y' = b x + d y + y0.
package struct PictureMatrix: Equatable, Sendable {
    package var a = 1.0, b = 0.0, c = 0.0, d = 1.0
    package var x = 0.0, y = 0.0

    package init() {}
}

/// A part of a track's timeline.
package struct PictureEdit: Equatable, Sendable {
    /// How long it is, in units of the track; nil for as long as the pictures last.
    package var duration: Int64?
    /// Where in the pictures' own time it begins; nil where nothing is shown.
    package var start: Int64?
    /// Seconds of the pictures for a second of the track; 0 for the picture of the start, which is held.
    package var rate: Double

    package init(duration: Int64?, start: Int64?, rate: Double = 1) {
        (self.duration, self.start, self.rate) = (duration, start, rate)
    }
}

/// Where the samples of pictures are, in the order of decoding, and their times.
package struct PictureSamples: Sendable {
    private var offsets: [Int64] = []
    private var sizes: [UInt32] = []
    private var decodeTimes: [Int64] = []
    private var shifts: [Int32] = []
    private var syncs: [Int32] = []
    /// From which sample on the pictures have another format, and the format's number.
    private var changes: [(sample: Int32, format: Int32)] = []
    /// The time at which a sample after the last one would be decoded.
    package private(set) var end: Int64 = 0
    /// How many bytes all samples have.
    package private(set) var bytes: Int64 = 0
    /// The shortest time from one sample to the next; 0 for none.
    package private(set) var shortest: Int64 = 0
    /// How many of the samples before one are shown after it, at most. With 0, samples are decoded in the order in which they are shown.
    package private(set) var reordering = 0
    /// Whether the file ends before samples that it lists.
    package internal(set) var isCut = false

    /// More than a film has. At 60 pictures a second it lasts for nine hours.
    static let most = 1 << 21
    /// More changes of the format than a film has.
    private static let mostChanges = 1 << 16
    /// More samples than a decoder holds back.
    private static let mostReordering = 16

    package init() {}

    package var count: Int { offsets.count }

    /// Where a sample is.
    package func place(_ sample: Int) -> (offset: Int64, size: Int) { (offsets[sample], Int(sizes[sample])) }
    /// When a sample is decoded.
    package func decodeTime(_ sample: Int) -> Int64 { decodeTimes[sample] }
    /// When a sample is shown, in the pictures' own time.
    package func showTime(_ sample: Int) -> Int64 { decodeTimes[sample] + Int64(shifts[sample]) }
    /// How long a sample lasts in the order of decoding.
    package func duration(_ sample: Int) -> Int64 {
        (sample + 1 < count ? decodeTimes[sample + 1] : end) - decodeTimes[sample]
    }

    /// Whether a decoder can begin with a sample.
    package func isSync(_ sample: Int) -> Bool { self.sync(upTo: sample).map { syncs[$0] == sample } ?? false }

    /// The last sample up to one with which a decoder can begin so that it gives the latter whole: one that is shown no later. The
    /// first of all where there is none.
    package func start(for sample: Int) -> Int {
        let time = showTime(sample)
        var index = sync(upTo: sample)
        while let place = index {
            let start = Int(syncs[place])
            if showTime(start) <= time { return start }
            index = place > 0 ? place - 1 : nil
        }
        return 0
    }

    /// The place in `syncs` of the last one up to a sample.
    private func sync(upTo sample: Int) -> Int? {
        var (low, high) = (0, syncs.count)
        while low < high {
            let middle = (low + high) / 2
            if Int(syncs[middle]) <= sample { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    /// The number of a sample's format among those of the track.
    package func format(of sample: Int) -> Int {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if Int(changes[middle].sample) <= sample { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? Int(changes[low - 1].format) : 0
    }

    /// Adds a sample after the others. It lasts until the next one; the last one lasts `ticks`.
    mutating func append(
        offset: Int64, size: UInt32, ticks: UInt32, shift: Int32, isSync: Bool, format: Int = 0
    ) throws(AudioError) {
        guard count < Self.most else { throw .invalidFile.because("there are more samples than can be indexed") }
        if format != changes.last.map({ Int($0.format) }) ?? 0 {
            guard changes.count < Self.mostChanges else {
                throw .invalidFile.because("the format of the pictures changes too often")
            }
            changes.append((Int32(count), Int32(format)))
        }
        let (next, isTooLate) = end.addingReportingOverflow(Int64(ticks))
        guard !isTooLate, next < 1 << 60 else { throw .invalidFile.because("the samples last too long") }
        if isSync { syncs.append(Int32(count)) }
        offsets.append(offset)
        sizes.append(size)
        decodeTimes.append(end)
        shifts.append(shift)
        bytes += Int64(size)
        if ticks > 0, shortest == 0 || Int64(ticks) < shortest { shortest = Int64(ticks) }
        end = next
        let last = count - 1
        let later = (max(0, last - Self.mostReordering)..<last).count { showTime($0) > showTime(last) }
        reordering = max(reordering, later)
    }

    /// The next sample is decoded at a time, if that is no earlier than the end of the last one.
    mutating func move(to time: Int64) { if time > end, time < 1 << 60 { end = time } }
}
