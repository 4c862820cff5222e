import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Compressed files that others made, decoded by us and by ffmpeg.
@Suite(.needsCorpus, .needs("ffmpeg")) struct CompressedCorpusTests {
    /// Files that do not decode as ffmpeg decodes them, and why.
    static let exceptions: [String: String] = [
        "mp3/lieff_minimp3/l1-fl1.bit": "ffmpeg leaves out the first frame; libsndfile counts as many as we",
        "mp3/lieff_minimp3/l2-fl10.bit": "ffmpeg leaves out the first frame; libsndfile counts as many as we",
        "mp3/lieff_minimp3/M2L3_compl24.bit": "ffmpeg differs from the standard's own decode, which libmpg123 has",
    ]

    private static let codecs = ["aac", "mp1", "mp2", "mp3", "ac3", "eac3", "flac", "opus"]

    /// Frames by which the two may begin apart.
    private static let shifts: [Int] = {
        let delays = [1024, 2112, 1105, 529, 576, 1152, 2048, 2257, 1600, 962, 481, 3072, 4096]
        return [0] + delays + delays.map { -$0 }
    }()

    struct Row {
        var path: String
        var kind: String
    }

    /// Files whose reference is to be trusted.
    private static func rows() throws -> [Row] {
        let text = try String(contentsOfFile: #require(Corpus.root) + "/MANIFEST.tsv", encoding: .utf8)
        return text.split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count > 22,
                let codec = fields[4].split(separator: "+").first(where: { codecs.contains(String($0)) }),
                ["A", "B"].contains(fields[22].prefix(1)), !fields[0].contains("malformed/")
            else { return nil }
            return Row(path: String(fields[0].dropFirst("corpus/".count)), kind: "\(fields[3]) \(codec)")
        }
    }

    @Test func everyFileDecodesAsByFFmpeg() throws {
        let rows = try Self.rows()
        #expect(rows.count > 100)
        let folder = ScratchFolder()
        var counts: [String: Int] = [:]
        for row in rows {
            do {
                let problem = try Self.difference(row, folder)
                #expect((problem == nil) == (Self.exceptions[row.path] == nil), "\(row.path): \(problem ?? "")")
            } catch { #expect(Self.exceptions[row.path] != nil, "\(row.path): \(error)") }
            counts[row.kind, default: 0] += 1
        }
        let table = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        print("compressed corpus: \(rows.count) files, \(Self.exceptions.count) exceptions: \(table)")
    }

    /// What is wrong with our decoding; nil where nothing is.
    private static func difference(_ row: Row, _ folder: ScratchFolder) throws -> String? {
        let path = Corpus.root! + "/" + row.path
        let url = URL(fileURLWithPath: path) as CFURL
        let format = try PublicFile.withReader(url) {
            try PublicFile.extProperty($0, kExtAudioFileProperty_FileDataFormat, AudioStreamBasicDescription())
        }
        let client = AudioStreamBasicDescription.int(16, rate: format.mSampleRate, channels: format.mChannelsPerFrame)
        let bytes = try PublicFile.withReader(url, to: client) { file in
            if format.mChannelsPerFrame == 6 {
                let layout = AudioChannelLayout(tag: kAudioChannelLayoutTag_MPEG_5_1_A)
                try PublicFile.set(file, kExtAudioFileProperty_ClientChannelLayout, layout)
            }
            return try PublicFile.rest(file)
        }
        let ours = values(bytes, of: Int16.self)
        let made = OtherProgram.run(
            "ffmpeg -nostdin -v error -y -i '\(path)' -map a:0 -f s16le '\(folder.file("out"))' 2> /dev/null")
        guard made == 0 else { return "ffmpeg does not decode it" }
        let theirs = values(folder.bytes("out") ?? [], of: Int16.self)
        let channels = Int(format.mChannelsPerFrame)
        guard !ours.isEmpty, !theirs.isEmpty else {
            return ours.count == theirs.count ? nil : "\(ours.count) of \(theirs.count) samples"
        }
        // ffmpeg leaves some priming in, and some out that we do not.
        var best = Int.max
        for shift in Self.shifts {
            let first = max(0, -shift) * channels
            let second = max(0, shift) * channels
            let count = min(ours.count - first, theirs.count - second)
            guard count > min(ours.count, theirs.count) / 2 else { continue }
            var worst = 0
            for place in 0..<count { worst = max(worst, abs(Int(ours[first + place]) - Int(theirs[second + place]))) }
            best = min(best, worst)
            if best <= 2 { break }
        }
        return best <= 2 ? nil : "differs by \(best), \(ours.count / channels) of \(theirs.count / channels) frames"
    }
}
