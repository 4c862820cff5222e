import AudioCore

/// Skips the elements of an AAC-LC raw data block to find the spectral band replication in it (ISO/IEC 14496-3, 4.4.2).
/// Decodes nothing: a code is read only to find where the next one begins.
///
/// For packets of up to some kilobytes. Every loop consumes bits or is bounded by the syntax, and reads past the end
/// give zeros, so that damaged packets take no longer than valid ones.
struct AACBlock {
    /// The position of a replication payload, in bits from the packet's start. It begins after the type of the fill
    /// element.
    struct Replication: Equatable {
        var start: Int
        var end: Int
        var hasChecksum: Bool
        /// Whether it belongs to a single channel.
        var isMono: Bool
    }

    private struct Damage: Error {}

    private var bits: BitReader
    private let hasShortFrames: Bool
    private let bands: AACBands.Runs
    /// The windows of the current channel. Both channels of a pair may share them.
    private var windows = Windows()
    /// Codebook by group and scale factor band.
    private var codebooks: [UInt8] = []
    private var found: [Replication] = []
    /// Channel elements that may have a replication.
    private var elements = 0

    /// The windows of a channel: their groups, and the bands that are coded in each.
    private struct Windows {
        var isShort = false
        var bandCount = 0
        /// Windows in each group.
        var groups = [1]
    }

    private init?(_ packet: UnsafeRawBufferPointer, _ config: AudioSpecificConfig) {
        guard let index = AudioSpecificConfig.rates.firstIndex(of: config.coreSampleRate) else { return nil }
        bits = BitReader(packet)
        hasShortFrames = config.hasShortFrames
        bands = AACBands.tables[AACBands.tableOfRate[index]]
    }

    /// The replication of the first channel element, nil where there is none.
    ///
    /// - Returns: nil altogether where the packet is damaged or is not AAC-LC.
    static func replication(
        in packet: UnsafeRawBufferPointer, _ config: AudioSpecificConfig
    ) -> Replication?? {
        guard let block = AACBlock(passing: packet, config) else { return nil }
        return .some(block.found.first)
    }

    /// The replication of each channel element; empty where one has none, or where the packet is damaged or is not AAC-LC.
    static func replications(in packet: UnsafeRawBufferPointer, _ config: AudioSpecificConfig) -> [Replication] {
        guard let block = AACBlock(passing: packet, config), block.found.count == block.elements else { return [] }
        return block.found
    }

    /// - Returns: nil where the packet is damaged or is not AAC-LC.
    init?(passing packet: UnsafeRawBufferPointer, _ config: AudioSpecificConfig) {
        self.init(packet, config)
        guard (try? pass()) != nil else { return nil }
    }

    /// Bits of the elements, including the one that ends the block.
    var bitCount: Int { bits.position }

    private func check(_ condition: Bool) throws(Damage) { if !condition { throw Damage() } }

    private mutating func read(_ count: Int) -> Int { Int(bits.read(count)) }

    private mutating func pass() throws(Damage) {
        var channelElement: Int?
        while true {
            let element = read(3)
            try check(!bits.isPastEnd)
            switch element {
            case 0, 3:
                bits.position += 4
                try passChannel(sharedWindows: false)
                if element == 0 {
                    channelElement = 0
                    elements += 1
                }
            case 1:
                try passPair()
                channelElement = 1
                elements += 1
            case 2: try passCoupling()
            case 4: passData()
            case 5: passProgram()
            case 6: passFill(behind: channelElement)
            default: return
            }
            try check(!bits.isPastEnd)
        }
    }

    // MARK: Elements without sound

    private mutating func passData() {
        bits.position += 4
        let isAligned = bits.readFlag()
        var count = read(8)
        if count == 255 { count += read(8) }
        if isAligned { align() }
        bits.position += count * 8
    }

    private mutating func align() { bits.position = (bits.position + 7) & ~7 }

    private mutating func passProgram() {
        bits.position += 4 + 2 + 4
        let elements = read(4) + read(4) + read(4)
        let lowFrequency = read(2)
        let data = read(3)
        let coupling = read(4)
        for width in [4, 4, 3] where bits.readFlag() { bits.position += width }
        bits.position += (elements + coupling) * 5 + (lowFrequency + data) * 4
        align()
        bits.position += read(8) * 8
    }

    private mutating func passFill(behind channelElement: Int?) {
        var count = read(4)
        if count == 15 { count += read(8) - 1 }
        let end = bits.position + count * 8
        if count > 0, found.count < elements, let channelElement {
            let type = read(4)
            // EXT_SBR_DATA and EXT_SBR_DATA_CRC.
            if type == 13 || type == 14 {
                found.append(
                    Replication(
                        start: bits.position, end: end, hasChecksum: type == 14, isMono: channelElement == 0))
            }
        }
        bits.position = end
    }

    // MARK: Channels

    private mutating func passPair() throws(Damage) {
        bits.position += 4
        let hasCommonWindow = bits.readFlag()
        if hasCommonWindow {
            try readWindows()
            let mask = read(2)
            try check(mask != 3)
            if mask == 1 { bits.position += windows.groups.count * windows.bandCount }
        }
        try passChannel(sharedWindows: hasCommonWindow)
        try passChannel(sharedWindows: hasCommonWindow)
    }

