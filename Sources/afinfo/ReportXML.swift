import AudioToolbox
import CoreAudioAdditions
import ToolSupport

// The report as XML in the shape that Core Audio's tool gives it. Programs find its elements by name, by the namespace, and
// by their attributes; shell scripts by the line.
extension FileReport {
    static let xmlHead = """
        <?xml version="1.0" encoding="UTF-8"?>
        <audio_info xmlns="http://apple.com/core_audio/audio_info">

        """
    static let xmlEnd = "</audio_info>\n"

    /// The report as one element.
    ///
    /// - Parameters:
    ///   - number: which of the command's files it is, from 0.
    ///   - others: the reports on the file's further tracks.
    ///   - alerts: what looks wrong.
    func xml(number: Int, others: [FileReport], alerts: [String]) -> String {
        var body = element("file_name", path) + element("file_type", "'\(spelled(fileType))'")
        var tracks: [String] = []
        for (index, track) in ([self] + others).enumerated() {
            tracks += nested("track", ["track_id": "\(index + 1)"], track.xmlOfTrack)
        }
        body += nested("tracks", [:], tracks)
        let elements = alerts.flatMap { element("alert", $0, ["level": "WARNING"]) }
        body += elements.isEmpty ? ["<alerts></alerts>"] : nested("alerts", [:], elements)
        let lines = nested("audio_file", ["audio_file_id": "\(number)"], body)
        return lines.map { "  " + $0 + "\n" }.joined()
    }

    private var xmlOfTrack: [String] {
        var lines = element("num_channels", "\(format.mChannelsPerFrame)")
        lines += element("sample_rate", Self.number(format.mSampleRate), ["units": "Hz"])
        lines += element("format_type", spelled(format.mFormatID).trimmingBlanks)
        if let bits = xmlBitDepth { lines += element("bit_depth", "\(bits)", ["units": "bits"]) }
        lines += element("duration", decimal(duration, places: 6), ["units": "sec"])
        lines += element("audio_bytes", "\(audioBytes)") + element("audio_packets", "\(packets)")
        lines += element("bit_rate", "\(bitRate)", ["units": "bps"])
        lines += element("packet_size_upper_bound", "\(packetSizeUpperBound)")
        lines += element("maximum_packet_size", "\(maximumPacketSize)")
        lines += element("audio_data_file_offset", "\(dataOffset)")
        lines += element("optimized", isOptimized ? "true" : "false")
        if let layout { lines += element("channel_layout", layout) }
        if let depth = sourceBitDepthText {
            lines += nested("source_info", [:], element("source_bit_depth", depth))
        }
        if let table = packetTable {
            let frames =
                element("valid_frames", "\(table.mNumberValidFrames)")
                + element("priming_frames", "\(table.mPrimingFrames)")
                + element("remainder_frames", "\(table.mRemainderFrames)")
            lines += nested("packet_table_info", [:], frames)
        }
        if !info.isEmpty {
            lines += nested("info_dict", [:], info.flatMap { element("entry", $0.value, ["key": $0.key]) })
        }
        return lines
    }

    /// Bits of a sample, where packets are samples or keep them without loss.
    private var xmlBitDepth: UInt32? {
        if format.mFormatID == kAudioFormatLinearPCM { return format.mBitsPerChannel }
        let isLossless = [kAudioFormatAppleLossless, kAudioFormatFLAC].contains(format.mFormatID)
        return isLossless ? sourceBitDepth.map { $0.magnitude } : nil
    }

    /// A whole number without a point.
    private static func number(_ value: Double) -> String {
        value == value.rounded() ? decimal(value, places: 0) : decimal(value, places: 6)
    }

    private func element(_ name: String, _ text: String, _ attributes: [String: String] = [:]) -> [String] {
        ["<\(name)\(written(attributes))>\(escaped(text))</\(name)>"]
    }

    private func nested(_ name: String, _ attributes: [String: String], _ lines: [String]) -> [String] {
        ["<\(name)\(written(attributes))>"] + lines.map { "  " + $0 } + ["</\(name)>"]
    }

    private func written(_ attributes: [String: String]) -> String {
        attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
    }

    /// Characters that XML 1.0 has no form for become replacement characters.
    private func escaped(_ text: String) -> String {
        let scalars = text.asPlainText.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            // Those from U+007F on are allowed as they are, but a terminal would obey them.
            case "\t", "\n", "\r", "\u{7F}"..."\u{9F}": "&#\(scalar.value);"
            case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
            default: String(scalar)
            }
        }
        return scalars.joined()
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
