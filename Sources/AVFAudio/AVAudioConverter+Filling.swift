import AudioCore
import AudioFiles
import AudioToolbox
import Foundation

// Between buffers and the engine's converter.
extension AVAudioConverter {
    func convertAll(_ input: AVAudioPCMBuffer, to output: AVAudioPCMBuffer) throws(AudioError) {
        guard input !== output else { throw .parameter.because("the output is the input") }
        output.frameLength = 0
        guard from.engineFormat.isPCM, to.engineFormat.isPCM, from.sampleRate == to.sampleRate else {
            throw .parameter.because("conversions of rates, and of encoded formats, need an input block")
        }
        guard input.format.hasSameForm(as: from), output.format.hasSameForm(as: to) else {
            throw .parameter.because("a buffer's format is not the converter's")
        }
        guard output.frameCapacity >= input.frameLength else {
            throw .parameter.because("the output has less room than the input has frames")
        }
        guard input.frameLength > 0 else { return }
        try converter.convert(
            frames: Int(input.frameLength), input.audioBufferList, to: output.mutableAudioBufferList)
        output.frameLength = input.frameLength
    }

    /// A status of our own between the converter and the block; never seen outside.
    private static let noDataNow = FourCC("dry?").status

    func fill(
        _ output: BufferTransfer, from block: AVAudioConverterInputBlock
    ) throws(AudioError) -> AVAudioConverterOutputStatus {
        output.setLength(packets: 0)
        var packets = output.packetCapacity
        // What was converted before the trouble is in the output, too.
        defer { output.setLength(packets: packets) }
        let status = try converter.fillAsSupplied(&packets, into: output.list, descriptions: output.descriptions) {
            count, list, described in
            self.supply(&count.pointee, list, described, block)
        }
        guard status != Self.noDataNow else { return .inputRanDry }
        return packets > 0 ? .haveData : .endOfStream
    }

    /// Asks the client for input and hands it to the converter. A buffer with another status than `haveData` does not count.
    private func supply(
        _ count: inout UInt32, _ list: UnsafeMutablePointer<AudioBufferList>,
        _ described: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?,
        _ block: AVAudioConverterInputBlock
    ) -> OSStatus {
        var status = AVAudioConverterInputStatus.haveData
        // All of it is used. Its memory may be the client's, who frees it without the lock.
        var used = heldInput
        heldInput = nil
        let asked = count
        let buffer = turns.lend {
            _ = used
            used = nil
            return block(asked, &status)
        }
        count = 0
        guard status != .endOfStream else { return noErr }
        guard status == .haveData, let buffer else { return Self.noDataNow }
        require(
            buffer.format.hasSameForm(as: from), "[impl->_inputBufferReceived.format isEqual: impl->_inputFormat]")
        count = BufferTransfer.packets(of: buffer)
        guard count > 0 else { return Self.noDataNow }
        heldInput = buffer
        BufferTransfer.point(list, at: buffer)
        if let packets = (buffer as? AVAudioCompressedBuffer)?.packetDescriptions { described?.pointee = packets }
        return noErr
    }
}
