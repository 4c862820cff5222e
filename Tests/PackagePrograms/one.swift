// Scripts/check-packages compiles this with the installed packages.
import AVFoundation
import Accelerate
import os.log

let format = AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 2)!
Logger(subsystem: "org.example", category: "check").debug("ready")
print(format.channelCount, vDSP.sum([1, 2, 3] as [Float]))
