import Glibc

/// libswresample, where it is installed: converts blocks from one sample format to another at one rate.
final class Swresample {
    private typealias Make =
        @convention(c) (
            OpaquePointer?, Int64, Int32, Int32, Int64, Int32, Int32, Int32, OpaquePointer?
        ) -> OpaquePointer?
    private typealias Start = @convention(c) (OpaquePointer?) -> Int32
    private typealias Convert =
        @convention(c) (
            OpaquePointer?, UnsafePointer<UnsafeMutableRawPointer>, Int32, UnsafePointer<UnsafeRawPointer>, Int32
        ) -> Int32

    /// AVSampleFormat's numbers.
    enum Format: Int32 {
        case u8, s16, s32, flt, dbl, u8p, s16p, s32p, fltp, dblp
    }

    private let context: OpaquePointer
    private let convert: Convert

    init?(_ from: Format, _ to: Format, channels: Int) {
        guard let library = dlopen("libswresample.so.4", RTLD_NOW), let make = dlsym(library, "swr_alloc_set_opts"),
            let start = dlsym(library, "swr_init"), let convert = dlsym(library, "swr_convert")
        else { return nil }
        let layout: Int64 = [1: 4, 2: 3, 8: 0x63F][channels] ?? 0
        guard
            let context = unsafeBitCast(make, to: Make.self)(
                nil, layout, to.rawValue, 48000, layout, from.rawValue, 48000, 0, nil),
            unsafeBitCast(start, to: Start.self)(context) == 0
        else { return nil }
        self.context = context
        self.convert = unsafeBitCast(convert, to: Convert.self)
    }

    func run(_ input: UnsafePointer<UnsafeRawPointer>, _ output: UnsafePointer<UnsafeMutableRawPointer>, frames: Int) {
        _ = convert(context, output, Int32(frames), input, Int32(frames))
    }
}

/// Seconds of processor time or of the clock.
func seconds(_ clock: clockid_t = CLOCK_MONOTONIC) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
