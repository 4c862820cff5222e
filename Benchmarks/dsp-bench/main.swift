// Measures the DSP kernels beside their peers: `dsp-bench [pcm|rate] [part of a name]`.
import AudioCore
import AudioDSP
import Glibc

/// Ten minutes of stereo, in blocks of 4096 frames: processor time of the stream alone.
func measureRates() throws(AudioError) {
    print("10 min stereo, 1 thread: kernels, rates, quality, CPU seconds")
    let block = 4096
    let source = UnsafeMutablePointer<Float>.allocate(capacity: 2 * block)
    let target = UnsafeMutablePointer<Float>.allocate(capacity: 2 * block)
    defer {
        source.deallocate()
        target.deallocate()
    }
    for i in 0..<2 * block { source[i] = Float(sin(0.1 * Double(i))) }
    let cases: [(Double, Double, Int)] = [
        (44100, 48000, 0x7F), (48000, 44100, 0x7F), (44100, 48000.37, 0x7F), (44100, 48000, 0x60), (44100, 48000, 0x40),
        (44100, 48000, 0x20), (44100, 48000, 0),
    ]
    for (from, to, quality) in cases {
        for kernels in Kernels.available {
            var times: [Double] = []
            for _ in 0..<3 {
                let start = seconds(CLOCK_PROCESS_CPUTIME_ID)
                let resampler = try Resampler(
                    inputRate: from, outputRate: to, channels: 2, quality: quality, kernels: kernels)
                var left = Int(600 * from)
                while left > 0 {
                    let (consumed, _) = resampler.process(
                        [UnsafePointer(source), UnsafePointer(source + block)], inputFrames: min(block, left),
                        [target, target + block], outputCapacity: block)
                    left -= consumed
                }
                times.append(seconds(CLOCK_PROCESS_CPUTIME_ID) - start)
            }
            print("\(kernels)".padded(10), "\(from) to \(to)".padded(22), "\(quality)".padded(5), median(times).short)
        }
    }
}

let wanted = CommandLine.arguments.dropFirst()
if wanted.isEmpty || wanted.first == "pcm" {
    for kernels in Kernels.available { try Conversions.run(kernels) }
}
if wanted.isEmpty || wanted.first == "rate" { try measureRates() }
