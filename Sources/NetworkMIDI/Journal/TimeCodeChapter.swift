internal import AudioCore

/// Chapter F: where a tape is, by MIDI time code.
package struct TimeCodeChapter: Equatable, Sendable {
    /// A frame: as eight pieces of four bits, or as hours, minutes, seconds and frames.
    package enum Frame: Equatable, Sendable {
        case pieces(UInt32)
        case time(UInt32)
    }

    package var isOlder = true
    /// The last whole frame.
    package var complete: Frame?
    /// The pieces of the frame after it that have been sent.
    package var partial: UInt32?
    package var isReverse = false
    /// The number of the last piece.
    package var point: UInt8 = 7

    package init(
        complete: Frame?, partial: UInt32? = nil, isReverse: Bool = false, point: UInt8 = 7, isOlder: Bool = true
    ) {
        (self.complete, self.partial, self.isReverse) = (complete, partial, isReverse)
        (self.point, self.isOlder) = (point, isOlder)
    }

    init(parsing reader: inout ByteReader) throws(AudioError) {
        let head = try reader.big(UInt8.self)
        (isOlder, isReverse, point) = (head & 0x80 != 0, head & 0x08 != 0, head & 7)
        if head & 0x40 != 0 {
            let value = try reader.big(UInt32.self)
            complete = head & 0x10 != 0 ? .pieces(value) : .time(value)
        }
        if head & 0x20 != 0 { partial = try reader.big() }
    }

    var size: Int { 1 + (complete == nil ? 0 : 4) + (partial == nil ? 0 : 4) }

    func write(to writer: inout ByteWriter) {
        var head = (isOlder ? 0x80 : 0) | (isReverse ? 0x08 : 0) | point & 7
        if complete != nil { head |= 0x40 }
        if partial != nil { head |= 0x20 }
        if case .pieces? = complete { head |= 0x10 }
        writer.big(head)
        switch complete {
        case .pieces(let value)?, .time(let value)?: writer.big(value)
        case nil: break
        }
        if let partial { writer.big(partial) }
    }
}

/// Where a tape is by the time code that came.
struct TapePosition: Equatable, Sendable {
    private static let fullFrame: [UInt8] = [0xF0, 0x7F, 0x7F, 1, 1]
    private static let fullFrameBytes = 10

    private var complete: TimeCodeChapter.Frame?
    /// The pieces of the frame that is not whole yet; nil where it has not been followed from its beginning.
    private var partial: UInt32?
    private var isReverse = false
    /// The last of these pieces.
    private var point: UInt8 = 0

    init() {}

    init(_ chapter: TimeCodeChapter) {
        (complete, partial, isReverse) = (chapter.complete, chapter.partial, chapter.isReverse)
        if partial != nil { point = chapter.point }
    }

    /// Whether a message is a full frame, and no system exclusive message like others.
    static func isFullFrame(_ bytes: [UInt8]) -> Bool {
        bytes.count == fullFrameBytes && bytes.starts(with: [0xF0, 0x7F]) && bytes[3] == 1 && bytes[4] == 1
    }

    /// Notes a command. Returns whether it is one of time code.
    mutating func note(_ bytes: [UInt8]) -> Bool {
        if Self.isFullFrame(bytes) {
            self = TapePosition()
            complete = .time(bytes[5..<9].reduce(0) { $0 << 8 | UInt32($1 & 0x7F) })
            return true
        }
        guard bytes.count > 1, bytes[0] == 0xF1 else { return false }
        note(piece: bytes[1] >> 4 & 7, bytes[1] & 0xF)
        return true
    }

    private mutating func note(piece: UInt8, _ value: UInt8) {
        let isNext = partial != nil && piece == (isReverse ? point &- 1 : point + 1)
        if !isNext {
            guard piece == 0 || piece == 7 else {
                (partial, point) = (nil, 0)
                return
            }
            (partial, isReverse) = (0, piece == 7)
        }
        point = piece
        let pieces = (partial ?? 0) | UInt32(value) << Self.shift(piece)
        partial = pieces
        guard isNext, piece == (isReverse ? 0 : 7) else { return }
        (complete, partial, point) = (.pieces(pieces), nil, 0)
    }

    private static func shift(_ piece: UInt8) -> UInt32 { 28 - 4 * UInt32(piece) }

    private static func nibble(_ pieces: UInt32, _ piece: UInt8) -> UInt8 { UInt8(pieces >> shift(piece) & 0xF) }

    /// The chapter of the position; nil where nothing is known.
    var chapter: TimeCodeChapter? {
        guard complete != nil || partial != nil else { return nil }
        return TimeCodeChapter(
            complete: complete, partial: partial, isReverse: isReverse,
            point: partial != nil ? point : isReverse ? 0 : 7)
    }

    /// The commands that bring it to where a chapter says: the pieces that are missing, or a full frame where more is.
    func commands(to chapter: TimeCodeChapter) -> [[UInt8]] {
        let target = TapePosition(chapter)
        guard target != self else { return [] }
        let rest = target.partial.map { Self.quarters($0, 0, target.point) } ?? []
        if !target.isReverse, !isReverse {
            if complete == target.complete, let pieces = target.partial {
                let first = partial == nil ? 0 : point + 1
                if Self.agree(partial, pieces, first) { return Self.quarters(pieces, first, target.point) }
            } else if case .pieces(let pieces)? = target.complete, partial != nil,
                Self.agree(partial, pieces, point + 1)
            {
                return Self.quarters(pieces, point + 1, 7) + rest
            }
        }
        guard let frame = target.complete, frame != complete else { return [] }
        return [Self.message(frame)] + (target.isReverse ? [] : rest)
    }

    /// Whether the pieces before one are the same.
    private static func agree(_ one: UInt32?, _ other: UInt32, _ end: UInt8) -> Bool {
        (0..<end).allSatisfy { nibble(one ?? 0, $0) == nibble(other, $0) }
    }

    private static func quarters(_ pieces: UInt32, _ first: UInt8, _ last: UInt8) -> [[UInt8]] {
        first <= last ? (first...last).map { [0xF1, $0 << 4 | nibble(pieces, $0)] } : []
    }

    private static func message(_ frame: TimeCodeChapter.Frame) -> [UInt8] {
        let time: [UInt8]
        switch frame {
        case .time(let value): time = [24, 16, 8, 0].map { UInt8(value >> $0 & 0x7F) }
        case .pieces(let pieces):
            // The pieces have the frames first, and of each number the lower half.
            time = [7, 5, 3, 1].map { (nibble(pieces, $0) << 4 | nibble(pieces, $0 - 1)) & 0x7F }
        }
        return fullFrame + time + [0xF7]
    }
}
