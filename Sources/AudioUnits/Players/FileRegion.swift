import AudioCore
import AudioFiles
import CAudioToolbox
import CRealtime
import Glibc

/// `ScheduledAudioFileRegion` with addresses that may be null, whatever a C program leaves in it.
struct FileRegionFields: BitwiseCopyable {
    let time: AudioTimeStamp
    let function: UInt
    let context: UInt
    let file: UInt
    let loops: UInt32
    let firstFrame: Int64
    let frames: UInt32
}

/// A region of a file that a player plays. Its frames are read on the player's thread alone.
final class FileRegion: @unchecked Sendable {
    private typealias Completion = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int32) -> Void

    /// The frame of the time line at which it begins; not a number if it follows the region before.
    let start: Double
    /// By how much the client's time is later than that frame.
    private let fraction: Double
    private let fields: FileRegionFields
    private let file: OpenFile
    /// What the client's procedure gets: the region as it was scheduled.
    private let copy: UnsafeMutableRawPointer
    private var reading: Reading?
    /// Frames of the player that have been read.
    private(set) var framesRead = 0
    /// 0, or why the file could not be read.
    private(set) var status: Int32 = 0
    /// Whether the time line has left out frames.
    private var isLate = false
    private var isComplete = false
    /// By how much the end that the file's frames want is later than that of the frames that are read.
    private(set) var endFraction = 0.0

    /// What there is while the region is read.
    private struct Reading {
        let file: ExtendedFile
        let channels: Int
        let list: BufferList
        /// Room for channels that the player does not have.
        let surplus: UnsafeMutablePointer<Float>
        /// Frames of a pass, as the player's: what the file's take at its rate, and the whole ones of the present pass.
        let exactFrames: Double
        var framesOfPass: Int64
        var framesLeft: Int64
        /// Passes after this one; less than 0 for no end.
        var passesLeft: Int64
    }

    /// - Parameter time: the frame of the time line at which it is to begin, with a fraction.
    init(_ request: UnsafeRawBufferPointer, _ fields: FileRegionFields, _ file: OpenFile, at time: Double) {
        (self.fields, self.file) = (fields, file)
        start = time.rounded()
        fraction = time - start
        let size = MemoryLayout<ScheduledAudioFileRegion>.size
        copy = .allocate(byteCount: size, alignment: 8)
        copy.copyMemory(from: request.baseAddress!, byteCount: size)
    }

    deinit {
        endReading()
        copy.deallocate()
    }

    /// Calls the client's procedure, once. On the player's thread.
    ///
    /// - Parameter status: that of the file, or of what ended the region; 0 for none.
    func complete(_ status: Int32) {
        guard !isComplete else { return }
        isComplete = true
        let status = status == 0 && isLate ? AudioError.unitContext.status : status
        guard let function = UnsafeRawPointer(bitPattern: fields.function) else { return }
        LockOrder.willCallClient()
        unsafeBitCast(function, to: Completion.self)(UnsafeMutableRawPointer(bitPattern: fields.context), copy, status)
    }

    /// Notes that frames were left out: they were read too late, or the region before was still played.
    func noteLate() { isLate = true }

    // MARK: Reading

    /// Whether all frames have been read, or the file has failed.
    var isOver: Bool {
        guard let reading else { return true }
        return reading.framesLeft <= 0 && reading.passesLeft == 0
    }

    /// Reads the next frames into a buffer for each channel.
    ///
    /// - Parameter previous: the `endFraction` of the region before.
    /// - Returns: how many there were; fewer than wanted at the end of the region, and where the file fails.
    func read(_ frames: Int, into buffers: BufferList, format: StreamFormat, after previous: Double) -> Int {
        var done = 0
        do throws(AudioError) {
            if reading == nil {
                endFraction = start.isNaN ? previous : fraction
                reading = try beginReading(format, most: frames)
            }
            while done < frames, try readOn(from: &done, to: frames, buffers, format) {}
        } catch {
            status = error.status
            endReading()
        }
        framesRead += done
        return done
    }

    /// Reads a part of a pass.
    ///
    /// - Returns: false at the end of the last pass.
    private func readOn(
        from done: inout Int, to end: Int, _ buffers: BufferList, _ format: StreamFormat
    ) throws(AudioError) -> Bool {
        guard let now = reading else { return false }
        let wanted = Int(min(Int64(end - done), now.framesLeft))
        let count = wanted > 0 ? try readPart(now, wanted, into: buffers, at: done, format) : 0
        done += count
        reading?.framesLeft -= Int64(count)
        if count > 0, now.framesLeft > Int64(count) { return true }
        // The file may be shorter than it says. A pass without a frame would be one of endlessly many.
        let isEmpty = wanted > 0 && count == 0 && now.framesLeft == now.framesOfPass
        guard now.passesLeft != 0, !isEmpty else {
            reading?.framesLeft = 0
            reading?.passesLeft = 0
            return false
        }
        let frames = passFrames(now.exactFrames)
        if frames > 0 { try now.file.seek(to: fields.firstFrame) }
        reading?.passesLeft -= 1
        reading?.framesOfPass = frames
        reading?.framesLeft = frames
        return true
    }

    /// The whole frames of the next pass: it ends at the frame that is nearest to where the file's frames end.
    ///
    /// So what is scheduled for that time, or the next pass, follows without a gap, and loses no frame.
    private func passFrames(_ exact: Double) -> Int64 {
        guard exact > 0 else { return 0 }
        let end = endFraction + exact
        let frames = max(0, end.rounded())
        endFraction = end - frames
        return Int64(frames)
    }

    func endReading() {
        guard let reading else { return }
        reading.list.deallocate()
        reading.surplus.deallocate()
        self.reading = nil
    }

    private func beginReading(_ format: StreamFormat, most: Int) throws(AudioError) -> Reading {
        let extended = try ExtendedFile.wrap(
            file, reference: OpaquePointer(bitPattern: fields.file)!, forWriting: false)
        let client = StreamFormat.float32(
            sampleRate: format.sampleRate, channels: file.format.channels, interleaved: false)
        try extended.setClientFormat(client)
        try extended.seek(to: fields.firstFrame)
        let there = file.validFrames - fields.firstFrame
        let inFile = fields.frames == .max ? there : min(there, Int64(fields.frames))
        // A file may say anything of its length. A pass of less than this would be one of endlessly many for a frame.
        let exact = min(1e15, Double(inFile) * format.sampleRate / file.format.sampleRate)
        let exactFrames = inFile > 0 ? max(1e-3, exact) : 0
        let frames = passFrames(exactFrames)
        let surplus = max(0, client.channels - format.channels)
        return Reading(
            file: extended, channels: client.channels, list: .allocate(count: client.channels),
            surplus: .allocate(capacity: max(1, surplus * most)), exactFrames: exactFrames, framesOfPass: frames,
            framesLeft: frames, passesLeft: inFile <= 0 ? 0 : fields.loops == .max ? -1 : Int64(fields.loops))
    }

    private func readPart(
        _ reading: Reading, _ frames: Int, into buffers: BufferList, at offset: Int, _ format: StreamFormat
    ) throws(AudioError) -> Int {
        let list = reading.list
        for channel in 0..<reading.channels {
            let own = channel - format.channels
            let place = own < 0 ? buffers.samples(channel)! + offset : reading.surplus + own * frames
            list.buffers[channel] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(frames * 4), mData: UnsafeMutableRawPointer(place))
        }
        list.list.pointee.mNumberBuffers = UInt32(reading.channels)
        let count = try reading.file.read(frames, into: list.list)
        // One channel is heard on both of two.
        for channel in reading.channels..<max(reading.channels, format.channels) {
            let place = buffers.samples(channel)! + offset
            if reading.channels == 1, channel == 1 {
                _ = realtime_copy(place, buffers.samples(0)! + offset, count * 4)
            } else {
                _ = realtime_fill(place, 0, count * 4)
            }
        }
        return count
    }
}
