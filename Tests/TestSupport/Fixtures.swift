import AudioCore

/// The small sounds under Fixtures/, which the project made itself.
///
/// Each sweep over formats takes its files from here, so that a new file in the manifest is swept without another line.
package struct Fixture: Sendable, CustomStringConvertible {
    /// Below Fixtures/: "CAF/ima4-stereo.caf".
    package let path: String
    /// The folder: "CAF", "WAVE", "AIFF", "AU".
    package let container: String
    /// As afconvert spells it: "LEI16", "ulaw", "aac ".
    package let format: String
    package let sampleRate: Double
    package let channels: Int
    /// What ffmpeg decodes: a compressed format's last packet is counted whole where the file does not say its length.
    package let frames: Int
    /// SHA-256 in hexadecimal of those frames as little-endian 16-bit integers.
    package let sha256: String

    package var description: String { path }

    /// Where the file is on this machine.
    package var file: String { Fixture.folder + path }

    package func bytes() throws(AudioError) -> [UInt8] { try Fixture.contents(of: file) }

    /// Every fixture of the manifest, in its order.
    package static let all: [Fixture] = rows()

    /// The fixtures in one folder of Fixtures/.
    package static func of(_ container: String) -> [Fixture] { all.filter { $0.container == container } }

    /// The one at `path`, which must exist.
    package static func named(_ path: String) -> Fixture {
        guard let fixture = all.first(where: { $0.path == path }) else {
            preconditionFailure("Fixtures/MANIFEST.tsv has no \(path)")
        }
        return fixture
    }

    /// Fixtures/ of the package these tests were compiled in, with a slash at its end.
    package static let folder = Project.root + "Fixtures/"

    private static func contents(of path: String) throws(AudioError) -> [UInt8] {
        let file = try FileBytes.open(path)
        return try file.bytes(at: 0, count: Int(file.size()))
    }

    private static func rows() -> [Fixture] {
        guard let text = try? contents(of: folder + "MANIFEST.tsv") else {
            preconditionFailure("Fixtures/MANIFEST.tsv cannot be read")
        }
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
        return lines.dropFirst().compactMap(Fixture.init(line:))
    }

    private init?(line: Substring) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count == 7, let rate = Double(fields[3]), let channels = Int(fields[4]),
            let frames = Int(fields[5])
        else { return nil }
        path = String(fields[0])
        container = String(fields[1])
        format = String(fields[2])
        sampleRate = rate
        self.channels = channels
        self.frames = frames
        sha256 = String(fields[6])
    }
}

/// Where this package lies.
package enum Project {
    /// The folder with Package.swift, with a slash at its end.
    package static let root: String = {
        let here = "\(#filePath)"
        let inside = "Tests/TestSupport/Fixtures.swift"
        precondition(here.hasSuffix(inside))
        return String(here.dropLast(inside.count))
    }()
}
