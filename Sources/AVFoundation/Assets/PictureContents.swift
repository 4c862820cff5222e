import AudioContainers
import AudioCore
import CoreMedia
import CoreVideo
import Foundation
import MovieFiles
import VideoCodecs

/// A track of pictures of an asset.
struct PictureContents: @unchecked Sendable {
    let id: CMPersistentTrackID
    let media: AssetMedia
    let movie: MovieFile.Pictures
    /// One for each format of the track.
    let formatDescriptions: [CMVideoFormatDescription]
    /// What the file says of the colours of each format.
    let colours: [PictureColours]

    var formatDescription: CMVideoFormatDescription { formatDescriptions[0] }

    var track: PictureTrack { movie.track }
    var timeline: PictureTimeline { movie.timeline }
    var timescale: CMTimeScale { track.timescale }
    var duration: CMTime { time(timeline.duration) }

    /// The tracks of a movie.
    ///
    /// - Parameter identifiers: one for each of them.
    static func all(
        of movie: MovieFile, _ media: AssetMedia, _ identifiers: [CMPersistentTrackID]
    ) -> [PictureContents] {
        zip(movie.pictures, identifiers).map { pictures, id in
            let read = pictures.track.formats.map { format in
                let (extensions, colours) = PictureExtensions.read(format)
                let description = try? CMFormatDescription(
                    videoCodecType: CMFormatDescription.MediaSubType(rawValue: format.coding.rawValue),
                    width: format.width, height: format.height, extensions: extensions)
                // Sizes of 16 bits always fit.
                return (description: description!, colours: colours)
            }
            return PictureContents(
                id: id, media: media, movie: pictures, formatDescriptions: read.map { $0.description },
                colours: read.map { $0.colours })
        }
    }

    func time(_ ticks: Int64) -> CMTime { CMTime(value: ticks, timescale: timescale) }

    /// The tick in which a time is; nil for a time that is no number.
    func tick(_ time: CMTime) -> Int64? {
        let converted = CMTimeConvertScale(time, timescale: timescale, method: .roundTowardNegativeInfinity)
        return converted.isNumeric ? converted.value : nil
    }

    /// The size at which pictures are meant to be shown, before they are turned.
    var naturalSize: CGSize {
        track.width > 0 && track.height > 0
            ? CGSize(width: track.width, height: track.height)
            : formatDescription.presentationDimensions(usePixelAspectRatio: true, useCleanAperture: true)
    }

    var transform: CGAffineTransform {
        let matrix = track.matrix
        return CGAffineTransform(
            a: matrix.a, b: matrix.b, c: matrix.c, d: matrix.d, tx: matrix.x, ty: matrix.y)
    }

    /// The size of the pictures as they are shown.
    var presentationSize: CGSize {
        let turned = CGRect(origin: .zero, size: naturalSize).applying(transform)
        return CGSize(width: abs(turned.width), height: abs(turned.height))
    }

    /// The parts of the timeline, those without pictures among them.
    var segments: [AVAssetTrackSegment] {
        var (made, end) = ([AVAssetTrackSegment](), Int64(0))
        func range(_ start: Int64, _ duration: Int64) -> CMTimeRange {
            CMTimeRange(start: time(start), duration: time(duration))
        }
        for segment in timeline.segments {
            if segment.start > end {
                made.append(
                    AVAssetTrackSegment(CMTimeMapping(source: .invalid, target: range(end, segment.start - end))))
            }
            made.append(
                AVAssetTrackSegment(
                    CMTimeMapping(
                        source: range(segment.mediaStart, segment.mediaDuration),
                        target: range(segment.start, segment.duration))))
            end = segment.end
        }
        return made
    }

    /// Pictures in a second, on average.
    var frameRate: Float {
        let samples = timeline.samples
        guard samples.count > 0, samples.end > 0 else { return 0 }
        return Float(Double(samples.count) * Double(timescale) / Double(samples.end))
    }

    /// Opens the track for decoding.
    ///
    /// - Throws: an `AudioError` where it cannot be opened or decoded.
    func open() throws(AudioError) -> PictureReader { try PictureReader(media.bytes(), movie) }
}

/// What a sample description says of pictures, as extensions of a format description.
enum PictureExtensions {
    static func read(_ format: PictureFormat) -> ([String: Any], PictureColours) {
        var extensions: [String: Any] = [:]
        func set(_ key: CFString, _ value: Any?) { extensions[String(describing: key)] = value }
        if !format.boxes.isEmpty {
            let atoms = NSMutableDictionary()
            for (id, body) in format.boxes where atoms.object(forKey: id.description as NSString) == nil {
                atoms.setObject(NSData(data: Data(body)), forKey: id.description as NSString)
            }
            set(kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms, atoms)
        }
        if !format.name.isEmpty { set(kCMFormatDescriptionExtension_FormatName, format.name as NSString) }
        if format.depth > 0 { set(kCMFormatDescriptionExtension_Depth, NSNumber(value: format.depth)) }
        set(kCMFormatDescriptionExtension_PixelAspectRatio, format.box("pasp").flatMap(pixelAspectRatio))
        set(kCMFormatDescriptionExtension_CleanAperture, format.box("clap").flatMap(cleanAperture))
        guard let colours = Self.colours(format) else { return (extensions, PictureColours()) }
        for (key, value) in PictureColourNames.attachments(colours) { extensions[key] = value }
        if let isFullRange = colours.isFullRange {
            set(kCMFormatDescriptionExtension_FullRangeVideo, NSNumber(value: isFullRange))
        }
        return (extensions, colours)
    }

