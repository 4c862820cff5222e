import AudioCore
import Testing

@Suite struct ChannelLayoutTests {
    private static let stereo = ChannelLayout(tag: ChannelLayout.stereo)
    private static let mono = ChannelLayout(tag: ChannelLayout.mono)

    private func named(_ name: String) throws -> ChannelLayout {
        ChannelLayout(tag: try #require(ChannelLayout.tag(named: name)))
    }

    private func short(_ layout: ChannelLayout) -> String {
        layout.labels.map(ChannelLabel.shortName).joined(separator: " ")
    }

    @Test func everyTagSpellsOutAsManyKnownChannelsAsItSays() throws {
        var seen = 0
        for number in UInt32(100)...250 {
            for count in UInt32(1)...24 {
                guard let labels = ChannelLayout.labels(ofTag: number << 16 | count) else { continue }
                seen += 1
                #expect(labels.count == Int(count))
                #expect(!labels.contains(ChannelLabel.unknown), "tag \(number)")
                #expect(Set(labels).count == labels.count, "tag \(number) names a channel twice")
            }
        }
        #expect(seen == 117 + 3 * 24)
    }

    @Test(arguments: [
        ("MPEG_5_1_A", 121 << 16 | 6, "L R C LFE Ls Rs"),
        ("kAudioChannelLayoutTag_MPEG_5_1_B", 122 << 16 | 6, "L R Ls Rs C LFE"),
        ("aac_5_1", 124 << 16 | 6, "C L R Ls Rs LFE"), ("WAVE_7_1", 189 << 16 | 8, "L R C LFE Rls Rrs Ls Rs"),
        ("Ogg_3_0", 150 << 16 | 3, "L C R"), ("DiscreteInOrder_3", 147 << 16 | 3, "Discrete-0 Discrete-1 Discrete-2"),
        ("HOA_ACN_SN3D_4", 190 << 16 | 4, "ACN0 ACN1 ACN2 ACN3"), ("Logic_Atmos_7_1_6", 203 << 16 | 14, nil),
    ])
    func namesLeadToTags(name: String, tag: Int, channels: String?) throws {
        let layout = try named(name)
        #expect(layout.tag == UInt32(tag))
        if let channels { #expect(short(layout) == channels) }
    }

    @Test func unknownNamesAndTagsAreRefused() {
        #expect(ChannelLayout.tag(named: "MPEG_9_9") == nil)
        #expect(ChannelLayout.tag(named: "DiscreteInOrder_0") == nil)
        #expect(ChannelLayout.tag(named: "DiscreteInOrder") == nil)
        #expect(!ChannelLayout(tag: 121 << 16 | 5).isValid)
        #expect(!ChannelLayout(tag: ChannelLayout.useBitmap).isValid)
        #expect(!ChannelLayout(tag: ChannelLayout.useDescriptions).isValid)
        #expect(ChannelLayout(tag: 121 << 16 | 5).labels == Array(repeating: ChannelLabel.unknown, count: 5))
        #expect(ChannelLayout(tag: .max).channels.count == 65_535)
    }

    @Test func bitmapsAndTagsMeet() throws {
        #expect(try named("MPEG_5_1_A").asBitmap == 0x3F)
        #expect(Self.mono.asBitmap == 4)
        #expect(try named("MPEG_7_1_C").asBitmap == nil)
        #expect(ChannelLayout(tag: ChannelLayout.useBitmap, bitmap: 0x3F).asTag == 0x79_0006)
        #expect(try named("MPEG_5_1_A").isInBitmapOrder)
        #expect(try !named("MPEG_5_1_B").isInBitmapOrder)
        let heights = ChannelLayout(tag: ChannelLayout.useBitmap, bitmap: 0x0120_0003)
        #expect(short(heights) == "L R Ltm Ltr")
        #expect(heights.asBitmap == 0x0120_0003)
        #expect(heights.expanded.asBitmap == 0x0120_0003)
    }

    @Test func everyTagIsFoundAgainFromItsChannels() {
        for count in 1...24 {
            for tag in ChannelLayout.tags(channels: count) {
                let layout = ChannelLayout(tag: tag)
                let again = ChannelLayout(tag: layout.expanded.asTag ?? 0)
                #expect(again.labels == layout.labels, "tag \(tag >> 16)")
                #expect(again.isEquivalent(to: layout))
                #expect(again.equivalenceHash == layout.expanded.equivalenceHash)
            }
        }
    }

    @Test func equivalenceLooksAtPlacesAndOrder() throws {
        let a = try named("MPEG_5_1_A")
        #expect(a.isEquivalent(to: ChannelLayout(tag: ChannelLayout.useBitmap, bitmap: 0x3F)))
        #expect(a.isEquivalent(to: a.expanded))
        #expect(try !a.isEquivalent(to: named("MPEG_5_1_B")))
        #expect(try named("Quadraphonic").isEquivalent(to: named("ITU_2_2")))
        let front = ChannelLayout.Channel(label: 100, flags: 1, coordinates: [0, 1, 0])
        let back = ChannelLayout.Channel(label: 100, flags: 1, coordinates: [0, -1, 0])
        #expect(
            !ChannelLayout(tag: 0, descriptions: [front]).isEquivalent(to: ChannelLayout(tag: 0, descriptions: [back])))
        #expect(
            ChannelLayout(tag: 0, descriptions: [front]).equivalenceHash
                != ChannelLayout(tag: 0, descriptions: [back]).equivalenceHash)
    }

