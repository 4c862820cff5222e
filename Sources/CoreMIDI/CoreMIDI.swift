@_exported public import CCoreMIDI
@_exported public import CoreAudioTypes
@_exported public import Foundation
