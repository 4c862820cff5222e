import AudioCore
import CAudioToolbox

// Conversions of buffers that the client has whole, and the old pull call that counts in bytes.
extension Converter {
    /// Converts one buffer to another where every packet in is as many packets out: AudioConverterConvertBuffer.
    ///
    /// What the converter had taken in before is forgotten: each buffer stands alone.
    /// - Parameter outputSize: room in bytes; on return what was written.
    /// - Throws: `converterOperation` where the sizes do not follow from each other (sample rate conversion, packets of
    ///   varying size); `converterInputSize` for an input that is not whole packets; `converterOutputSize`.
    package func convert(
        _ input: UnsafeRawBufferPointer, to output: UnsafeMutableRawPointer, _ outputSize: inout UInt32
    ) throws(AudioError) {
        let inputs = inputFormat
        let outputs = outputFormat
        guard inputs.bufferCount == 1, outputs.bufferCount == 1, inputs.sampleRate == outputs.sampleRate,
            inputs.bytesPerPacket > 0, outputs.bytesPerPacket > 0
        else { throw .converterOperation }
        guard input.count % inputs.bytesPerPacket == 0 else { throw .converterInputSize }
        let frames = input.count / inputs.bytesPerPacket * inputs.framesPerPacket
        guard frames % outputs.framesPerPacket == 0 else { throw .converterInputSize }
        var packets = UInt32(clamping: frames / outputs.framesPerPacket)
        guard Int(packets) * outputs.bytesPerPacket <= Int(outputSize) else { throw .converterOutputSize }
        reset()
        defer { reset() }
        var list = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(
                mNumberChannels: UInt32(outputs.channels), mDataByteSize: outputSize, mData: output))
        var isGiven = false
        try fill(&packets, into: &list, descriptions: nil) { count, data, _ in
            count.pointee = isGiven ? 0 : UInt32(clamping: input.count / inputs.bytesPerPacket)
            data.pointee.mBuffers.mData = UnsafeMutableRawPointer(mutating: input.baseAddress)
            data.pointee.mBuffers.mDataByteSize = isGiven ? 0 : UInt32(clamping: input.count)
            isGiven = true
            return 0
        }
        outputSize = list.mBuffers.mDataByteSize
    }

    /// Converts frames of linear PCM without a change of rate: AudioConverterConvertComplexBuffer. Real-time safe.
    ///
    /// - Throws: `converterOperation` for other conversions; `converterInputSize` and `converterOutputSize` for buffers
    ///   that do not hold `frames` frames.
    package func convert(
        frames: Int, _ input: UnsafePointer<AudioBufferList>, to output: UnsafeMutablePointer<AudioBufferList>
    ) throws(AudioError) {
        guard inputFormat.isPCM, outputFormat.isPCM, inputFormat.sampleRate == outputFormat.sampleRate else {
            throw .converterOperation
        }
        try beginFilling()
        defer { endFilling() }
        let plan = try prepared()
        let source = AudioBuffers(UnsafeMutablePointer(mutating: input))
        let destination = AudioBuffers(output)
        guard source.holds(frames, of: inputFormat) else { throw .converterInputSize }
        guard destination.holds(frames, of: outputFormat) else { throw .converterOutputSize }
        for index in 0..<inputFormat.bufferCount where frames > 0 {
            guard let data = source[index].mData else { throw .converterInputSize }
            inputPointers[index] = UnsafeRawPointer(data)
        }
        for index in 0..<outputFormat.bufferCount where frames > 0 {
            guard let data = destination[index].mData else { throw .converterOutputSize }
            outputPointers[index] = data
        }
        if frames > 0 { _ = plan.pipeline.process(inputPointers, frames: frames, outputPointers, room: frames) }
        for index in 0..<outputFormat.bufferCount {
            destination.setSize(frames * outputFormat.bytesPerFrame, of: index)
        }
    }

    /// Asks the client for bytes: how many are wanted and, on return, given; and where they are.
    package typealias ByteSupply = (
        UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UnsafeMutableRawPointer>
    ) -> Int32

    /// Fills one buffer with packets of constant size: AudioConverterFillBuffer.
    ///
    /// - Parameter size: room in bytes; on return what was written.
    /// - Returns: a status of the callback that ended this; 0 without one.
    /// - Throws: `converterOperation` for formats with several buffers or packets of varying size; else as `fillAsSupplied` does.
    package func fill(
        _ size: inout UInt32, _ output: UnsafeMutableRawPointer, from supply: ByteSupply
    ) throws(AudioError) -> Int32 {
        let inputs = inputFormat
        guard inputs.bufferCount == 1, outputFormat.bufferCount == 1, inputs.bytesPerPacket > 0,
            outputFormat.bytesPerPacket > 0
        else { throw .converterOperation }
        var packets = size / UInt32(outputFormat.bytesPerPacket)
        var list = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(mNumberChannels: UInt32(outputFormat.channels), mDataByteSize: size, mData: output))
        defer { size = packets * UInt32(outputFormat.bytesPerPacket) }
        return try fillAsSupplied(&packets, into: &list, descriptions: nil) { count, data, _ in
            var bytes = UInt32(clamping: Int(count.pointee) * inputs.bytesPerPacket)
            var place = output
            let status = supply(&bytes, &place)
            guard status == 0 else { return status }
            count.pointee = bytes / UInt32(inputs.bytesPerPacket)
            data.pointee.mBuffers.mData = place
            data.pointee.mBuffers.mDataByteSize = bytes
            return 0
        }
    }

    /// As `fillAsSupplied`, for threads that must not wait: AudioConverterFillComplexBufferRealtimeSafe.
    ///
    /// - Throws: `converterOperation` where codecs are involved, which may allocate, or more than one thread.
    package func fillRealtimeSafe(
        _ packets: inout UInt32, into output: UnsafeMutablePointer<AudioBufferList>,
        descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, from supply: Supply
    ) throws(AudioError) -> Int32 {
        guard inputFormat.isPCM, outputFormat.isPCM, settings.threads == 1 else {
            packets = 0
            throw .converterOperation
        }
        return try fillAsSupplied(&packets, into: output, descriptions: descriptions, from: supply)
    }

    /// As `fillAsSupplied`, and reports how packets depend on others: AudioConverterFillComplexBufferWithPacketDependencies.
    ///
    /// Packets whose codec does not make them depend on others can be decoded on their own.
    package func fill(
        _ packets: inout UInt32, into output: UnsafeMutablePointer<AudioBufferList>,
        descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?,
        dependencies: UnsafeMutablePointer<AudioStreamPacketDependencyDescription>, from supply: Supply
    ) throws(AudioError) -> Int32 {
        let isIndependent = outputFormat.isPCM || encoderAbilities?.hasDependentPackets == false
        defer {
            for index in 0..<Int(packets) {
                dependencies[index] = AudioStreamPacketDependencyDescription()
                dependencies[index].mIsIndependentlyDecodable = isIndependent ? 1 : 0
            }
        }
        return try fillAsSupplied(&packets, into: output, descriptions: descriptions, from: supply)
    }
}

extension AudioBuffers {
    /// Whether each buffer a format asks for has `frames` frames' worth of bytes.
    func holds(_ frames: Int, of format: StreamFormat) -> Bool {
        guard count >= format.bufferCount else { return false }
        let (size, overflow) = frames.multipliedReportingOverflow(by: format.bytesPerFrame)
        return !overflow && (0..<format.bufferCount).allSatisfy { Int(self[$0].mDataByteSize) >= size }
    }
}
