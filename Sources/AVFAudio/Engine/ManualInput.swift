import AudioCore
import AudioToolbox
import AudioUnits
import Foundation

/// What a program gives an engine that it renders by hand.
final class ManualInput: @unchecked Sendable {
    /// Set while the engine does not render.
    private var block: AVAudioIONodeInputBlock?
    /// Whether the last render found no data.
    private let isShort = Latest(0)

    func set(_ block: @escaping AVAudioIONodeInputBlock) { self.block = block }

    /// Whether a render since the last call found no data.
    func takeShortage() -> Bool { isShort.exchange(0) != 0 }

    var callback: InputSource {
        InputSource(Self.function, Unmanaged.passUnretained(self).toOpaque(), keeping: self)
    }

    private static let function: RenderCallback = { context, flags, time, bus, frames, list in
        guard let context, let list else { return 0 }
        Unmanaged<ManualInput>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.give(frames, BufferList(list), flags) }
        return 0
    }

    private func give(_ frames: UInt32, _ list: BufferList, _ flags: UnsafeMutablePointer<UInt32>) {
        let given = block?(frames)
        guard let given else {
            isShort.write(1)
            for index in 0..<list.count {
                if let data = list.buffers[index].mData { memset(data, 0, Int(list.buffers[index].mDataByteSize)) }
            }
            flags.pointee |= AudioUnitRenderActionFlags.unitRenderAction_OutputIsSilence.rawValue
            return
        }
        let source = BufferList(UnsafeMutablePointer(mutating: given))
        for index in 0..<list.count {
            guard let data = list.buffers[index].mData else { continue }
            let size = Int(list.buffers[index].mDataByteSize)
            let there = index < source.count ? min(size, Int(source.buffers[index].mDataByteSize)) : 0
            if there > 0, let from = source.buffers[index].mData { memcpy(data, from, there) }
            if there < size { memset(data + there, 0, size - there) }
        }
    }
}
