import AVFAudio.AVAudioSession
import AVFoundation.AVFAudio
import AudioToolbox.AudioServices
import AudioUnit.AudioComponent
import CoreAudio.AudioHardware
import CoreAudioTypes.CoreAudioBaseTypes
import CoreMedia.CMTime

import class AVFoundation.AVAudioRecorder
import struct AVFoundation.CMTime

// Imports of single headers and of single types, as programs for a Mac have them.

/// Names one thing of each import.
func nameSubmodules() -> [Any] {
    [
        SystemSoundID.self, AudioDeviceID.self, AudioStreamBasicDescription.self, CMTime.self, AVAudioRecorder.self,
        AVAudioSession.self, AVAudioPlayer.self, AudioComponentDescription.self, CMTimeRange.self,
    ]
}
