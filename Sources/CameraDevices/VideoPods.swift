internal import CPipeWire

/// PipeWire's parameters of video, to and from plain old data: words of 32 bits, each value padded to 8 bytes and led by its size and
/// type.
enum VideoPods {
    // Numbers of spa/param/format.h, raw.h and buffers.h.
    private static let (rectangle, fraction): (UInt32, UInt32) = (10, 11)
    private static let (video, raw, jpeg): (UInt32, UInt32, UInt32) = (2, 1, 0x20002)
    private static let (formatKey, sizeKey, rateKey): (UInt32, UInt32, UInt32) = (0x20001, 0x20003, 0x20004)
    private static let (range, step, flags): (UInt32, UInt32, UInt32) = (1, 2, 4)
    private static let (metaObject, metaParameter, metaHeader): (UInt32, UInt32, UInt32) = (0x40005, 6, 1)
    private static let (bufferCount, dataType): (UInt32, UInt32) = (1, 6)
    private static let layouts: [(layout: CameraLayout, number: UInt32)] = [
        (.i420, 2), (.yuy2, 4), (.uyvy, 5), (.rgbx, 7), (.bgrx, 8), (.rgba, 11), (.bgra, 12), (.rgb, 15), (.bgr, 16),
        (.nv12, 23), (.gray8, 25),
    ]
    /// The most formats of one camera.
    private static let most = 1024
    /// Sizes that are offered of a camera that has all sizes of a range.
    private static let usual: [(UInt32, UInt32)] = [
        (160, 120), (320, 240), (352, 288), (640, 360), (640, 480), (960, 540), (1280, 720), (1920, 1080),
        (3840, 2160),
    ]

    // MARK: Writing

    private static func property(_ key: UInt32, _ type: UInt32, _ words: [UInt32]) -> [UInt32] {
        [key, 0, UInt32(4 * words.count), type] + words + (words.count % 2 == 1 ? [0] : [])
    }

    private static func object(_ type: UInt32, _ id: UInt32, _ properties: [[UInt32]]) -> [UInt32] {
        let body = [type, id] + properties.flatMap { $0 }
        return [UInt32(4 * body.count), UInt32(PWTypeObject)] + body
    }

    /// What a stream asks of a camera: one format, at a rate or at any.
    static func format(_ format: CameraFormat, _ rate: CameraRate?) -> [UInt32] {
        var properties = [
            property(UInt32(PWKeyMediaType), UInt32(PWTypeId), [video]),
            property(UInt32(PWKeyMediaSubtype), UInt32(PWTypeId), [format.layout == .mjpeg ? jpeg : raw]),
        ]
        if let number = layouts.first(where: { $0.layout == format.layout })?.number {
            properties.append(property(formatKey, UInt32(PWTypeId), [number]))
        }
        properties.append(property(sizeKey, rectangle, [UInt32(format.width), UInt32(format.height)]))
        if let rate {
            properties.append(property(rateKey, fraction, [rate.numerator, rate.denominator]))
        } else {
            let wish = format.rates.last ?? CameraRate(30)
            let values = [wish.numerator, wish.denominator, 0, 1, 1000, 1]
            properties.append(property(rateKey, UInt32(PWTypeChoice), [range, 0, 8, fraction] + values))
        }
        return object(UInt32(PWObjectFormat), UInt32(PWParameterEnumFormat), properties)
    }

    /// Buffers in one block that can be read as memory.
    static var buffers: [UInt32] {
        let memory: UInt32 = 1 << 1 | 1 << 2
        return object(
            UInt32(PWObjectBuffers), UInt32(PWParameterBuffers),
            [
                property(bufferCount, UInt32(PWTypeChoice), [range, 0, 4, UInt32(PWTypeInt), 4, 2, 16]),
                property(UInt32(PWKeyBufferBlocks), UInt32(PWTypeInt), [1]),
                property(dataType, UInt32(PWTypeChoice), [flags, 0, 4, UInt32(PWTypeInt), memory]),
            ])
    }

    /// The number and the time of each picture beside it.
    static var header: [UInt32] {
        object(
            metaObject, metaParameter,
            [
                property(1, UInt32(PWTypeId), [metaHeader]),
                property(2, UInt32(PWTypeInt), [UInt32(MemoryLayout<PictureHeader>.size)]),
            ])
    }

    // MARK: Reading

    /// The values of a property: the first is the default.
    private struct Values {
        var type: UInt32
        /// 0 for one value, else the kind of choice.
        var choice: UInt32 = 0
        var words: [UInt32]
        /// Words of a value.
        var size: Int { type == rectangle || type == fraction ? 2 : 1 }
        var pairs: [(UInt32, UInt32)] {
            stride(from: 0, to: words.count / 2 * 2, by: 2).map { (words[$0], words[$0 + 1]) }
        }
    }

