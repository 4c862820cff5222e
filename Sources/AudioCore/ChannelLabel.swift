/// Which loudspeaker, microphone or role a channel is for: `kAudioChannelLabel_…` of CoreAudioBaseTypes.h.
///
/// Labels stay plain numbers, because files and clients hold ones that have no name.
package enum ChannelLabel {
    package static let unknown: UInt32 = 0xFFFF_FFFF
    package static let unused: UInt32 = 0
    package static let left: UInt32 = 1
    package static let right: UInt32 = 2
    package static let center: UInt32 = 3
    package static let lfe: UInt32 = 4
    package static let leftSurround: UInt32 = 5
    package static let rightSurround: UInt32 = 6
    package static let leftCenter: UInt32 = 7
    package static let rightCenter: UInt32 = 8
    package static let centerSurround: UInt32 = 9
    package static let leftSurroundDirect: UInt32 = 10
    package static let rightSurroundDirect: UInt32 = 11
    package static let rearSurroundLeft: UInt32 = 33
    package static let rearSurroundRight: UInt32 = 34
    package static let lfe2: UInt32 = 37
    package static let mono: UInt32 = 42
    package static let lfe3: UInt32 = 62
    package static let useCoordinates: UInt32 = 100

    /// The first of the 65,536 labels of channels that have a number and no place.
    package static let discrete: UInt32 = 1 << 16
    /// The first label of higher-order ambisonics in ACN order, SN3D normalised.
    package static let hoaSN3D: UInt32 = 2 << 16
    /// The first label of higher-order ambisonics in ACN order, N3D normalised.
    package static let hoaN3D: UInt32 = 3 << 16
    package static let object: UInt32 = 4 << 16

    package static func isLowFrequency(_ label: UInt32) -> Bool { label == lfe || label == lfe2 || label == lfe3 }

    /// Whether the channel sounds from above: the third number of "7.1.4".
    package static func isOverhead(_ label: UInt32) -> Bool {
        (12...18).contains(label) || (49...54).contains(label) || (60...61).contains(label)
    }

    /// The label's bit in a channel bitmap, or nil for a label that has none.
    package static func bit(of label: UInt32) -> UInt32? {
        switch label {
        case 1...18: 1 << (label - 1)
        case 49, 51...54: 1 << (label - 28)
        case mono: 1 << (center - 1)
        default: nil
        }
    }

    /// The label of a bit position, or nil where the position means nothing.
    static func label(ofBitPosition position: UInt32) -> UInt32? {
        switch position {
        case 0...17: position + 1
        case 21, 23...26: position + 28
        default: nil
        }
    }

    /// "L", "Ls", "LFE": how layouts are spelt out.
    package static func shortName(of label: UInt32) -> String {
        if let row = rows.first(where: { $0.label == label }) { return row.short }
        return numbered(label, discrete: "Discrete-", hoa: "ACN") ?? "Unknown"
    }

    /// "Left", "Left Surround", "LFE Screen": for people to read.
    package static func name(of label: UInt32) -> String {
        if let row = rows.first(where: { $0.label == label }) { return row.name }
        return numbered(label, discrete: "Discrete ", hoa: "Ambisonic ACN ") ?? "Unknown"
    }

    /// The label a short name stands for, the reverse of `shortName(of:)` for labels that have one.
    package static func named(_ short: some StringProtocol) -> UInt32? { rows.first { $0.short == short }?.label }

    /// Every label that has a name of its own.
    static var named: [UInt32] { rows.map(\.label) }

    private static func numbered(_ label: UInt32, discrete: String, hoa: String) -> String? {
        switch label >> 16 {
        case 1: discrete + String(label & 0xFFFF)
        case 2, 3: hoa + String(label & 0xFFFF)
        case 4: "Object " + String(label & 0xFFFF)
        default: nil
        }
    }

    private struct Row: Sendable {
        var label: UInt32
        var short: String
        var name: String
        init(_ label: UInt32, _ short: String, _ name: String) {
            self.label = label
            self.short = short
            self.name = name
        }
    }

    private static let rows = [
        Row(1, "L", "Left"), Row(2, "R", "Right"), Row(3, "C", "Center"), Row(4, "LFE", "LFE Screen"),
        Row(5, "Ls", "Left Surround"), Row(6, "Rs", "Right Surround"),
        Row(7, "Lc", "Left Center"), Row(8, "Rc", "Right Center"), Row(9, "Cs", "Center Surround"),
        Row(10, "Lsd", "Left Surround Direct"), Row(11, "Rsd", "Right Surround Direct"),
        Row(12, "Ts", "Top Center Surround"), Row(13, "Vhl", "Vertical Height Left"),
        Row(14, "Vhc", "Vertical Height Center"), Row(15, "Vhr", "Vertical Height Right"),
        Row(16, "Tbl", "Top Back Left"), Row(17, "Tbc", "Top Back Center"), Row(18, "Tbr", "Top Back Right"),
        Row(33, "Rls", "Rear Surround Left"), Row(34, "Rrs", "Rear Surround Right"),
        Row(35, "Lw", "Left Wide"), Row(36, "Rw", "Right Wide"), Row(37, "LFE2", "LFE 2"),
        Row(38, "Lt", "Left Total"), Row(39, "Rt", "Right Total"), Row(40, "HI", "Hearing Impaired"),
        Row(41, "VI", "Narration"), Row(42, "M", "Mono"), Row(43, "DCM", "Dialog Centric Mix"),
        Row(44, "Csd", "Center Surround Direct"), Row(45, "Haptic", "Haptic"),
        Row(49, "Ltm", "Left Top Middle"), Row(51, "Rtm", "Right Top Middle"), Row(52, "Ltr", "Left Top Rear"),
        Row(53, "Ctr", "Center Top Rear"), Row(54, "Rtr", "Right Top Rear"),
        Row(55, "Lss", "Left Side Surround"), Row(56, "Rss", "Right Side Surround"),
        Row(57, "Lb", "Left Bottom"), Row(58, "Rb", "Right Bottom"), Row(59, "Cb", "Center Bottom"),
        Row(60, "Lts", "Left Top Surround"), Row(61, "Rts", "Right Top Surround"), Row(62, "LFE3", "LFE 3"),
        Row(63, "Lbs", "Left Back Surround"), Row(64, "Rbs", "Right Back Surround"),
        Row(65, "Leos", "Left Edge of Screen"), Row(66, "Reos", "Right Edge of Screen"),
        Row(200, "W", "Ambisonic W"), Row(201, "Ax", "Ambisonic X"), Row(202, "Ay", "Ambisonic Y"),
        Row(203, "Az", "Ambisonic Z"), Row(204, "Mid", "Mid"), Row(205, "Side", "Side"),
        Row(206, "X", "X-Y X"), Row(207, "Y", "X-Y Y"), Row(208, "Lbin", "Binaural Left"),
        Row(209, "Rbin", "Binaural Right"), Row(301, "Lh", "Headphones Left"), Row(302, "Rh", "Headphones Right"),
        Row(304, "Click", "Click Track"), Row(305, "Foreign", "Foreign Language"), Row(400, "Discrete", "Discrete"),
        Row(500, "ACN", "Ambisonic ACN"), Row(0, "Unused", "Unused"), Row(100, "Coord", "Coordinates"),
    ]
}
