import CoreAudioTypes

// The types of Core Media for Core Foundation.

extension CFClass {
    static let blockBuffer = CFClass("CMBlockBuffer", CMBlockBuffer.self)
    static let bufferQueue = CFClass("CMBufferQueue", CMBufferQueue.self)
    static let clock = CFClass("CMClock", CMClock.self)
    static let formatDescription = CFClass("CMFormatDescription", CMFormatDescription.self)
    static let sampleBuffer = CFClass("CMSampleBuffer", CMSampleBuffer.self)
    static let simpleQueue = CFClass("CMSimpleQueue", CMSimpleQueue.self)
    static let timebase = CFClass("CMTimebase", CMTimebase.self)
}
