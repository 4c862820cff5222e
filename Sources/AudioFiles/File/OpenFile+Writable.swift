import AudioContainers
import AudioCore
import CAudioToolbox

// What AudioFileGetPropertyInfo says of setting: a program that asks first is not refused afterwards.
extension OpenFile {
    private static let settable: Set<UInt32> = [
        kAudioFilePropertyDataFormat, kAudioFilePropertyMagicCookieData, kAudioFilePropertyChannelLayout,
        kAudioFilePropertyDeferSizeUpdates, kAudioFilePropertyMarkerList, kAudioFilePropertyRegionList,
        kAudioFilePropertyInfoDictionary, kAudioFilePropertyPacketTableInfo, kAudioFilePropertySourceBitDepth,
        kAudioFilePropertyReserveDuration, kAudioFilePropertyAlbumArtwork, kAudioFilePropertyID3Tag,
        packetSizeBitsProperty,
    ]

    /// Whether a property can be set on this file as it is now, with a value that fits.
    func isWritable(_ id: UInt32) -> Bool {
        // Which track is read is no change to the file, and files are written with one.
        if id == kAudioFilePropertyUseAudioTrack { return !permissions.contains(.write) }
        guard permissions.contains(.write), Self.settable.contains(id), writes(id) else { return false }
        switch id {
        case kAudioFilePropertyReserveDuration, kAudioFilePropertyDataFormat: return !hasFixedDataOffset
        case packetSizeBitsProperty: return container == MPEG4.self && format.formatID == .aac
        case kAudioFilePropertySourceBitDepth: return keepsSourceBitDepth
        case kAudioFilePropertyChannelLayout: return keepsLayouts
        case kAudioFilePropertyPacketTableInfo: return keepsPacketTable
        default: return true
        }
    }

    private func keeps(_ id: UInt32, _ change: (inout FileDescription) -> Void) -> Bool {
        var changed = description
        change(&changed)
        do throws(AudioError) { try requireKept(id, changed) } catch { return false }
        return true
    }

    /// Whether the file keeps a depth other than that of its samples.
    private var keepsSourceBitDepth: Bool {
        keeps(kAudioFilePropertySourceBitDepth) { $0.sourceBitDepth = sourceBitDepth == 20 ? 24 : 20 }
    }

    /// Whether the file keeps one of the layouts that its channels usually have.
    private var keepsLayouts: Bool {
        let usual = [description.layout, ChannelLayout.standard(channels: format.channels)]
        return usual.compactMap { $0 }.contains { layout in
            keeps(kAudioFilePropertyChannelLayout) { $0.layout = layout }
        }
    }

    private var keepsPacketTable: Bool {
        let table = description.packetTable ?? PacketTableInfo(validFrames: description.packets.totalFrames)
        return keeps(kAudioFilePropertyPacketTableInfo) { $0.packetTable = table }
    }
}
