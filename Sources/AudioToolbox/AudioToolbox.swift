@_exported public import CAudioToolbox
@_exported public import CoreAudio
@_exported public import CoreMIDI
@_exported public import Foundation
