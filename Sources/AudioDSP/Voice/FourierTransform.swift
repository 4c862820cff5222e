import CKernels
import Glibc

/// The discrete Fourier transform in Float32, in place, for one size that is a power of two. Real-time safe once it is made.
package final class FourierTransform {
    package let size: Int
    /// Pairs of places that change their values before the first stage.
    private let swaps: UnsafeMutablePointer<Int32>
    private let swapCount: Int
    /// The roots of each stage, one stage after the other: half as many as the stage's transforms are long.
    private let cosines: UnsafeMutablePointer<Float>
    private let sines: UnsafeMutablePointer<Float>

    /// - Parameter size: a power of two, at least 2.
    package init(size: Int) {
        precondition(size >= 2 && size & (size - 1) == 0)
        self.size = size
        var pairs: [Int32] = []
        var other = 0
        for place in 1..<size {
            var bit = size >> 1
            while other & bit != 0 {
                other ^= bit
                bit >>= 1
            }
            other |= bit
            if place < other { pairs += [Int32(place), Int32(other)] }
        }
        swaps = .allocate(capacity: max(1, pairs.count))
        swaps.initialize(from: pairs, count: pairs.count)
        swapCount = pairs.count
        cosines = .allocate(capacity: size)
        sines = .allocate(capacity: size)
        cosines.initialize(repeating: 1, count: size)
        sines.initialize(repeating: 0, count: size)
        var half = 1
        while half < size {
            for index in 0..<half {
                let angle = -Double.pi * Double(index) / Double(half)
                cosines[half + index] = Float(cos(angle))
                sines[half + index] = Float(sin(angle))
            }
            half *= 2
        }
    }

    deinit {
        swaps.deallocate()
        cosines.deallocate()
        sines.deallocate()
    }

    /// Transforms `size` complex numbers.
    @_noLocks package func forward(_ real: UnsafeMutablePointer<Float>, _ imaginary: UnsafeMutablePointer<Float>) {
        var how = CKTransform(
            size: Int64(size), swapCount: Int64(swapCount), swaps: swaps, cosines: cosines, sines: sines)
        CKRunTransform(&how, real, imaginary)
    }

    /// The inverse of `forward`, divided by the size.
    @_noLocks package func inverse(_ real: UnsafeMutablePointer<Float>, _ imaginary: UnsafeMutablePointer<Float>) {
        // With the parts exchanged, the transform runs backward.
        forward(imaginary, real)
        let scale = 1 / Float(size)
        for index in 0..<size {
            real[index] *= scale
            imaginary[index] *= scale
        }
    }
}

/// A spectrum as the audio thread keeps it: real and imaginary parts apart.
struct Spectrum {
    let real: UnsafeMutablePointer<Float>
    let imaginary: UnsafeMutablePointer<Float>

    /// Memory for spectra, of zeros; to be freed with `deallocate`.
    static func allocate(_ count: Int) -> Spectrum {
        let made = Spectrum(real: .allocate(capacity: count), imaginary: .allocate(capacity: count))
        made.real.initialize(repeating: 0, count: count)
        made.imaginary.initialize(repeating: 0, count: count)
        return made
    }

    func deallocate() {
        real.deallocate()
        imaginary.deallocate()
    }

    @_noLocks func clear(_ range: Range<Int>) {
        for index in range { (real[index], imaginary[index]) = (0, 0) }
    }

    @_noLocks func from(_ offset: Int) -> Spectrum { Spectrum(real: real + offset, imaginary: imaginary + offset) }

    @_noLocks func power(_ index: Int) -> Float {
        real[index] * real[index] + imaginary[index] * imaginary[index]
    }

    /// Fills the upper half with what the spectrum of real samples has there.
    @_noLocks func mirror(_ size: Int) {
        for index in 1..<size / 2 {
            real[size - index] = real[index]
            imaginary[size - index] = -imaginary[index]
        }
    }
}
