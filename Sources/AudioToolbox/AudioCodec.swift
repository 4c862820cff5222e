import AudioCore
import AudioFiles
import AudioUnits
import CAudioToolbox

// AudioToolbox/AudioCodec.h. Each call goes to a `CodecUnit`, or to a client's component.

@c @implementation
public func AudioCodecGetPropertyInfo(
    _ inCodec: AudioCodec, _ inPropertyID: AudioCodecPropertyID, _ outSize: UnsafeMutablePointer<UInt32>?,
    _ outWritable: UnsafeMutablePointer<Bool>?
) -> OSStatus {
    status {
        switch try codec(inCodec) {
        case .own(let codec):
            let info = try codec.propertyInfo(inPropertyID)
            outSize?.pointee = UInt32(info.size)
            outWritable?.pointee = info.isWritable
        case .plugIn(let plugIn):
            try ComponentInstance.check(plugIn.codecPropertyInfo(inPropertyID, outSize, outWritable))
        }
    }
}

@c @implementation
public func AudioCodecGetProperty(
    _ inCodec: AudioCodec, _ inPropertyID: AudioCodecPropertyID, _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>,
    _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    status {
        let size = try nonnull(ioPropertyDataSize)
        switch try codec(inCodec) {
        case .own(let codec):
            let question = UnsafeRawBufferPointer(start: try nonnull(outPropertyData), count: Int(size.pointee))
            try codec.property(inPropertyID, question).copy(to: outPropertyData, size)
        case .plugIn(let plugIn):
            try ComponentInstance.check(plugIn.codecProperty(inPropertyID, size, outPropertyData))
        }
    }
}

@c @implementation
public func AudioCodecSetProperty(
    _ inCodec: AudioCodec, _ inPropertyID: AudioCodecPropertyID, _ inPropertyDataSize: UInt32,
    _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
    status {
        switch try codec(inCodec) {
        case .own(let codec):
            try codec.setProperty(
                inPropertyID,
                UnsafeRawBufferPointer(start: nonnull(inPropertyData), count: Int(inPropertyDataSize)))
        case .plugIn(let plugIn):
            try ComponentInstance.check(plugIn.setCodecProperty(inPropertyID, inPropertyDataSize, inPropertyData))
        }
    }
}

@c @implementation
public func AudioCodecInitialize(
    _ inCodec: AudioCodec, _ inInputFormat: UnsafePointer<AudioStreamBasicDescription>?,
    _ inOutputFormat: UnsafePointer<AudioStreamBasicDescription>?, _ inMagicCookie: UnsafeRawPointer?,
    _ inMagicCookieByteSize: UInt32
) -> OSStatus {
    status {
        switch try codec(inCodec) {
        case .own(let codec):
            let cookie = inMagicCookie.map { UnsafeRawBufferPointer(start: $0, count: Int(inMagicCookieByteSize)) }
            try codec.initialize(
                from: inInputFormat.map { StreamFormat($0.pointee) },
                to: inOutputFormat.map { StreamFormat($0.pointee) }, cookie: cookie.map(Array.init) ?? [])
        case .plugIn(let plugIn):
            try ComponentInstance.check(
                plugIn.initializeCodec(inInputFormat, inOutputFormat, inMagicCookie, inMagicCookieByteSize))
        }
    }
}

@c @implementation
public func AudioCodecUninitialize(_ inCodec: AudioCodec) -> OSStatus {
    status {
        switch try codec(inCodec) {
        case .own(let codec): try codec.uninitialize()
        case .plugIn(let plugIn): try ComponentInstance.check(plugIn.uninitializeCodec())
        }
    }
}

@c @implementation
public func AudioCodecReset(_ inCodec: AudioCodec) -> OSStatus {
    status {
        switch try codec(inCodec) {
        case .own(let codec): try codec.reset()
        case .plugIn(let plugIn): try ComponentInstance.check(plugIn.resetCodec())
        }
    }
}

// MARK: Packets

