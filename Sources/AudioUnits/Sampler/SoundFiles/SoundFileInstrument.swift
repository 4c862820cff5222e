import AudioCore
import AudioFiles

/// An instrument of audio files, each of which is a zone: `kAUSamplerProperty_LoadAudioFiles`.
///
/// Where a file says by which keys it is played, it is. The others are placed like this:
/// - A file whose chunks or whose name state a key ("Piano C4.wav") is played by that key at its own pitch, and by those around
///   it: up to the middle between it and the next such file's, or to the end of the keyboard. Chunks count before names.
/// - A single file that states no key is played by all keys, and at its own pitch by key 60.
/// - Several files that state no key are played by white keys in their order, from key 60 up, each by its own and at its own pitch.
///   Those for which no white key is left take the free keys below 60.
enum SoundFileInstrument {
    /// Reads the files.
    ///
    /// - Throws: `unitFileNotSpecified` for none; `unitValue` for more than have room; what opening and decoding throws.
    static func load(_ paths: [FilePath]) throws(AudioError) -> SamplerInstrument {
        guard !paths.isEmpty else { throw .unitFileNotSpecified }
        guard paths.count <= mostFiles else { throw .unitValue.because("an instrument has at most \(mostFiles) files") }
        var settings: [SoundFileSettings] = []
        for path in paths {
            let file = try OpenFile.open(path, .read, hint: FourCC(0))
            settings.append(SoundFileSettings(file))
            try file.close()
        }
        let places = places(zip(paths, settings).map { ($0.name, $1) })
        var files = SoundFileZones()
        var zones: [SamplerZone] = []
        for (path, place) in zip(paths, places) { zones.append(try files.zone(path, place)) }
        return SamplerInstrument(name: paths[0].name, zones: zones)
    }

    private static let mostFiles = 4096

    /// Where each file goes.
    static func places(_ files: [(name: String, settings: SoundFileSettings)]) -> [SoundFileZones.Place] {
        var roots: [Int: UInt8] = [:]
        for (index, file) in files.enumerated() {
            roots[index] = file.settings.rootKey ?? NoteName.key(in: file.name)
        }
        let spread = Set(roots.filter { files[$0.key].settings.keys == nil }.values).sorted()
        var free = freeKeys.makeIterator()
        return files.enumerated().map { index, file in
            var place = SoundFileZones.Place(
                velocities: file.settings.velocities ?? 0...127, tuning: file.settings.tuning, gain: file.settings.gain,
                loop: file.settings.loop)
            if let root = roots[index] {
                place.rootKey = root
                place.keys = file.settings.keys ?? around(root, spread)
            } else if files.count > 1 {
                let key = free.next() ?? 127
                (place.rootKey, place.keys) = (key, key...key)
            }
            return place
        }
    }

    /// White keys from 60 up, then keys below, and what is left above.
    private static let freeKeys: [UInt8] = {
        let white: Set<UInt8> = [0, 2, 4, 5, 7, 9, 11]
        let above = (60...127).filter { white.contains($0 % 12) }
        return above + (0..<60).reversed() + (60...127).filter { !white.contains($0 % 12) }
    }()

    /// The keys that are nearer to `root` than to any other of `roots`, which are sorted; of those between two the lower one's.
    private static func around(_ root: UInt8, _ roots: [UInt8]) -> ClosedRange<UInt8> {
        let below = roots.last { $0 < root }
        let above = roots.first { $0 > root }
        let low = below.map { UInt8((Int($0) + Int(root)) / 2 + 1) } ?? 0
        let high = above.map { UInt8((Int($0) + Int(root)) / 2) } ?? 127
        return low...max(low, high)
    }
}

extension FilePath {
    /// The last part of the path, without its extension.
    var name: String {
        let last = plainBytes.split(separator: UInt8(ascii: "/")).last ?? []
        let stem = last.lastIndex(of: UInt8(ascii: ".")).map { $0 > last.startIndex ? last[..<$0] : last } ?? last
        return String(decoding: stem, as: UTF8.self)
    }
}
