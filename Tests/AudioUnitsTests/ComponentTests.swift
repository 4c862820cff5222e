import AudioCore
import AudioFiles
import CAudioToolbox
import Testing

@testable import AudioUnits

/// Finding, counting and registering components, and a client's own component among ours.
@Suite struct ComponentTests {
    private func description(_ type: FourCC, _ subtype: FourCC = .init(0), flags: UInt32 = 0)
        -> AudioComponentDescription
    {
        AudioComponentDescription(
            componentType: type.rawValue, componentSubType: subtype.rawValue, componentManufacturer: 0,
            componentFlags: flags, componentFlagsMask: 0)
    }

    private static let nothing: ComponentFactory = { _ in nil }

    @Test func findsByWildcards() throws {
        let registry = ComponentRegistry(Units.all)
        let any = AudioComponentDescription()
        #expect(registry.count(any) == Units.all.count)
        var found: [String] = []
        var last: OpaquePointer?
        while let next = registry.next(after: last, description("auou")) {
            found.append(try registry.component(next).name)
            last = next
        }
        #expect(found.count == registry.count(description("auou")) && found.contains("Apple: AudioDeviceOutput"))
        #expect(registry.next(after: nil, description("auou", "none")) == nil)
        #expect(registry.next(after: OpaquePointer(bitPattern: 64), any) == nil)
        #expect(throws: AudioError.parameter) { try registry.component(nil) }
    }

    @Test func whatIsUnsearchableNeedsItsFullName() throws {
        let registry = ComponentRegistry([])
        var own = description("aufx", "hide", flags: 1)
        own.componentManufacturer = FourCC("test").rawValue
        let made = try registry.register(own, name: "Tests: hidden", version: 0x0001_0203, factory: Self.nothing)
        #expect(registry.count(description("aufx", "hide")) == 0)
        var wanted = own
        wanted.componentFlags = 0
        #expect(registry.next(after: nil, wanted) == made)
        #expect(try registry.component(made).version == 0x0001_0203)
        #expect(status { _ = try ComponentInstance.make(registry.component(made)) } == -10875)
        own.componentSubType = 0
        #expect(status { _ = try registry.register(own, name: "", version: 0, factory: Self.nothing) } == -50)
    }

    /// A client's component that gives 0.25 in one channel.
    private static let factory: ComponentFactory = { _ in
        let memory = UnsafeMutablePointer<AudioComponentPlugInInterface>.allocate(capacity: 1)
        memory.initialize(
            to: AudioComponentPlugInInterface(
                Open: { _, _ in 0 },
                Close: { own in
                    own.deallocate()
                    return 0
                },
                Lookup: { selector in
                    switch selector {
                    case 1: unsafeBitCast(ComponentTests.initialize, to: AudioComponentMethod.self)
                    case 4: unsafeBitCast(ComponentTests.get, to: AudioComponentMethod.self)
                    case 14: unsafeBitCast(ComponentTests.render, to: AudioComponentMethod.self)
                    default: nil
                    }
                }, reserved: nil))
        return memory
    }

    private static let initialize: @convention(c) (UnsafeMutableRawPointer) -> Int32 = { _ in 0 }

    private static let get:
        @convention(c) (
            UnsafeMutableRawPointer, UInt32, UInt32, UInt32, UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt32>
        ) -> Int32 = { _, id, _, _, data, size in
            guard id == kAudioUnitProperty_StreamFormat, let data else { return -10879 }
            let format = AudioStreamBasicDescription(
                StreamFormat.float32(sampleRate: 48_000, channels: 1, interleaved: false))
            data.storeBytes(of: format, as: AudioStreamBasicDescription.self)
            size.pointee = 40
            return 0
        }

    nonisolated(unsafe) private static let samples: UnsafeMutablePointer<Float> = {
        let samples = UnsafeMutablePointer<Float>.allocate(capacity: 64)
        samples.initialize(repeating: 0.25, count: 64)
        return samples
    }()

    private static let render:
        @convention(c) (
            UnsafeMutableRawPointer, UnsafeMutablePointer<UInt32>?, UnsafePointer<AudioTimeStamp>, UInt32, UInt32,
            UnsafeMutablePointer<AudioBufferList>
        ) -> Int32 = { _, _, _, _, frames, list in
            // The source lends its memory.
            list.pointee.mBuffers.mData = UnsafeMutableRawPointer(ComponentTests.samples)
            list.pointee.mBuffers.mDataByteSize = frames * 4
            return 0
        }

    /// A component that is disposed of by its own render, which notes what is called.
    nonisolated(unsafe) private static var disposed: AudioComponentInstance?
    nonisolated(unsafe) private static var calls: [String] = []

    private static let selfish: ComponentFactory = { _ in
        let memory = UnsafeMutablePointer<AudioComponentPlugInInterface>.allocate(capacity: 1)
        memory.initialize(
            to: AudioComponentPlugInInterface(
                Open: { _, _ in 0 },
                Close: { own in
                    ComponentTests.calls.append("close")
                    own.deallocate()
                    return 0
                },
                Lookup: { $0 == 14 ? unsafeBitCast(ComponentTests.ending, to: AudioComponentMethod.self) : nil },
                reserved: nil))
        return memory
    }

    private static let ending:
        @convention(c) (
            UnsafeMutableRawPointer, UnsafeMutablePointer<UInt32>?, UnsafePointer<AudioTimeStamp>, UInt32, UInt32,
            UnsafeMutablePointer<AudioBufferList>
        ) -> Int32 = { _, _, _, _, _, _ in
            try? ComponentInstance.dispose(ComponentTests.disposed)
            ComponentTests.calls.append("end")
            return 0
        }

