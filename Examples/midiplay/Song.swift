import Foundation

/// A standard MIDI file: its messages in the order of their times.
struct Song {
    struct Event {
        let seconds: Double
        let bytes: [UInt8]
    }

    /// What is wrong with a file.
    enum Fault: Error, CustomStringConvertible {
        case otherKind
        case damaged(track: Int)

        var description: String {
            switch self {
            case .otherKind: "no standard MIDI file"
            case .damaged(let track): "track \(track) is damaged"
            }
        }
    }

    let events: [Event]
    let seconds: Double
    /// The name of the first track.
    let title: String?

    init(_ data: Data) throws(Fault) {
        var file = SongBytes(data)
        guard file.take(4) == Array("MThd".utf8), let size = file.number(4), size >= 6, let format = file.number(2),
            let count = file.number(2), let division = file.number(2), format < 3, division & 0x7FFF > 0,
            file.take(size - 6) != nil
        else { throw .otherKind }
        var tracks: [SongTrack] = []
        // A file may have other chunks between its tracks, and fewer tracks than it says.
        while tracks.count < count, let name = file.take(4), let size = file.number(4), let bytes = file.takeUpTo(size)
        {
            guard name == Array("MTrk".utf8) else { continue }
            guard let track = SongTrack(SongBytes(bytes)) else { throw .damaged(track: tracks.count + 1) }
            tracks.append(track)
        }
        title = tracks.first?.name
        // The tracks of format 2 follow each other; the others sound at once.
        let parts = format == 2 ? tracks.map { [$0] } : [tracks]
        var (all, begin) = ([Event](), 0.0)
        for part in parts {
            let times = TempoMap(part, division: division)
            let events = part.flatMap(\.events).enumerated().sorted {
                ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset)
            }
            all += events.map { Event(seconds: begin + times.seconds($0.element.tick), bytes: $0.element.bytes) }
            begin += times.seconds(part.map(\.ticks).max() ?? 0)
        }
        (events, seconds) = (all, begin)
    }
}

/// A track: its messages and tempos by their ticks.
struct SongTrack {
    var events: [(tick: Int, bytes: [UInt8])] = []
    /// Microseconds for a quarter note, from a tick on.
    var tempos: [(tick: Int, microseconds: Int)] = []
    var name: String?
    var ticks = 0

    /// Nil for a track that does not end where it says.
    init?(_ bytes: SongBytes) {
        var (bytes, running) = (bytes, UInt8(0))
        while !bytes.isEmpty {
            guard let delta = bytes.variableNumber() else { return nil }
            ticks += delta
            // Some programs write a pause at the end, and no end of the track.
            guard let first = bytes.peek() else { return }
            if first >= 0x80 { _ = bytes.take(1) }
            let status = first >= 0x80 ? first : running
            switch status {
            case 0xFF:
                guard let kind = bytes.number(1), let size = bytes.variableNumber(), let text = bytes.take(size) else {
                    return nil
                }
                if kind == 0x2F { return }
                readNote(kind, text)
            case 0xF0, 0xF7:
                guard let size = bytes.variableNumber(), let data = bytes.take(size) else { return nil }
                // F7 here means that what follows goes out as it is.
                let message = (status == 0xF0 ? [0xF0] : []) + data
                if !message.isEmpty { events.append((ticks, message)) }
            case 0x80..<0xF0:
                guard let data = bytes.take(status & 0xE0 == 0xC0 ? 1 : 2), data.allSatisfy({ $0 < 0x80 }) else {
                    return nil
                }
                running = status
                events.append((ticks, [status] + data))
            default: return nil
            }
        }
    }

    /// Reads what is about the music and no message.
    private mutating func readNote(_ kind: Int, _ text: [UInt8]) {
        switch kind {
        case 0x51 where text.count == 3: tempos.append((ticks, Int(text[0]) << 16 | Int(text[1]) << 8 | Int(text[2])))
        case 0x03 where name == nil && !text.isEmpty:
            // A name is shown on a terminal, which would obey control characters.
            let scalars = String(decoding: text, as: UTF8.self).unicodeScalars.filter {
                !$0.properties.generalCategory.isControl
            }
            name = String(String.UnicodeScalarView(scalars))
        default: break
        }
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isControl: Bool {
        self == .control || self == .format || self == .lineSeparator || self == .paragraphSeparator
    }
}

/// When ticks are.
struct TempoMap {
    private var points: [(tick: Int, seconds: Double, secondsPerTick: Double)] = []

    init(_ tracks: [SongTrack], division: Int) {
        if division >= 0x8000 {
            // Frames of time code in a second, and ticks in a frame: no tempo changes these.
            let frames = 256 - division >> 8
            points = [(0, 0, 1 / ((frames == 29 ? 29.97 : Double(max(frames, 1))) * Double(max(division & 0xFF, 1))))]
            return
        }
        points = [(0, 0, 0.5 / Double(division))]
        let tempos = tracks.flatMap(\.tempos).enumerated().sorted {
            ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset)
        }
        for (_, tempo) in tempos {
            points.append((tempo.tick, seconds(tempo.tick), Double(tempo.microseconds) / 1e6 / Double(division)))
        }
    }

    func seconds(_ tick: Int) -> Double {
        // The last point at or before the tick, by halving.
        var (low, high) = (0, points.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if points[middle].tick <= tick { low = middle } else { high = middle }
        }
        return points[low].seconds + Double(tick - points[low].tick) * points[low].secondsPerTick
    }
}

/// Bytes that are read one after the other.
struct SongBytes {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: some Sequence<UInt8>) { rest = ArraySlice(bytes) }

    var isEmpty: Bool { rest.isEmpty }
    func peek() -> UInt8? { rest.first }

    mutating func take(_ count: Int) -> [UInt8]? {
        guard count <= rest.count else { return nil }
        return takeUpTo(count)
    }

    /// As many bytes as there are; nil at the end.
    mutating func takeUpTo(_ count: Int) -> [UInt8]? {
        guard count == 0 || !rest.isEmpty else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// A number of some bytes, the highest first.
    mutating func number(_ count: Int) -> Int? { take(count)?.reduce(0) { $0 << 8 | Int($1) } }

    /// A number of seven bits a byte, four bytes at most.
    mutating func variableNumber() -> Int? {
        var value = 0
        for _ in 0..<4 {
            guard let byte = number(1) else { return nil }
            value = value << 7 | byte & 0x7F
            if byte < 0x80 { return value }
        }
        return nil
    }
}
