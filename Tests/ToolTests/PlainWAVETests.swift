import Foundation
import TestSupport
import Testing

/// WAVE files in the form that the most programs read.
@Suite(.needsInstallation) struct PlainWAVETests {
    /// The body of the `fmt ` chunk, which is the first one.
    private static func format(_ bytes: [UInt8]) -> [UInt8] {
        let size = Int(bytes[16]) | Int(bytes[17]) << 8
        return bytes[12..<16].elementsEqual("fmt ".utf8) ? Array(bytes[20..<20 + size]) : []
    }

    private static func plain(_ tag: UInt8, channels: UInt8, bits: UInt8) -> [UInt8] {
        let frame = channels * bits / 8
        let (rate, speed) = (22_050, 22_050 * Int(frame))
        func four(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        return [tag, 0, channels, 0] + four(rate) + four(speed) + [frame, 0, bits, 0] + (tag == 1 ? [] : [0, 0])
    }

    /// Apple Lossless says that it is mono or stereo; so does everybody who writes a plain format chunk.
    @Test(arguments: [1, 2] as [UInt8], [("LEI16", 1, 16), ("UI8", 1, 8), ("LEI24", 1, 24), ("LEF32", 3, 32)])
    func monoAndStereoArePlain(channels: UInt8, format: (name: String, tag: Int, bits: Int)) throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.convert("a.wav b.m4a -f m4af -d alac -c \(channels)")
        #expect(
            try folder.tool("afinfo", "b.m4a").output.contains("Channel layout: \(channels == 1 ? "Mono" : "Stereo")"))
        for type in ["WAVE", "RF64"] {
            try folder.convert("b.m4a c.wav -f \(type) -d \(format.name)")
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/c.wav")))
            let start = type == "WAVE" ? 0 : 36
            #expect(
                Self.format(Array(bytes[start...]))
                    == Self.plain(
                        UInt8(format.tag), channels: channels, bits: UInt8(format.bits)))
        }
    }

    /// What is asked for is written, and what a plain chunk cannot say, too.
    @Test func otherLayoutsStayExtensible() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        try folder.convert("a.wav b.wav -l Stereo -d LEI16")
        try folder.copy("WAVE/s24-six.wav", as: "six.wav")
        try folder.convert("six.wav c.wav -d LEI16")
        for name in ["b.wav", "c.wav"] {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name)))
            #expect(Self.format(bytes).prefix(2) == [0xFE, 0xFF])
        }
    }

    /// The names in the list of formats are those that are understood.
    @Test func formatsWithoutPrintableNamesAreSpeltByNumbers() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        for (code, bytes) in [("ms\\x00\\x02", 50), ("ms\\x00\\x11", 20)] as [(String, Int)] {
            #expect(try folder.tool("afconvert", "a.wav", "b.wav", "-d", code).status == 0)
            let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/b.wav")))
            #expect(Self.format(file).count == bytes)
        }
        #expect(try folder.tool("afconvert", "a.wav", "b.wav", "-d", "ms\\x0").status != 0)
    }
}
