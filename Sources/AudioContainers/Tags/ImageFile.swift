/// The kind of file that a picture is, by its first bytes.
enum ImageFile {
    static func isPNG(_ image: [UInt8]) -> Bool { image.starts(with: [0x89, 0x50, 0x4E, 0x47]) }

    /// The type that tags write down; JPEG for what is nothing known, since that is what most readers try.
    static func mimeType(_ image: [UInt8]) -> String {
        if isPNG(image) { return "image/png" }
        if image.starts(with: "GIF8".utf8) { return "image/gif" }
        if image.starts(with: "BM".utf8) { return "image/bmp" }
        if image.count > 12, image.starts(with: "RIFF".utf8), image[8..<12].elementsEqual("WEBP".utf8) {
            return "image/webp"
        }
        return "image/jpeg"
    }
}