    /// The properties of an object of a format; nil where it is something else.
    private static func properties(_ pod: UnsafeRawPointer) -> [UInt32: Values]? {
        let word = { (at: Int) in pod.loadUnaligned(fromByteOffset: at, as: UInt32.self) }
        // A server's own message: its size is that of memory that is there. No format has so many words.
        let end = 8 + Int(min(word(0), 1 << 16))
        guard end >= 16, word(4) == UInt32(PWTypeObject), word(8) == UInt32(PWObjectFormat) else { return nil }
        var found: [UInt32: Values] = [:]
        var at = 16
        while at + 16 <= end {
            let (key, size, type, value) = (word(at), Int(word(at + 8)), word(at + 12), at + 16)
            guard size <= end - value else { break }
            let words = (0..<size / 4).map { word(value + 4 * $0) }
            if type == UInt32(PWTypeChoice) {
                if words.count > 4 {
                    found[key] = Values(type: words[3], choice: words[0], words: Array(words[4...]))
                }
            } else {
                found[key] = Values(type: type, words: words)
            }
            at = value + (size + 7) / 8 * 8
        }
        return found
    }

    /// The formats that a parameter stands for; none where it is of none that we read.
    static func formats(_ pod: UnsafeRawPointer) -> [CameraFormat] {
        guard let properties = properties(pod), properties[UInt32(PWKeyMediaType)]?.words.first == video,
            let sizes = properties[sizeKey], sizes.type == rectangle
        else { return [] }
        let found: [CameraLayout]
        switch properties[UInt32(PWKeyMediaSubtype)]?.words.first {
        case jpeg: found = [.mjpeg]
        case raw:
            let numbers = properties[formatKey]?.words ?? []
            found = layouts.filter { numbers.contains($0.number) }.map(\.layout)
        default: return []
        }
        let (rates, isRange) = rates(properties[rateKey])
        var formats: [CameraFormat] = []
        for layout in found {
            for (width, height) in self.sizes(sizes) where formats.count < most {
                formats.append(CameraFormat(layout, Int(width), Int(height), rates: rates, isRange: isRange))
            }
        }
        return formats
    }

    /// Sizes that a camera and a computer may mean, each once.
    private static func sizes(_ values: Values) -> [(UInt32, UInt32)] {
        var all = values.pairs
        if values.choice == range || values.choice == step, all.count >= 3 {
            let (least, last) = (all[1], all[2])
            all = [all[0]] + usual.filter { $0 >= least.0 && $1 >= least.1 && $0 <= last.0 && $1 <= last.1 }
        }
        var seen: Set<UInt64> = []
        return all.filter { (width, height) in
            (1...16_384).contains(width) && (1...16_384).contains(height)
                && seen.insert(UInt64(width) << 32 | UInt64(height)).inserted
        }
    }

    private static func rates(_ values: Values?) -> (rates: [CameraRate], isRange: Bool) {
        guard let values, values.type == fraction else { return ([], false) }
        let all = values.pairs.map { CameraRate($0.0, $0.1) }
        if values.choice == range || values.choice == step, all.count >= 3 {
            // A least rate of 0 means that there is none.
            let least = all[1].numerator == 0 ? CameraRate(1) : all[1]
            return least < all[2] ? ([least, all[2]], true) : ([all[2]], false)
        }
        return (Set(all.prefix(most)).filter { $0.numerator > 0 }.sorted(), false)
    }
}

/// struct spa_meta_header.
struct PictureHeader {
    var flags: UInt32 = 0
    var offset: UInt32 = 0
    /// Nanoseconds, in the clock of the camera's driver: mostly that of host time.
    var time: Int64 = 0
    var decodeOffset: Int64 = 0
    var number: UInt64 = 0

    static let isDamaged: UInt32 = 1 << 1

    /// The header of a buffer; nil where it has none.
    init?(_ memory: PWMemory) {
        guard let metas = memory.metas else { return nil }
        for index in 0..<Int(memory.metaCount) {
            // struct spa_meta: the type, the size, and where it is.
            let meta = metas + 16 * index
            guard meta.load(as: UInt32.self) == 1,
                meta.load(fromByteOffset: 4, as: UInt32.self) >= MemoryLayout<Self>.size,
                let data = meta.load(fromByteOffset: 8, as: UnsafeRawPointer?.self)
            else { continue }
            self = data.loadUnaligned(as: Self.self)
            return
        }
        return nil
    }
}
