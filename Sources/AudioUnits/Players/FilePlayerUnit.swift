import AudioCore
import AudioFiles
import CAudioToolbox
import Synchronization

/// AudioFilePlayer: plays regions of files at their times. A thread of its own reads the files ahead.
///
/// The frames have the rate of the output. Channels that the output does not have are left out.
final class FilePlayerUnit: PlayerUnit, @unchecked Sendable {
    static let player = UnitBlueprint("augn", "afpl", "Apple: AUAudioFilePlayer") { FilePlayerUnit($0) }
        .with { $0.inputs = 0 }

    private struct Settings {
        var bufferFrames: UInt32 = 8192
        var bufferCount: UInt32 = 4
        var files: [(reference: UInt, file: OpenFile)] = []
    }

    private let settings = LockedValue(Settings())
    private let reader: FileRegionReader
    /// Whether a render may wait for the file. The thread that renders reads it.
    private let isOffline = Latest(0)

    init(_ blueprint: UnitBlueprint) {
        let timeline = Timeline(ScheduleThread(name: "audio-files"))
        reader = FileRegionReader(timeline)
        super.init(blueprint, timeline)
    }

    // MARK: Buffers

    /// Each region takes buffers of its own: those of a client are divided, so that many short regions fit.
    private static let mostBufferFrames = 256
    /// The most buffers, all of which have a place on the time line: what it would not take has been read, and would be lost.
    static let mostBuffers = Timeline.capacity / 2

    /// How many buffers there are, and their frames. Those of one cycle fit into all but one, part of which is played.
    func buffers(_ state: UnitState) -> (frames: Int, count: Int) {
        let (frames, count) = settings.withLock { (Int($0.bufferFrames), Int($0.bufferCount)) }
        let used = max(
            min(frames, Self.mostBufferFrames), state.maximumFrames / 64 + 1, frames * count / Self.mostBuffers + 1)
        return (used, max(count, frames * count / used, state.maximumFrames / used + 2))
    }

    override func kernelMemory(_ state: UnitState) -> Int {
        let (frames, count) = buffers(state)
        // More than there can be, rather than more than a number can be.
        let bytes = Double(frames) * Double(count) * Double(state.outputs[0].format.channels) * 4
        return Int(min(bytes, 1e15))
    }

    override func makeKernel(_ state: UnitState, _ parameters: RenderParameters) throws(AudioError) -> Kernel {
        let (frames, count) = buffers(state)
        reader.prepare(FileBuffers(state.outputs[0].format, frames: frames, count: count))
        return TimelineKernel(timeline, isOffline: isOffline)
    }

    override func returnAll() {
        reader.returnAll()
        super.returnAll()
    }

    override func dispose() {
        reader.returnAll()
        super.dispose()
    }

    private func startThread() throws(AudioError) {
        let reader = self.reader
        try thread.start { reader.work() }
    }

    override func willBegin() throws(AudioError) {
        try startThread()
        reader.begin()
        thread.wake()
    }

    // MARK: Properties

    override func ownWriteOnlySize(_ id: AudioUnitPropertyID) -> Int? {
        switch id {
        case kAudioUnitProperty_ScheduledFileRegion: MemoryLayout<ScheduledAudioFileRegion>.size
        case kAudioUnitProperty_ScheduledFilePrime: MemoryLayout<UInt32>.size
        default: nil
        }
    }

    override func ownValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        let value: UnitValue
        switch request.id {
        case kAudioUnitProperty_ScheduledFileIDs: value = .many(settings.withLock { $0.files.map(\.reference) })
        case kAudioUnitProperty_ScheduledFileBufferSizeFrames: value = .one(settings.withLock { $0.bufferFrames })
        case kAudioUnitProperty_ScheduledFileNumberBuffers: value = .one(settings.withLock { $0.bufferCount })
        default: return try super.ownValue(request)
        }
        try expectGlobal(request)
        return value
    }

    override func isOwnWritable(_ request: UnitRequest) -> Bool? {
        switch request.id {
        case kAudioUnitProperty_ScheduledFileIDs, kAudioUnitProperty_ScheduledFileBufferSizeFrames,
            kAudioUnitProperty_ScheduledFileNumberBuffers:
            true
        default: super.isOwnWritable(request)
        }
    }

    override func setOwn(_ request: UnitRequest) throws(AudioError) -> Bool {
        switch request.id {
        case kAudioUnitProperty_ScheduledFileIDs:
            try expectGlobal(request)
            try setFiles(request)
        case kAudioUnitProperty_ScheduledFileRegion:
            try expectGlobal(request)
            try schedule(request)
            return true
        case kAudioUnitProperty_ScheduledFilePrime:
            try expectGlobal(request)
            try prime(request)
            return true
        case kAudioUnitProperty_ScheduledFileBufferSizeFrames:
            try setBuffers(request, 1...1 << 20) { $0.bufferFrames = $1 }
        case kAudioUnitProperty_ScheduledFileNumberBuffers:
            try setBuffers(request, 2...1024) { $0.bufferCount = $1 }
        case kAudioUnitProperty_OfflineRender:
            // What every unit has is set as well.
            if request.scope == kAudioUnitScope_Global, request.element == 0, let isOn = try? request.flag() {
                isOffline.write(isOn ? 1 : 0)
            }
            return false
        default: return try super.setOwn(request)
        }
        notify(request.id)
        return true
    }

    private func setBuffers(
        _ request: UnitRequest, _ range: ClosedRange<UInt32>, _ set: (inout Settings, UInt32) -> Void
    ) throws(AudioError) {
        try expectGlobal(request)
        let value = try request.load(UInt32.self)
        guard range.contains(value) else { throw .unitValue }
        guard !state.withLock({ $0.isInitialized }) else { throw .unitInitialized }
        settings.withLock { set(&$0, value) }
    }

    private func setFiles(_ request: UnitRequest) throws(AudioError) {
        var files: [(UInt, OpenFile)] = []
        for place in stride(from: 0, to: request.input.count / 8 * 8, by: 8) {
            let reference = request.input.loadUnaligned(fromByteOffset: place, as: UInt.self)
            files.append((reference, try file(reference)))
        }
        // The old ones are freed without the lock.
        let old = settings.withLock { settings in
            defer { settings.files = files }
            return settings.files
        }
        withExtendedLifetime(old) {}
    }

    private func file(_ reference: UInt) throws(AudioError) -> OpenFile {
        guard reference != 0 else { throw .unitFileNotSpecified }
        do throws(AudioError) {
            return try OpenFile.handles.object(for: OpaquePointer(bitPattern: reference))
        } catch { throw .unitInvalidFile }
    }

    private func schedule(_ request: UnitRequest) throws(AudioError) {
        guard request.input.count >= MemoryLayout<ScheduledAudioFileRegion>.size else { throw .unitValue }
        let fields = try request.load(FileRegionFields.self)
        let file = try file(fields.file)
        guard settings.withLock({ $0.files.contains { $0.reference == fields.file } }) else { throw .unitInvalidFile }
        guard file.permissions.contains(.read) else { throw .unitInvalidFile }
        guard fields.firstFrame >= 0 else { throw .unitValue.because("a region begins before its file") }
        let time = try Self.time(fields.time)
        try startThread()
        try reader.add(FileRegion(request.input, fields, file, at: time))
        thread.wake()
    }

    /// Fills the buffers, whatever number of frames is asked for.
    private func prime(_ request: UnitRequest) throws(AudioError) {
        _ = try request.load(UInt32.self)
        guard state.withLock({ $0.isInitialized }) else { throw .unitUninitialized }
        try startThread()
        reader.begin()
        settle()
    }
}
