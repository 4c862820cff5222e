import AudioToolbox
import CoreAudioAdditions
import Foundation
import ToolSupport

/// One input and all that becomes of it, in one pass over its sound.
struct Conversion: Sendable {
    struct Target: Sendable {
        /// Nil for a name of the tool's choice.
        var path: String?
        var options: OutputOptions
        /// Called with the path of the whole file before it gets its name; where it throws, the file gets none.
        var finish: Finish?
    }

    typealias Finish = @Sendable (String) throws(ToolError) -> Void

    /// What of the input goes along only where it is asked for.
    struct Carried: Sendable {
        var soundCheck: Bool
        var hash: Bool
    }

    var input: String
    var targets: [Target]
    var track: UInt32
    /// The first frame to convert.
    var offset: Int64
    /// Whether the source's description goes into the user chunk `srcI`, and one found there is heeded.
    var tagsSource: Bool
    var carried: Carried
    var neighbours: Neighbours
    var directory: String?
    /// Threads that decode, encode and convert rates: 1 to 64.
    var threads: Int

    /// Frames read and written at a time where threads are to be kept busy, and where not: fewer stay in the caches.
    private static let longBlock: UInt32 = 1 << 16
    private static let shortBlock: UInt32 = 1 << 14
    /// What many channels may take of memory at a time.
    private static let largestBlock: UInt32 = 1 << 24

    /// Bytes that go to and from the disk at a time: enough to make system calls cheap, few enough for the cache.
    static let bufferSize: UInt32 = 1 << 18

    func run(_ reporter: Reporter) throws(ToolError) {
        try explaining(whyNotRead) { () throws(ToolError) in try perform(reporter) }
    }

    private func whyNotRead(_ status: OSStatus) -> String { FileFault.reading(input, status) }

    private func perform(_ reporter: Reporter) throws(ToolError) {
        let start = DispatchTime.now().uptimeNanoseconds
        let source = try Source(input, track: track, threads: threads)
        let kept = tagsSource ? SourceInfo(keptIn: source.id) : nil
        let plans = try targets.map { (target: Target) throws(ToolError) -> OutputPlan in
            try OutputPlan(
                target.options, path: target.path, input: input, directory: directory, source: source.format,
                lossless: source.clientFormat, kept: kept, finish: target.finish)
        }
        reporter.began(input, source.format, frames: source.frames, outputs: plans.map { ($0.path, $0.format) })
        for plan in plans where plan.copiesPackets {
            try plan.explaining { () throws(ToolError) in try copyPackets(plan, source, reporter) }
        }
        let frames = try convert(plans.filter { !$0.copiesPackets }, source, reporter)
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        reporter.finished(input, frames: frames, seconds: seconds)
    }

    private func convert(_ plans: [OutputPlan], _ source: Source, _ reporter: Reporter) throws(ToolError) -> Int64 {
        guard !plans.isEmpty else { return source.frames }
        if plans.count == 1 { source.decode(to: plans[0]) }
        try source.prepareToRead()
        if offset > 0 { try seek(source) }
        let info = tagsSource ? try SourceInfo(source, path: input) : nil
        let outputs = try plans.map { (plan: OutputPlan) throws(ToolError) -> Output in
            try plan.explaining { () throws(ToolError) -> Output in
                let output = try Output(plan, source, threads: threads, info: info)
                for note in output.notes { reporter.note(note) }
                try annotate(output.id, plan, source, reporter)
                return output
            }
        }
        let format = source.clientFormat
        let listeners = zip(outputs, plans).filter { $0.1.options.measuresLoudness }
        let analysis = listeners.isEmpty ? nil : try LoudnessAnalysis(format, layout: source.layout)
        for output in outputs { try output.hear(neighbours, after: false, format) }
        let reader = try reader(of: source, for: plans, outputs)
        defer { reader.stop() }
        var done: Int64 = 0
        while true {
            let (memory, frames) = try reader.next()
            if frames == 0 { break }
            try analysis?.add(memory, frames: frames)
            for output in outputs { try output.write(memory, frames: frames, format) }
            done += Int64(frames)
            reporter.advanced(input, frame: done, of: source.frames - offset)
        }
        for output in outputs { try output.hear(neighbours, after: true, format) }
        for (output, plan) in listeners { try analysis?.note(in: output.id, plan.options) }
        // All of them, or none.
        for output in outputs { try output.complete() }
        for output in outputs { try output.becomeReal() }
        return done
    }

    private func seek(_ source: Source) throws(ToolError) {
        let status = ExtAudioFileSeek(source.file, offset)
        try check("ExtAudioFileSeek", status, because: "\(input): it has \(source.frames) frames")
    }