    @Test func standardLayoutsHaveTheirCount() {
        for count in 1...40 { #expect(ChannelLayout.standard(channels: count)?.channelCount == count) }
        #expect(ChannelLayout.standard(channels: 2) == Self.stereo)
        #expect(ChannelLayout.standard(channels: 0) == nil)
        #expect(ChannelLayout.standard(channels: -1) == nil)
        #expect(ChannelLayout.standard(channels: 65_536) == nil)
    }

    @Test(arguments: [
        (0x3, 2, "L R"), (0x4, 1, "M"), (0x3F, 6, "L R C LFE Ls Rs"), (0x60F, 6, "L R C LFE Lsd Rsd"),
        (0x63F, 8, "L R C LFE Rls Rrs Ls Rs"), (0x70F, 7, "L R C LFE Cs Ls Rs"), (0xFF, 8, "L R C LFE Ls Rs Lc Rc"),
        (0x33, 4, "L R Ls Rs"), (0x2D03F, 10, "L R C LFE Ls Rs Vhl Vhr Tbl Tbr"),
    ])
    func waveMasksMakeTheRoundTrip(mask: Int, count: Int, channels: String) throws {
        let layout = try #require(ChannelLayout(waveMask: UInt32(mask), channels: count))
        #expect(short(layout) == channels)
        #expect(layout.waveMask == UInt32(mask))
    }

    @Test func waveMasksThatDoNotFitTheCount() throws {
        #expect(short(try #require(ChannelLayout(waveMask: 0x3F, channels: 2))) == "L R")
        #expect(short(try #require(ChannelLayout(waveMask: 0x3, channels: 3))) == "L R Unknown")
        #expect(ChannelLayout(waveMask: 0, channels: 2) == nil)
        #expect(ChannelLayout(waveMask: 0x8000_0000, channels: 2) == nil)
        #expect(ChannelLayout(waveMask: 3, channels: -2) == nil)
        #expect(try named("MPEG_5_1_B").waveMask == nil)
        #expect(try named("MPEG_7_1_C").waveMask == nil)
        #expect(try named("WAVE_5_1_B").waveMask == 0x3F)
        #expect(try named("DiscreteInOrder_2").waveMask == nil)
    }
}

@Suite struct MixMatrixTests {
    private func matrix(_ from: String, _ to: String) throws -> MixMatrix {
        let source = ChannelLayout(tag: try #require(ChannelLayout.tag(named: from)))
        let target = ChannelLayout(tag: try #require(ChannelLayout.tag(named: to)))
        return try #require(ChannelLayout.mixMatrix(from: source, to: target))
    }

    private static let h: Float = 0.707_106_77

    @Test(
        arguments: [
            ("Mono", "Stereo", [1, 1]), ("Stereo", "Mono", [0.5, 0.5]), ("Mono", "MPEG_5_1_A", [0, 0, 1, 0, 0, 0]),
            ("MPEG_5_1_A", "Stereo", [1, 0, 0, 1, h, h, 0, 0, h, 0, 0, h]),
            ("AAC_5_1", "Stereo", [h, h, 1, 0, 0, 1, h, 0, 0, h, 0, 0]),
            ("WAVE_5_1_B", "Stereo", [1, 0, 0, 1, h, h, 0, 0, h, 0, 0, h]),
            ("MPEG_3_0_A", "Mono", [0.5, 0.5, h]), ("ITU_2_1", "Stereo", [1, 0, 0, 1, 0.5, 0.5]),
            ("MidSide", "Stereo", [1, 1, 1, -1]), ("Stereo", "MidSide", [0.5, 0.5, 0.5, -0.5]),
            ("Stereo", "StereoHeadphones", [1, 0, 0, 1]), ("DiscreteInOrder_2", "Stereo", [1, 0, 0, 1]),
            ("DiscreteInOrder_2", "DiscreteInOrder_3", [1, 0, 0, 0, 1, 0]),
        ] as [(String, String, [Float])])
    func standardCoefficients(from: String, to: String, gains: [Float]) throws {
        #expect(try matrix(from, to).gains == gains)
    }

    @Test func sevenOneFoldsItsRearIntoTheSurrounds() throws {
        let mix = try matrix("MPEG_7_1_C", "MPEG_5_1_A")
        for channel in 0..<6 { #expect(mix[channel, channel] == 1) }
        #expect(mix[6, 4] == Self.h)
        #expect(mix[7, 5] == Self.h)
        #expect(mix.gains.count { $0 != 0 } == 8)
    }

    @Test func reorderingIsAMap() throws {
        #expect(try matrix("AAC_5_1", "MPEG_5_1_A").channelMap == [1, 2, 0, 5, 3, 4])
        #expect(try matrix("Stereo", "MPEG_5_1_A").channelMap == [0, 1, -1, -1, -1, -1])
        #expect(try matrix("MPEG_5_1_A", "Stereo").channelMap == nil)
        #expect(try matrix("Stereo", "Mono").channelMap == nil)
    }

    @Test func normalisingBoundsEveryOutput() throws {
        let mix = try matrix("Atmos_9_1_6", "Stereo").normalized
        for output in 0..<2 {
            let sum = (0..<16).reduce(Float(0)) { $0 + abs(mix[$1, output]) }
            #expect(sum <= 1.000_01)
            #expect(sum > 0.99)
        }
        #expect(try matrix("Stereo", "Mono").normalized == matrix("Stereo", "Mono"))
    }

    @Test func everyLoudspeakerReachesStereoAndMono() throws {
        let silent: Set<UInt32> = [4, 37, 62, 45, 201, 203]
        for count in 1...24 {
            for tag in ChannelLayout.tags(channels: count) {
                let layout = ChannelLayout(tag: tag)
                guard ChannelLabel.shortName(of: layout.labels[0]).hasPrefix("D") == false,
                    tag >> 16 < 190 || tag >> 16 > 191
                else { continue }
                let mix = try #require(
                    ChannelLayout.mixMatrix(from: layout, to: ChannelLayout(tag: ChannelLayout.stereo)))
                for (row, label) in layout.labels.enumerated() where !silent.contains(label) {
                    #expect(mix[row, 0] != 0 || mix[row, 1] != 0, "\(ChannelLabel.name(of: label)) of \(tag >> 16)")
                }
                #expect(mix.gains.allSatisfy { abs($0) <= 1 })
                #expect(ChannelLayout.mixMatrix(from: layout, to: ChannelLayout(tag: ChannelLayout.mono)) != nil)
            }
        }
    }

    @Test func everyPairIsWorkedOutWithoutTrapping() {
        let tags = (1...24).flatMap { ChannelLayout.tags(channels: $0) }.map { ChannelLayout(tag: $0) }
        for source in stride(from: 0, to: tags.count, by: 7).map({ tags[$0] }) {
            for target in tags where target.channelCount <= 10 {
                guard let mix = ChannelLayout.mixMatrix(from: source, to: target) else { continue }
                #expect(mix.gains.allSatisfy { $0.isFinite && abs($0) <= 2 })
            }
        }
        #expect(ChannelLayout.mixMatrix(from: ChannelLayout(tag: 5), to: tags[0]) == nil)
        #expect(ChannelLayout.mixMatrix(from: ChannelLayout(tag: .max), to: tags[0]) == nil)
    }
}