@c @implementation
public func AudioCodecAppendInputData(
    _ inCodec: AudioCodec, _ inInputData: UnsafeRawPointer, _ ioInputDataByteSize: UnsafeMutablePointer<UInt32>,
    _ ioNumberPackets: UnsafeMutablePointer<UInt32>, _ inPacketDescription: UnsafePointer<AudioStreamPacketDescription>?
) -> OSStatus {
    status {
        let (size, packets) = (try nonnull(ioInputDataByteSize), try nonnull(ioNumberPackets))
        switch try codec(inCodec) {
        case .own(let codec):
            // The end of the stream needs no data.
            let data = UInt(bitPattern: inInputData) == 0 ? nil : inInputData
            try codec.append(data, bytes: &size.pointee, packets: &packets.pointee, inPacketDescription)
        case .plugIn(let plugIn):
            try ComponentInstance.check(plugIn.append(inInputData, size, packets, inPacketDescription))
        }
    }
}

@c @implementation
public func AudioCodecProduceOutputPackets(
    _ inCodec: AudioCodec, _ outOutputData: UnsafeMutableRawPointer,
    _ ioOutputDataByteSize: UnsafeMutablePointer<UInt32>, _ ioNumberPackets: UnsafeMutablePointer<UInt32>,
    _ outPacketDescription: UnsafeMutablePointer<AudioStreamPacketDescription>?,
    _ outStatus: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    status {
        let (size, packets) = (try nonnull(ioOutputDataByteSize), try nonnull(ioNumberPackets))
        switch try codec(inCodec) {
        case .own(let codec):
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: 0, mDataByteSize: size.pointee, mData: try nonnull(outOutputData)))
            size.pointee = 0
            defer { size.pointee = packets.pointee > 0 ? list.mBuffers.mDataByteSize : 0 }
            try produce(codec, packets, into: &list, outPacketDescription, nonnull(outStatus))
        case .plugIn(let plugIn):
            try ComponentInstance.check(
                plugIn.produce(outOutputData, size, packets, outPacketDescription, nonnull(outStatus)))
        }
    }
}

@c @implementation
public func AudioCodecAppendInputBufferList(
    _ inCodec: AudioCodec, _ inBufferList: UnsafePointer<AudioBufferList>,
    _ ioNumberPackets: UnsafeMutablePointer<UInt32>,
    _ inPacketDescription: UnsafePointer<AudioStreamPacketDescription>?,
    _ outBytesConsumed: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    status {
        let (packets, consumed) = (try nonnull(ioNumberPackets), try nonnull(outBytesConsumed))
        switch try codec(inCodec) {
        case .own(let codec):
            let list = try nonnull(inBufferList).pointee
            guard list.mNumberBuffers > 0 || packets.pointee == 0 else { throw AudioError.parameter }
            consumed.pointee = list.mNumberBuffers > 0 ? list.mBuffers.mDataByteSize : 0
            let data = list.mNumberBuffers > 0 ? list.mBuffers.mData.map { UnsafeRawPointer($0) } : nil
            try codec.append(data, bytes: &consumed.pointee, packets: &packets.pointee, inPacketDescription)
        case .plugIn(let plugIn):
            try ComponentInstance.check(plugIn.append(inBufferList, packets, inPacketDescription, consumed))
        }
    }
}

@c @implementation
public func AudioCodecProduceOutputBufferList(
    _ inCodec: AudioCodec, _ ioBufferList: UnsafeMutablePointer<AudioBufferList>,
    _ ioNumberPackets: UnsafeMutablePointer<UInt32>,
    _ outPacketDescription: UnsafeMutablePointer<AudioStreamPacketDescription>?,
    _ outStatus: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    status {
        let packets = try nonnull(ioNumberPackets)
        switch try codec(inCodec) {
        case .own(let codec):
            try produce(codec, packets, into: nonnull(ioBufferList), outPacketDescription, nonnull(outStatus))
        case .plugIn(let plugIn):
            try ComponentInstance.check(
                plugIn.produce(ioBufferList, packets, outPacketDescription, nonnull(outStatus)))
        }
    }
}

/// Stores what became of a request, also where it fails.
private func produce(
    _ codec: CodecUnit, _ packets: UnsafeMutablePointer<UInt32>, into list: UnsafeMutablePointer<AudioBufferList>,
    _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ outcome: UnsafeMutablePointer<UInt32>
) throws {
    outcome.pointee = CodecUnit.Outcome.failure.rawValue
    outcome.pointee = try codec.produce(&packets.pointee, into: list, descriptions).rawValue
}

private func codec(_ reference: AudioCodec) throws(AudioError) -> ComponentInstance.CodecBody {
    try ComponentInstance.handles.object(for: reference).codecBody()
}