    @Test func aComponentIsNotFreedInItsRender() throws {
        let registry = ComponentRegistry([])
        var own = description("augn", "ends")
        own.componentManufacturer = FourCC("test").rawValue
        let made = try registry.register(own, name: "Tests: ends", version: 1, factory: Self.selfish)
        let reference = try ComponentInstance.make(registry.component(made))
        Self.disposed = reference
        let instance = try ComponentInstance.handles.object(for: reference)
        let list = BufferList.allocate(count: 1)
        defer { list.deallocate() }
        var (flags, stamp) = (UInt32(0), AudioTimeStamp())
        #expect(instance.render(&flags, &stamp, bus: 0, frames: 4, list.list) == 0)
        #expect(Self.calls == ["end", "close"])
        #expect(instance.render(&flags, &stamp, bus: 0, frames: 4, list.list) == -10867)
    }

    /// A component whose render renders itself, and notes how often.
    nonisolated(unsafe) private static var recursing: ComponentInstance?
    nonisolated(unsafe) private static var recursions = 0

    private static let endless: ComponentFactory = { _ in
        let memory = UnsafeMutablePointer<AudioComponentPlugInInterface>.allocate(capacity: 1)
        memory.initialize(
            to: AudioComponentPlugInInterface(
                Open: { _, _ in 0 },
                Close: { own in
                    own.deallocate()
                    return 0
                },
                Lookup: { $0 == 14 ? unsafeBitCast(ComponentTests.repeating, to: AudioComponentMethod.self) : nil },
                reserved: nil))
        return memory
    }

    private static let repeating:
        @convention(c) (
            UnsafeMutableRawPointer, UnsafeMutablePointer<UInt32>?, UnsafePointer<AudioTimeStamp>, UInt32, UInt32,
            UnsafeMutablePointer<AudioBufferList>
        ) -> Int32 = { _, flags, time, bus, frames, list in
            ComponentTests.recursions += 1
            return ComponentTests.recursing?.render(flags, time, bus: bus, frames: frames, list) ?? 0
        }

    @Test func aRenderThatRendersItselfEnds() throws {
        let registry = ComponentRegistry([])
        var own = description("augn", "self")
        own.componentManufacturer = FourCC("test").rawValue
        let made = try registry.register(own, name: "Tests: self", version: 1, factory: Self.endless)
        let reference = try ComponentInstance.make(registry.component(made))
        Self.recursing = try ComponentInstance.handles.object(for: reference)
        let list = BufferList.allocate(count: 1)
        defer { list.deallocate() }
        var (flags, stamp) = (UInt32(0), AudioTimeStamp())
        #expect(Self.recursing?.render(&flags, &stamp, bus: 0, frames: 4, list.list) == AudioError.memoryFull.status)
        #expect(Self.recursions == 512)
        Self.recursing = nil
        try ComponentInstance.dispose(reference)
    }

    /// C programs may leave a function of an interface null: the first, second or third.
    @Test(arguments: 0..<3) func functionsMayBeMissing(missing: Int) throws {
        let memory = UnsafeMutablePointer<AudioComponentPlugInInterface>.allocate(capacity: 1)
        defer { memory.deallocate() }
        memory.initialize(
            to: AudioComponentPlugInInterface(
                Open: { _, _ in 0 }, Close: { _ in 0 }, Lookup: { _ in nil }, reserved: nil))
        let place = UInt(bitPattern: memory)
        UnsafeMutableRawPointer(memory).storeBytes(of: 0, toByteOffset: missing * 8, as: UInt.self)
        let registry = ComponentRegistry([])
        var own = description("augn", "miss")
        own.componentManufacturer = FourCC("test").rawValue
        let made = try registry.register(own, name: "Tests: a function is missing", version: 1) { _ in
            UnsafeMutablePointer(bitPattern: place)
        }
        guard missing > 0 else {
            #expect(status { _ = try ComponentInstance.make(registry.component(made)) } == -10875)
            return
        }
        let reference = try ComponentInstance.make(registry.component(made))
        let instance = try ComponentInstance.handles.object(for: reference)
        #expect(!instance.canDo(1) && instance.midiEvent(0x90, 60, 64, at: 0) == -4)
        #expect(status { try instance.initialize() } == -4)
        try ComponentInstance.dispose(reference)
        #expect(status { try ComponentInstance.dispose(reference) } == -50)
    }

    @Test func aClientsComponentIsASource() throws {
        let registry = ComponentRegistry([])
        var own = description("augn", "test")
        own.componentManufacturer = FourCC("test").rawValue
        let made = try registry.register(own, name: "Tests: quarter", version: 1, factory: Self.factory)
        let source = try ComponentInstance.make(registry.component(made))
        let instance = try ComponentInstance.handles.object(for: source)
        try instance.initialize()
        #expect(instance.canDo(14) && !instance.canDo(20))
        #expect(status { try instance.uninitialize() } == -4)
        let client = try Client(ConverterUnit.genericOutput)
        try client.setFormats(channels: 1)
        try client.set(
            kAudioUnitProperty_MakeConnection, kAudioUnitScope_Input, 0,
            to: (UInt(bitPattern: source), UInt32(0), UInt32(0)))
        try client.unit.initialize()
        #expect(try client.render(16)[0] == Array(repeating: 0.25, count: 16))
        try ComponentInstance.dispose(source)
        #expect(status { try ComponentInstance.dispose(source) } == -50)
        // What is connected to it still, is not called.
        #expect(status { _ = try client.render(16, at: 16) } == -10867)
    }
}
