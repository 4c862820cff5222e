import AudioToolbox
import TestSupport
import Testing

/// Every property of AudioFile.h, on a file that has it and on one that has not.
@Suite struct AudioFilePropertyTests {
    private let folder = ScratchFolder()

    /// 100 frames of 16 bits in two channels at 8000 Hz.
    private func pcmFile() throws -> CFURL {
        let url = folder.url("pcm.caf")
        try PublicFile.create(url, kAudioFileCAFType, .int(16, rate: 8000, channels: 2), Signal.bytes(400, seed: 1))
        return url
    }

    /// Three packets of IMA4, 192 frames, at 8000 Hz.
    private func imaFile() throws -> CFURL {
        let url = folder.url("ima.caf")
        let format = AudioStreamBasicDescription.constant(kAudioFormatAppleIMA4, rate: 8000)
        try PublicFile.create(url, kAudioFileCAFType, format, Signal.bytes(102, seed: 2))
        return url
    }

    private func status(_ id: AudioFileID, _ property: AudioFilePropertyID, size: Int) -> (OSStatus, UInt32) {
        var room = [UInt8](repeating: 0, count: max(size, 1))
        var count = UInt32(size)
        let status = AudioFileGetProperty(id, property, &count, &room)
        return (status, count)
    }

    @Test func figuresOfAFile() throws {
        try PublicFile.with(try pcmFile()) { id throws in
            #expect(try PublicFile.property(id, kAudioFilePropertyFileFormat, UInt32(0)) == kAudioFileCAFType)
            let format = try PublicFile.property(id, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
            #expect(format.mSampleRate == 8000 && format.mChannelsPerFrame == 2 && format.mBytesPerFrame == 4)
            #expect(try PublicFile.property(id, kAudioFilePropertyIsOptimized, UInt32(0)) == 1)
            #expect(try PublicFile.property(id, kAudioFilePropertyAudioDataByteCount, UInt64(0)) == 400)
            #expect(try PublicFile.property(id, kAudioFilePropertyAudioDataPacketCount, UInt64(0)) == 100)
            #expect(try PublicFile.property(id, kAudioFilePropertyMaximumPacketSize, UInt32(0)) == 4)
            #expect(try PublicFile.property(id, kAudioFilePropertyPacketSizeUpperBound, UInt32(0)) == 4)
            #expect(try PublicFile.property(id, kAudioFilePropertyDataOffset, Int64(0)) == 4096)
            #expect(try PublicFile.property(id, kAudioFilePropertyDeferSizeUpdates, UInt32(0)) == 1)
            let duration = try PublicFile.property(id, kAudioFilePropertyEstimatedDuration, Double(0))
            #expect(duration == 0.0125)
            #expect(try PublicFile.property(id, kAudioFilePropertyBitRate, UInt32(0)) == 256_000)
            #expect(try PublicFile.property(id, kAudioFilePropertyRestrictsRandomAccess, UInt32(9)) == 0)
            #expect(try PublicFile.property(id, kAudioFilePropertyAudioTrackCount, UInt32(0)) == 1)
            #expect(try PublicFile.property(id, kAudioFilePropertySourceBitDepth, Int32(0)) == 16)
            #expect(try PublicFile.property(id, kAudioFilePropertyReserveDuration, 9.0) == 0)
            let item = try PublicFile.property(id, kAudioFilePropertyFormatList, AudioFormatListItem())
            #expect(item.mASBD.mSampleRate == 8000 && item.mChannelLayoutTag == kAudioChannelLayoutTag_Stereo)
            var chunks = [UInt32](repeating: 0, count: 9)
            var size: UInt32 = 36
            #expect(AudioFileGetProperty(id, kAudioFilePropertyChunkIDs, &size, &chunks) == noErr)
            #expect(Set(chunks.prefix(Int(size) / 4)).isSuperset(of: [UInt32(code: "desc"), UInt32(code: "data")]))
        }
    }

    @Test func whatAFileHasNotIsUnsupported() throws {
        let absent = [
            kAudioFilePropertyMagicCookieData, kAudioFilePropertyChannelLayout, kAudioFilePropertyPacketTableInfo,
            kAudioFilePropertyID3Tag, kAudioFilePropertyID3TagOffset, kAudioFilePropertyAlbumArtwork,
            UInt32(code: "zzzz"), 0,
        ]
        try PublicFile.with(try pcmFile()) { id throws in
            for property in absent {
                #expect(status(id, property, size: 64).0 == OSStatus(code: "pty?"), "\(statusText(Int32(property)))")
                var size: UInt32 = 0
                #expect(AudioFileGetPropertyInfo(id, property, &size, nil) == OSStatus(code: "pty?"))
            }
        }
    }

    /// One byte too few is refused, and the size that a property reports is the one that is accepted.
    @Test func everySizeIsChecked() throws {
        let properties: [AudioFilePropertyID] = [
            kAudioFilePropertyFileFormat, kAudioFilePropertyDataFormat, kAudioFilePropertyIsOptimized,
            kAudioFilePropertyAudioDataByteCount, kAudioFilePropertyAudioDataPacketCount,
            kAudioFilePropertyMaximumPacketSize, kAudioFilePropertyDataOffset, kAudioFilePropertyDeferSizeUpdates,
            kAudioFilePropertyFormatList, kAudioFilePropertyPacketSizeUpperBound, kAudioFilePropertyChunkIDs,
            kAudioFilePropertyEstimatedDuration, kAudioFilePropertyBitRate, kAudioFilePropertySourceBitDepth,
            kAudioFilePropertyAudioTrackCount, kAudioFilePropertyRestrictsRandomAccess,
            kAudioFilePropertyReserveDuration, kAudioFilePropertyMarkerList, kAudioFilePropertyRegionList,
            kAudioFilePropertyPacketToFrame, kAudioFilePropertyFrameToPacket, kAudioFilePropertyPacketToByte,
            kAudioFilePropertyByteToPacket, kAudioFilePropertyPacketRangeByteCountUpperBound,
            kAudioFilePropertyPacketToRollDistance, kAudioFilePropertyPreviousIndependentPacket,
            kAudioFilePropertyNextIndependentPacket, kAudioFilePropertyPacketToDependencyInfo,
        ]
        try PublicFile.with(try pcmFile()) { id throws in
            for property in properties {
                let name = statusText(Int32(bitPattern: property))
                var (size, writable): (UInt32, UInt32) = (0, 9)
                #expect(AudioFileGetPropertyInfo(id, property, &size, &writable) == noErr, "\(name)")
                #expect(size > 0 && writable == 0, "\(name)")
                let (short, unchanged) = status(id, property, size: Int(size) - 1)
                #expect(short == OSStatus(code: "!siz") && unchanged == size - 1, "\(name)")
                guard property != kAudioFilePropertyPreviousIndependentPacket else { continue }
                let (right, got) = status(id, property, size: Int(size) + 8)
                #expect(right == noErr && got == size, "\(name)")
                let zeros = [UInt8](repeating: 0, count: Int(size))
                if ![kAudioFilePropertyMarkerList, kAudioFilePropertyRegionList].contains(property) {
                    #expect(AudioFileSetProperty(id, property, size, zeros) == OSStatus(code: "prm?"), "\(name)")
                }
            }
        }
    }

    @Test func settingRefusesWrongSizesAndWhatIsOnlyRead() throws {
        try PublicFile.with(try pcmFile(), .readWritePermission) { id throws in
            let zeros = [UInt8](repeating: 0, count: 64)
            for property in [
                kAudioFilePropertyDeferSizeUpdates, kAudioFilePropertyDataFormat, kAudioFilePropertyChannelLayout,
                kAudioFilePropertyPacketTableInfo, kAudioFilePropertyReserveDuration, kAudioFilePropertyInfoDictionary,
                kAudioFilePropertySourceBitDepth, kAudioFilePropertyMarkerList, kAudioFilePropertyRegionList,
                kAudioFilePropertyUseAudioTrack,
            ] {
                let name = statusText(Int32(bitPattern: property))
                #expect(AudioFileSetProperty(id, property, 3, zeros) == OSStatus(code: "!siz"), "\(name)")
            }
            for property in [
                kAudioFilePropertyFileFormat, kAudioFilePropertyAudioDataByteCount, kAudioFilePropertyBitRate,
                kAudioFilePropertyMaximumPacketSize, kAudioFilePropertyDataOffset, kAudioFilePropertyChunkIDs,
            ] {
                let name = statusText(Int32(bitPattern: property))
                #expect(AudioFileSetProperty(id, property, 4, zeros) == OSStatus(code: "op??"), "\(name)")
            }
            #expect(AudioFileSetProperty(id, UInt32(code: "zzzz"), 4, zeros) == OSStatus(code: "pty?"))
            var (size, writable): (UInt32, UInt32) = (0, 0)
            #expect(AudioFileGetPropertyInfo(id, kAudioFilePropertyInfoDictionary, &size, &writable) == noErr)
            #expect(size == 8 && writable == 1)
            // The second track of a file of one, and data of another format than what is there.
            var track: UInt32 = 1
            #expect(AudioFileSetProperty(id, kAudioFilePropertyUseAudioTrack, 4, &track) == OSStatus(code: "op??"))
            var other = AudioStreamBasicDescription.int(24)
            #expect(AudioFileSetProperty(id, kAudioFilePropertyDataFormat, 40, &other) == OSStatus(code: "op??"))
        }
    }

    @Test func theFormatCanChangeUntilThereIsData() throws {
        var format = AudioStreamBasicDescription.int(16)
        var made: AudioFileID?
        let url = folder.url("a.caf")
        #expect(AudioFileCreateWithURL(url, kAudioFileCAFType, &format, .eraseFile, &made) == noErr)
        let id = try #require(made)
        var other = AudioStreamBasicDescription.int(24, rate: 96_000, channels: 2)
        #expect(AudioFileSetProperty(id, kAudioFilePropertyDataFormat, 40, &other) == noErr)
        var packets: UInt32 = 1
        #expect(AudioFileWritePackets(id, false, 6, nil, 0, &packets, [1, 2, 3, 4, 5, 6] as [UInt8]) == noErr)
        #expect(AudioFileClose(id) == noErr)
        try PublicFile.with(url) { id throws in
            let format = try PublicFile.property(id, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
            #expect(format.mBitsPerChannel == 24 && format.mSampleRate == 96_000)
            #expect(try PublicFile.data(id) == [1, 2, 3, 4, 5, 6])
        }
    }

    @Test func translationsBetweenFramesPacketsAndBytes() throws {
        try PublicFile.with(try imaFile()) { id throws in
            var frames = AudioFramePacketTranslation(mFrame: 0, mPacket: 2, mFrameOffsetInPacket: 0)
            frames = try PublicFile.property(id, kAudioFilePropertyPacketToFrame, frames)
            #expect(frames.mFrame == 128)
            frames = try PublicFile.property(
                id, kAudioFilePropertyFrameToPacket,
                AudioFramePacketTranslation(mFrame: 100, mPacket: 0, mFrameOffsetInPacket: 0))
            #expect(frames.mPacket == 1 && frames.mFrameOffsetInPacket == 36)
            var bytes = AudioBytePacketTranslation(mByte: 0, mPacket: 2, mByteOffsetInPacket: 0, mFlags: [])
            bytes = try PublicFile.property(id, kAudioFilePropertyPacketToByte, bytes)
            #expect(bytes.mByte == 68 && bytes.mFlags == [])
            bytes = try PublicFile.property(
                id, kAudioFilePropertyByteToPacket,
                AudioBytePacketTranslation(mByte: 40, mPacket: 0, mByteOffsetInPacket: 0, mFlags: []))
            #expect(bytes.mPacket == 1 && bytes.mByteOffsetInPacket == 6)
            let range = try PublicFile.property(
                id, kAudioFilePropertyPacketRangeByteCountUpperBound,
                AudioPacketRangeByteCountTranslation(mPacket: 0, mPacketCount: 3, mByteCountUpperBound: 0))
            #expect(range.mByteCountUpperBound == 102)
            let roll = try PublicFile.property(
                id, kAudioFilePropertyPacketToRollDistance,
                AudioPacketRollDistanceTranslation(mPacket: 1, mRollDistance: 9))
            #expect(roll.mRollDistance == 0)
            let before = try PublicFile.property(
                id, kAudioFilePropertyPreviousIndependentPacket,
                AudioIndependentPacketTranslation(mPacket: 1, mIndependentlyDecodablePacket: 9))
            #expect(before.mIndependentlyDecodablePacket == 0)
            let after = try PublicFile.property(
                id, kAudioFilePropertyNextIndependentPacket,
                AudioIndependentPacketTranslation(mPacket: 1, mIndependentlyDecodablePacket: 9))
            #expect(after.mIndependentlyDecodablePacket == 2)
            let info = try PublicFile.property(
                id, kAudioFilePropertyPacketToDependencyInfo,
                AudioPacketDependencyInfoTranslation(
                    mPacket: 2, mIsIndependentlyDecodable: 0, mNumberPrerollPackets: 9))
            #expect(info.mIsIndependentlyDecodable == 1 && info.mNumberPrerollPackets == 0)
        }
    }

    @Test func translationsOfWhatIsNotThereAreRefused() throws {
        try PublicFile.with(try imaFile()) { id throws in
            func answer<T>(_ property: AudioFilePropertyID, _ question: T) -> OSStatus {
                var question = question
                var size = UInt32(MemoryLayout<T>.size)
                return withUnsafeMutableBytes(of: &question) {
                    AudioFileGetProperty(id, property, &size, $0.baseAddress!)
                }
            }
            let past = OSStatus(code: "pck?")
            for packet in [Int64(3), -1, .max, .min] {
                let frames = AudioFramePacketTranslation(mFrame: 0, mPacket: packet, mFrameOffsetInPacket: 0)
                #expect(answer(kAudioFilePropertyPacketToFrame, frames) == past)
                let bytes = AudioBytePacketTranslation(
                    mByte: 0, mPacket: packet, mByteOffsetInPacket: 0, mFlags: [])
                #expect(answer(kAudioFilePropertyPacketToByte, bytes) == past)
                let roll = AudioPacketRollDistanceTranslation(mPacket: packet, mRollDistance: 0)
                #expect(answer(kAudioFilePropertyPacketToRollDistance, roll) == past)
            }
            for place in [Int64(192), -1, .max] {
                let frames = AudioFramePacketTranslation(mFrame: place, mPacket: 0, mFrameOffsetInPacket: 0)
                #expect(answer(kAudioFilePropertyFrameToPacket, frames) == past)
                let bytes = AudioBytePacketTranslation(mByte: place, mPacket: 0, mByteOffsetInPacket: 0, mFlags: [])
                #expect(answer(kAudioFilePropertyByteToPacket, bytes) == past)
            }
            let last = AudioIndependentPacketTranslation(mPacket: 2, mIndependentlyDecodablePacket: 0)
            #expect(answer(kAudioFilePropertyNextIndependentPacket, last) == past)
            let range = AudioPacketRangeByteCountTranslation(mPacket: -1, mPacketCount: 1, mByteCountUpperBound: 0)
            #expect(answer(kAudioFilePropertyPacketRangeByteCountUpperBound, range) == kAudio_ParamError)
        }
    }

    @Test func aPacketTableKeepsItsSum() throws {
        let url = try imaFile()
        try PublicFile.with(url, .readWritePermission) { id throws in
            var table = AudioFilePacketTableInfo(mNumberValidFrames: 150, mPrimingFrames: 10, mRemainderFrames: 31)
            #expect(AudioFileSetProperty(id, kAudioFilePropertyPacketTableInfo, 16, &table) == kAudio_ParamError)
            table.mRemainderFrames = 32
            #expect(AudioFileSetProperty(id, kAudioFilePropertyPacketTableInfo, 16, &table) == noErr)
            table.mPrimingFrames = -1
            #expect(AudioFileSetProperty(id, kAudioFilePropertyPacketTableInfo, 16, &table) == kAudio_ParamError)
        }
        try PublicFile.with(url) { id throws in
            let table = try PublicFile.property(id, kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
            #expect(table.mNumberValidFrames == 150 && table.mPrimingFrames == 10 && table.mRemainderFrames == 32)
            #expect(try PublicFile.property(id, kAudioFilePropertyEstimatedDuration, 0.0) == 150.0 / 8000)
        }
    }

    @Test func aChannelLayoutComesBack() throws {
        for type in [kAudioFileCAFType, kAudioFileWAVEType, kAudioFileAIFFType] {
            let url = folder.url("a")
            var layout = AudioChannelLayout(
                mChannelLayoutTag: kAudioChannelLayoutTag_MPEG_5_1_A, mChannelBitmap: [],
                mNumberChannelDescriptions: 0, mChannelDescriptions: AudioChannelDescription())
            let format = AudioStreamBasicDescription.int(16, channels: 6, bigEndian: type == kAudioFileAIFFType)
            try PublicFile.create(url, type, format, Signal.bytes(120, seed: 3)) { id throws in
                #expect(AudioFileSetProperty(id, kAudioFilePropertyChannelLayout, 32, &layout) == noErr)
                var stereo = layout
                stereo.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
                #expect(AudioFileSetProperty(id, kAudioFilePropertyChannelLayout, 32, &stereo) == kAudio_ParamError)
            }
            try PublicFile.with(url) { id throws in
                var size: UInt32 = 0
                #expect(AudioFileGetPropertyInfo(id, kAudioFilePropertyChannelLayout, &size, nil) == noErr)
                var bytes = [UInt8](repeating: 0, count: Int(size))
                #expect(AudioFileGetProperty(id, kAudioFilePropertyChannelLayout, &size, &bytes) == noErr)
                var channels: UInt32 = 0
                var four: UInt32 = 4
                let status = AudioFormatGetProperty(
                    kAudioFormatProperty_NumberOfChannelsForLayout, size, bytes, &four, &channels)
                #expect(status == noErr && channels == 6)
                #expect(try PublicFile.data(id) == Signal.bytes(120, seed: 3))
            }
        }
    }

    // MARK: Text, markers, regions

    @Test(arguments: [kAudioFileCAFType, kAudioFileWAVEType, kAudioFileAIFFType, kAudioFileAIFCType])
    func textComesBack(type: AudioFileTypeID) throws {
        let url = folder.url("a")
        let words = ["title": "Étude №\u{202F}5 🎹", "artist": "Nobody", "comments": "two\nlines"]
        let bigEndian = type == kAudioFileAIFFType || type == kAudioFileAIFCType
        try PublicFile.create(url, type, .int(16, bigEndian: bigEndian), [1, 2]) { id throws in
            var info: Unmanaged<CFDictionary>? = .passRetained(words as NSDictionary)
            #expect(AudioFileSetProperty(id, kAudioFilePropertyInfoDictionary, 8, &info) == noErr)
            info?.release()
        }
        try PublicFile.with(url) { id throws in
            var info: Unmanaged<CFDictionary>?
            var size: UInt32 = 8
            #expect(AudioFileGetProperty(id, kAudioFilePropertyInfoDictionary, &size, &info) == noErr)
            let back = try #require(info?.takeRetainedValue() as? [String: String])
            for (key, value) in words { #expect(back[key] == value) }
            #expect(back[kAFInfoDictionary_ApproximateDurationInSeconds] != nil)
        }
    }

    @Test(arguments: [kAudioFileCAFType, kAudioFileWAVEType, kAudioFileAIFFType])
    func markersComeBack(type: AudioFileTypeID) throws {
        let url = folder.url("a")
        let names = ["start", "Brücke"]
        let format = AudioStreamBasicDescription.int(16, bigEndian: type == kAudioFileAIFFType)
        try PublicFile.create(url, type, format, Signal.bytes(2000, seed: 4)) { id throws in
            let size = NumAudioFileMarkersToNumBytes(2)
            let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
            defer { memory.deallocate() }
            memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
            memory.storeBytes(of: 2, toByteOffset: 4, as: UInt32.self)
            let markers = (memory + 8).assumingMemoryBound(to: AudioFileMarker.self)
            let texts = names.map { Unmanaged.passRetained($0 as CFString) }
            for i in 0..<2 {
                markers[i] = AudioFileMarker(
                    mFramePosition: Double(100 * (i + 1)), mName: texts[i], mMarkerID: Int32(i + 1),
                    mSMPTETime: AudioFile_SMPTE_Time(), mType: kAudioFileMarkerType_Generic, mReserved: 0, mChannel: 0)
            }
            #expect(AudioFileSetProperty(id, kAudioFilePropertyMarkerList, UInt32(size), memory) == noErr)
            for text in texts { text.release() }
        }
        try PublicFile.with(url) { id throws in
            var size: UInt32 = 0
            #expect(AudioFileGetPropertyInfo(id, kAudioFilePropertyMarkerList, &size, nil) == noErr)
            #expect(NumBytesToNumAudioFileMarkers(Int(size)) == 2)
            let memory = UnsafeMutableRawPointer.allocate(byteCount: Int(size), alignment: 8)
            defer { memory.deallocate() }
            #expect(AudioFileGetProperty(id, kAudioFilePropertyMarkerList, &size, memory) == noErr)
            #expect(memory.load(fromByteOffset: 4, as: UInt32.self) == 2)
            let markers = (memory + 8).assumingMemoryBound(to: AudioFileMarker.self)
            for i in 0..<2 {
                #expect(markers[i].mFramePosition == Double(100 * (i + 1)))
                #expect(markers[i].mMarkerID == Int32(i + 1))
                #expect(markers[i].mName?.takeRetainedValue() as String? == names[i])
            }
        }
    }

    /// AIFF has loops instead of regions: two of them.
    @Test(arguments: [kAudioFileCAFType, kAudioFileWAVEType, kAudioFileAIFFType])
    func regionsComeBack(type: AudioFileTypeID) throws {
        let url = folder.url("a")
        let format = AudioStreamBasicDescription.int(16, bigEndian: type == kAudioFileAIFFType)
        let head = 8
        let regionSize = 24 + 2 * MemoryLayout<AudioFileMarker>.stride
        try PublicFile.create(url, type, format, Signal.bytes(2000, seed: 5)) { id throws in
            let memory = UnsafeMutableRawPointer.allocate(byteCount: head + regionSize, alignment: 8)
            defer { memory.deallocate() }
            memory.initializeMemory(as: UInt8.self, repeating: 0, count: head + regionSize)
            memory.storeBytes(of: 1, toByteOffset: 4, as: UInt32.self)
            let name = Unmanaged.passRetained("loop" as CFString)
            defer { name.release() }
            let region = (memory + head).assumingMemoryBound(to: AudioFileRegion.self)
            region.pointee.mRegionID = 1
            region.pointee.mName = name
            region.pointee.mFlags = [.loopEnable, .playForward]
            region.pointee.mNumberMarkers = 2
            let markers = (memory + head + 24).assumingMemoryBound(to: AudioFileMarker.self)
            for i in 0..<2 {
                markers[i].mFramePosition = Double(50 + 100 * i)
                markers[i].mMarkerID = Int32(i + 1)
            }
            #expect(
                AudioFileSetProperty(id, kAudioFilePropertyRegionList, UInt32(head + regionSize), memory) == noErr)
        }
        try PublicFile.with(url) { id throws in
            var size: UInt32 = 0
            #expect(AudioFileGetPropertyInfo(id, kAudioFilePropertyRegionList, &size, nil) == noErr)
            let memory = UnsafeMutableRawPointer.allocate(byteCount: Int(size), alignment: 8)
            defer { memory.deallocate() }
            #expect(AudioFileGetProperty(id, kAudioFilePropertyRegionList, &size, memory) == noErr)
            #expect(memory.load(fromByteOffset: 4, as: UInt32.self) == 1)
            let region = (memory + head).assumingMemoryBound(to: AudioFileRegion.self)
            #expect(region.pointee.mNumberMarkers == 2 && region.pointee.mFlags.contains(.loopEnable))
            let name = region.pointee.mName.takeRetainedValue() as String
            #expect(type == kAudioFileAIFFType || name == "loop")
            let markers = (memory + head + 24).assumingMemoryBound(to: AudioFileMarker.self)
            #expect(markers[0].mFramePosition == 50 && markers[1].mFramePosition == 150)
            for i in 0..<2 { markers[i].mName?.release() }
            let next = UnsafeRawPointer(NextAudioFileRegion(region))
            #expect(next == UnsafeRawPointer(memory) + Int(size))
        }
    }
}