    /// Reads on a thread of its own where there is work. Samples that are only moved, or little more, stay in the cache of the
    /// processor that reads and writes them.
    private func reader(
        of source: Source, for plans: [OutputPlan], _ outputs: [Output]
    ) throws(ToolError) -> any FrameReader {
        let format = source.clientFormat
        let changesRate = plans.contains { $0.format.mSampleRate != format.mSampleRate }
        let isDecoded = source.format.mFormatID != kAudioFormatLinearPCM
        let light = [kAudioFormatLinearPCM, kAudioFormatAppleIMA4, kAudioFormatULaw, kAudioFormatALaw]
        let isEncoded = plans.contains { !light.contains($0.format.mFormatID) }
        let readsAhead = threads > 1 && (changesRate || isDecoded || isEncoded)
        let frames = readsAhead ? Self.longBlock : Self.shortBlock
        let blockFrames = max(1, min(frames, Self.largestBlock / format.mBytesPerFrame))
        let firstFrames = try blockFrames - outputs[0].framesPastRoundPlace(blockFrames)
        return readsAhead
            ? ReadAhead(source.file, format, blockFrames: blockFrames, firstFrames: firstFrames)
            : PlainReader(source.file, format, blockFrames: blockFrames, firstFrames: firstFrames)
    }

    /// Copies the sound as it is coded, with what the decoder needs to know of it.
    private func copyPackets(_ plan: OutputPlan, _ source: Source, _ reporter: Reporter) throws(ToolError) {
        guard offset == 0 else {
            throw ToolError(
                "Copying packets from an offset", kAudioConverterErr_OperationNotSupported,
                because: "-d 0 copies the packets of the whole input")
        }
        let unfinished = try UnfinishedFile(plan.path)
        let writer = try AudioFileWriter(unfinished.temporaryPath, plan)
        if let cookie = source.magicCookie, writer.takes(kAudioFilePropertyMagicCookieData) {
            try writer.set(kAudioFilePropertyMagicCookieData, cookie)
        }
        if let layout = plan.layouts.output {
            try writer.set(kAudioFilePropertyChannelLayout, layout)
        } else if let layout = source.layout {
            // A file type that cannot store the source's layout is not an error: the user did not ask for the layout.
            try? writer.set(kAudioFilePropertyChannelLayout, layout)
        }
        if tagsSource, plan.fileType == kAudioFileCAFType { try SourceInfo(source, path: input).keep(in: writer.id) }
        for name in plan.options.namesForEncoders { reporter.note("\(name) has no effect where packets are copied") }
        try annotate(writer.id, plan, source, reporter)
        try plan.setFraming(of: writer.id)
        try writer.copyPackets(from: source.id)
        if plan.options.measuresLoudness {
            let analysis = try LoudnessAnalysis(source.clientFormat, layout: source.layout)
            try analysis.addAll(of: source, from: 0)
            try analysis.note(in: writer.id, plan.options)
        }
        try writer.close()
        try plan.overridePriming(of: unfinished.temporaryPath)
        try unfinished.requireContents()
        try plan.finish?(unfinished.temporaryPath)
        try unfinished.becomeReal()
    }

    /// Writes what goes along with the sound.
    private func annotate(
        _ file: AudioFileID, _ plan: OutputPlan, _ source: Source, _ reporter: Reporter
    ) throws(ToolError) {
        Annotations(
            source: source.id, offset: offset, ratio: plan.format.mSampleRate / source.format.mSampleRate,
            copiesLoudness: carried.soundCheck
        ).copy(to: file)
        if let anchor = plan.options.anchorLoudness {
            guard anchor.isFinite else {
                throw ToolError("Parsing --anchor-loudness", kAudio_ParamError, because: "a number is needed")
            }
            try file.add(toInfoDictionary: [LoudnessKeys.anchor: decimal(Double(anchor), places: 4)])
        }
        if let kind = plan.options.mediaKind {
            do throws(ToolError) { try MediaKind.keep(kind, in: file, type: plan.fileType) } catch {
                reporter.note("files of this type do not hold the media kind")
            }
        }
        if plan.options.generateHash {
            try AudioHash.keep(AudioHash.ofAudioData(in: source.id), in: file, type: plan.fileType)
        } else if carried.hash, let hash = AudioHash.kept(in: source.id) {
            try AudioHash.keep(hash, in: file, type: plan.fileType)
        }
    }
}

extension OutputPlan {
    func setFraming(of file: AudioFileID) throws(ToolError) {
        guard var bits = options.condensedFraming else { return }
        guard bits == 16 else {
            throw ToolError("Parsing --condensed-framing", kAudio_ParamError, because: "16 is the only number of bits")
        }
        try check(
            "AudioFileSetProperty", of: kAudioFilePropertyPacketSizeBits,
            AudioFileSetProperty(file, kAudioFilePropertyPacketSizeBits, 4, &bits))
    }
}

extension OutputOptions {
    var measuresLoudness: Bool { soundcheckGenerate || anchorGenerate }
}
