import AudioCore
import AudioFiles
import CAudioToolbox
import CRealtime

/// Converts what an input of a plan gives to another format: form, channels and sample rate.
///
/// Made when a unit is initialized. `render` runs on the audio thread.
package final class PullConverter: @unchecked Sendable {
    /// Nil where nothing is to be converted.
    private let converter: Converter?
    private let changesRate: Bool
    /// Frames of input for a frame of output.
    private let step: Double
    /// The time of the next frame of input, where the rates differ; not a number before the first.
    private var inputTime = Double.nan

    package init(
        from input: StreamFormat, to output: StreamFormat, _ configure: (inout ConverterSettings) -> Void = { _ in }
    ) throws(AudioError) {
        var settings = ConverterSettings()
        configure(&settings)
        changesRate = input.sampleRate != output.sampleRate
        step = input.sampleRate / output.sampleRate
        guard (1.0 / 1024...1024).contains(step) else { throw .unitFormat.because("the rates are too far apart") }
        guard input != output || settings.channelMap != nil else {
            converter = nil
            return
        }
        do throws(AudioError) {
            let converter = try Converter(from: input, to: output)
            converter.change { configure(&$0) }
            try converter.prepare()
            self.converter = converter
        } catch { throw .unitFormat.because(error.reason) }
    }

    /// Whether the input's frames are given as they are.
    var passesThrough: Bool { converter == nil }

    package func reset() {
        converter?.reset()
        inputTime = .nan
    }

    /// Fills a list's buffers with frames that are made of those of an input. Real-time safe.
    @_noLocks package func render(
        _ plan: RenderAccess, _ input: Int, at time: UnsafePointer<AudioTimeStamp>, frames: Int, into list: BufferList
    ) -> Int32 {
        var status: Int32 = 0
        // A converter between forms of linear PCM that has been prepared neither allocates nor locks.
        let own = Unmanaged.passUnretained(self)
        realtimeTrusted { status = own._withUnsafeGuaranteedRef { $0.renderNow(plan, input, time, frames, list) } }
        return status
    }

    private func renderNow(
        _ plan: RenderAccess, _ input: Int, _ time: UnsafePointer<AudioTimeStamp>, _ frames: Int, _ list: BufferList
    ) -> Int32 {
        converter == nil ? copy(plan, input, time, frames, list) : convert(plan, input, time, frames, list)
    }

    private func copy(
        _ plan: RenderAccess, _ input: Int, _ time: UnsafePointer<AudioTimeStamp>, _ frames: Int, _ list: BufferList
    ) -> Int32 {
        let status = plan.pull(input, at: time, frames: frames)
        guard status == 0 else { return status }
        let source = plan.inputs[input].list
        for index in 0..<min(list.count, source.count) {
            guard let from = source.buffers[index].mData, let to = list.buffers[index].mData else { continue }
            _ = realtime_copy(to, from, frames * plan.inputs[input].bytesPerFrame)
        }
        return 0
    }

    private func convert(
        _ plan: RenderAccess, _ input: Int, _ time: UnsafePointer<AudioTimeStamp>, _ frames: Int, _ list: BufferList
    ) -> Int32 {
        guard let converter else { return 0 }
        var stamp = time.pointee
        if changesRate {
            if inputTime.isNaN { inputTime = (stamp.mSampleTime * step).rounded() }
            stamp.mSampleTime = inputTime
        }
        let source = plan.inputs[input].list
        var packets = UInt32(frames)
        defer { if changesRate { inputTime = stamp.mSampleTime } }
        do throws(AudioError) {
            return try converter.fillAsSupplied(&packets, into: list.list, descriptions: nil) { count, data, _ in
                let wanted = min(Int(count.pointee), plan.maximumFrames)
                let status = plan.pull(input, at: &stamp, frames: wanted)
                guard status == 0 else { return status }
                stamp.mSampleTime += Double(wanted)
                let target = BufferList(data)
                for index in 0..<min(target.count, source.count) { target.buffers[index] = source.buffers[index] }
                count.pointee = UInt32(wanted)
                return 0
            }
        } catch { return error.status }
    }
}
