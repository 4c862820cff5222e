import AudioToolbox
import Foundation
import TestSupport
import Testing

/// A line of the manifest of a corpus of sound files that others made.
struct CorpusRow: Sendable {
    /// Below the corpus' folder.
    let path: String
    let container: String
    let codec: String
    /// How the reference was decoded, "ffmpeg s24le", and the hash of what came out.
    let decode: String
    let hash: String
    /// How far the reference is to be trusted: A and B wholly.
    let truth: String
    let rate: Double
    let channels: Int
    /// Frames that the manifest's program decoded.
    let frames: Int

    /// Every WAVE, AIFF, AU and CAF file.
    static func all() throws -> [CorpusRow] {
        let endings = [".wav", ".aif", ".aiff", ".aifc", ".au", ".caf"]
        return try rows { path, _ in endings.contains(where: path.lowercased().hasSuffix) }
    }

    /// Files that are broken on purpose, of every kind.
    static func malformed() throws -> [CorpusRow] { try rows { path, _ in path.hasPrefix("corpus/malformed/") } }

    /// Every file with sound in it, but not those that have no head to state what it is.
    static func sounds() throws -> [CorpusRow] {
        let others = ["SMF", "RMID", "raw", "bit", "H.26", "unknown", "ID3 only"]
        return try rows { _, fields in Int(fields[6]) ?? 0 > 0 && !others.contains(where: fields[3].hasPrefix) }
    }

    private static func rows(where isWanted: (String, [String]) -> Bool) throws -> [CorpusRow] {
        let text = try String(contentsOfFile: #require(Corpus.root) + "/MANIFEST.tsv", encoding: .utf8)
        return text.split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count > 22, isWanted(fields[0], fields) else { return nil }
            return CorpusRow(
                path: String(fields[0].dropFirst("corpus/".count)), container: fields[3], codec: fields[4],
                decode: fields[17], hash: fields[18], truth: String(fields[22].prefix(1)),
                rate: Double(fields[6]) ?? 0, channels: Int(fields[7]) ?? 0, frames: Int(fields[9]) ?? 0)
        }
    }

    var url: CFURL { URL(fileURLWithPath: Corpus.root! + "/" + path) as CFURL }
    var isMalformed: Bool { path.hasPrefix("malformed/") }

    /// Whether the sound is of a kind that is decoded exactly: linear PCM, G.711, or IMA4 as Apple packs it.
    var isExact: Bool { codec.hasPrefix("pcm_") || codec == "adpcm_ima_qt" }

    /// The linear PCM that the reference was decoded to.
    func client(_ file: AudioStreamBasicDescription) -> AudioStreamBasicDescription? {
        let (rate, channels) = (file.mSampleRate, file.mChannelsPerFrame)
        return switch decode.split(separator: " ").last {
        case "s16le": .int(16, rate: rate, channels: channels)
        case "s24le": .int(24, rate: rate, channels: channels)
        case "s32le": .int(32, rate: rate, channels: channels)
        case "f32le": .float(32, rate: rate, channels: channels)
        case "f64le": .float(64, rate: rate, channels: channels)
        default: nil
        }
    }
}

/// SHA-256 of the files `0`, `1`, … of a folder, by the program of coreutils.
func hashes(_ folder: ScratchFolder, count: Int) -> [String] {
    guard count > 0, OtherProgram.run("cd '\(folder.path)' && sha256sum $(seq 0 \(count - 1)) > sums") == 0 else {
        return []
    }
    let text = String(decoding: folder.bytes("sums") ?? [], as: UTF8.self)
    return text.split(separator: "\n").map { String($0.prefix(64)) }
}
