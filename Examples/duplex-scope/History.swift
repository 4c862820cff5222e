import AudioToolbox
import Synchronization

/// The newest samples of the first channel, which the audio thread writes and another thread reads.
///
/// Neither waits for the other. There is room for more than a second, of which a reader copies the newest part: the audio thread
/// gets there only if the reader sleeps for a second in the middle of it, and then a picture is wrong.
final class History: @unchecked Sendable {
    private static let capacity = 1 << 16

    private let samples: UnsafeMutablePointer<Float>
    /// How many samples have been written.
    private let count = Atomic<Int>(0)

    init() {
        samples = .allocate(capacity: Self.capacity)
        samples.initialize(repeating: 0, count: Self.capacity)
    }

    deinit { samples.deallocate() }

    /// Keeps what a unit renders, as long as the history lives.
    func observe(_ unit: AudioUnit) -> OSStatus {
        AudioUnitAddRenderNotify(
            unit,
            { context, flags, _, _, frames, list in
                guard flags.pointee.contains(.unitRenderAction_PostRender),
                    !flags.pointee.contains(.unitRenderAction_PostRenderError), let data = list?.pointee.mBuffers.mData
                else { return noErr }
                // Counts no references.
                Unmanaged<History>.fromOpaque(context)._withUnsafeGuaranteedRef {
                    $0.append(data.assumingMemoryBound(to: Float.self), Int(frames))
                }
                return noErr
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func append(_ new: UnsafePointer<Float>, _ frames: Int) {
        let first = count.load(ordering: .relaxed)
        for frame in 0..<frames { samples[(first + frame) % Self.capacity] = new[frame] }
        count.store(first + frames, ordering: .releasing)
    }

    /// The newest samples; silence where there are not so many yet.
    func newest(_ wanted: Int) -> [Float] {
        let end = count.load(ordering: .acquiring)
        return (end - wanted..<end).map { $0 < 0 ? 0 : samples[$0 % Self.capacity] }
    }
}
