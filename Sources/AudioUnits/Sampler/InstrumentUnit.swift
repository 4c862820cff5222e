import AudioCore
import CAudioToolbox
import Synchronization

/// A unit whose voices play notes: what the sampler and the MIDI synthesizer have in common.
package class InstrumentUnit: Unit, @unchecked Sendable {
    /// The instruments that notes begin with.
    let holder: SamplerRackHolder
    /// What clients have sent, from the beginning on.
    private let line = UnitEventLine(capacity: 4096)
    private let channels = SamplerChannels()
    private let hasParameters: Bool
    /// The number of the next note with a name. Smaller ones are keys.
    private let nextNote = Atomic<UInt32>(128)
    /// The most voices of a unit that is initialized from now on.
    private let mostVoices = Atomic<Int>(64)

    init(_ blueprint: UnitBlueprint, _ rack: SamplerRack, hasParameters: Bool) {
        holder = SamplerRackHolder(rack)
        self.hasParameters = hasParameters
        super.init(blueprint)
    }

    /// The most voices that sound at once, from 1 to 1024. Counts when the unit is initialized.
    package var maximumVoices: Int {
        get { mostVoices.load(ordering: .relaxed) }
        set { mostVoices.store(min(max(newValue, 1), 1024), ordering: .relaxed) }
    }

    override package func check(
        _ format: StreamFormat, _ scope: AudioUnitScope, _ element: AudioUnitElement, _ state: UnitState
    ) throws(AudioError) {
        try super.check(format, scope, element, state)
        guard format.channels <= 2 else { throw .unitFormat.because("an instrument has one channel or two") }
    }

    override package func makeKernel(_ state: UnitState, _ parameters: RenderParameters) throws(AudioError) -> Kernel {
        let format = state.outputs[0].format
        let engine = SamplerEngine(voices: maximumVoices, rate: format.sampleRate, channels: channels)
        return SamplerKernel(
            engine, holder, line, channels: format.channels, maximumFrames: state.maximumFrames,
            hasParameters: hasParameters)
    }

    override package func kernelMemory(_ state: UnitState) -> Int {
        SamplerEngine.bytes(voices: maximumVoices, sampleRate: state.outputs[0].format.sampleRate)
    }

    override package func ownValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        guard request.id == kMusicDeviceProperty_SupportsStartStopNote else { return nil }
        try expectGlobal(request)
        return .flag(true)
    }

    override package func isOwnWritable(_ request: UnitRequest) -> Bool? {
        request.id == kMusicDeviceProperty_SupportsStartStopNote ? false : nil
    }

    override package func didReset() { line.dropAll() }

    // MARK: Notes

    override package var takesMIDI: Bool { true }

    override package func takeMIDI(_ bytes: UnsafePointer<UInt8>, _ length: Int, at offset: UInt32) -> Int32 {
        guard length > 0, bytes[0] & 0x80 != 0 else { return AudioError.parameter.status }
        return write(bytes, length, at: offset)
    }

    private func write(_ bytes: UnsafeRawPointer, _ length: Int, at offset: UInt32) -> Int32 {
        let event = UnitEvent(
            kind: length > 3 ? UnitEvent.Kind.sysEx : UnitEvent.Kind.midi, time: UnitEvent.immediate + Int64(offset))
        return line.write(event, bytes, length) ? 0 : AudioError.memoryFull.status
    }

    override package func startNote(
        _ group: UInt32, _ note: UnsafeMutablePointer<NoteInstanceID>, at offset: UInt32,
        _ parameters: UnsafePointer<MusicDeviceNoteParams>
    ) -> Int32? {
        let (pitch, velocity) = (parameters.pointee.mPitch, parameters.pointee.mVelocity)
        guard (0..<128).contains(pitch), (0..<128).contains(velocity) else { return AudioError.parameter.status }
        var id = nextNote.wrappingAdd(1, ordering: .relaxed).oldValue
        // They begin anew after four thousand millions.
        if id < 128 { id += 128 }
        note.pointee = id
        return write(SamplerEngine.OwnMessage.begin, group, id, pitch, velocity, at: offset)
    }

    override package func stopNote(_ group: UInt32, _ note: NoteInstanceID, at offset: UInt32) -> Int32? {
        write(SamplerEngine.OwnMessage.end, group, note, 0, 0, at: offset)
    }

    private func write(
        _ kind: UInt8, _ group: UInt32, _ id: UInt32, _ pitch: Float, _ velocity: Float, at offset: UInt32
    ) -> Int32 {
        let message = (kind, UInt8(truncatingIfNeeded: group & 15), UInt16(0), id, pitch, velocity)
        return withUnsafeBytes(of: message) { write($0.baseAddress!, $0.count, at: offset) }
    }
}
