import AVFoundation
import AudioCore
import CoreMedia
import Foundation

/// Makes thumbnails of a movie. Any thread may use it.
final class MovieThumbnails: Sendable {
    typealias Image = MPMediaItemArtwork.Image
    private let state = LockedValue(State())

    private struct State: @unchecked Sendable {
        /// Counts how often all were given up.
        var turn = 0
        /// Requests that are being carried out.
        var requests: [ObjectIdentifier: AVAssetImageGenerator] = [:]
    }

    private static func generator(_ asset: AVAsset, _ option: MPMovieTimeOption) -> AVAssetImageGenerator {
        let generator = AVAssetImageGenerator(asset: asset)
        generator.appliesPreferredTrackTransform = true
        if option == .exact { generator.requestedTimeToleranceBefore = .zero }
        return generator
    }

    /// Makes one, and returns it; nil where that is impossible.
    static func image(_ asset: AVAsset, _ time: TimeInterval, _ option: MPMovieTimeOption) -> Image? {
        let image = try? generator(asset, option).copyCGImage(at: CMTime(movieSeconds: time), actualTime: nil)
        return image.flatMap { Image(cgImage: $0) }
    }

    /// Makes some, one after the other on another thread.
    ///
    /// - Parameter done: called with the place of each time, and its image or why there is none. Not for those that were given up.
    func request(
        _ asset: AVAsset, _ times: [TimeInterval], _ option: MPMovieTimeOption,
        done: @escaping @Sendable (Int, Result<Image, any Error>) -> Void
    ) {
        guard !times.isEmpty else { return }
        let generator = Self.generator(asset, option)
        let id = ObjectIdentifier(generator)
        let turn = state.withLock { state in
            state.requests[id] = generator
            return state.turn
        }
        let place = LockedValue(0)
        generator.generateCGImagesAsynchronously(forTimes: times.map { NSValue(time: CMTime(movieSeconds: $0)) }) {
            [weak self] _, image, _, result, error in
            let number = place.withLock { place in
                place += 1
                return place - 1
            }
            let isLast = number == times.count - 1
            guard let self else { return }
            let made = result == .cancelled ? nil : image.flatMap { Image(cgImage: $0) }
            let (isWanted, ended) = state.withLock { state in
                (state.turn == turn, isLast ? state.requests.removeValue(forKey: id) : nil)
            }
            withExtendedLifetime(ended) {}
            guard isWanted, result != .cancelled else { return }
            if let made { done(number, .success(made)) } else { done(number, .failure(error ?? AVError(.unknown))) }
        }
    }

    /// Gives up all that have not been reported.
    func cancelAll() {
        let requests = state.withLock { state in
            state.turn += 1
            return Array(state.requests.values)
        }
        for request in requests { request.cancelAllCGImageGeneration() }
    }
}
