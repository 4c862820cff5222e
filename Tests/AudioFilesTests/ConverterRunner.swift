import AudioCore
import CAudioToolbox
import TestSupport

@testable import AudioFiles

/// Pulls a whole stream through a converter, in runs of any size.
///
/// Hands each run out in memory of its own that is overwritten when the callback is called again, as the contract allows.
final class ConverterRunner {
    let converter: Converter
    /// One array per input buffer.
    let input: [[UInt8]]
    /// Packets handed out per call, packets asked for per call.
    var inputRun: () -> Int = { .max }
    var outputRun: () -> Int = { 1024 }
    /// What the callback returns instead of data, once per entry, before the call of that number.
    var interruptions: [Int: Int32] = [:]
    private(set) var calls = 0
    private(set) var position = 0
    private(set) var statuses: [Int32] = []
    private var handedOut: [UnsafeMutableRawBufferPointer] = []

    init(_ converter: Converter, _ input: [[UInt8]]) {
        self.converter = converter
        self.input = input
    }

    deinit { for memory in handedOut { memory.deallocate() } }

    convenience init<T>(_ from: StreamFormat, _ to: StreamFormat, _ samples: [T]) throws {
        self.init(try Converter(from: from, to: to), [samples.withUnsafeBytes { Array($0) }])
    }

    var packetSize: Int { converter.inputFormat.bytesPerPacket }
    var packetCount: Int { input[0].count / packetSize }

    func supply(
        _ count: UnsafeMutablePointer<UInt32>, _ data: UnsafeMutablePointer<AudioBufferList>
    ) -> Int32 {
        for memory in handedOut {
            memory.initializeMemory(as: UInt8.self, repeating: 0xA5)
            memory.deallocate()
        }
        handedOut = []
        calls += 1
        if let status = interruptions.removeValue(forKey: calls) {
            count.pointee = 0
            return status
        }
        let packets = min(max(1, inputRun()), packetCount - position, inputRun() == .max ? Int(count.pointee) : .max)
        let buffers = AudioBuffers(data)
        for index in 0..<buffers.count {
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: packets * packetSize, alignment: 16)
            memory.copyBytes(from: input[index][position * packetSize..<(position + packets) * packetSize])
            handedOut.append(memory)
            buffers[index].mData = memory.baseAddress
            buffers.setSize(memory.count, of: index)
        }
        position += packets
        count.pointee = UInt32(packets)
        return 0
    }

    /// Asks once for `packets`. Returns the bytes of each buffer and the status.
    func ask(_ packets: Int, room: Int? = nil) throws -> (output: [[UInt8]], packets: Int, status: Int32) {
        let format = converter.outputFormat
        let size = room ?? packets * format.bytesPerPacket
        let list = AudioBuffers.allocate(count: format.bufferCount)
        defer { list.deallocate() }
        let memory = (0..<format.bufferCount).map { _ in
            UnsafeMutableRawBufferPointer.allocate(byteCount: max(size, 1), alignment: 16)
        }
        defer { for memory in memory { memory.deallocate() } }
        for index in memory.indices {
            list[index] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(size), mData: memory[index].baseAddress)
        }
        var count = UInt32(packets)
        var status: Int32 = 0
        do throws(AudioError) {
            try converter.fill(&count, into: list.list, descriptions: nil) { wanted, data, _ in supply(wanted, data) }
        } catch {
            status = error.status
        }
        let output = memory.indices.map { Array(memory[$0].prefix(Int(list[$0].mDataByteSize))) }
        return (output, Int(count), status)
    }

    /// Asks until nothing comes any more, going on after interruptions.
    func run() throws -> [[UInt8]] {
        var output = [[UInt8]](repeating: [], count: converter.outputFormat.bufferCount)
        while true {
            let (bytes, packets, status) = try ask(outputRun())
            for index in output.indices { output[index] += bytes[index] }
            if status != 0 {
                statuses.append(status)
                guard statuses.count < 100 else { throw AudioError(status: status, reason: "the conversion failed") }
                continue
            }
            if packets == 0 { return output }
        }
    }

    /// The first output buffer as samples.
    func run<T: BitwiseCopyable>(as _: T.Type) throws -> [T] { try run()[0].samples() }
}

extension [UInt8] {
    func samples<T: BitwiseCopyable>(_: T.Type = T.self) -> [T] {
        withUnsafeBytes { bytes in
            (0..<count / MemoryLayout<T>.stride).map {
                bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<T>.stride, as: T.self)
            }
        }
    }
}

extension StreamFormat {
    static func encoded(_ id: FourCC, rate: Double = 44_100, channels: Int) -> StreamFormat {
        StreamFormat(sampleRate: rate, formatID: id, channels: channels)
    }
}
