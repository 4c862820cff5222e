import AudioDevices
import Foundation

extension PrivateServer {
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
