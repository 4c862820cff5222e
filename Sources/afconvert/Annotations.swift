import AudioToolbox
import CoreAudioAdditions
import Foundation
import ToolSupport

/// What a source contains besides its sound, for an output: text, a picture, markers and regions.
///
/// The user did not ask for these, so those that the output's type cannot hold are left out without a failure.
struct Annotations {
    let source: AudioFileID
    /// The frame of the source that becomes the first.
    let offset: Int64
    /// Output frames for a frame of the source.
    let ratio: Double
    /// Whether what the source says of its loudness goes along.
    let copiesLoudness: Bool

    func copy(to target: AudioFileID) {
        copyText(to: target)
        copyArtwork(to: target)
        copyMarkers(to: target)
        copyRegions(to: target)
    }

    /// Keys that describe the file and not the sound in it: the output has its own.
    private static let ofTheFile: Set<String> = [
        kAFInfoDictionary_ApproximateDurationInSeconds, kAFInfoDictionary_ChannelLayout,
        kAFInfoDictionary_NominalBitRate, kAFInfoDictionary_SourceBitDepth,
    ]

    private func copyText(to target: AudioFileID) {
        let entries = source.infoDictionary.filter { key, _ in
            !Self.ofTheFile.contains(key) && (copiesLoudness || !LoudnessKeys.isOne(key))
        }
        // An empty one would take away what the file may have put there itself.
        guard !entries.isEmpty else { return }
        defer { InfoTexts.keepValues(of: source, in: target) }
        guard target.set(infoDictionary: entries) != noErr else { return }
        // A file type that cannot store some of them keeps the others.
        var kept: [String: String] = [:]
        for entry in entries.sorted(by: { $0.key < $1.key }) {
            kept[entry.key] = entry.value
            if target.set(infoDictionary: kept) != noErr { kept[entry.key] = nil }
        }
    }

    private func copyArtwork(to target: AudioFileID) {
        var picture: Unmanaged<CFData>?
        var size = UInt32(MemoryLayout<Unmanaged<CFData>?>.size)
        guard AudioFileGetProperty(source, kAudioFilePropertyAlbumArtwork, &size, &picture) == noErr, picture != nil
        else { return }
        _ = AudioFileSetProperty(target, kAudioFilePropertyAlbumArtwork, size, &picture)
        picture?.release()
    }

    /// Markers before the first frame are left out.
    private func copyMarkers(to target: AudioFileID) {
        withList(kAudioFilePropertyMarkerList) { list, size in
            let count = Int(list.load(fromByteOffset: 4, as: UInt32.self))
            let markers = (list + Self.listHead).bindMemory(to: AudioFileMarker.self, capacity: count)
            let names = (0..<count).map { markers[$0].mName }
            defer { for name in names { name?.release() } }
            var kept = 0
            for index in 0..<count where markers[index].mFramePosition >= Double(offset) {
                markers[kept] = markers[index]
                markers[kept].mFramePosition = moved(markers[index].mFramePosition)
                kept += 1
            }
            list.storeBytes(of: UInt32(kept), toByteOffset: 4, as: UInt32.self)
            guard kept > 0 else { return }
            let keptSize = Self.listHead + kept * MemoryLayout<AudioFileMarker>.stride
            _ = AudioFileSetProperty(target, kAudioFilePropertyMarkerList, UInt32(keptSize), list)
        }
    }

    /// Regions that begin before the first frame begin with it.
    private func copyRegions(to target: AudioFileID) {
        withList(kAudioFilePropertyRegionList) { list, size in
            var names: [Unmanaged<CFString>?] = []
            defer { for name in names { name?.release() } }
            var place = list + Self.listHead
            for _ in 0..<list.load(fromByteOffset: 4, as: UInt32.self) {
                names.append(place.load(fromByteOffset: Self.regionName, as: Unmanaged<CFString>?.self))
                let count = Int(place.load(fromByteOffset: Self.regionCount, as: UInt32.self))
                let markers = (place + Self.regionHead).bindMemory(to: AudioFileMarker.self, capacity: count)
                for index in 0..<count {
                    names.append(markers[index].mName)
                    markers[index].mFramePosition = moved(markers[index].mFramePosition)
                }
                place += Self.regionHead + count * MemoryLayout<AudioFileMarker>.stride
            }
            _ = AudioFileSetProperty(target, kAudioFilePropertyRegionList, size, list)
        }
    }

    private func moved(_ frame: Double) -> Double { max(0, frame - Double(offset)) * ratio }

    // Where the fields are that stand before the variable part of Apple's structs.
    private static let listHead = MemoryLayout<AudioFileMarkerList>.offset(of: \.mMarkers)!
    private static let regionHead = MemoryLayout<AudioFileRegion>.offset(of: \.mMarkers)!
    private static let regionName = MemoryLayout<AudioFileRegion>.offset(of: \.__mName)!
    private static let regionCount = MemoryLayout<AudioFileRegion>.offset(of: \.mNumberMarkers)!

    /// Gives `body` a list that has entries, in memory that it may change.
    private func withList(_ property: AudioFilePropertyID, _ body: (UnsafeMutableRawPointer, UInt32) -> Void) {
        var size: UInt32 = 0
        guard AudioFileGetPropertyInfo(source, property, &size, nil) == noErr, size > UInt32(Self.listHead) else {
            return
        }
        let list = UnsafeMutableRawPointer.allocate(byteCount: Int(size), alignment: 16)
        defer { list.deallocate() }
        if AudioFileGetProperty(source, property, &size, list) == noErr { body(list, size) }
    }
}
