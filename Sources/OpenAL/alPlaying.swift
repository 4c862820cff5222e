import COpenAL
import COpenALSoft
import OpenALEngine

// The bodies of OpenAL/al.h for playing sources, and for questions about the library.

@c @implementation
public func alSourcePlayv(_ ns: ALsizei, _ sids: UnsafePointer<ALuint>!) {
    guard calledWith(sids, ns) != nil else { return }
    SoundSpace.shared.play { $0.pointee.alSourcePlayv(ns, sids) }
}

@c @implementation
public func alSourceStopv(_ ns: ALsizei, _ sids: UnsafePointer<ALuint>!) {
    guard calledWith(sids, ns) != nil else { return }
    SoundSpace.shared.changeSources { $0.pointee.alSourceStopv(ns, sids) }
}

@c @implementation
public func alSourceRewindv(_ ns: ALsizei, _ sids: UnsafePointer<ALuint>!) {
    guard calledWith(sids, ns) != nil else { return }
    SoundSpace.shared.changeSources { $0.pointee.alSourceRewindv(ns, sids) }
}

@c @implementation
public func alSourcePausev(_ ns: ALsizei, _ sids: UnsafePointer<ALuint>!) {
    guard calledWith(sids, ns) != nil else { return }
    SoundSpace.shared.changeSources { $0.pointee.alSourcePausev(ns, sids) }
}

@c @implementation
public func alSourcePlay(_ sid: ALuint) { SoundSpace.shared.play { $0.pointee.alSourcePlay(sid) } }

@c @implementation
public func alSourceStop(_ sid: ALuint) { SoundSpace.shared.changeSources { $0.pointee.alSourceStop(sid) } }

@c @implementation
public func alSourceRewind(_ sid: ALuint) { SoundSpace.shared.changeSources { $0.pointee.alSourceRewind(sid) } }

@c @implementation
public func alSourcePause(_ sid: ALuint) { SoundSpace.shared.changeSources { $0.pointee.alSourcePause(sid) } }

@c @implementation
public func alSourceUnqueueBuffers(_ sid: ALuint, _ numEntries: ALsizei, _ bids: UnsafeMutablePointer<ALuint>!) {
    SoundSpace.shared.unqueue(sid, numEntries, bids)
}

@c @implementation
public func alDeleteSources(_ n: ALsizei, _ sources: UnsafePointer<ALuint>!) { SoundSpace.shared.delete(n, sources) }

// MARK: Questions

@c @implementation
public func alGetString(_ param: ALenum) -> UnsafePointer<ALchar>! { SoundSpace.shared.text(param) }

@c @implementation
public func alGetError() -> ALenum {
    let space = SoundSpace.shared
    let own = space.takeError()
    guard own == 0 else { return own }
    guard let soft, space.currentContext != nil else { return 0 }
    return soft.pointee.alGetError()
}

@c @implementation
public func alIsExtensionPresent(_ extname: UnsafePointer<ALchar>!) -> ALboolean {
    extname.map { SoundSpace.shared.hasExtension($0) } ?? false ? 1 : 0
}

@c @implementation
public func alGetProcAddress(_ fname: UnsafePointer<ALchar>!) -> UnsafeMutableRawPointer! {
    fname.flatMap { ExtensionFunctions.named($0) ?? SoundSpace.shared.function($0) }
}

@c @implementation
public func alGetEnumValue(_ ename: UnsafePointer<ALchar>!) -> ALenum {
    ename.map { SoundSpace.shared.constant($0) } ?? 0
}
