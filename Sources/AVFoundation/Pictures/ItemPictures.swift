import AudioCore
import CoreMedia
import CoreVideo
import Foundation
import MovieFiles

/// Finds the picture of a track for any time, and decodes it. One thread at a time.
final class PictureFinder {
    let contents: PictureContents
    private let reader: PictureReader
    private let maker: PixelBufferMaker
    private var last: (number: Int, buffer: CVPixelBuffer)?

    /// - Throws: an `AVError` where there is no decoder.
    init(_ contents: PictureContents, _ settings: PixelSettings) throws {
        self.contents = contents
        do throws(AudioError) { reader = try contents.open() } catch { throw AVError(error) }
        reader.skipsDamage = true
        maker = PixelBufferMaker(settings, contents)
    }

    /// A picture, or the next one where the decoder does not give it; nil where it gives none.
    ///
    /// - Throws: an `AVError` where the file cannot be read.
    func picture(_ number: Int) throws -> (number: Int, buffer: CVPixelBuffer)? {
        if let last, last.number == number { return last }
        reader.seek(to: number)
        do {
            guard let shown = try reader.next() else { return nil }
            last = (shown.number, try maker.buffer(shown))
        } catch let error as AudioError { throw AVError(decoding: error) }
        return last
    }
}

/// The pictures of whatever item is played. Any thread may use it; pictures are decoded on the caller's, one at a time.
final class ItemPictures: @unchecked Sendable {
    private let settings: PixelSettings
    private let lock = NSLock()
    private weak var item: AVPlayerItem?
    private var finder: PictureFinder?
    /// The number of the picture that was given last.
    private var given: Int?

    init(_ settings: PixelSettings) { self.settings = settings }

    /// The pictures of an item that can be played; nil for one without.
    private static func contents(of item: AVPlayerItem?) -> PictureContents? {
        guard let item, item.state.withLock({ $0.status }) == .readyToPlay else { return nil }
        return item.asset.contents?.shownPictures
    }

    private static func number(at time: CMTime, in contents: PictureContents) -> Int? {
        contents.tick(time).flatMap { contents.timeline.number(at: $0) }
    }

    /// Whether another picture than the last one that was given is shown at a time.
    func isNew(at time: CMTime, of item: AVPlayerItem?) -> Bool {
        guard let contents = Self.contents(of: item), let number = Self.number(at: time, in: contents) else {
            return false
        }
        return lock.withLock { self.item !== item || given != number }
    }

    /// The picture of a time; nil where there is none, or it cannot be decoded.
    func picture(at time: CMTime, of item: AVPlayerItem?) -> (buffer: CVPixelBuffer, time: CMTime)? {
        guard let contents = Self.contents(of: item), let number = Self.number(at: time, in: contents) else {
            return nil
        }
        return lock.withLock {
            if self.item !== item || finder == nil {
                (self.item, given) = (item, nil)
                finder = try? PictureFinder(contents, settings)
            }
            given = number
            guard let found = try? finder?.picture(number) else { return nil }
            return (found.buffer, contents.time(contents.timeline.frame(found.number).start))
        }
    }
}
