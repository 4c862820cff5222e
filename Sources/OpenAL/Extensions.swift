import AudioCore
import COpenAL
import OpenALEngine

// Apple's extensions, as `alGetProcAddress` returns them. OpenAL/oalMacOSX_OALExtensions.h and oalStaticBufferExtension.h have
// their types.

enum ExtensionFunctions {
    /// A function of Apple's extensions.
    static func named(_ name: UnsafePointer<CChar>) -> UnsafeMutableRawPointer? {
        UnsafeMutableRawPointer(bitPattern: functions[String(cString: name)] ?? 0)
    }

    private static func address<Function>(_ function: Function) -> UInt { unsafeBitCast(function, to: UInt.self) }

    private static let functions: [String: UInt] = [
        "alBufferDataStatic": address(staticData),
        "alcMacOSXRenderingQuality": address(setQuality),
        "alcMacOSXGetRenderingQuality": address(quality),
        "alMacOSXRenderChannelCount": address(setChannels),
        "alMacOSXGetRenderChannelCount": address(channels),
        "alcMacOSXMixerMaxiumumBusses": address(setSources),
        "alcMacOSXGetMixerMaxiumumBusses": address(sources),
        "alcMacOSXMixerOutputRate": address(setRate),
        "alcMacOSXGetMixerOutputRate": address(rate),
        "alSourceRenderingQuality": address(setSourceQuality),
        "alSourceGetRenderingQuality": address(sourceQuality),
        "alSourceAddNotification": address(addNotification),
        "alSourceRemoveNotification": address(removeNotification),
        "alcASAGetSource": address(getSource),
        "alcASASetSource": address(setSource),
        "alcASAGetListener": address(getListener),
        "alcASASetListener": address(setListener),
        "alcOutputCapturerPrepare": address(prepare),
        "alcOutputCapturerStart": address(start),
        "alcOutputCapturerStop": address(stop),
        "alcOutputCapturerAvailableSamples": address(availableSamples),
        "alcOutputCapturerSamples": address(samples),
    ]

    private static var space: SoundSpace { .shared }

    // MARK: AL_EXT_STATIC_BUFFER

    private static let staticData: @convention(c) (ALint, ALenum, UnsafeRawPointer?, ALsizei, ALsizei) -> Void = {
        buffer, format, data, size, rate in
        space.setStaticData(ALuint(bitPattern: buffer), format, data, size, rate)
    }

    // MARK: ALC_EXT_MAC_OSX

    private static let setQuality: @convention(c) (ALint) -> Void = { value in
        let quality = FourCC(UInt32(bitPattern: value))
        guard ["rqhi", "hdph", "rdlo"].contains(quality) else { return space.fail(SpaceError.invalidValue) }
        space.change { $0.quality = quality }
    }

    private static let quality: @convention(c) () -> ALint = {
        ALint(bitPattern: space.settings.quality.rawValue)
    }

    private static let setChannels: @convention(c) (ALint) -> Void = { value in
        let channels = FourCC(UInt32(bitPattern: value))
        guard ["rcst", "rcmc"].contains(channels) else { return space.fail(SpaceError.invalidValue) }
        space.change { $0.channels = channels }
    }

    private static let channels: @convention(c) () -> ALint = {
        ALint(bitPattern: space.settings.channels.rawValue)
    }

    private static let setSources: @convention(c) (ALint) -> Void = { value in
        guard (1...4096).contains(value) else { return space.fail(SpaceError.invalidValue) }
        space.change { $0.sources = value }
    }

    private static let sources: @convention(c) () -> ALint = { space.settings.sources }

    private static let setRate: @convention(c) (ALdouble) -> Void = { value in
        guard (8000...192_000).contains(value) else { return space.fail(SpaceError.invalidValue) }
        space.change { $0.sampleRate = value }
    }

    private static let rate: @convention(c) () -> ALdouble = { space.sampleRate }

    // MARK: AL_EXT_SOURCE_SPATIALIZATION

    private static let setSourceQuality: @convention(c) (ALuint, ALint) -> Void = { source, value in
        space.reporting { () throws(SpaceError) in
            try space.setQuality(FourCC(UInt32(bitPattern: value)), of: source)
        }
    }

    private static let sourceQuality: @convention(c) (ALuint) -> ALint = { source in
        var quality: FourCC?
        space.reporting { () throws(SpaceError) in quality = try space.quality(of: source) }
        return quality.map { ALint(bitPattern: $0.rawValue) } ?? 0
    }

