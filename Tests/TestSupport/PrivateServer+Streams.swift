import AudioDevices
import Foundation

extension PrivateServer {
    /// Whether the installed PipeWire is of this version or a later one.
    package func isPipeWire(_ major: Int, _ minor: Int, _ micro: Int) -> Bool {
        // The last word is the version of the library that the server runs with.
        let words = output(of: "pipewire", ["--version"]).split(whereSeparator: \.isWhitespace)
        let version = (words.last ?? "").split(separator: ".").map { Int($0) ?? 0 }
        return !version.lexicographicallyPrecedes([major, minor, micro])
    }

    /// Plays a file of stereo Float32 at 48 kHz by PipeWire's own player, as another program.
    ///
    /// - Parameters:
    ///   - file: samples without a header.
    ///   - sink: where to play; nil for the default sink.
    ///   - latency: the frames of a cycle that the player asks for; nil for its own wish.
    package func play(_ file: String, on sink: String? = nil, latency: Int? = nil) -> ChildProcess? {
        var words = ["pw-cat", "-p", "--format", "f32", "--rate", "48000", "--channels", "2"]
        // Since then it takes what it reads from a pipe for a file with a header, if it is not told otherwise.
        if isPipeWire(1, 3, 81) { words.append("--raw") }
        if let sink { words += ["--target", sink] }
        if let latency { words += ["--latency", "\(latency)"] }
        return launch("sh", ["-c", "exec \(words.joined(separator: " ")) - <\(file)"])
    }

    /// The properties of the streams that play or record, by the server's names: those of programs, not of the server itself.
    package func streams(_ direction: DeviceDirection) throws -> [[String: String]] {
        switch kind {
        case .pipewire:
            let text = output(of: "pw-dump", [])
            let objects = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]] ?? []
            let wanted = direction == .output ? "Stream/Output/Audio" : "Stream/Input/Audio"
            return objects.compactMap { object in
                guard let info = object["info"] as? [String: Any],
                    let properties = info["props"] as? [String: Any],
                    properties["media.class"] as? String == wanted
                else { return nil }
                return properties.compactMapValues { $0 as? String }
            }
        case .pulse:
            let list = direction == .output ? "sink-inputs" : "source-outputs"
            let head = direction == .output ? "Sink Input #" : "Source Output #"
            let entries = output(of: "pactl", ["list", list]).components(separatedBy: head).dropFirst()
            // A remapped source has a stream of the server's own.
            return entries.map(Self.properties).filter { $0["application.process.id"] != nil }
        }
    }

    /// Those of an entry of pactl's list: a line each, the key, " = " and the value in quotation marks.
    private static func properties(_ entry: String) -> [String: String] {
        var properties: [String: String] = [:]
        for line in entry.split(separator: "\n") {
            let parts = line.components(separatedBy: " = \"")
            guard parts.count == 2, parts[1].hasSuffix("\"") else { continue }
            properties[parts[0].trimmingCharacters(in: .whitespaces)] = String(parts[1].dropLast())
        }
        return properties
    }
}
