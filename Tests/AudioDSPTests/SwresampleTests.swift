import AudioCore
import Glibc
import TestSupport
import Testing

@testable import AudioDSP

/// libswresample is the judge of the conversions that it has too: sample for sample.
@Suite struct SwresampleTests {
    private typealias Make =
        @convention(c) (
            OpaquePointer?, Int64, Int32, Int32, Int64, Int32, Int32, Int32, OpaquePointer?
        ) -> OpaquePointer?
    private typealias Start = @convention(c) (OpaquePointer?) -> Int32
    private typealias Free = @convention(c) (UnsafeMutablePointer<OpaquePointer?>) -> Void
    private typealias Convert =
        @convention(c) (
            OpaquePointer?, UnsafePointer<UnsafeMutableRawPointer>, Int32, UnsafePointer<UnsafeRawPointer>, Int32
        ) -> Int32

    /// In the order of AVSampleFormat.
    private static let forms = [
        PCMConvertTests.mono(.unsigned, 8), PCMConvertTests.mono(.signed, 16), PCMConvertTests.mono(.signed, 32),
        PCMConvertTests.mono(.float, 32), PCMConvertTests.mono(.float, 64),
    ]

    /// Finite samples, some past full scale.
    private static func samples(_ form: StreamFormat, _ count: Int) -> [UInt8] {
        guard form.sampleKind == .float else { return Signal.bytes(count * form.bytesPerFrame, seed: 11) }
        var values = Signal.noise(frames: count, seed: 12, amplitude: 1.25)
        for (i, value) in [1, -1, 0.5, -0.5, 1.5, 2.5, -2.5].enumerated() { values[i] = Float(value) / 32768 }
        return form.bitsPerChannel == 32 ? [UInt8](of: values) : [UInt8](of: values.map { Double($0) })
    }

    @Test(.needs(library: "libswresample.so.4")) func convertsAsLibswresampleDoes() throws {
        let library = dlopen("libswresample.so.4", RTLD_NOW)
        let make = try #require(dlsym(library, "swr_alloc_set_opts"))
        let start = try #require(dlsym(library, "swr_init"))
        let run = try #require(dlsym(library, "swr_convert"))
        let free = try #require(dlsym(library, "swr_free"))
        let frames = 1003
        for (i, from) in Self.forms.enumerated() {
            for (o, to) in Self.forms.enumerated() {
                let bytes = Self.samples(from, frames)
                var context = unsafeBitCast(make, to: Make.self)(nil, 4, Int32(o), 48000, 4, Int32(i), 48000, 0, nil)
                try #require(unsafeBitCast(start, to: Start.self)(context) == 0)
                var theirs = [UInt8](repeating: 0, count: frames * to.bytesPerFrame)
                bytes.withUnsafeBytes { input in
                    theirs.withUnsafeMutableBytes { output in
                        _ = unsafeBitCast(run, to: Convert.self)(
                            context, [output.baseAddress!], Int32(frames), [input.baseAddress!], Int32(frames))
                    }
                }
                unsafeBitCast(free, to: Free.self)(&context)
                let ours = converted(try PCMConverter(from: from, to: to), bytes, frames: frames)
                #expect(ours == theirs, "\(from) to \(to)")
            }
        }
    }
}