    // MARK: AL_EXT_SOURCE_NOTIFICATIONS

    private static let addNotification:
        @convention(c) (ALuint, ALuint, SourceWatch.Callback?, UnsafeMutableRawPointer?) -> ALenum = {
            source, notification, callback, userData in
            status { () throws(SpaceError) in
                guard let callback else { throw .invalidValue }
                try space.addNotification(SourceWatch.Request(source, notification, callback, userData))
            }
        }

    private static let removeNotification:
        @convention(c) (ALuint, ALuint, SourceWatch.Callback?, UnsafeMutableRawPointer?) -> Void = {
            source, notification, callback, userData in
            guard let callback else { return }
            space.removeNotification(SourceWatch.Request(source, notification, callback, userData))
        }

    /// Runs `body`, and returns the number of its error.
    private static func status(_ body: () throws(SpaceError) -> Void) -> ALenum {
        do throws(SpaceError) { try body() } catch { return error.rawValue }
        return AL_NO_ERROR
    }

    // MARK: ALC_EXT_ASA

    private static let getSource:
        @convention(c) (ALuint, ALuint, UnsafeMutableRawPointer?, UnsafeMutablePointer<ALuint>?) -> ALenum = {
            property, source, data, size in
            status { () throws(SpaceError) in
                let context = try context(data)
                try store(space.acoustics.source(FourCC(property), source, in: context), data, size)
            }
        }

    private static let setSource: @convention(c) (ALuint, ALuint, UnsafeRawPointer?, ALuint) -> ALenum = {
        property, source, data, size in
        status { () throws(SpaceError) in
            let context = try context(data)
            try space.acoustics.setSource(FourCC(property), source, load(data, size), in: context)
        }
    }

    private static let getListener:
        @convention(c) (ALuint, UnsafeMutableRawPointer?, UnsafeMutablePointer<ALuint>?) -> ALenum = {
            property, data, size in
            status { () throws(SpaceError) in
                let context = try context(data)
                try store(space.acoustics.listener(FourCC(property), in: context), data, size)
            }
        }

    private static let setListener: @convention(c) (ALuint, UnsafeRawPointer?, ALuint) -> ALenum = {
        property, data, size in
        status { () throws(SpaceError) in
            let context = try context(data)
            try space.acoustics.setListener(FourCC(property), load(data, size), in: context)
        }
    }

    /// The current context, where the program has passed a pointer.
    private static func context(_ data: UnsafeRawPointer?) throws(SpaceError) -> OpaquePointer {
        guard data != nil else { throw .invalidValue }
        guard let context = space.currentContext else { throw .invalidOperation }
        return context
    }

    /// The 32 bits of a value.
    private static func load(_ data: UnsafeRawPointer?, _ size: ALuint) throws(SpaceError) -> UInt32 {
        guard let data else { throw .invalidValue }
        guard size >= 4 else { throw .invalidOperation }
        return data.loadUnaligned(as: UInt32.self)
    }

    private static func store(
        _ bits: UInt32, _ data: UnsafeMutableRawPointer?, _ size: UnsafeMutablePointer<ALuint>?
    ) throws(SpaceError) {
        guard let data, let size else { throw .invalidValue }
        guard size.pointee >= 4 else { throw .invalidOperation }
        data.storeBytes(of: bits, as: UInt32.self)
        size.pointee = 4
    }

    // MARK: ALC_EXT_OUTPUT_CAPTURER

    private static let prepare: @convention(c) (ALCuint, ALCenum, ALCsizei) -> Void = { rate, format, frames in
        space.reporting { () throws(SpaceError) in
            try space.capturer.prepare(space.currentDevice, rate: rate, format: format, frames: frames)
        }
    }

    private static let start: @convention(c) () -> Void = {
        space.reporting { () throws(SpaceError) in try space.capturer.start() }
    }

    private static let stop: @convention(c) () -> Void = {
        space.reporting { () throws(SpaceError) in try space.capturer.stop() }
    }

    private static let availableSamples: @convention(c) () -> ALint = { ALint(space.capturer.available) }

    private static let samples: @convention(c) (UnsafeMutableRawPointer?, ALCsizei) -> Void = { buffer, count in
        space.reporting { () throws(SpaceError) in try space.capturer.read(count, into: buffer) }
    }
}
