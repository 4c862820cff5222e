import AudioCore
import CKernels

/// The resampling filter without state: renders any range of output frames from the input around them.
///
/// Output frame n is the same bits whichever range it is rendered in, so work splits over threads without a seam.
/// Where the ratio has few enough phases each has its own filter. Otherwise filters in between are cubics through their
/// neighbours, exact to -160 dB; for designs of 64 taps and fewer, whose aliases are at -93 dB, they are lines, exact to
/// -120 dB. Immutable; any thread.
package final class ResamplerKernel: @unchecked Sendable {
    package let ratio: ResamplerRatio
    package let design: ResamplerDesign
    /// Input frames needed before and after the frame at or before an output's position.
    package let leadingFrames: Int
    package let trailingFrames: Int
    /// Input frames that one output is made of.
    package let taps: Int
    package let isInterpolated: Bool
    let table: ResamplerTable
    /// Keeps the table's memory.
    private let filters: ResamplerFilters

    /// Numbers in a table of exact phases, at most: 4 MiB. Beyond, phases are interpolated.
    private static let largestTable = 1 << 20
    /// Phases per input frame of an interpolated table, where the filter passes all of the input's band. At a frequency
    /// of f times the input rate a line's error is (0.7 f / phases)², a cubic's (f / phases)⁴. A table of lines is 184 KiB,
    /// of which a stream reads all: less of it leaves the second-level cache.
    private static let cubicPhases = 128.0
    private static let linePhases = 368.0
    /// The most taps of a design whose filters in between are lines.
    private static let longestOfLines = 64

    /// Builds the table. Takes some milliseconds; not real-time safe.
    ///
    /// - Parameter interpolated: true for a table that serves any ratio near this one.
    package init(
        ratio: ResamplerRatio, design: ResamplerDesign, interpolated: Bool = false, kernels: Kernels = .best
    ) throws(AudioError) {
        self.ratio = ratio
        self.design = design
        let stretch = design.shape == .line ? 1 : max(1, ratio.step)
        taps = max((Int((Double(design.taps) * stretch).rounded(.up)) + 7) / 8, (Int(ratio.step) + 7) / 8) * 8
        leadingFrames = design.shape == .minimumPhase ? taps - 1 : taps / 2 - 1
        trailingFrames = taps - 1 - leadingFrames
        isInterpolated = interpolated || ratio.denominator > Int64(Self.largestTable / taps)
        let degree = design.taps <= Self.longestOfLines ? 1 : 3
        let phases = degree == 1 ? Self.linePhases : Self.cubicPhases
        let segments = isInterpolated ? max(4, Int((phases / stretch).rounded(.up))) : 0
        let rows = isInterpolated ? ResamplerRows(taps: taps) : ResamplerRows(taps: taps, ratio)
        let key = ResamplerFilters.Key(ratio: ratio, design: design, segments: segments)
        filters = ResamplerFilters.shared(key) { [taps, leadingFrames] in
            let prototype = ResamplerPrototype(
                design: design, taps: taps, stretch: stretch, leadingFrames: leadingFrames)
            guard segments > 0 else { return prototype.exactTable(ratio, rows) }
            return degree == 1 ? prototype.lineTable(segments: segments) : prototype.cubicTable(segments: segments)
        }
        table = ResamplerTable(
            taps: taps, segments: segments, degree: degree, rows: rows, leadingFrames: leadingFrames,
            values: filters.values, kernels: kernels.table)
    }

    /// Output frames that `frames` input frames become: those that stand before the input's end.
    @_noLocks package func outputFrames(forInput frames: Int64) -> Int64 {
        ratio.outputs(from: ResamplerPosition(frame: 0, part: 0), before: frames)
    }

    /// The input frames that a range of output frames is made of. They may lie before 0 and past the end: zeros then.
    @_noLocks package func inputFrames(forOutput range: Range<Int64>) -> Range<Int64> {
        let first = ratio.position(of: range.lowerBound).frame - Int64(leadingFrames)
        guard !range.isEmpty else { return first..<first }
        return first..<ratio.position(of: range.upperBound - 1).frame + Int64(trailingFrames) + 1
    }

    /// Renders `count` output frames from `firstOutputFrame` on. Real-time safe.
    ///
    /// - Parameters:
    ///   - window: each channel's input, from `firstInputFrame` on; must cover `inputFrames(forOutput:)`.
    ///   - output: where each channel goes.
    @_noLocks package func render(
        _ window: UnsafePointer<UnsafePointer<Float>>, firstInputFrame: Int64, channels: Int, firstOutputFrame: Int64,
        count: Int, into output: UnsafePointer<UnsafeMutablePointer<Float>>
    ) {
        render(
            window, firstInputFrame: firstInputFrame, channels: channels, at: ratio.position(of: firstOutputFrame),
            count: count, into: output)
    }

    /// The same from a position between input frames on.
    @_noLocks package func render(
        _ window: UnsafePointer<UnsafePointer<Float>>, firstInputFrame: Int64, channels: Int,
        at position: ResamplerPosition, count: Int, into output: UnsafePointer<UnsafeMutablePointer<Float>>
    ) {
        table.render(
            window, firstInputFrame: firstInputFrame, channels: channels, at: position, ratio: ratio, count: count,
            into: output)
    }
}

/// A table of filters and how to read it; what the audio thread holds of a kernel. The kernel keeps the memory.
struct ResamplerTable {
    let taps: Int
    let segments: Int
    /// Of the polynomials in a segment.
    let degree: Int
    let rows: ResamplerRows
    let leadingFrames: Int
    let values: UnsafeMutablePointer<Float>
    let kernels: UnsafePointer<CKKernels>

    /// Renders from `position` on, in steps of `ratio`.
    ///
    /// - Parameter stride: from one output of a channel to the next; 1, unless filters are made of those around them.
    @_noLocks func render(
        _ window: UnsafePointer<UnsafePointer<Float>>, firstInputFrame: Int64, channels: Int,
        at position: ResamplerPosition, ratio: ResamplerRatio, count: Int,
        into output: UnsafePointer<UnsafeMutablePointer<Float>>, stride: Int = 1
    ) {
        let whole = ratio.numerator / ratio.denominator
        let row = segments > 0 ? 0 : rows.row(ofPart: position.part, ratio)
        var run = CKFilterRun(
            table: values, taps: Int64(taps), segments: Int64(segments), degree: Int64(degree),
            rowTaps: Int64(rows.rowTaps), groupRows: rows.groupRows, stepWhole: whole,
            stepPart: ratio.numerator - whole * ratio.denominator, denominator: ratio.denominator,
            index: position.frame - Int64(leadingFrames) - firstInputFrame, part: position.part, row: row,
            shift: Int64(rows.shift(ofRow: row, ratio)), stride: Int64(stride))
        let filter = kernels.pointee.filter
        // A loop of our own in C, which neither blocks nor allocates.
        realtimeTrusted { filter(&run, window, output, channels, count) }
    }
}
