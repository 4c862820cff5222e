import AudioCore

/// A sample of a track: where its bytes are, and its times in units of the track's timescale.
struct MPEG4Sample {
    var offset: Int64
    var size: UInt32
    /// How long it lasts in the order of decoding.
    var ticks: UInt32
    /// How much later it is shown than it is decoded. Sound has 0.
    var shift: Int32 = 0
    /// Whether a decoder can begin with it.
    var isSync = true
    /// The number of its sample description, counted from 1.
    var description: UInt32 = 1
}

/// What collects the samples of a track, from its tables and from fragments.
protocol MPEG4SampleList {
    /// Whether it needs the times at which samples are shown, and which of them a decoder can begin with.
    static var isOfPictures: Bool { get }
    /// The format of samples that are packets of one size; nil for all others.
    var constantFormat: StreamFormat? { get }

    /// Adds a sample. False where the file ends before it does.
    mutating func add(_ sample: MPEG4Sample) throws(AudioError) -> Bool
    /// Adds bytes that are packets of constant size, as many as are there. False where the file ends before they do.
    mutating func addRun(offset: Int64, size: Int64, ticks: Int64) throws(AudioError) -> Bool
    /// Refuses more samples than memory is given for where no table lists them one by one.
    mutating func expectUnlisted(_ count: Int64) throws(AudioError)
    /// A fragment begins whose first sample is decoded at a time.
    mutating func beginFragment(at time: UInt64)
}

extension MPEG4Samples: MPEG4SampleList {
    static var isOfPictures: Bool { false }
    var constantFormat: StreamFormat? { isConstant ? format : nil }

    mutating func add(_ sample: MPEG4Sample) throws(AudioError) -> Bool {
        try add(offset: sample.offset, size: sample.size, ticks: sample.ticks)
    }

    /// Nothing: the sound of a fragment follows that of the one before.
    mutating func beginFragment(at time: UInt64) {}
}
