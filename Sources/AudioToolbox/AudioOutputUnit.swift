import AudioUnits
import CAudioToolbox

// The bodies of AudioToolbox/AudioOutputUnit.h.

@c @implementation
public func AudioOutputUnitStart(_ ci: AudioUnit) -> OSStatus { status { try instance(ci).start() } }

@c @implementation
public func AudioOutputUnitStop(_ ci: AudioUnit) -> OSStatus { status { try instance(ci).stop() } }
