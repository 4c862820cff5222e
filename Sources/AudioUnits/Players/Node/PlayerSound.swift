import AudioCore
import AudioDSP
import AudioFiles
import CAudioToolbox

/// What becomes of something that a player node is to play, as it is reported.
///
/// The first three come once each, in this order. One of the others may come in place of those that have not come.
package enum PlayerReport: Sendable {
    /// The last frame has been copied.
    case consumed
    /// The cycle with the last frame has ended.
    case rendered
    /// The last frame has been heard; at once where renders have no host time.
    case playedBack
    /// Something that interrupts took its place.
    case interrupted
    /// The player was stopped.
    case stopped

    /// Whether no other report follows.
    package var isLast: Bool {
        switch self {
        case .consumed, .rendered: false
        case .playedBack, .interrupted, .stopped: true
        }
    }
}

/// When something that a player node is to play begins.
package enum PlayerMoment: Sendable {
    /// After what is scheduled before.
    case next
    /// At a frame of the player's time, by the rate of its output.
    case frame(Double)
    /// At a host time. In renders without host time it is the same as `next`.
    case host(UInt64)
}

/// How something that a player node is to play takes its turn.
package struct PlayerOptions: OptionSet, Sendable {
    package let rawValue: UInt
    package init(rawValue: UInt) { self.rawValue = rawValue }
    /// Plays again and again, until it is interrupted or the player stops.
    package static let loops = PlayerOptions(rawValue: 1)
    /// Takes the place of what is scheduled before, once it is due.
    package static let interrupts = PlayerOptions(rawValue: 2)
    /// Does so where a pass of a loop ends.
    package static let interruptsAtLoop = PlayerOptions(rawValue: 4)
}

/// Something that a player node is to play: frames in memory, or a part of a file.
package final class PlayerSound: @unchecked Sendable {
    enum Content {
        case memory(PlayerMemory)
        case file(FileSegment)
        case nothing
    }

    let content: Content
    /// Called on the player's thread, without a lock.
    let report: @Sendable (PlayerReport) -> Void

    /// Frames in memory, at the rate of the player's output.
    ///
    /// - Parameters:
    ///   - list: the frames, which stay there and do not change until the last report.
    ///   - format: linear PCM. All but Float32 without interleaving is converted now.
    ///   - owner: keeps the memory alive.
    ///   - report: called on the player's thread with what becomes of the sound.
    /// - Throws: `parameter` where the list does not fit the format; `converterFormat` for an encoded one.
    package init(
        _ list: BufferList, _ format: StreamFormat, frames: Int, owner: AnyObject?,
        report: @escaping @Sendable (PlayerReport) -> Void
    ) throws(AudioError) {
        content = .memory(try PlayerMemory(list, format, frames: frames, owner: owner))
        self.report = report
    }

    /// A part of a file.
    ///
    /// - Parameters:
    ///   - file: the file, which is read on the player's thread as it is played.
    ///   - owner: keeps the file open.
    ///   - first: its first frame. Frames that the file does not have are left out.
    ///   - frames: how many of the file's.
    ///   - report: called on the player's thread with what becomes of the sound.
    package init(
        _ file: OpenFile, owner: AnyObject?, from first: Int64, frames: Int64,
        report: @escaping @Sendable (PlayerReport) -> Void
    ) {
        content = .file(FileSegment(file, owner: owner, from: first, frames: frames))
        self.report = report
    }

    /// A sound without frames.
    ///
    /// - Parameter report: called on the player's thread with what becomes of the sound.
    package init(report: @escaping @Sendable (PlayerReport) -> Void) {
        content = .nothing
        self.report = report
    }

    /// How many channels the sound has; nil for a file, whose channels are converted.
    package var channels: Int? {
        guard case .memory(let memory) = content else { return nil }
        return memory.samples.channels
    }

    /// How many frames of the output it has.
    func frames(_ format: StreamFormat) -> Int {
        switch content {
        case .memory(let memory): memory.frames
        case .file(let segment): segment.frames(at: format.sampleRate)
        case .nothing: 0
        }
    }
}

/// Frames in memory as Float32, the channels apart.
final class PlayerMemory: @unchecked Sendable {
    let frames: Int
    private let channels: Int
    private let owner: AnyObject?
    private let addresses: UnsafeMutablePointer<UnsafePointer<Float>?>
    private let converted: UnsafeMutablePointer<Float>?

    init(_ list: BufferList, _ format: StreamFormat, frames: Int, owner: AnyObject?) throws(AudioError) {
        let own = StreamFormat.float32(sampleRate: format.sampleRate, channels: format.channels, interleaved: false)
        guard format.isValidPCM else { throw .converterFormat.because("the frames are not linear PCM") }
        guard list.count == format.bufferCount else { throw .parameter.because("the frames are in another form") }
        for index in 0..<list.count where frames > 0 {
            guard list.buffers[index].mData != nil,
                Int(list.buffers[index].mDataByteSize) >= frames * format.bytesPerFrame
            else { throw .parameter.because("there are fewer frames in the memory") }
        }
        (self.frames, channels, addresses) = (frames, format.channels, .allocate(capacity: format.channels))
        guard format != own, frames > 0, format.channels > 1 || !Self.isFloat(format) else {
            for channel in 0..<format.channels {
                (addresses + channel).initialize(to: list.samples(channel).map { UnsafePointer($0) })
            }
            (self.owner, converted) = (owner, nil)
            return
        }
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: frames * format.channels)
        (self.owner, converted) = (nil, memory)
        for channel in 0..<format.channels {
            (addresses + channel).initialize(to: UnsafePointer(memory + channel * frames))
        }
        let converter: PCMConverter
        do throws(AudioError) { converter = try PCMConverter(from: format, to: own) } catch {
            memory.deallocate()
            addresses.deallocate()
            throw error
        }
        var sources: [UnsafeRawPointer] = []
        for index in 0..<list.count { sources.append(UnsafeRawPointer(list.buffers[index].mData!)) }
        let targets = (0..<format.channels).map { UnsafeMutableRawPointer(memory + $0 * frames) }
        converter.convert(sources, targets, frames: frames)
    }

    deinit {
        addresses.deallocate()
        converted?.deallocate()
    }

    /// Whether samples are Float32 of this machine.
    private static func isFloat(_ format: StreamFormat) -> Bool {
        format.sampleKind == .float && format.bitsPerChannel == 32 && !format.isBigEndian
    }

    var samples: PieceSamples {
        PieceSamples(
            addresses: UnsafeRawPointer(addresses), step: MemoryLayout<UnsafePointer<Float>?>.stride, channels: channels
        )
    }
}