    private mutating func passCoupling() throws(Damage) {
        bits.position += 4
        let isIndependent = bits.readFlag()
        let targets = read(3) + 1
        var lists = targets
        for _ in 0..<targets {
            let isPair = bits.readFlag()
            bits.position += 4
            if isPair, read(2) == 3 { lists += 1 }
        }
        // The domain, the sign and the scale of gains.
        bits.position += 1 + 1 + 2
        try passChannel(sharedWindows: false)
        for _ in 1..<lists {
            if isIndependent || bits.readFlag() {
                _ = AACCodes.scaleFactor.pass(&bits)
            } else {
                for codebook in codebooks where codebook != 0 { _ = AACCodes.scaleFactor.pass(&bits) }
            }
        }
    }

    /// individual_channel_stream.
    private mutating func passChannel(sharedWindows: Bool) throws(Damage) {
        bits.position += 8
        if !sharedWindows { try readWindows() }
        try readSections()
        passScaleFactors()
        if bits.readFlag() { try passPulses() }
        if bits.readFlag() { try passNoiseShaping() }
        // Only another object type has gain control.
        try check(!bits.readFlag())
        try passSpectrum()
    }

    /// ics_info.
    private mutating func readWindows() throws(Damage) {
        bits.position += 1
        windows = Windows(isShort: read(2) == 2)
        bits.position += 1
        if windows.isShort {
            windows.bandCount = read(4)
            for _ in 1..<8 {
                if bits.readFlag() { windows.groups[windows.groups.count - 1] += 1 } else { windows.groups.append(1) }
            }
        } else {
            windows.bandCount = read(6)
            // Only another object type has prediction.
            try check(!bits.readFlag())
        }
        try check(windows.bandCount <= widths.count)
    }

    /// The number of lines of each band, in one window.
    private var widths: [Int] {
        let lines = hasShortFrames ? (windows.isShort ? 120 : 960) : (windows.isShort ? 128 : 1024)
        var (widths, end) = ([Int](), 0)
        for run in windows.isShort ? bands.short : bands.long {
            for _ in 0..<run.bands where end < lines {
                widths.append(min(run.width, lines - end))
                end += run.width
            }
        }
        return widths
    }

    private mutating func readSections() throws(Damage) {
        codebooks.removeAll(keepingCapacity: true)
        let width = windows.isShort ? 3 : 5
        for _ in windows.groups {
            var band = 0
            while band < windows.bandCount {
                let codebook = read(4)
                var length = read(width)
                band += length
                while length == 1 << width - 1 {
                    length = read(width)
                    band += length
                    try check(band <= windows.bandCount)
                }
                try check(codebook != 12 && band <= windows.bandCount && !bits.isPastEnd)
                let missing = band - codebooks.count % max(windows.bandCount, 1)
                codebooks.append(contentsOf: repeatElement(UInt8(codebook), count: missing))
            }
        }
    }

    private mutating func passScaleFactors() {
        var hasNoise = false
        for codebook in codebooks where codebook != 0 {
            if codebook == 13, !hasNoise {
                bits.position += 9
                hasNoise = true
            } else {
                _ = AACCodes.scaleFactor.pass(&bits)
            }
        }
    }

    private mutating func passPulses() throws(Damage) {
        try check(!windows.isShort)
        let count = read(2) + 1
        try check(read(6) < widths.count)
        bits.position += count * 9
    }

    /// tns_data.
    private mutating func passNoiseShaping() throws(Damage) {
        let isShort = windows.isShort
        for _ in 0..<(isShort ? 8 : 1) {
            let filters = read(isShort ? 1 : 2)
            guard filters > 0 else { continue }
            let resolution = read(1) + 3
            for _ in 0..<filters {
                bits.position += isShort ? 4 : 6
                let order = read(isShort ? 3 : 5)
                guard order > 0 else { continue }
                try check(order <= (isShort ? 7 : 12))
                bits.position += 1
                bits.position += order * (resolution - read(1))
            }
        }
    }

    private mutating func passSpectrum() throws(Damage) {
        let widths = widths
        var place = 0
        for windowCount in windows.groups {
            for band in 0..<windows.bandCount {
                let codebook = Int(codebooks[place])
                place += 1
                guard (1...11).contains(codebook) else { continue }
                try passLines(widths[band] * windowCount, codebook)
                try check(!bits.isPastEnd)
            }
        }
    }

    private mutating func passLines(_ count: Int, _ codebook: Int) throws(Damage) {
        let code = AACCodes.spectrum[codebook - 1]
        for _ in 0..<count / (codebook < 5 ? 4 : 2) {
            let extra = code.pass(&bits)
            guard codebook == 11 else {
                bits.position += extra
                continue
            }
            let (signs, escapes) = AACCodes.escapes(extra)
            bits.position += signs
            for _ in 0..<escapes {
                let prefix = (~bits.window).leadingZeroBitCount
                try check(prefix <= 8)
                bits.position += prefix + 1 + prefix + 4
            }
        }
    }
}
