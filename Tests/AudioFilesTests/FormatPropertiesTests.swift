import AudioCore
import AudioFiles
import Testing

/// The bytes a property's specifier or value has, native-endian.
private func words(_ values: UInt32...) -> [UInt8] {
    values.flatMap { word in withUnsafeBytes(of: word) { Array($0) } }
}

private func description(_ format: StreamFormat) -> [UInt8] {
    withUnsafeBytes(of: format.sampleRate) { Array($0) }
        + words(
            format.formatID.rawValue, format.flags.rawValue, UInt32(format.bytesPerPacket),
            UInt32(format.framesPerPacket), UInt32(format.bytesPerFrame), UInt32(format.channels),
            UInt32(format.bitsPerChannel), 0)
}

private func property(_ id: FourCC, _ specifier: [UInt8], current: [UInt8]? = nil) throws(AudioError) -> PropertyValue {
    let held = UnsafeMutableRawBufferPointer.allocate(byteCount: specifier.count + 1, alignment: 8)
    defer { held.deallocate() }
    held.copyBytes(from: specifier)
    let bytes = UnsafeRawBufferPointer(rebasing: held.prefix(specifier.count))
    guard let current else { return try FormatProperties.value(of: id.rawValue, specifier: bytes) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: current.count, alignment: 8)
    defer { buffer.deallocate() }
    buffer.copyBytes(from: current)
    return try FormatProperties.value(of: id.rawValue, specifier: bytes, current: UnsafeRawBufferPointer(buffer))
}

private func text(_ value: PropertyValue) -> String? { if case .string(let text) = value { text } else { nil } }
private func bytes(_ value: PropertyValue) -> [UInt8]? { if case .bytes(let bytes) = value { bytes } else { nil } }

private func status(_ body: () throws -> Void) -> Int32 {
    do { try body() } catch { return (error as? AudioError)?.status ?? -1 }
    return 0
}

private let stereoIMA = StreamFormat(sampleRate: 44100, formatID: .ima4, channels: 2)

