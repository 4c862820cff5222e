import AudioToolbox
import Testing

/// The Swift names of buffers and layouts, used as programs use them.
@Suite struct CoreAudioTests {
    @Test func bufferListHasRoomForAll() {
        #expect(AudioBufferList.sizeInBytes(maximumBuffers: 1) == 24)
        #expect(AudioBufferList.sizeInBytes(maximumBuffers: 3) == 56)
        let list = AudioBufferList.allocate(maximumBuffers: 3)
        defer { free(list.unsafeMutablePointer) }
        #expect(list.unsafePointer.pointee.mNumberBuffers == 3)
        for index in list.indices {
            list[index].mNumberChannels = UInt32(index + 1)
        }
        #expect(list.map(\.mNumberChannels) == [1, 2, 3])
        list.count = 2
        #expect(list.count == 2)
        #expect(UnsafeMutableAudioBufferListPointer(nil as UnsafeMutablePointer<AudioBufferList>?) == nil)
    }

    @Test func buffersAndTypedMemory() {
        let samples = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 6)
        defer { samples.deallocate() }
        _ = samples.initialize(from: 1...6)
        let buffer = AudioBuffer(samples, numberOfChannels: 2)
        #expect(buffer.mDataByteSize == 12)
        #expect(buffer.mNumberChannels == 2)
        #expect(Array(UnsafeBufferPointer<Int16>(buffer)) == [1, 2, 3, 4, 5, 6])
        UnsafeMutableBufferPointer<Int16>(buffer)[5] = 9
        #expect(samples[5] == 9)
        #expect(UnsafeBufferPointer<Int16>(AudioBuffer(mNumberChannels: 1, mDataByteSize: 8, mData: nil)).isEmpty)
    }

    @Test func managedLayoutIsAValue() {
        var layout = ManagedAudioChannelLayout(maximumDescriptions: 2)
        #expect(layout.channelDescriptions.allSatisfy { $0.mChannelLabel == kAudioChannelLabel_Unknown })
        let copy = layout
        layout.channelDescriptions[0].mChannelLabel = kAudioChannelLabel_Left
        layout.channelDescriptions[1].mChannelLabel = kAudioChannelLabel_Right
        #expect(layout.channelDescriptions.map(\.mChannelLabel) == [1, 2])
        #expect(copy.channelDescriptions[0].mChannelLabel == kAudioChannelLabel_Unknown)
        #expect(layout.sizeInBytes == 52)
        #expect(layout.numberOfChannels == 2)
        layout.tag = kAudioChannelLayoutTag_UseChannelBitmap
        layout.bitmap = [.bit_Left, .bit_Right, .bit_Center]
        #expect(layout.numberOfChannels == 3)
        #expect(ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_MPEG_5_1_A).numberOfChannels == 6)
    }

    @Test func managedLayoutGivesMemoryBackOnce() {
        final class Count { var value = 0 }
        let freed = Count()
        let memory = AudioChannelLayout.allocate(maximumDescriptions: 1)
        do {
            let layout = ManagedAudioChannelLayout(
                audioChannelLayoutPointer: AudioChannelLayout.UnsafePointer(memory.unsafePointer)
            ) { _ in freed.value += 1 }
            var copy = layout
            copy.tag = kAudioChannelLayoutTag_Mono
            #expect(layout.tag == kAudioChannelLayoutTag_UseChannelDescriptions)
            #expect(copy.withUnsafePointer { $0.pointee.mChannelLayoutTag } == kAudioChannelLayoutTag_Mono)
        }
        #expect(freed.value == 1)
        free(memory.unsafeMutablePointer)
    }

    @Test func importedNames() {
        let flags: AudioFileFlags = [.eraseFile, .dontPageAlignAudioData]
        #expect(flags.rawValue == 3)
        #expect(AudioFilePermissions.readWritePermission.rawValue == 3)
        #expect(SMPTETimeType.type2997Drop.rawValue == 5)
        #expect(AudioChannelCoordinateIndex.coordinates_Azimuth == .coordinates_LeftRight)
        #expect(MPEG4ObjectID.AAC_LC.rawValue == 2)
        #expect(type(of: noErr) == OSStatus.self)
        #expect(type(of: kAudioFormatFlagsNativeFloatPacked) == AudioFormatFlags.self)
        #expect(kAudioStreamAnyRate == 0)
        #expect(kAFInfoDictionary_Title == "title")
        #expect(AudioChannelLayoutTag_GetNumberOfChannels(kAudioChannelLayoutTag_Stereo) == 2)
    }

    @Test func namesOfMarkersAreOurStrings() {
        let name = Unmanaged.passRetained("verse" as CFString)
        defer { name.release() }
        let marker = AudioFileMarker(
            mFramePosition: 12, mName: name, mMarkerID: 1, mSMPTETime: AudioFile_SMPTE_Time(),
            mType: kAudioFileMarkerType_Generic, mReserved: 0, mChannel: 0)
        #expect(marker.mName?.takeUnretainedValue() as String? == "verse")
        let region = AudioFileRegion(
            mRegionID: 7, mName: name, mFlags: [.loopEnable], mNumberMarkers: 1, mMarkers: marker)
        #expect(region.mName.takeUnretainedValue() as String == "verse")
    }

    @Test func coreFoundationNamesBridge() {
        let url = URL(fileURLWithPath: "/sounds/a b.wav") as CFURL
        #expect(url.path == "/sounds/a b.wav")
        let dictionary = [kAFInfoDictionary_Title: "Song"] as CFDictionary
        #expect(dictionary["title"] as? String == "Song")
    }
}
