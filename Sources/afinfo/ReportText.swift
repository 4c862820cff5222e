import AudioToolbox
import CoreAudioAdditions
import ToolSupport

// The layouts that scripts read: columns and blanks matter.
extension FileReport {
    /// The full report. Ends with a line of dashes.
    func text(showsInfo: Bool) -> String {
        var lines = [
            "File:           \(path)",
            "File type ID:   \(spelled(fileType))",
            "Num Tracks:     \(trackCount)",
            "----",
            "Data format:    \(format.text)",
            layout.map { "                Channel layout: \($0)" } ?? "                no channel layout.",
            "estimated duration: \(decimal(duration, places: 6)) sec",
            "audio bytes: \(audioBytes)",
            "audio packets: \(packets)",
            "bit rate: \(bitRate) bits per second",
            "packet size upper bound: \(packetSizeUpperBound)",
            "maximum packet size: \(maximumPacketSize)",
            "audio data file offset: \(dataOffset)",
            isOptimized ? "optimized" : "not optimized",
        ]
        if let table = packetTable, table.mPrimingFrames != 0 || table.mRemainderFrames != 0 {
            let total = table.mNumberValidFrames + Int64(table.mPrimingFrames) + Int64(table.mRemainderFrames)
            lines.append(
                "audio \(table.mNumberValidFrames) valid frames + \(table.mPrimingFrames) priming "
                    + "+ \(table.mRemainderFrames) remainder = \(total)")
        }
        if let depth = sourceBitDepthText { lines.append("source bit depth: \(depth)") }
        if hasFormatList {
            lines.append("format list:")
            for (index, layer) in formats.enumerated() {
                lines.append("[\(String(index).paddedLeft(to: 2))] format:\t \(layer.format.text)")
                lines.append(
                    layer.layout.map { "                Channel layout: \($0)" }
                        ?? "                no channel layout.")
            }
        }
        lines += loudnessLines
        if showsInfo { lines += infoLines }
        lines.append("----")
        return lines.joined(separator: "\n") + "\n"
    }

    /// AAC may have layers, so its list is printed even where there is one format.
    private var hasFormatList: Bool {
        let isAAC = spelled(format.mFormatID).hasPrefix("aac")
        return !formats.isEmpty && format.mFormatID != kAudioFormatLinearPCM && (isAAC || formats.count > 1)
    }

    /// The three lines of `-b`.
    var briefText: String {
        """
        \(name), \(spelled(fileType)), Num Tracks:     \(trackCount)
        ----
        \(decimal(duration, places: 3)) sec, format:  \(format.text)

        """
    }

    /// Sections of what the file says of its loudness, those that it has.
    private var loudnessLines: [String] {
        func section(_ title: String, _ keys: [String], quoted: Bool) -> [String] {
            let found = keys.compactMap { key in loudness[key].map { (key, quoted ? "\"\($0)\"" : $0) } }
            guard !found.isEmpty else { return [] }
            return ["    " + column(title)] + found.map { "        " + column($0.0) + " " + $0.1 }
        }
        var lines = section("sound check info", LoudnessKeys.soundCheck, quoted: true)
        lines += section("main loudness parameters", LoudnessKeys.main, quoted: false)
        if let anchor = loudness[LoudnessKeys.anchor] {
            lines.append("    " + column(LoudnessKeys.anchor) + " " + anchor)
        }
        return lines.isEmpty ? [] : ["Loudness Info:"] + lines
    }

    private func column(_ title: String) -> String {
        title + String(repeating: " ", count: max(1, 33 - title.count)) + ":"
    }

    private var infoLines: [String] {
        let info = info.filter { !LoudnessKeys.isOne($0.key) }
        guard !info.isEmpty else { return [] }
        return ["info:"] + info.map { "    \($0.key): \(Self.lines($0.value))" }
    }

    /// The text with the ends of lines that old programs wrote as a return alone.
    private static func lines(_ text: String) -> String {
        var (lines, isAfterReturn) = (String.UnicodeScalarView(), false)
        for scalar in text.unicodeScalars {
            if !isAfterReturn || scalar != "\n" { lines.append(scalar == "\r" ? "\n" : scalar) }
            isAfterReturn = scalar == "\r"
        }
        return String(lines)
    }

    /// The report as one JSON object, an addition of ours.
    var json: JSON {
        .object([
            ("file", .string(path)), ("fileType", .string(spelled(fileType))), ("tracks", .integer(Int64(trackCount))),
            (
                "format",
                .object([
                    ("id", .string(spelled(format.mFormatID))), ("flags", .integer(Int64(format.mFormatFlags))),
                    ("sampleRate", .number(format.mSampleRate)),
                    ("channels", .integer(Int64(format.mChannelsPerFrame))),
                    ("bitsPerChannel", .integer(Int64(format.mBitsPerChannel))),
                    ("bytesPerPacket", .integer(Int64(format.mBytesPerPacket))),
                    ("framesPerPacket", .integer(Int64(format.mFramesPerPacket))),
                    ("text", .string(format.text.trimmed)),
                ])
            ),
            ("channelLayout", layout.map { .string($0) } ?? .null), ("duration", .number(duration)),
            ("audioBytes", .integer(Int64(clamping: audioBytes))), ("audioPackets", .integer(Int64(clamping: packets))),
            ("bitRate", .integer(Int64(bitRate))), ("packetSizeUpperBound", .integer(Int64(packetSizeUpperBound))),
            ("maximumPacketSize", .integer(Int64(maximumPacketSize))), ("audioDataOffset", .integer(dataOffset)),
            ("optimized", .bool(isOptimized)), ("packetTable", packetTableJSON),
            ("sourceBitDepth", sourceBitDepthText.map { .string($0) } ?? .null),
            ("info", .object(info.map { ($0.key, .string($0.value)) })),
        ])
    }

    private var packetTableJSON: JSON {
        guard let table = packetTable else { return .null }
        return .object([
            ("validFrames", .integer(table.mNumberValidFrames)),
            ("primingFrames", .integer(Int64(table.mPrimingFrames))),
            ("remainderFrames", .integer(Int64(table.mRemainderFrames))),
        ])
    }
}

extension String {
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