@Suite struct FormatPropertiesTests {
    @Test func infoCompletesADescription() throws {
        let filled = try property("fmti", [], current: description(stereoIMA))
        var expected = stereoIMA
        expected.framesPerPacket = 64
        expected.bytesPerPacket = 68
        #expect(bytes(filled) == description(expected))
        #expect(try property("fmti", []).size == 40)
        let bare = try #require(
            bytes(property("fmti", [], current: description(StreamFormat(formatID: .ima4, channels: 0)))))
        #expect(bare[20..<24].elementsEqual(words(64)))
        #expect(
            status { _ = try property("fmti", [], current: description(StreamFormat(formatID: "zzzz", channels: 1))) }
                == FourCC("!fmt").status)
        #expect(status { _ = try property("fmti", [], current: [0]) } == FourCC("!siz").status)
    }

    @Test func infoCompletesLinearPCM() throws {
        var bare = StreamFormat.int16(sampleRate: 8000, channels: 2)
        let whole = bare
        (bare.bytesPerFrame, bare.bytesPerPacket, bare.framesPerPacket) = (0, 0, 0)
        #expect(try bytes(property("fmti", [], current: description(bare))) == description(whole))
    }

    @Test func formatsHaveNamesAndTraits() throws {
        #expect(try text(property("fnam", description(stereoIMA))) == "Apple IMA4")
        #expect(
            try text(property("fnam", description(.int16(sampleRate: 8000, channels: 1))))
                == "Linear PCM, 16 bit little-endian signed integer")
        for id in ["fvbr", "fexf", "fdep", "cryp"] as [FourCC] {
            #expect(try bytes(property(id, description(stereoIMA))) == words(0), "\(id)")
        }
        #expect(try bytes(property("cryp", description(StreamFormat(formatID: "AUDB", channels: 2)))) == words(1))
    }

    @Test func codecsAreListed() throws {
        for id in ["acof", "acif"] as [FourCC] {
            let ids = try #require(bytes(property(id, [])))
            for format in [.linearPCM, .ima4, .ulaw, .alaw] as [FourCC] {
                #expect(
                    stride(from: 0, to: ids.count, by: 4).contains {
                        ids[$0..<$0 + 4].elementsEqual(words(format.rawValue))
                    })
            }
        }
        #expect(
            try bytes(property("aven", words(FourCC.ima4.rawValue)))
                == words(FourCC("aenc").rawValue, FourCC.ima4.rawValue, FourCC("appl").rawValue))
        #expect(
            try bytes(property("avde", words(FourCC.ulaw.rawValue)))
                == words(FourCC("adec").rawValue, FourCC.ulaw.rawValue, FourCC("appl").rawValue))
        #expect(try bytes(property("avnc", description(stereoIMA))) == words(.max))
        #expect(try bytes(property("aesr", words(FourCC.ima4.rawValue))) == Array(repeating: 0, count: 16))
        #expect(try bytes(property("aecl", description(stereoIMA))) == words(ChannelLayout.stereo))
        #expect(
            try bytes(property("aecl", description(StreamFormat(formatID: .alac, channels: 6)))) == words(124 << 16 | 6)
        )
        #expect(status { _ = try property("aven", words(1)) } == FourCC("!fmt").status)
    }

    /// Every codec answers every question about it, with nothing but its ID to go by.
    @Test func everyCodecIsDescribed() throws {
        let lists = try ["acof", "acif"].map { try #require(bytes(property($0, []))) }
        for list in lists {
            for place in stride(from: 4, to: list.count, by: 4) {
                let id = FourCC(list.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt32.self) })
                let bare = description(StreamFormat(formatID: id, channels: 0))
                #expect(try text(property("fnam", bare))?.isEmpty == false, "\(id)")
                for question in ["fvbr", "fexf", "fdep", "cryp"] as [FourCC] {
                    #expect(try property(question, bare).size == 4, "\(id) \(question)")
                }
                #expect(try property("fmti", [], current: bare).size == 40, "\(id)")
                #expect(try property("adnc", bare).size >= 4, "\(id)")
                #expect(try property(list == lists[0] ? "aven" : "avde", words(id.rawValue)).size >= 12, "\(id)")
            }
        }
    }

    /// Software codecs can all be used at once; hardware there is none, or one where that is simulated.
    @Test func hardwareIsCountedAsItIs() throws {
        func codec(_ maker: FourCC, _ id: FourCC = .alac) -> [UInt8] {
            words(FourCC("adec").rawValue, id.rawValue, maker.rawValue)
        }
        let lists = [
            codec("appl") + codec("appl", .ima4) + codec("appl"), codec("appl") + codec("aphw") + codec("appl"),
            codec("aphw") + codec("appl") + codec("aphw"), codec("aphw", .ulaw), codec("appl", "zzzz"), words(1, 2, 3),
        ]
        for (isSimulated, counts) in [(false, [3, 1, 0, 0, 0, 0]), (true, [3, 3, 2, 0, 0, 0])] as [(Bool, [UInt32])] {
            SimulatedHardwareCodecs.isOn = isSimulated
            defer { SimulatedHardwareCodecs.isOn = false }
            for (list, count) in zip(lists, counts) { #expect(try bytes(property("hwcc", list)) == words(count)) }
        }
    }

    /// HE-AAC of version 2, signalled before the base layer's fields: 22,050 Hz and one channel at the bottom.
    @Test func layersAreListedRichestFirst() throws {
        var config = AudioSpecificConfig(sampleRate: 22_050, channelConfiguration: 1)
        config.sampleRate = 44_100
        config.signalling = .hierarchical
        config.hasParametricStereo = true
        let cookie = ESDescriptor(specificInfo: config.bytes).bytes
        let list = try cookie.withUnsafeBytes { cookie in
            let pointer = withUnsafeBytes(of: UInt(bitPattern: cookie.baseAddress)) { Array($0) }
            let format = StreamFormat(sampleRate: 44_100, formatID: "aacp", channels: 2)
            return try #require(bytes(property("flst", description(format) + pointer + words(UInt32(cookie.count), 0))))
        }
        let items = try #require(list.count == 3 * 48 ? (0..<3).map { Array(list[$0 * 48..<$0 * 48 + 48]) } : nil)
        let wanted: [(FourCC, Double, Int, Int, UInt32)] = [
            ("aacp", 44_100, 2048, 2, ChannelLayout.stereo), ("aach", 44_100, 2048, 1, ChannelLayout.mono),
            (.aac, 22_050, 1024, 1, ChannelLayout.mono),
        ]
        for (item, (id, rate, frames, channels, tag)) in zip(items, wanted) {
            let format = StreamFormat(sampleRate: rate, formatID: id, framesPerPacket: frames, channels: channels)
            #expect(Array(item[..<40]) == description(format), "\(id)")
            #expect(item[40..<44].elementsEqual(words(tag)), "\(id)")
        }
    }

    @Test func layoutsAnswer() throws {
        let surround: UInt32 = 121 << 16 | 6
        #expect(try bytes(property("bmtg", words(surround))) == words(0x3F))
        #expect(try bytes(property("nchm", words(surround, 0, 0))) == words(6))
        #expect(try bytes(property("vacl", words(surround, 0, 0))) == words(1))
        #expect(try bytes(property("vacl", words(5, 0, 0))) == words(0))
        #expect(try property("cmpl", words(surround)).size == 12 + 6 * 20)
        #expect(try bytes(property("cmpt", words(0x10000, 0x3F, 0))) == words(surround))
        #expect(try bytes(property("cmpb", words(0x3))) == bytes(property("cmpl", words(ChannelLayout.stereo))))
        #expect(try text(property("lonm", words(surround, 0, 0))) == "5.1 (L R C LFE Ls Rs)")
        #expect(try text(property("lsnm", words(surround, 0, 0))) == "5.1")
        #expect(try text(property("cnam", words(5, 0, 0, 0, 0))) == "Left Surround")
        #expect(try text(property("csnm", words(5, 0, 0, 0, 0))) == "Ls")
        #expect(try bytes(property("chha", words(surround, 0, 0))) == bytes(property("chha", words(0x10000, 0x3F, 0))))
        let tags = try #require(bytes(property("tagc", words(1))))
        #expect(tags.starts(with: words(ChannelLayout.mono)))
    }

    @Test func pairsOfLayouts() throws {
        try withLayouts(words(121 << 16 | 6, 0, 0), words(ChannelLayout.stereo, 0, 0)) {
            (pair: [UInt8]) throws -> Void in
            let h = Float(0.707_106_77).bitPattern
            let one = Float(1).bitPattern
            #expect(try bytes(property("mmap", pair)) == words(one, 0, 0, one, h, h, 0, 0, h, 0, 0, h))
            #expect(try bytes(property("cheq", pair)) == words(0))
            #expect(try bytes(property("chmp", pair)) == words(0, 1))
            #expect(status { _ = try property("mmap", Array(pair.dropLast())) } == FourCC("!spc").status)
            #expect(status { _ = try property("mmap", Array(repeating: 0, count: 16)) } == -50)
        }
    }

    private func withLayouts(_ a: [UInt8], _ b: [UInt8], _ body: ([UInt8]) throws -> Void) rethrows {
        try a.withUnsafeBytes { first in
            try b.withUnsafeBytes { second in
                let pointers = [UInt(bitPattern: first.baseAddress), UInt(bitPattern: second.baseAddress)]
                try body(pointers.withUnsafeBytes { Array($0) })
            }
        }
    }

    @Test(arguments: ["panm", "balf"] as [FourCC])
    func gainsOfALayout(id: FourCC) throws {
        try words(ChannelLayout.stereo, 0, 0).withUnsafeBytes { (layout: UnsafeRawBufferPointer) throws -> Void in
            let pointer = withUnsafeBytes(of: UInt(bitPattern: layout.baseAddress)) { Array($0) }
            let left = Float(-1).bitPattern
            // Rectangular: hard left. Balance: hard left, in the middle from back to front.
            let head = id == "panm" ? words(4, 1, left, 0, 0, Float(1).bitPattern) : words(left, 0, 0, 0)
            let gains = try #require(bytes(property(id, head + pointer)))
            let values = gains.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
            #expect(values.count == 2)
            #expect(values[0] > 0.85)
            #expect(values[1] < values[0] * 0.6)
            #expect(values.allSatisfy { $0 >= 0 && $0 <= 1.000_01 })
        }
    }

    /// One byte too many and too few for every property with a specifier of fixed size.
    @Test(
        arguments: [
            ("fnam", 40), ("fvbr", 40), ("fexf", 40), ("fdep", 40), ("cryp", 40), ("aven", 4), ("avde", 4), ("aebr", 4),
            ("aesr", 4), ("aecl", 40), ("avnc", 40), ("adnc", 40), ("bmtg", 4), ("cmpl", 4), ("cmpb", 4), ("cnam", 20),
            ("csnm", 20), ("tagc", 4), ("panm", 32), ("balf", 24), ("flst", 56), ("ofls", 56), ("mmap", 16),
            ("chmp", 16),
            ("cheq", 16), ("hwcc", 12), ("fpfl", 48),
        ] as [(FourCC, Int)])
    func specifiersOfTheWrongSizeAreRefused(id: FourCC, size: Int) {
        for wrong in [size - 1, size + 1] {
            #expect(status { _ = try property(id, Array(repeating: 1, count: wrong)) } == FourCC("!spc").status)
        }
        #expect(status { _ = try property(id, []) } == FourCC("!spc").status)
    }

    @Test(arguments: ["nchm", "vacl", "cmpt", "lonm", "lsnm", "chha"] as [FourCC])
    func layoutsCutShortAreRefused(id: FourCC) {
        #expect(status { _ = try property(id, words(0, 0)) } == FourCC("!spc").status)
        #expect(status { _ = try property(id, words(0, 0, 2, 1, 0, 0, 0, 0)) } == FourCC("!spc").status)
        #expect(status { _ = try property(id, words(0, 0, .max)) } == FourCC("!spc").status)
    }

    @Test func unknownPropertiesAreRefused() {
        #expect(status { _ = try property("zzzz", []) } == FourCC("prop").status)
    }

    @Test(arguments: [
        (StreamFormat.int16(sampleRate: 16000, channels: 1), " 1 ch,  16000 Hz, Int16"),
        (StreamFormat.float32(sampleRate: 44100, channels: 2), " 2 ch,  44100 Hz, Float32, interleaved"),
        (
            StreamFormat.pcm(.signed, bits: 16, sampleRate: 44100, channels: 1, bigEndian: true),
            " 1 ch,  44100 Hz, lpcm (0x0000000E) 16-bit big-endian signed integer"
        ),
        (
            StreamFormat(sampleRate: 44100, formatID: .aac, framesPerPacket: 1024, channels: 2),
            " 2 ch,  44100 Hz, aac  (0x00000000) 0 bits/channel, 0 bytes/packet, 1024 frames/packet, 0 bytes/frame"
        ),
        (
            StreamFormat(
                sampleRate: 48000, formatID: .alac, flags: .init(rawValue: 1), framesPerPacket: 4096, channels: 2),
            " 2 ch,  48000 Hz, alac (0x00000001) from 16-bit source, 4096 frames/packet"
        ),
    ])
    func formatsReadAsAfinfoPrintsThem(format: StreamFormat, text: String) { #expect(format.text == text) }
}

@Suite struct FormatParsingTests {
    private static let esds: [UInt8] = [
        3, 25, 0, 0, 0, 4, 17, 0x40, 0x15, 0, 0, 0, 0, 1, 0xF4, 0, 0, 1, 0xF4, 0, 5, 2, 0x12, 0x10, 6, 1, 2,
    ]

    private static let id3: [UInt8] = {
        let frames: [UInt8] =
            Array("TIT2".utf8) + [0, 0, 0, 5, 0, 0, 3] + Array("Song".utf8)
            + Array("TPE1".utf8) + [0, 0, 0, 7, 0, 0, 1, 0xFF, 0xFE, 0x4D, 0, 0xE9, 0]
            + Array("COMM".utf8) + [0, 0, 0, 8, 0, 0, 0] + Array("eng".utf8) + [0] + Array("hey".utf8)
        return Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frames.count + 10)] + frames
            + Array(repeating: 0, count: 10)
    }()

    @Test func descriptorsNameTheFormat() throws {
        let expected = StreamFormat(sampleRate: 44100, formatID: .aac, framesPerPacket: 1024, channels: 2)
        #expect(try bytes(property("essd", Self.esds)) == description(expected))
        #expect(try bytes(property("escl", Self.esds))?.starts(with: words(ChannelLayout.stereo)) == true)
    }

    @Test func packetsNameTheFormat() throws {
        let layer3 = StreamFormat(sampleRate: 44100, formatID: ".mp3", framesPerPacket: 1152, channels: 2)
        #expect(try bytes(property("admp", [0xFF, 0xFB, 0x90, 0])) == description(layer3))
        #expect(status { _ = try property("admp", [0xFF, 0xFB, 0xF0, 0]) } == FourCC("fmt?").status)
        #expect(status { _ = try property("admp", [0xFF]) } == FourCC("!spc").status)
    }

    @Test func tagsGiveTheirTexts() throws {
        #expect(try bytes(property("id3s", Self.id3)) == words(UInt32(Self.id3.count)))
        guard case .dictionary(let entries) = try property("id3d", Self.id3) else {
            Issue.record("no dictionary")
            return
        }
        #expect(entries.map(\.key) == ["title", "artist", "comments"])
        #expect(entries.map(\.value) == ["Song", "M\u{E9}", "hey"])
    }

    @Test func everyPrefixIsRefusedOrRead() {
        for length in 0..<Self.id3.count {
            #expect(throws: AudioError.self) { try property("id3d", Array(Self.id3.prefix(length))) }
        }
        for length in 0..<24 {
            #expect(throws: AudioError.self) { try property("essd", Array(Self.esds.prefix(length))) }
        }
    }

    @Test func mutationsNeverTrap() {
        var seed: UInt64 = 7
        func next(_ bound: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % bound
        }
        var refused = 0
        for _ in 0..<3000 {
            for (id, sample) in [("id3d", Self.id3), ("essd", Self.esds), ("escl", Self.esds)] as [(FourCC, [UInt8])] {
                var mutant = sample
                for _ in 0...next(4) { mutant[next(mutant.count)] = UInt8(next(256)) }
                if status({ _ = try property(id, mutant) }) != 0 { refused += 1 }
            }
        }
        #expect(refused > 100)
    }
}
