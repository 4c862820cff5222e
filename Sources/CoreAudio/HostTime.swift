import AudioCore
import CCoreAudio

@c @implementation
public func AudioGetCurrentHostTime() -> UInt64 { HostTime.now() }

@c @implementation
public func AudioGetHostClockFrequency() -> Float64 { Float64(HostTime.ticksPerSecond) }

@c @implementation
public func AudioGetHostClockMinimumTimeDelta() -> UInt32 { 1 }

@c @implementation
public func AudioConvertHostTimeToNanos(_ inHostTime: UInt64) -> UInt64 { inHostTime }

@c @implementation
public func AudioConvertNanosToHostTime(_ inNanos: UInt64) -> UInt64 { inNanos }
