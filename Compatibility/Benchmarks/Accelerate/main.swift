// Times of Accelerate's kernels beside plain loops, and of its transforms beside FFTW where libfftw3f is installed.
// Run it with: swift run -c release accelerate-benchmark

import Accelerate
import Glibc

/// Microseconds of a call: the least of several rounds of about ten milliseconds.
func microseconds(_ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    var calls = 1
    var best = Double.infinity
    for _ in 0..<12 {
        let time = clock.measure { for _ in 0..<calls { body() } }
        let each = Double(time.components.attoseconds) / 1e12 / Double(calls)
        best = min(best, each)
        calls = max(1, Int(10_000 / max(each, 0.001)))
    }
    return best
}

func report(_ name: String, ours: Double, _ other: String, _ theirs: Double) {
    func short(_ x: Double) -> String { String(Double(Int(x * 1000)) / 1000) }
    print("\(name): \(short(ours)) µs, \(other) \(short(theirs)) µs, \(short(theirs / ours)) times as fast")
}

let count = 4096
let a = [Float](repeating: 1.5, count: count)
let b = [Float](repeating: 0.5, count: count)
var c = [Float](repeating: 0, count: count)
var sum: Float = 0
let n = vDSP_Length(count)

// MARK: - Vectors

report(
    "vadd of \(count)", ours: microseconds { vDSP_vadd(a, 1, b, 1, &c, 1, n) }, "loop",
    microseconds { for i in 0..<count { c[i] = a[i] + b[i] } })
report(
    "vmul of \(count)", ours: microseconds { vDSP_vmul(a, 1, b, 1, &c, 1, n) }, "loop",
    microseconds { for i in 0..<count { c[i] = a[i] * b[i] } })
report(
    "dotpr of \(count)", ours: microseconds { vDSP_dotpr(a, 1, b, 1, &sum, n) }, "loop",
    microseconds {
        sum = 0
        for i in 0..<count { sum += a[i] * b[i] }
    })
report(
    "maxv of \(count)", ours: microseconds { vDSP_maxv(a, 1, &sum, n) }, "loop",
    microseconds {
        sum = -.infinity
        for i in 0..<count { sum = max(sum, a[i]) }
    })
report(
    "conv of \(count - 63) with 64", ours: microseconds { vDSP_conv(a, 1, b, 1, &c, 1, n - 63, 64) }, "loop",
    microseconds {
        for i in 0..<count - 63 {
            var sum: Float = 0
            for p in 0..<64 { sum += a[i + p] * b[p] }
            c[i] = sum
        }
    })

let side = 256
let left = [Float](repeating: 1.5, count: side * side)
let right = [Float](repeating: 0.5, count: side * side)
var product = [Float](repeating: 0, count: side * side)
report(
    "sgemm of \(side)",
    ours: microseconds {
        let s = Int32(side)
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, s, s, s, 1, left, s, right, s, 0, &product, s)
    }, "loop",
    microseconds {
        for i in 0..<side {
            for j in 0..<side { product[i * side + j] = 0 }
            for k in 0..<side {
                let f = left[i * side + k]
                for j in 0..<side { product[i * side + j] += f * right[k * side + j] }
            }
        }
    })

// MARK: - Transforms

/// FFTW in single precision, with plans that it measured.
struct FFTW {
    typealias Make =
        @convention(c) (Int32, UnsafeMutableRawPointer, UnsafeMutableRawPointer, Int32, UInt32) -> OpaquePointer?
    typealias Run = @convention(c) (OpaquePointer?) -> Void
    let make: Make, run: Run

    init?() {
        guard let library = dlopen("libfftw3f.so.3", RTLD_NOW), let make = dlsym(library, "fftwf_plan_dft_1d"),
            let run = dlsym(library, "fftwf_execute")
        else { return nil }
        self.make = unsafeBitCast(make, to: Make.self)
        self.run = unsafeBitCast(run, to: Run.self)
    }
}

/// A recursive transform as textbooks have it.
func textbook(_ re: [Float], _ im: [Float]) -> ([Float], [Float]) {
    let n = re.count
    let h = n / 2
    guard n > 1 else { return (re, im) }
    let (er, ei) = textbook((0..<h).map { re[2 * $0] }, (0..<h).map { im[2 * $0] })
    let (or, oi) = textbook((0..<h).map { re[2 * $0 + 1] }, (0..<h).map { im[2 * $0 + 1] })
    var x = [Float](repeating: 0, count: n)
    var y = x
    for k in 0..<h {
        let angle = -2 * Float.pi * Float(k) / Float(n)
        let c = cosf(angle)
        let s = sinf(angle)
        let tr = or[k] * c - oi[k] * s
        let ti = or[k] * s + oi[k] * c
        (x[k], y[k], x[k + h], y[k + h]) = (er[k] + tr, ei[k] + ti, er[k] - tr, ei[k] - ti)
    }
    return (x, y)
}

let fftw = FFTW()
for log2n in [8, 10, 12, 14] as [vDSP_Length] {
    let size = 1 << log2n
    let setup = vDSP_create_fftsetup(log2n, FFTRadix(kFFTRadix2))!
    let parts = UnsafeMutablePointer<Float>.allocate(capacity: 4 * size)
    parts.initialize(repeating: 0, count: 4 * size)
    var input = DSPSplitComplex(realp: parts, imagp: parts + size)
    var output = DSPSplitComplex(realp: parts + 2 * size, imagp: parts + 3 * size)
    let ours = microseconds { vDSP_fft_zop(setup, &input, 1, &output, 1, log2n, 1) }
    let zeros = [Float](repeating: 0, count: size)
    report("fft_zop of \(size)", ours: ours, "textbook", microseconds { _ = textbook(zeros, zeros) })
    if let fftw {
        let plan = fftw.make(Int32(size), parts, parts + 2 * size, -1, 0)
        report("fft_zop of \(size)", ours: ours, "FFTW", microseconds { fftw.run(plan) })
    }
    vDSP_destroy_fftsetup(setup)
    parts.deallocate()
}
