import CoreAudioTypes

// The types of Core Video for Core Foundation.

extension CFClass {
    static let buffer = CFClass("CVPixelBuffer", CVBuffer.self)
    static let pool = CFClass("CVPixelBufferPool", CVPixelBufferPool.self)
}
