import AVFAudio
import TestSupport
import Testing

@Suite struct PCMBufferTests {
    @Test func sizesFollowTheLength() throws {
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: Sample.format(44_100, 2), frameCapacity: 100))
        #expect(buffer.frameCapacity == 100)
        #expect(buffer.frameLength == 0)
        #expect(Sample.sizes(buffer.audioBufferList) == [0, 0])
        #expect(Sample.sizes(buffer.mutableAudioBufferList) == [400, 400])
        buffer.frameLength = 25
        #expect(Sample.sizes(buffer.audioBufferList) == [100, 100])
        #expect(Sample.sizes(buffer.mutableAudioBufferList) == [400, 400])
        buffer.mutableAudioBufferList.pointee.mBuffers.mDataByteSize = 8
        #expect(Sample.sizes(buffer.mutableAudioBufferList) == [400, 400])
        #expect(buffer.frameLength == 25)
    }

    @Test func deinterleavedChannelsAreApart() throws {
        let buffer = Sample.buffer([[1, 2, 3], [4, 5, 6]])
        #expect(buffer.stride == 1)
        #expect(buffer.int16ChannelData == nil)
        #expect(buffer.int32ChannelData == nil)
        let list = UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)
        #expect(list.count == 2)
        #expect(list[1].mNumberChannels == 1)
        #expect(list[1].mData == UnsafeMutableRawPointer(try #require(buffer.floatChannelData)[1]))
    }

    @Test func interleavedChannelsAreOneSampleApart() throws {
        let format = Sample.format(44_100, 2, .pcmFormatInt16, interleaved: true)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 3))
        let channels = try #require(buffer.int16ChannelData)
        #expect(buffer.stride == 2)
        #expect(channels[1] - channels[0] == 1)
        #expect(buffer.floatChannelData == nil)
        #expect(buffer.audioBufferList.pointee.mNumberBuffers == 1)
        #expect(buffer.audioBufferList.pointee.mBuffers.mNumberChannels == 2)
        #expect(Sample.sizes(buffer.mutableAudioBufferList) == [12])
        // New memory is silent.
        #expect((0..<6).allSatisfy { channels[0][$0] == 0 })
        let wide = try #require(
            AVAudioPCMBuffer(pcmFormat: Sample.format(8000, 1, .pcmFormatInt32), frameCapacity: 1))
        #expect(wide.int32ChannelData != nil)
    }

    @Test func aCopyHasItsOwnMemory() throws {
        let buffer = Sample.buffer([[1, 2, 3]])
        buffer.frameLength = 2
        let copy = try #require(buffer.copy() as? AVAudioPCMBuffer)
        buffer.floatChannelData![0][0] = 9
        #expect(Sample.channels(copy) == [[1, 2]])
        #expect(copy.frameCapacity == 3)
        #expect(copy.format == buffer.format)
        let mutable = try #require(buffer.mutableCopy() as? AVAudioPCMBuffer)
        #expect(Sample.channels(mutable) == [[9, 2]])
    }

    @Test func aListIsUsedInPlace() throws {
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 4)
        memory.update(from: [1, 2, 3, 4], count: 4)
        var given = AudioBufferList(
            mNumberBuffers: 1, mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 16, mData: memory))
        var freed: [UnsafeMutableRawPointer?] = []
        do {
            let buffer = try #require(
                AVAudioPCMBuffer(pcmFormat: Sample.format(), bufferListNoCopy: &given) { list in
                    freed.append(list.pointee.mBuffers.mData)
                    #expect(list.pointee.mBuffers.mDataByteSize == 16)
                })
            #expect(buffer.frameCapacity == 4)
            #expect(Sample.channels(buffer) == [[1, 2, 3, 4]])
            buffer.floatChannelData![0][3] = 7
            #expect(freed.isEmpty)
        }
        #expect(freed == [UnsafeMutableRawPointer(memory)])
        #expect(memory[3] == 7)
        memory.deallocate()
    }

    @Test func listsThatDoNotFitGiveNil() {
        var sample: Float = 0
        func make(_ buffers: UInt32, _ size: UInt32, _ data: UnsafeMutableRawPointer?) -> AVAudioPCMBuffer? {
            var list = AudioBufferList(
                mNumberBuffers: buffers, mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: size, mData: data))
            return AVAudioPCMBuffer(pcmFormat: Sample.format(), bufferListNoCopy: &list)
        }
        withUnsafeMutableBytes(of: &sample) { bytes in
            #expect(make(1, 4, bytes.baseAddress) != nil)
            #expect(make(1, 4, nil) == nil)
            #expect(make(1, 0, bytes.baseAddress) == nil)
            #expect(make(0, 4, bytes.baseAddress) == nil)
        }
    }

    @Test func whatHasNoRoomGivesNil() throws {
        let format = Sample.format(44_100, 2, .pcmFormatFloat64, interleaved: true)
        #expect(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: .max) == nil)
        var empty = format.streamDescription.pointee
        empty.mBytesPerFrame = 0
        let strange = try #require(AVAudioFormat(streamDescription: &empty))
        #expect(AVAudioPCMBuffer(pcmFormat: strange, frameCapacity: 10) == nil)
        for (channels, isThere) in [(1024, true), (1025, false), (65_535, false)] as [(UInt32, Bool)] {
            // Channels without loudspeakers.
            let discrete = try #require(AVAudioChannelLayout(layoutTag: 147 << 16 | channels))
            let many = AVAudioFormat(standardFormatWithSampleRate: 44_100, channelLayout: discrete)
            #expect(many.channelCount == channels)
            #expect((AVAudioPCMBuffer(pcmFormat: many, frameCapacity: 10) != nil) == isThere)
        }
        let none = try #require(AVAudioPCMBuffer(pcmFormat: Sample.format(), frameCapacity: 0))
        #expect(none.frameCapacity == 0)
        #expect(none.floatChannelData != nil)
    }

    @Test func brokenConditionsEndTheProgram() async {
        await #expect(processExitsWith: .failure) {
            AVAudioPCMBuffer(pcmFormat: Sample.format(), frameCapacity: 1)!.frameLength = 2
        }
        await #expect(processExitsWith: .failure) {
            let aac = AVAudioFormat(settings: [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1,
            ])!
            _ = AVAudioPCMBuffer(pcmFormat: aac, frameCapacity: 1)
        }
        await #expect(processExitsWith: .failure) {
            _ = AVAudioCompressedBuffer(format: Sample.format(), packetCapacity: 1, maximumPacketSize: 100)
        }
    }
}

