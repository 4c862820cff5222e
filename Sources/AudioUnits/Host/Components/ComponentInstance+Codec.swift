import AudioCore
import CAudioToolbox

// The calls of AudioCodec.h, to a codec of ours or to a client's component.
extension ComponentInstance {
    /// Where a codec's calls go.
    package enum CodecBody {
        case own(CodecUnit)
        case plugIn(PlugIn)
    }

    /// - Throws: `parameter` for an instance that is no codec.
    package func codecBody() throws(AudioError) -> CodecBody {
        if let codec { return .own(codec) }
        guard component.description.isCodec, case .plugIn(let plugIn) = body else {
            throw .parameter.because("the instance is no codec")
        }
        return .plugIn(plugIn)
    }
}

// The functions of a client's codec, by their numbers in AudioCodec.h.
extension PlugIn {
    package func codecPropertyInfo(
        _ id: UInt32, _ size: UnsafeMutablePointer<UInt32>?, _ isWritable: UnsafeMutablePointer<Bool>?
    ) -> Int32 {
        callCodec(kAudioCodecGetPropertyInfoSelect) { (f: AudioCodecGetPropertyInfoProc) in
            f(own, id, size, isWritable)
        }
    }

    package func codecProperty(
        _ id: UInt32, _ size: UnsafeMutablePointer<UInt32>, _ data: UnsafeMutableRawPointer
    ) -> Int32 {
        callCodec(kAudioCodecGetPropertySelect) { (f: AudioCodecGetPropertyProc) in f(own, id, size, data) }
    }

    package func setCodecProperty(_ id: UInt32, _ size: UInt32, _ data: UnsafeRawPointer) -> Int32 {
        callCodec(kAudioCodecSetPropertySelect) { (f: AudioCodecSetPropertyProc) in f(own, id, size, data) }
    }

    package func initializeCodec(
        _ input: UnsafePointer<AudioStreamBasicDescription>?, _ output: UnsafePointer<AudioStreamBasicDescription>?,
        _ cookie: UnsafeRawPointer?, _ size: UInt32
    ) -> Int32 {
        callCodec(kAudioCodecInitializeSelect) { (f: AudioCodecInitializeProc) in f(own, input, output, cookie, size) }
    }

    package func uninitializeCodec() -> Int32 {
        callCodec(kAudioCodecUninitializeSelect) { (f: AudioCodecUninitializeProc) in f(own) }
    }

    package func append(
        _ data: UnsafeRawPointer, _ size: UnsafeMutablePointer<UInt32>, _ packets: UnsafeMutablePointer<UInt32>,
        _ descriptions: UnsafePointer<AudioStreamPacketDescription>?
    ) -> Int32 {
        callCodec(kAudioCodecAppendInputDataSelect) { (f: AudioCodecAppendInputDataProc) in
            f(own, data, size, packets, descriptions)
        }
    }

    package func produce(
        _ data: UnsafeMutableRawPointer, _ size: UnsafeMutablePointer<UInt32>,
        _ packets: UnsafeMutablePointer<UInt32>, _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?,
        _ outcome: UnsafeMutablePointer<UInt32>
    ) -> Int32 {
        callCodec(kAudioCodecProduceOutputDataSelect) { (f: AudioCodecProduceOutputPacketsProc) in
            f(own, data, size, packets, descriptions, outcome)
        }
    }

    package func resetCodec() -> Int32 { callCodec(kAudioCodecResetSelect) { (f: AudioCodecResetProc) in f(own) } }

    package func append(
        _ list: UnsafePointer<AudioBufferList>, _ packets: UnsafeMutablePointer<UInt32>,
        _ descriptions: UnsafePointer<AudioStreamPacketDescription>?, _ consumed: UnsafeMutablePointer<UInt32>
    ) -> Int32 {
        callCodec(kAudioCodecAppendInputBufferListSelect) { (f: AudioCodecAppendInputBufferListProc) in
            f(own, list, packets, descriptions, consumed)
        }
    }

    package func produce(
        _ list: UnsafeMutablePointer<AudioBufferList>, _ packets: UnsafeMutablePointer<UInt32>,
        _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ outcome: UnsafeMutablePointer<UInt32>
    ) -> Int32 {
        callCodec(kAudioCodecProduceOutputBufferListSelect) { (f: AudioCodecProduceOutputBufferListProc) in
            f(own, list, packets, descriptions, outcome)
        }
    }
}
