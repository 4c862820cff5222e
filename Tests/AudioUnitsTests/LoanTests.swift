import AudioCore
import CAudioToolbox
import TestSupport
import Testing

@testable import AudioUnits

/// Sources that point a mixer at memory of their own, as many programs do.
@Suite struct LoanTests {
    /// Lends the same memory for each input, with the number of the input and one in each sample.
    private final class Lender: @unchecked Sendable {
        private let memory = UnsafeMutableRawPointer.allocate(byteCount: 1024, alignment: 16)
        private let offset: Int

        init(offset: Int) { self.offset = offset }

        deinit { memory.deallocate() }

        private static let function: RenderCallback = { context, _, _, bus, frames, list in
            let lender = Unmanaged<Lender>.fromOpaque(context!).takeUnretainedValue()
            return Sanitizer.ignore { lender.lend(BufferList(list!), Float(bus + 1), Int(frames)) }
        }

        private func lend(_ list: BufferList, _ sample: Float, _ frames: Int) -> Int32 {
            let place = memory + offset
            for frame in 0..<frames { place.storeBytes(of: sample, toByteOffset: 4 * frame, as: Float.self) }
            for index in 0..<list.count { list.buffers[index].mData = place }
            return 0
        }

        /// `AURenderCallbackStruct` as bytes.
        var callback: (UInt, UInt) {
            (unsafeBitCast(Self.function, to: UInt.self), UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
        }
    }

    private func mixer(_ blueprint: UnitBlueprint, channels: Int, _ lender: Lender) throws -> Client {
        let client = try Client(blueprint)
        try client.set(kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, to: UInt32(3))
        try client.setFormats(channels: 2)
        for index in 0..<UInt32(3) {
            try client.setFormat(
                .float32(sampleRate: 48_000, channels: channels, interleaved: false), kAudioUnitScope_Input, index)
            try client.set(
                kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, index, to: lender.callback)
        }
        try client.unit.initialize()
        return client
    }

    /// Sets a parameter of the first input to what it is, from a frame within the cycle on.
    private func divide(_ client: Client, _ parameter: UInt32) throws {
        var event = AudioUnitParameterEvent()
        (event.scope, event.element, event.parameter) = (kAudioUnitScope_Input, 0, parameter)
        event.eventType = .parameterEvent_Immediate
        event.eventValues.immediate.bufferOffset = 10
        event.eventValues.immediate.value = try client.unit.parameter(parameter, kAudioUnitScope_Input, 0)
        try withUnsafePointer(to: event) { try client.unit.schedule(UnsafeBufferPointer(start: $0, count: 1)) }
    }

    /// All inputs are heard, whether the cycle is one slice or two, and whether samples can be where the memory is.
    @Test(arguments: [MultiChannelMixerUnit.mixer, SpatialMixerUnit.mixer, SpatialMixerUnit.first], [0, 2])
    func memoryServesAllInputs(blueprint: UnitBlueprint, offset: Int) throws {
        let lender = Lender(offset: offset)
        let client = try mixer(blueprint, channels: 2, lender)
        let wanted = [[Float]](repeating: [Float](repeating: 6, count: 40), count: 2)
        #expect(try client.render(40) == wanted)
        // A volume, or a gain.
        try divide(client, blueprint.subtype == MultiChannelMixerUnit.mixer.subtype ? 0 : 3)
        #expect(try client.render(40, at: 40) == wanted)
        #expect(try client.render(40, at: 80) == wanted)
        withExtendedLifetime(lender) {}
    }

    /// Of placed inputs both ears hear half of the power.
    @Test(arguments: [0, 2]) func memoryServesPlacedInputs(offset: Int) throws {
        let lender = Lender(offset: offset)
        let client = try mixer(SpatialMixerUnit.mixer, channels: 1, lender)
        let wanted = 6 * Float(0.5).squareRoot()
        for cycle in 0..<3 {
            if cycle == 1 { try divide(client, 3) }
            let heard = try client.render(40, at: Double(40 * cycle))
            for channel in 0..<2 { #expect(heard[channel].allSatisfy { abs($0 - wanted) < 1e-5 }) }
        }
        withExtendedLifetime(lender) {}
    }
}
