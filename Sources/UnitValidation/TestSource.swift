import CAudioToolbox
import CoreAudio
import CoreAudioTypes

/// A source for an input of the unit that is checked: noise, the same at each position, or silence.
final class TestSource {
    struct Call: Equatable { var time: Double, frames: UInt32 }

    var isSilent: Bool
    /// What has been asked of it.
    private(set) var calls: [Call] = []
    /// What it gave in its last call, as Float32 of each buffer.
    private(set) var last: [[Float]] = []
    private var position: UInt32 = 0
    /// Whether it fills memory of its own.
    private let lends: Bool
    private var lent: [UnsafeMutableRawPointer] = []
    private var lentBytes = 0
    /// Whether a list had memory although the source has its own.
    private(set) var hasGotMemory = false

    init(isSilent: Bool = false, lends: Bool = false) { (self.isSilent, self.lends) = (isSilent, lends) }

    deinit { for memory in lent { memory.deallocate() } }

    /// Between -0.5 and 0.5, by position and channel.
    static func sample(_ position: UInt32, _ channel: UInt32) -> Float {
        var bits = position &* 2_654_435_761 &+ channel &* 40_503 &+ 1
        bits ^= bits >> 15
        bits = bits &* 2_246_822_519
        bits ^= bits >> 13
        return Float(bits >> 8) / Float(1 << 24) - 0.5
    }

    /// It is called by the unit only while that is kept with it.
    var callback: AURenderCallbackStruct {
        AURenderCallbackStruct(
            { context, flags, time, _, frames, list in
                guard let list else { return noErr }
                let source = Unmanaged<TestSource>.fromOpaque(context).takeUnretainedValue()
                source.fill(UnsafeMutableAudioBufferListPointer(list), time.pointee.mSampleTime, frames)
                if source.isSilent { flags.pointee.insert(.unitRenderAction_OutputIsSilence) }
                return noErr
            }, context: Unmanaged.passUnretained(self).toOpaque())
    }

    private func fill(_ list: UnsafeMutableAudioBufferListPointer, _ time: Double, _ frames: UInt32) {
        calls.append(Call(time: time, frames: frames))
        last = []
        if lends { lend(list) }
        for (index, buffer) in list.enumerated() {
            guard let data = buffer.mData else { continue }
            let samples = data.assumingMemoryBound(to: Float.self)
            let count = Int(buffer.mDataByteSize) / 4
            let width = max(1, Int(buffer.mNumberChannels))
            for place in 0..<count {
                let channel = UInt32(index + place % width)
                samples[place] = isSilent ? 0 : Self.sample(position &+ UInt32(place / width), channel)
            }
            last.append(Array(UnsafeBufferPointer(start: samples, count: count)))
        }
        position &+= frames
    }

    /// Points a list to memory of the source's; no more of it than checks need, whatever sizes a unit asks for.
    private func lend(_ list: UnsafeMutableAudioBufferListPointer) {
        for index in list.indices {
            hasGotMemory = hasGotMemory || list[index].mData != nil
            let size = Int(list[index].mDataByteSize)
            guard lentBytes + size <= TestedUnit.Most.renderedBytes else { return }
            let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
            lent.append(memory)
            lentBytes += size
            list[index].mData = memory
        }
    }
}

extension AURenderCallbackStruct {
    /// A callback with a function that any thread may call.
    init(_ function: @escaping SendableRenderCallback, context: UnsafeMutableRawPointer? = nil) {
        self.init(__inputProc: function, inputProcRefCon: context)
    }
}
