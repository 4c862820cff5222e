import AudioCore
import AudioFiles
import CAudioToolbox

/// Converts a bus between the form that a client has set and the kernels' form, Float32 without interleaving: another kind of
/// linear PCM with the same rate and channels, such as the canonical forms of the first iPhones.
///
/// Made when a unit is initialized. `convert` runs on the audio thread.
final class FormConverter: @unchecked Sendable {
    private let converter: Converter

    init(from input: StreamFormat, to output: StreamFormat) throws(AudioError) {
        do throws(AudioError) {
            converter = try Converter(from: input, to: output)
            try converter.prepare()
        } catch { throw .unitFormat.because(error.reason) }
    }

    /// Converts the frames of one list into another. Real-time safe.
    @_noLocks func convert(_ source: BufferList, into target: BufferList, frames: Int, bytesPerFrame: Int) -> Int32 {
        var status: Int32 = 0
        // A converter between forms of linear PCM that has been prepared neither allocates nor locks.
        let own = Unmanaged.passUnretained(self)
        realtimeTrusted {
            status = own._withUnsafeGuaranteedRef { $0.convertNow(source, target, frames, bytesPerFrame) }
        }
        return status
    }

    private func convertNow(_ source: BufferList, _ target: BufferList, _ frames: Int, _ bytesPerFrame: Int) -> Int32 {
        var (packets, done) = (UInt32(frames), 0)
        do throws(AudioError) {
            try converter.fill(&packets, into: target.list, descriptions: nil) { count, data, _ in
                let part = min(Int(count.pointee), frames - done)
                let given = BufferList(data)
                for index in 0..<min(given.count, source.count) {
                    given.buffers[index] = source.buffers[index]
                    given.buffers[index].mData = source.place(index, done * bytesPerFrame)
                    given.buffers[index].mDataByteSize = UInt32(part * bytesPerFrame)
                }
                done += part
                count.pointee = UInt32(part)
                return 0
            }
        } catch { return error.status }
        return 0
    }
}

/// The converters of all inputs of a plan, or of all outputs, and the buses of the kernel.
final class FormConverters: @unchecked Sendable {
    let buses: UnsafeMutablePointer<RenderBus>
    let links: UnsafeMutablePointer<Unmanaged<FormConverter>>
    /// Keeps what the links refer to.
    private let converters: [FormConverter]

    /// - Parameters:
    ///   - formats: those that clients have set.
    ///   - kernel: those that the kernel takes.
    ///   - areInputs: whether the first are converted into the second, rather than the second into the first.
    /// - Returns: nil where nothing is to be converted.
    static func make(
        _ formats: [StreamFormat], _ kernel: [StreamFormat], maximumFrames: Int, areInputs: Bool
    ) throws(AudioError) -> FormConverters? {
        guard formats != kernel else { return nil }
        var converters: [FormConverter] = []
        for (set, own) in zip(formats, kernel) {
            converters.append(try areInputs ? FormConverter(from: set, to: own) : FormConverter(from: own, to: set))
        }
        return FormConverters(converters, kernel.map { RenderBus($0, maximumFrames: maximumFrames) })
    }

    private init(_ converters: [FormConverter], _ list: [RenderBus]) {
        self.converters = converters
        links = .allocate(capacity: max(1, converters.count))
        for (index, form) in converters.enumerated() { (links + index).initialize(to: .passUnretained(form)) }
        buses = .allocate(capacity: max(1, list.count))
        buses.initialize(from: list, count: list.count)
    }

    deinit {
        for index in converters.indices { buses[index].deallocate() }
        buses.deallocate()
        links.deallocate()
    }
}