@Suite struct CompressedBufferTests {
    private func format(_ id: AudioFormatID) throws -> AVAudioFormat {
        try #require(
            AVAudioFormat(settings: [AVFormatIDKey: id, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2]))
    }

    @Test func packetsOfVaryingSizeAreDescribed() throws {
        let aac = try format(kAudioFormatMPEG4AAC)
        let buffer = AVAudioCompressedBuffer(format: aac, packetCapacity: 4, maximumPacketSize: 1536)
        #expect(buffer.packetCapacity == 4)
        #expect(buffer.maximumPacketSize == 1536)
        #expect(buffer.byteCapacity == 4 * 1536)
        #expect(buffer.packetCount == 0)
        #expect(buffer.byteLength == 0)
        #expect(buffer.packetDependencies == nil)
        let descriptions = try #require(buffer.packetDescriptions)
        descriptions[1] = AudioStreamPacketDescription(
            mStartOffset: 10, mVariableFramesInPacket: 0, mDataByteSize: 20)
        buffer.data.storeBytes(of: 42, toByteOffset: 29, as: UInt8.self)
        buffer.packetCount = 2
        buffer.byteLength = 30
        #expect(Sample.sizes(buffer.audioBufferList) == [30])
        #expect(Sample.sizes(buffer.mutableAudioBufferList) == [4 * 1536])
        let copy = try #require(buffer.copy() as? AVAudioCompressedBuffer)
        #expect(copy.packetCount == 2)
        #expect(copy.byteLength == 30)
        #expect(copy.data.load(fromByteOffset: 29, as: UInt8.self) == 42)
        #expect(copy.packetDescriptions?[1].mDataByteSize == 20)
    }

    @Test func packetsOfOneSizeAreNot() throws {
        let ima = try format(kAudioFormatAppleIMA4)
        let buffer = AVAudioCompressedBuffer(format: ima, packetCapacity: 10)
        #expect(buffer.packetDescriptions == nil)
        #expect(buffer.maximumPacketSize == 68)
        buffer.packetCount = 3
        #expect(buffer.byteLength == 3 * 68)
    }
}

@Suite struct AudioTimeTests {
    @Test func timesTellWhichOfThemCount() {
        let host = AVAudioTime(hostTime: 5)
        #expect(host.isHostTimeValid)
        #expect(!host.isSampleTimeValid)
        #expect(host.hostTime == 5)
        let sample = AVAudioTime(sampleTime: -3, atRate: 48_000)
        #expect(!sample.isHostTimeValid)
        #expect(sample.isSampleTimeValid)
        #expect(sample.sampleTime == -3)
        #expect(sample.sampleRate == 48_000)
        let both = AVAudioTime(hostTime: 7, sampleTime: 9, atRate: 8000)
        #expect(both.audioTimeStamp.mFlags == .sampleHostTimeValid)
        var stamp = both.audioTimeStamp
        #expect(AVAudioTime(audioTimeStamp: &stamp, sampleRate: 8000).sampleTime == 9)
    }

    @Test func hostTimesAreNanoseconds() {
        #expect(AVAudioTime.hostTime(forSeconds: 1.5) == 1_500_000_000)
        #expect(AVAudioTime.hostTime(forSeconds: -1) == 0)
        #expect(AVAudioTime.hostTime(forSeconds: .infinity) == .max)
        #expect(AVAudioTime.seconds(forHostTime: 250_000_000) == 0.25)
    }

    @Test func anAnchorGivesTheMissingTime() throws {
        let anchor = AVAudioTime(hostTime: 10_000_000_000, sampleTime: 48_000, atRate: 48_000)
        let later = try #require(AVAudioTime(sampleTime: 72_000, atRate: 48_000).extrapolateTime(fromAnchor: anchor))
        #expect(later.hostTime == 10_500_000_000)
        #expect(later.sampleTime == 72_000)
        let earlier = try #require(AVAudioTime(sampleTime: 0, atRate: 48_000).extrapolateTime(fromAnchor: anchor))
        #expect(earlier.hostTime == 9_000_000_000)
        // At half the anchor's rate, the anchor is at frame 24000.
        let slow = try #require(AVAudioTime(sampleTime: 36_000, atRate: 24_000).extrapolateTime(fromAnchor: anchor))
        #expect(slow.hostTime == 10_500_000_000)
        var stamp = AVAudioTime(hostTime: 9_750_000_000).audioTimeStamp
        let known = AVAudioTime(audioTimeStamp: &stamp, sampleRate: 48_000)
        #expect(known.extrapolateTime(fromAnchor: anchor)?.sampleTime == 36_000)
        #expect(AVAudioTime(hostTime: 1).extrapolateTime(fromAnchor: anchor) == nil)
        #expect(anchor.extrapolateTime(fromAnchor: AVAudioTime(hostTime: 1)) == nil)
    }
}