    private static func pixelAspectRatio(_ box: [UInt8]) -> NSDictionary? {
        var input = ByteReader(box)
        guard let across = try? input.big(UInt32.self), let down = try? input.big(UInt32.self), across > 0, down > 0
        else { return nil }
        return [
            kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing: NSNumber(value: across),
            kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing: NSNumber(value: down),
        ]
    }

    /// Four fractions: width, height, and how far the centre is to the right and below.
    private static func cleanAperture(_ box: [UInt8]) -> NSDictionary? {
        var input = ByteReader(box)
        var values: [Double] = []
        for _ in 0..<4 {
            guard let above = try? input.big(Int32.self), let below = try? input.big(UInt32.self), below > 0 else {
                return nil
            }
            values.append(Double(above) / Double(below))
        }
        return [
            kCMFormatDescriptionKey_CleanApertureWidth: NSNumber(value: values[0]),
            kCMFormatDescriptionKey_CleanApertureHeight: NSNumber(value: values[1]),
            kCMFormatDescriptionKey_CleanApertureHorizontalOffset: NSNumber(value: values[2]),
            kCMFormatDescriptionKey_CleanApertureVerticalOffset: NSNumber(value: values[3]),
        ]
    }

    /// `colr`: numbers of ITU-T H.273, in MPEG-4 with the range.
    private static func colours(_ format: PictureFormat) -> PictureColours? {
        for (id, body) in format.boxes where id == "colr" {
            var input = ByteReader(body)
            guard let kind = try? input.fourCC(), kind == "nclx" || kind == "nclc",
                let primaries = try? input.big(UInt16.self), let transfer = try? input.big(UInt16.self),
                let matrix = try? input.big(UInt16.self)
            else { continue }
            let range = kind == "nclx" ? try? input.big(UInt8.self) : nil
            var colours = PictureColours(primaries: Int(primaries), transfer: Int(transfer), matrix: Int(matrix))
            colours.isFullRange = range.map { $0 & 0x80 != 0 }
            return colours
        }
        return nil
    }
}

/// Core Video's names of the numbers of ITU-T H.273.
enum PictureColourNames {
    /// What is known of colours, by the names of Core Video's attachments.
    static func attachments(_ colours: PictureColours) -> [String: NSString] {
        var made: [String: NSString] = [:]
        made[String(describing: kCVImageBufferColorPrimariesKey)] = primaries[colours.primaries].map { $0 as NSString }
        made[String(describing: kCVImageBufferTransferFunctionKey)] = transfers[colours.transfer].map { $0 as NSString }
        made[String(describing: kCVImageBufferYCbCrMatrixKey)] = matrices[colours.matrix].map { $0 as NSString }
        return made
    }

    private static let primaries: [Int: String] = [
        1: name(kCVImageBufferColorPrimaries_ITU_R_709_2), 5: name(kCVImageBufferColorPrimaries_EBU_3213),
        6: name(kCVImageBufferColorPrimaries_SMPTE_C), 9: name(kCVImageBufferColorPrimaries_ITU_R_2020),
        11: name(kCVImageBufferColorPrimaries_DCI_P3), 12: name(kCVImageBufferColorPrimaries_P3_D65),
    ]
    private static let transfers: [Int: String] = [
        1: name(kCVImageBufferTransferFunction_ITU_R_709_2), 6: name(kCVImageBufferTransferFunction_ITU_R_709_2),
        7: name(kCVImageBufferTransferFunction_SMPTE_240M_1995), 8: name(kCVImageBufferTransferFunction_Linear),
        13: name(kCVImageBufferTransferFunction_sRGB), 14: name(kCVImageBufferTransferFunction_ITU_R_2020),
        15: name(kCVImageBufferTransferFunction_ITU_R_2020), 16: name(kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ),
        17: name(kCVImageBufferTransferFunction_SMPTE_ST_428_1),
        18: name(kCVImageBufferTransferFunction_ITU_R_2100_HLG),
    ]
    private static let matrices: [Int: String] = [
        1: name(kCVImageBufferYCbCrMatrix_ITU_R_709_2), 5: name(kCVImageBufferYCbCrMatrix_ITU_R_601_4),
        6: name(kCVImageBufferYCbCrMatrix_ITU_R_601_4), 7: name(kCVImageBufferYCbCrMatrix_SMPTE_240M_1995),
        9: name(kCVImageBufferYCbCrMatrix_ITU_R_2020),
    ]

    private static func name(_ constant: CFString) -> String { String(describing: constant) }
}
