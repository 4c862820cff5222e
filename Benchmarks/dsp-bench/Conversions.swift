import AudioCore
import AudioDSP
import Glibc

/// Conversions of linear PCM beside memcpy and libswresample: all in one run, in turn, medians.
enum Conversions {
    struct Row {
        let name: String
        let from: StreamFormat
        let to: StreamFormat
        let peer: (Swresample.Format, Swresample.Format)?
    }

    private static func int(_ bits: Int, _ channels: Int, _ interleaved: Bool = true, big: Bool = false) -> StreamFormat
    {
        .pcm(.signed, bits: bits, sampleRate: 48000, channels: channels, bigEndian: big, interleaved: interleaved)
    }

    private static func float(_ channels: Int, _ interleaved: Bool = true) -> StreamFormat {
        .float32(sampleRate: 48000, channels: channels, interleaved: interleaved)
    }

    static let rows: [Row] = [
        Row(name: "s16 to f32, 2 ch", from: int(16, 2), to: float(2), peer: (.s16, .flt)),
        Row(name: "s16 to f32 planar, 2 ch", from: int(16, 2), to: float(2, false), peer: (.s16, .fltp)),
        Row(name: "s16 to f32 planar, 8 ch", from: int(16, 8), to: float(8, false), peer: (.s16, .fltp)),
        Row(name: "s32 to f32 planar, 2 ch", from: int(32, 2), to: float(2, false), peer: (.s32, .fltp)),
        Row(name: "s24 to f32, 2 ch", from: int(24, 2), to: float(2), peer: nil),
        Row(name: "s16 big-endian to f32, 2 ch", from: int(16, 2, big: true), to: float(2), peer: nil),
        Row(name: "f32 to s16, 2 ch", from: float(2), to: int(16, 2), peer: (.flt, .s16)),
        Row(name: "f32 planar to s16, 2 ch", from: float(2, false), to: int(16, 2), peer: (.fltp, .s16)),
        Row(name: "f32 planar to s16, 8 ch", from: float(8, false), to: int(16, 8), peer: (.fltp, .s16)),
        Row(name: "f32 to s24, 2 ch", from: float(2), to: int(24, 2), peer: nil),
        Row(name: "f32 to s32, 2 ch", from: float(2), to: int(32, 2), peer: (.flt, .s32)),
        Row(name: "f32 interleave, 2 ch", from: float(2, false), to: float(2), peer: (.fltp, .flt)),
        Row(name: "f32 deinterleave, 8 ch", from: float(8), to: float(8, false), peer: (.flt, .fltp)),
        Row(name: "s16 byte swap, 2 ch", from: int(16, 2), to: int(16, 2, big: true), peer: nil),
        Row(name: "s24 byte swap, 2 ch", from: int(24, 2), to: int(24, 2, big: true), peer: nil),
        Row(name: "s16 to s32, 2 ch", from: int(16, 2), to: int(32, 2), peer: (.s16, .s32)),
    ]

    static func run(_ kernels: Kernels) throws(AudioError) {
        print(
            "kernels: \(kernels); GB/s read and written: ours, memcpy, libswresample; ratios to memcpy, libswresample"
        )
        for row in rows where wanted.count < 2 || row.name.contains(wanted.last ?? "") {
            for (place, frames, passes) in [("cache", 4096, 400), ("memory", 1 << 22, 1)] {
                try run(row, kernels, place, frames: row.from.channels > 2 ? frames / 4 : frames, passes: passes)
            }
        }
    }

    private static func run(
        _ row: Row, _ kernels: Kernels, _ place: String, frames: Int, passes: Int
    ) throws(AudioError) {
        let converter = try PCMConverter(from: row.from, to: row.to, kernels: kernels)
        let peer = row.peer.flatMap { Swresample($0.0, $0.1, channels: row.from.channels) }
        let input = planes(row.from, frames)
        let output = planes(row.to, frames)
        defer {
            input[0].deallocate()
            output[0].deallocate()
        }
        let sources = input.map { UnsafeRawPointer($0) }
        let bytes = frames * (row.from.bytesPerSample + row.to.bytesPerSample) * row.from.channels
        var times = [[Double]](repeating: [], count: 3)
        for _ in 0..<15 {
            times[0].append(time(passes) { converter.convert(sources, output, frames: frames) })
            times[1].append(
                time(passes) {
                    memcpy(output[0], input[0], min(input.size(row.from, frames), output.size(row.to, frames)))
                })
            if let peer { times[2].append(time(passes) { peer.run(sources, output, frames: frames) }) }
        }
        let copied = 2 * min(input.size(row.from, frames), output.size(row.to, frames))
        let ours = Double(bytes * passes) / median(times[0]) / 1e9
        let copy = Double(copied * passes) / median(times[1]) / 1e9
        let theirs = peer == nil ? 0 : Double(bytes * passes) / median(times[2]) / 1e9
        let name = (row.name + ", " + place).padded(40)
        print(
            name, ours.short, copy.short, theirs.short, (ours / copy).short, peer == nil ? "-" : (ours / theirs).short)
    }

    private static func planes(_ format: StreamFormat, _ frames: Int) -> [UnsafeMutableRawPointer] {
        let size = format.bytesPerFrame * frames
        let all = UnsafeMutableRawPointer.allocate(byteCount: size * format.bufferCount, alignment: 64)
        // Small numbers are small floats too, and none of them is slow to work on.
        memset(all, 0x3E, size * format.bufferCount)
        return (0..<format.bufferCount).map { all + $0 * size }
    }

    private static func time(_ passes: Int, _ work: () -> Void) -> Double {
        // Of this thread alone: on a busy machine what takes longer would be interrupted more often too.
        let start = seconds(CLOCK_THREAD_CPUTIME_ID)
        for _ in 0..<passes { work() }
        return seconds(CLOCK_THREAD_CPUTIME_ID) - start
    }
}

extension Array {
    fileprivate func size(_ format: StreamFormat, _ frames: Int) -> Int { format.bytesPerFrame * frames * count }
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

extension Double {
    /// Three digits after the point.
    var short: String {
        let thousandths = Int((self * 1000).rounded())
        let rest = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}

extension String {
    func padded(_ width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }
}
