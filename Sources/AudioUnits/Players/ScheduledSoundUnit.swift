import AudioCore
import CAudioToolbox

/// ScheduledSoundPlayer: plays slices of the client's at their times.
///
/// A slice stays the client's, which neither moves nor frees it, nor its buffers, until it is complete.
final class ScheduledSoundUnit: PlayerUnit, @unchecked Sendable {
    static let player = UnitBlueprint("augn", "sspl", "Apple: AUScheduledSoundPlayer") { ScheduledSoundUnit($0) }
        .with { $0.inputs = 0 }

    private typealias Completion = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void

    init(_ blueprint: UnitBlueprint) { super.init(blueprint, Timeline(ScheduleThread(name: "audio-slices"))) }

    override func makeKernel(_ state: UnitState, _ parameters: RenderParameters) throws(AudioError) -> Kernel {
        TimelineKernel(timeline)
    }

    override func ownWriteOnlySize(_ id: AudioUnitPropertyID) -> Int? {
        id == kAudioUnitProperty_ScheduleAudioSlice ? MemoryLayout<ScheduledAudioSlice>.size : nil
    }

    override func setOwn(_ request: UnitRequest) throws(AudioError) -> Bool {
        guard request.id == kAudioUnitProperty_ScheduleAudioSlice else { return try super.setOwn(request) }
        try expectGlobal(request)
        guard let place = request.input.baseAddress, request.input.count >= MemoryLayout<ScheduledAudioSlice>.size,
            UInt(bitPattern: place) % UInt(MemoryLayout<ScheduledAudioSlice>.alignment) == 0
        else { throw .unitValue }
        let piece = try piece(UnsafeMutableRawPointer(mutating: place))
        let timeline = self.timeline
        try thread.start { Self.complete(timeline) }
        piece.marks.place?.pointee &= Self.clientsFlags
        try timeline.schedule(piece)
        return true
    }

    /// Loop, Interrupt and InterruptAtLoop. The others say what has become of the slice.
    private static let clientsFlags = SliceFlags.loops | SliceFlags.interrupts | SliceFlags.interruptsAtLoop

    private func piece(_ place: UnsafeMutableRawPointer) throws(AudioError) -> TimelinePiece {
        let fields = place.loadUnaligned(as: SliceFields.self)
        guard let list = UnsafeMutablePointer<AudioBufferList>(bitPattern: fields.list) else { throw .parameter }
        let channels = try format(kAudioUnitScope_Output, 0).channels
        let buffers = BufferList(list)
        guard buffers.count == channels else {
            throw .parameter.because("the slice has another number of buffers than the output")
        }
        let frames = Int(fields.frames)
        for index in 0..<channels {
            guard frames == 0 || buffers.buffers[index].mData != nil,
                Int(buffers.buffers[index].mDataByteSize) >= frames * MemoryLayout<Float>.size
            else { throw .parameter.because("a buffer of the slice is too small") }
        }
        let first = UnsafeRawPointer(buffers.buffers)
        let samples = PieceSamples(
            addresses: first + (MemoryLayout<AudioBuffer>.offset(of: \.mData) ?? 8),
            step: MemoryLayout<AudioBuffer>.stride, channels: channels,
            sizes: first + (MemoryLayout<AudioBuffer>.offset(of: \.mDataByteSize) ?? 4))
        var piece = TimelinePiece(samples, frames: frames, start: try Self.frame(fields.time))
        piece.loops = fields.flags & SliceFlags.loops != 0
        piece.interrupts = fields.flags & SliceFlags.interrupts != 0
        piece.interruptsAtLoop = fields.flags & SliceFlags.interruptsAtLoop != 0
        guard frames > 0 || !piece.loops else {
            throw .unitValue.because("a slice without frames cannot loop")
        }
        piece.marks = PieceMarks(
            place: (place + SliceFields.flagsOffset).assumingMemoryBound(to: UInt32.self),
            complete: SliceFlags.complete, began: SliceFlags.began, beganLate: SliceFlags.beganLate)
        piece.tag = Int(bitPattern: place)
        piece.owned = (fields.function, fields.context)
        return piece
    }

    /// Calls the procedures of the slices that are complete, on the player's thread.
    private static func complete(_ timeline: Timeline) {
        while let piece = timeline.nextFinished() {
            guard let function = UnsafeRawPointer(bitPattern: piece.owned.0) else { continue }
            LockOrder.willCallClient()
            unsafeBitCast(function, to: Completion.self)(
                UnsafeMutableRawPointer(bitPattern: piece.owned.1), UnsafeMutableRawPointer(bitPattern: piece.tag))
        }
    }
}

/// `ScheduledAudioSlice` with addresses that may be null, whatever a C program leaves in it.
private struct SliceFields: BitwiseCopyable {
    let time: AudioTimeStamp
    let function: UInt
    let context: UInt
    let flags: UInt32
    let reserved: UInt32
    let reserved2: UInt
    let frames: UInt32
    let list: UInt

    static var flagsOffset: Int { MemoryLayout<SliceFields>.offset(of: \.flags) ?? 80 }
}

/// `AUScheduledAudioSliceFlags` as bits.
private enum SliceFlags {
    static let complete = AUScheduledAudioSliceFlags.scheduledAudioSliceFlag_Complete.rawValue
    static let began = AUScheduledAudioSliceFlags.scheduledAudioSliceFlag_BeganToRender.rawValue
    static let beganLate = AUScheduledAudioSliceFlags.scheduledAudioSliceFlag_BeganToRenderLate.rawValue
    static let loops = AUScheduledAudioSliceFlags.scheduledAudioSliceFlag_Loop.rawValue
    static let interrupts = AUScheduledAudioSliceFlags.scheduledAudioSliceFlag_Interrupt.rawValue
    static let interruptsAtLoop = AUScheduledAudioSliceFlags.scheduledAudioSliceFlag_InterruptAtLoop.rawValue
}
