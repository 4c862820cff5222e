import CKernels
import Testing

/// Pictures as those that programs ask for.
@Suite struct PictureKernelTests {
    /// A picture of planes of bytes; chroma is halved as often as said.
    private func convert(
        _ planes: [[UInt8]], width: Int, height: Int, chroma: (x: Int32, y: Int32) = (1, 1), full: Bool = false,
        kind: CKPictureKind = CKPictureLumaChroma, depth: Int32 = 8,
        _ body: (UnsafePointer<CKPicture>, UnsafeMutablePointer<UInt8>) -> Void
    ) {
        var picture = CKPicture()
        (picture.width, picture.height) = (Int32(width), Int32(height))
        (picture.kind, picture.components) = (kind, Int32(planes.count))
        (picture.chromaX, picture.chromaY) = chroma
        picture.isFullRange = full ? 1 : 0
        (picture.red, picture.blue) = (0.299, 0.114)
        let bytes: Int32 = depth > 8 ? 2 : 1
        (picture.plane, picture.step) = ((0, 1, 2, 3), (bytes, bytes, bytes, bytes))
        picture.depth = (depth, depth, depth, depth)
        let across = kind == CKPictureLumaChroma ? (width + (1 << Int(chroma.x)) - 1) >> Int(chroma.x) : width
        let (own, others) = (Int64(width) * Int64(bytes), Int64(across) * Int64(bytes))
        picture.strides = (own, others, others, own)
        let memory = planes.map { plane in
            let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, plane.count))
            copy.update(from: plane, count: plane.count)
            return UnsafePointer(copy)
        }
        defer { for plane in memory { plane.deallocate() } }
        func plane(_ index: Int) -> UnsafePointer<UInt8>? { memory.indices.contains(index) ? memory[index] : nil }
        picture.planes = (plane(0), plane(1), plane(2), plane(3))
        let scratch = UnsafeMutablePointer<UInt8>.allocate(capacity: Int(CKPictureScratch(Int32(width))))
        defer { scratch.deallocate() }
        withUnsafePointer(to: picture) { body($0, scratch) }
    }

    private func biPlanar(
        _ planes: [[UInt8]], _ width: Int, _ height: Int, chroma: (x: Int32, y: Int32) = (1, 1), full: Bool = false,
        toFull: Bool = false, kind: CKPictureKind = CKPictureLumaChroma, depth: Int32 = 8
    ) -> (luma: [UInt8], chroma: [UInt8]) {
        var luma = [UInt8](repeating: 0, count: width * height)
        let row = (width + 1) / 2 * 2
        var colours = [UInt8](repeating: 0, count: row * ((height + 1) / 2))
        convert(planes, width: width, height: height, chroma: chroma, full: full, kind: kind, depth: depth) {
            CKPictureToBiPlanar($0, &luma, Int64(width), &colours, Int64(row), toFull ? 1 : 0, $1)
        }
        return (luma, colours)
    }

    private func bgra(
        _ planes: [[UInt8]], _ width: Int, _ height: Int, full: Bool = false,
        kind: CKPictureKind = CKPictureLumaChroma
    ) -> [UInt8] {
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        convert(planes, width: width, height: height, full: full, kind: kind) {
            CKPictureToBGRA($0, &pixels, Int64(width * 4), $1)
        }
        return pixels
    }

    @Test func planesOfHalfTheSizeAreJoinedAsTheyAre() {
        let (luma, chroma) = biPlanar([[1, 2, 3, 4, 5, 6, 7, 8, 9], [10, 20, 30, 40], [50, 60, 70, 80]], 3, 3)
        #expect(luma == [1, 2, 3, 4, 5, 6, 7, 8, 9] && chroma == [10, 50, 20, 60, 30, 70, 40, 80])
    }

    @Test func rangesAreConverted() {
        let wide = biPlanar([[16, 235, 126, 16], [240], [16]], 2, 2, toFull: true)
        #expect(wide.luma == [0, 255, 128, 0] && wide.chroma == [255, 1])
        let narrow = biPlanar([[0, 255, 128, 0], [255], [1]], 2, 2, full: true)
        #expect(narrow.luma == [16, 235, 126, 16] && narrow.chroma == [240, 16])
    }

    @Test func chromaOfEachPixelIsAveraged() {
        let whole = biPlanar(
            [[0, 0, 0, 0], [10, 20, 30, 40], [8, 8, 8, 8]], 2, 2, chroma: (0, 0))
        #expect(whole.chroma == [25, 8])
        let rows = biPlanar([[0, 0, 0, 0], [10, 20], [7, 8]], 2, 2, chroma: (1, 0))
        #expect(rows.chroma == [15, 8])
        let quarters = biPlanar(
            [[UInt8](repeating: 0, count: 16), [9, 9, 9, 9], [7, 7, 7, 7]], 4, 4, chroma: (2, 0))
        #expect(quarters.chroma == [9, 7, 9, 7, 9, 7, 9, 7])
    }

    @Test func tenBitsAreRounded() {
        // 64, 65, 66 and 1023 of 1024.
        let (luma, chroma) = biPlanar(
            [[64, 0, 65, 0, 66, 0, 255, 3], [0, 2], [2, 2]], 2, 2, depth: 10)
        #expect(luma == [16, 16, 17, 255] && chroma == [128, 129])
    }

    @Test func grayHasNoColour() {
        #expect(biPlanar([[50, 60]], 2, 1).chroma == [128, 128])
        #expect(bgra([[16, 235]], 2, 1) == [0, 0, 0, 255, 255, 255, 255, 255])
    }

    @Test func coloursAreThoseOfTheMatrix() {
        // Red, green and blue of BT.601 in the range of video.
        let pixels = bgra(
            [[81, 81, 145, 145, 41, 41], [90, 54, 240], [240, 34, 110]], 6, 1)
        let expected: [[UInt8]] = [[0, 0, 255, 255], [0, 255, 0, 255], [255, 0, 0, 255]]
        for (index, colour) in expected.enumerated() {
            let own = pixels[index * 8..<index * 8 + 4]
            #expect(zip(own, colour).allSatisfy { abs(Int($0) - Int($1)) <= 2 }, "\(Array(own)) for \(colour)")
        }
    }

    @Test func redGreenAndBlueBecomeLumaAndChroma() {
        let (luma, chroma) = biPlanar(
            [[255, 255, 255, 255], [0, 0, 0, 0], [0, 0, 0, 0]], 2, 2, kind: CKPictureRGB)
        #expect(luma == [81, 81, 81, 81] && chroma == [90, 240])
        let odd = biPlanar([[9], [9], [9]], 1, 1, toFull: true, kind: CKPictureRGB)
        #expect(odd.luma == [9] && odd.chroma == [128, 128])
    }

    @Test func placesOutsideAPictureShowItsBorder() {
        var source: [UInt8] = (0..<16).map { $0 }
        func pixel(_ matrix: [Double]) -> [UInt8] {
            var target: [UInt8] = [99, 99, 99, 99]
            source.withUnsafeMutableBufferPointer { from in
                target.withUnsafeMutableBufferPointer { to in
                    var one = CKPixels(base: from.baseAddress!, stride: 8, width: 2, height: 2)
                    var other = CKPixels(base: to.baseAddress!, stride: 4, width: 1, height: 1)
                    CKDrawPixels(&one, &other, matrix)
                }
            }
            return target
        }
        #expect(pixel([1, 0, 0, 1, 1e12, 1e12]) == [12, 13, 14, 15])
        #expect(pixel([1, 0, 0, 1, -1e12, 1e300]) == [8, 9, 10, 11])
        #expect(pixel([1, 0, 0, 1, .nan, 0]) == [0, 1, 2, 3])
        #expect(pixel([1e12, 0, 0, 1, 0, 0]) == [4, 5, 6, 7])
    }

    @Test func palettesHaveTheirColours() {
        var palette = [UInt8](repeating: 0, count: 1024)
        palette.replaceSubrange(4..<8, with: [1, 2, 3, 4])
        #expect(bgra([[1, 0], palette], 2, 1, kind: CKPicturePalette) == [1, 2, 3, 4, 0, 0, 0, 0])
    }
}
