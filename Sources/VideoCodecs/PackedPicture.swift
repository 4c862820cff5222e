import CFFmpeg

/// How the bytes of a picture lie that nobody has to decode.
package enum PackedLayout: Sendable {
    /// Two pixels in four bytes, which share Cb and Cr.
    case yuy2, uyvy
    /// A plane of luma, and one of Cb and Cr for two by two pixels.
    case nv12
    /// A plane each of luma, Cb and Cr, the latter for two by two pixels.
    case i420
    /// Four bytes a pixel, the last of which is alpha or means nothing.
    case bgra, bgrx, rgba, rgbx
    /// Three bytes a pixel.
    case rgb, bgr
    case gray8
}

extension DecodedPicture {
    /// A picture in memory as it is: each plane follows the one before. Nil where the memory is too short, or a size makes no sense.
    ///
    /// - Parameters:
    ///   - stride: bytes from one row of the first plane to the next. Those of other planes follow from it.
    ///   - bytes: good as long as the picture is used.
    package init?(
        _ layout: PackedLayout, width: Int, height: Int, stride: Int, bytes: UnsafeRawBufferPointer
    ) {
        guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), (1...1 << 15).contains(width),
            (1...1 << 15).contains(height), (1...1 << 20).contains(stride)
        else { return nil }
        var picture = FFPicture()
        (picture.width, picture.height) = (Int32(width), Int32(height))
        picture.kind = Int32(FFPictureLumaChroma)
        picture.depth = (8, 8, 8, 8)
        picture.components = 3
        (picture.primaries, picture.transfer, picture.matrix) = (2, 2, 2)
        picture.number = -1
        let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
        /// Bytes of a row, and how many rows of that stride the planes have together.
        var row = width
        var size = stride * (height - 1)
        switch layout {
        case .yuy2, .uyvy:
            let luma: Int32 = layout == .yuy2 ? 0 : 1
            picture.step = (2, 4, 4, 0)
            picture.offset = (luma, 1 - luma, 3 - luma, 0)
            picture.chromaX = 1
            row = 4 * halfWidth
        case .nv12:
            picture.plane = (0, 1, 1, 0)
            picture.step = (1, 2, 2, 0)
            picture.offset = (0, 0, 1, 0)
            (picture.chromaX, picture.chromaY) = (1, 1)
            size = stride * (height + halfHeight - 1)
            row = 2 * halfWidth
        case .i420:
            picture.plane = (0, 1, 2, 0)
            picture.step = (1, 1, 1, 0)
            (picture.chromaX, picture.chromaY) = (1, 1)
            let chroma = (stride + 1) / 2
            picture.strides = (Int64(stride), Int64(chroma), Int64(chroma), 0)
            size = stride * height + chroma * (2 * halfHeight - 1)
            row = halfWidth
        case .gray8:
            picture.components = 1
            picture.step = (1, 0, 0, 0)
            picture.range = Int32(FFRangeFull)
        case .bgra, .bgrx, .rgba, .rgbx, .rgb, .bgr:
            picture.kind = Int32(FFPictureRGB)
            let step: Int32 = [.rgb, .bgr].contains(layout) ? 3 : 4
            let isRedFirst = [.rgba, .rgbx, .rgb].contains(layout)
            picture.step = (step, step, step, step)
            picture.offset = isRedFirst ? (0, 1, 2, 3) : (2, 1, 0, 3)
            if [.bgra, .rgba].contains(layout) { (picture.components, picture.hasAlpha) = (4, 1) }
            row = Int(step) * width
        }
        guard stride >= min(row, width), bytes.count - row >= size else { return nil }
        picture.planes.0 = base
        if picture.strides.0 == 0 { picture.strides = (Int64(stride), Int64(stride), 0, 0) }
        if layout == .nv12 || layout == .i420 { picture.planes.1 = base + stride * height }
        if layout == .i420 { picture.planes.2 = base + stride * height + Int(picture.strides.1) * halfHeight }
        self.init(picture)
    }
}
