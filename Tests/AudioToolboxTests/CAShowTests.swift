import AudioToolbox
import Glibc
import TestSupport
import Testing

/// The text that CAShow prints of objects.
@Suite struct CAShowTests {
    /// What is printed, without the addresses, which differ from run to run.
    private func shown(_ object: OpaquePointer) throws -> String {
        let file = try #require(tmpfile())
        defer { fclose(file) }
        CAShowFile(UnsafeMutableRawPointer(object), file)
        rewind(file)
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = fread(&bytes, 1, bytes.count, file)
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
        return text.replacing(/0x[0-9a-f]+/, with: "0x")
    }

    private var stereo: AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            mSampleRate: 44_100, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagsNativeFloatPacked,
            mBytesPerPacket: 8, mFramesPerPacket: 1, mBytesPerFrame: 8, mChannelsPerFrame: 2, mBitsPerChannel: 32,
            mReserved: 0)
    }

    @Test func aGraphShowsItsNodesAndWhatLeadsToThem() throws {
        var made: AUGraph?
        try #require(NewAUGraph(&made) == noErr)
        let graph = try #require(made)
        defer { DisposeAUGraph(graph) }
        var mixer = AudioComponentDescription()
        (mixer.componentType, mixer.componentSubType) = (kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        mixer.componentManufacturer = kAudioUnitManufacturer_Apple
        var output = mixer
        (output.componentType, output.componentSubType) = (kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
        var nodes: (AUNode, AUNode) = (0, 0)
        try #require(AUGraphAddNode(graph, &mixer, &nodes.0) == noErr)
        try #require(AUGraphAddNode(graph, &output, &nodes.1) == noErr)
        try #require(AUGraphConnectNodeInput(graph, nodes.0, 0, nodes.1, 0) == noErr)
        let closed = try shown(graph)
        #expect(
            closed == """
                AudioUnitGraph 0x:
                  Nodes:
                \tnode \(nodes.0): 'aumx' 'mcmx' 'appl'
                \tnode \(nodes.1): 'auou' 'genr' 'appl'
                  Connections:
                \tnode \(nodes.0) bus 0 => node \(nodes.1) bus 0
                  State:
                \tisOpen=F, isInitialized=F, isRunning=F

                """)
        var callback = AURenderCallbackStruct(inputProc: { _, _, _, _, _, _ in noErr }, inputProcRefCon: nil)
        try #require(AUGraphSetNodeInputCallback(graph, nodes.0, 3, &callback) == noErr)
        try #require(AUGraphOpen(graph) == noErr)
        let open = try shown(graph)
        #expect(open.contains("node \(nodes.0): 'aumx' 'mcmx' 'appl', instance 0x\n"))
        #expect(open.contains("bus 0 => node \(nodes.1) bus 0 [ 2 ch,  44100 Hz, Float32, deinterleaved]\n"))
        #expect(open.contains("  Input Callbacks:\n\t{0x, 0x} => node \(nodes.0) bus 3 [ 2 ch,  44100 Hz"))
        #expect(open.contains("isOpen=T, isInitialized=F"))
    }

    @Test func otherObjectsShowTheirFormats() throws {
        var (source, target) = (stereo, stereo)
        (target.mChannelsPerFrame, target.mBytesPerFrame, target.mBytesPerPacket) = (1, 4, 4)
        var made: AudioConverterRef?
        try #require(AudioConverterNew(&source, &target, &made) == noErr)
        let converter = try #require(made)
        let text = try shown(converter)
        #expect(text.hasPrefix("AudioConverter 0x:\n\tfrom [ 2 ch,  44100 Hz, Float32, interleaved]\n"))
        #expect(text.hasSuffix("\n\tto   [ 1 ch,  44100 Hz, Float32]\n"))
        // What is no object any more is not followed.
        AudioConverterDispose(converter)
        #expect(try shown(converter) == "0x: no known object\n")
        var queue: AudioQueueRef?
        let status = AudioQueueNewOutput(&source, { _, _, _ in }, nil, nil, nil, 0, &queue)
        try #require(status == noErr)
        let playing = try #require(queue)
        defer { AudioQueueDispose(playing, true) }
        #expect(try shown(playing) == "AudioQueue 0x: [ 2 ch,  44100 Hz, Float32, interleaved]\n")
    }
}
