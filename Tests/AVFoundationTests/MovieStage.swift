import AVFoundation
import CoreVideo
import Foundation
import TestSupport
import Testing

/// Films, and what ffmpeg makes of their pictures.
struct MovieStage {
    let folder = ScratchFolder()

    /// A film that ffmpeg makes with these arguments.
    func film(_ name: String, _ arguments: String) throws -> URL {
        let path = folder.file(name)
        let isMade = OtherProgram.run("ffmpeg -v error -nostdin -y \(arguments) '\(path)' > '\(folder.path)/log' 2>&1")
        guard isMade == 0 else {
            try Test.cancel("ffmpeg has no encoder for \(name), or failed")
        }
        return URL(fileURLWithPath: path)
    }

    /// Two seconds of 25 pictures each, with pictures that are decoded in another order than they are shown, and one second of sound.
    func usual(_ name: String = "usual.mp4") throws -> URL {
        try film(
            name,
            "-f lavfi -i testsrc2=size=96x64:rate=25:duration=2 -f lavfi -i sine=duration=1 -c:v libx264 -pix_fmt yuv420p "
                + "-bf 2 -g 10 -c:a aac -map 0:v -map 1:a")
    }

    /// Turns a film by a quarter, in place: the matrix is behind the name of its box and 40 bytes of fields.
    ///
    /// - Parameter width: the width of the turned pictures.
    func turn(_ url: URL, width: Int32) throws {
        var bytes = try Data(contentsOf: url)
        let place = try #require(bytes.range(of: Data("tkhd".utf8))).upperBound + 40
        let matrix: [Int32] = [0, 1 << 16, 0, -1 << 16, 0, 0, width << 16, 0, 1 << 30]
        let numbers = matrix.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        bytes.replaceSubrange(place..<place + 36, with: numbers)
        try bytes.write(to: url)
    }

    /// The times of all pictures in units of the track, as ffprobe has them, and the pixels of each, as ffmpeg decodes them.
    ///
    /// - Parameter most: how many pictures are decoded; nil for all.
    func reference(_ url: URL, pixels: String, most: Int? = nil) throws -> (times: [Int64], pixels: Data) {
        let (times, raw) = (folder.file("times"), folder.file("raw"))
        let probe =
            "ffprobe -v quiet -select_streams v:0 -show_entries frame=pts -of csv=p=0 '\(url.path)' | tr -d ' ,' > '\(times)'"
        try #require(OtherProgram.run(probe) == 0)
        let decode =
            "ffmpeg -v quiet -nostdin -y -noautorotate -i '\(url.path)' -map 0:v:0 -vsync passthrough -f rawvideo "
            + "\(most.map { "-frames:v \($0) " } ?? "")-pix_fmt \(pixels) '\(raw)'"
        _ = OtherProgram.run(decode)
        let text = String(decoding: OtherProgram.bytes(of: times) ?? [], as: UTF8.self)
        let numbers = text.split(separator: "\n").compactMap { Int64($0) }
        return (numbers, Data(OtherProgram.bytes(of: raw) ?? []))
    }

    /// The rows of a buffer without what is between them: luma, then chroma, or the only plane.
    static func bytes(_ buffer: CVPixelBuffer) -> Data {
        var bytes = Data()
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        func append(_ base: UnsafeMutableRawPointer?, _ rows: Int, _ stride: Int, _ count: Int) {
            guard let base else { return }
            for row in 0..<rows { bytes.append(Data(bytes: base + row * stride, count: count)) }
        }
        guard CVPixelBufferIsPlanar(buffer) else {
            append(
                CVPixelBufferGetBaseAddress(buffer), CVPixelBufferGetHeight(buffer),
                CVPixelBufferGetBytesPerRow(buffer),
                CVPixelBufferGetWidth(buffer) * 4)
            return bytes
        }
        for plane in 0..<CVPixelBufferGetPlaneCount(buffer) {
            append(
                CVPixelBufferGetBaseAddressOfPlane(buffer, plane), CVPixelBufferGetHeightOfPlane(buffer, plane),
                CVPixelBufferGetBytesPerRowOfPlane(buffer, plane),
                CVPixelBufferGetWidthOfPlane(buffer, plane) * (plane == 0 ? 1 : 2))
        }
        return bytes
    }

    /// Reads the pictures of a film.
    static func read(
        _ url: URL, _ settings: [String: Any]?, _ range: CMTimeRange? = nil, _ body: (CMSampleBuffer) throws -> Void
    ) throws -> AVAssetReader {
        let asset = AVURLAsset(url: url)
        let reader = try AVAssetReader(asset: asset)
        let track = try #require(asset.tracks(withMediaType: .video).first)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        reader.add(output)
        if let range { reader.timeRange = range }
        guard reader.startReading() else { return reader }
        while let buffer = output.copyNextSampleBuffer() { try body(buffer) }
        return reader
    }

    static func settings(_ format: OSType) -> [String: Any] {
        [String(describing: kCVPixelBufferPixelFormatTypeKey): NSNumber(value: format)]
    }

    /// Pixels in the arrangement in which most films have them.
    static var luma: [String: Any] { settings(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange) }
}
