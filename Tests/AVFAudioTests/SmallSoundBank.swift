import Foundation

/// A SoundFont of one looped sine of 500 Hz at its key, 60, for some presets: each sounds an octave above the one before it.
enum SmallSoundBank {
    /// - Parameter presets: a bank and a program each.
    static func bytes(_ presets: [(bank: UInt16, program: UInt16)]) -> Data {
        let samples = (0..<960).map { Int16(16_000 * sin(2 * Double.pi * Double($0) / 96)) }
        let sound = chunk("smpl", (samples + [Int16](repeating: 0, count: 46)).reduce(Data()) { $0 + number($1) })
        return chunk("RIFF", text("sfbk") + info + list("sdta", [sound]) + list("pdta", tables(presets)))
    }

    private static let info = list(
        "INFO",
        [
            chunk("ifil", number(UInt16(2)) + number(UInt16(4))), chunk("isng", text("EMU8000\0")),
            chunk("INAM", text("Small\0")),
        ])

    private static func tables(_ presets: [(bank: UInt16, program: UInt16)]) -> [Data] {
        var (heads, bags, generators) = (Data(), Data(), Data())
        for (index, preset) in presets.enumerated() {
            heads += name("Preset \(index)") + number(preset.program) + number(preset.bank) + number(UInt16(index))
            heads += Data(count: 12)
            bags += number(UInt16(2 * index)) + number(UInt16(0))
            // The tuning in semitones, and the instrument.
            generators += number(UInt16(51)) + number(UInt16(12 * index)) + number(UInt16(41)) + number(UInt16(0))
        }
        heads += name("EOP") + Data(count: 4) + number(UInt16(presets.count)) + Data(count: 12)
        bags += number(UInt16(2 * presets.count)) + number(UInt16(0))
        generators += Data(count: 4)
        let instruments = name("Sine") + number(UInt16(0)) + name("EOI") + number(UInt16(1))
        // The loop, and the sample.
        let zone = number(UInt16(54)) + number(UInt16(1)) + number(UInt16(53)) + number(UInt16(0)) + Data(count: 4)
        let places = [0, 960, 96, 864, 48_000].reduce(Data()) { $0 + number(UInt32($1)) }
        let sample = name("Sine") + places + Data([60, 0]) + number(UInt16(0)) + number(UInt16(1))
        return [
            chunk("phdr", heads), chunk("pbag", bags), chunk("pmod", Data(count: 10)), chunk("pgen", generators),
            chunk("inst", instruments), chunk("ibag", number(UInt32(0)) + number(UInt16(2)) + number(UInt16(0))),
            chunk("imod", Data(count: 10)), chunk("igen", zone), chunk("shdr", sample + name("EOS") + Data(count: 26)),
        ]
    }

    private static func number<Number: FixedWidthInteger>(_ value: Number) -> Data {
        withUnsafeBytes(of: value.littleEndian) { Data($0) }
    }

    private static func text(_ text: String) -> Data { Data(text.utf8) }
    private static func name(_ name: String) -> Data { text(name) + Data(count: 20 - name.utf8.count) }

    private static func chunk(_ id: String, _ body: Data) -> Data {
        text(id) + number(UInt32(body.count)) + body + Data(count: body.count & 1)
    }

    private static func list(_ type: String, _ chunks: [Data]) -> Data {
        chunk("LIST", chunks.reduce(text(type)) { $0 + $1 })
    }
}
