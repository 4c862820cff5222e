import AudioCore

@testable import AudioUnits

/// Writes banks of Downloadable Sounds for tests.
struct DLSWriter {
    struct Wave {
        /// The bytes of all frames.
        var data: [UInt8]
        var bits = 16
        var channels = 1
        var tag = 1
        var rate = 22_050
        var playing: Playing?
        /// Empty parts before all others.
        var emptyParts = 0
    }

    struct Playing {
        var key = 60
        var tuning = 0
        /// In 1/655360 dB.
        var gain = 0
        /// Type, first frame and number of frames.
        var loop: (Int, Int, Int)?
    }

    struct Region {
        var keys = (0, 127)
        var velocities = (0, 127)
        var group = 0
        var wave = 0
        var playing: Playing?
        var connections: [DLSConnection] = []
        var isLevel2 = false
    }

    struct Instrument {
        var name = "instrument"
        var bank: UInt32 = 0
        var program = 0
        var connections: [DLSConnection] = []
        var regions: [Region]
    }

    var instruments: [Instrument]
    var waves: [Wave]
    var hasCues = true
    /// The bytes of all waves, and where each begins, in the place of `waves`.
    var pool: (bytes: [UInt8], cues: [Int])?

    /// One instrument with one region of a wave of 100 frames.
    static func plain(_ region: Region = Region(), connections: [DLSConnection] = []) -> DLSWriter {
        DLSWriter(
            instruments: [Instrument(connections: connections, regions: [region])],
            waves: [Wave(data: (1...100).flatMap { [UInt8($0), 0] })])
    }

    var bytes: [UInt8] {
        var body = ByteWriter()
        body.append(Array("DLS ".utf8))
        var count = ByteWriter()
        count.little(UInt32(instruments.count))
        body.chunk("colh", count.bytes)
        body.list("lins", instruments.map { ("ins ", Self.body($0)) })
        let (pool, places) = self.pool ?? written
        var cues = ByteWriter()
        cues.little(8 as UInt32)
        cues.little(UInt32(places.count))
        for place in places { cues.little(UInt32(place)) }
        if hasCues { body.chunk("ptbl", cues.bytes) }
        body.chunk("LIST", Array("wvpl".utf8) + pool)
        var file = ByteWriter()
        file.chunk("RIFF", body.bytes)
        return file.bytes
    }

    /// The bytes of the waves, and where each begins.
    private var written: (bytes: [UInt8], cues: [Int]) {
        var (pool, places) = (ByteWriter(), [Int]())
        for wave in waves {
            places.append(pool.count)
            pool.chunk("LIST", Array("wave".utf8) + Self.body(wave))
        }
        return (pool.bytes, places)
    }

    private static func body(_ instrument: Instrument) -> [UInt8] {
        var (body, head) = (ByteWriter(), ByteWriter())
        head.little(UInt32(instrument.regions.count))
        head.little(instrument.bank)
        head.little(UInt32(instrument.program))
        body.chunk("insh", head.bytes)
        body.list("lrgn", instrument.regions.map { ($0.isLevel2 ? "rgn2" : "rgn ", Self.body($0)) })
        write(instrument.connections, to: &body, isLevel2: false)
        var info = ByteWriter()
        info.chunk("INAM", Array(instrument.name.utf8) + [0])
        body.chunk("LIST", Array("INFO".utf8) + info.bytes)
        return body.bytes
    }

    private static func body(_ region: Region) -> [UInt8] {
        var (body, head, link) = (ByteWriter(), ByteWriter(), ByteWriter())
        for value in [region.keys.0, region.keys.1, region.velocities.0, region.velocities.1, 0, region.group] {
            head.little(UInt16(value))
        }
        body.chunk("rgnh", head.bytes)
        if let playing = region.playing { body.chunk("wsmp", Self.body(playing)) }
        link.zeros(4)
        link.little(1 as UInt32)
        link.little(UInt32(region.wave))
        body.chunk("wlnk", link.bytes)
        write(region.connections, to: &body, isLevel2: region.isLevel2)
        return body.bytes
    }

    private static func write(_ connections: [DLSConnection], to body: inout ByteWriter, isLevel2: Bool) {
        guard !connections.isEmpty else { return }
        var blocks = ByteWriter()
        blocks.little(8 as UInt32)
        blocks.little(UInt32(connections.count))
        for connection in connections {
            for field in [connection.source, connection.control, connection.destination, connection.transform] {
                blocks.little(field)
            }
            blocks.little(connection.scale)
        }
        var list = ByteWriter()
        list.chunk(isLevel2 ? "art2" : "art1", blocks.bytes)
        body.chunk("LIST", Array((isLevel2 ? "lar2" : "lart").utf8) + list.bytes)
    }

    private static func body(_ playing: Playing) -> [UInt8] {
        var body = ByteWriter()
        body.little(20 as UInt32)
        body.little(UInt16(playing.key))
        body.little(Int16(playing.tuning))
        body.little(Int32(playing.gain))
        body.zeros(4)
        body.little(UInt32(playing.loop == nil ? 0 : 1))
        if let (type, start, length) = playing.loop {
            for value in [16, type, start, length] { body.little(UInt32(value)) }
        }
        return body.bytes
    }

    private static func body(_ wave: Wave) -> [UInt8] {
        var (body, format) = (ByteWriter(), ByteWriter())
        let frame = wave.channels * wave.bits / 8
        for _ in 0..<wave.emptyParts { body.chunk("none", []) }
        format.little(UInt16(wave.tag))
        format.little(UInt16(wave.channels))
        format.little(UInt32(wave.rate))
        format.little(UInt32(wave.rate * frame))
        format.little(UInt16(frame))
        format.little(UInt16(wave.bits))
        body.chunk("fmt ", format.bytes)
        if let playing = wave.playing { body.chunk("wsmp", Self.body(playing)) }
        body.chunk("data", wave.data)
        return body.bytes
    }
}

extension ByteWriter {
    /// A list of lists.
    fileprivate mutating func list(_ type: String, _ lists: [(String, [UInt8])]) {
        var body = ByteWriter()
        body.append(Array(type.utf8))
        for (type, contents) in lists { body.chunk("LIST", Array(type.utf8) + contents) }
        chunk("LIST", body.bytes)
    }
}
