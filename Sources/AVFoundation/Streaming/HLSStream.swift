import AudioCore
import Foundation
import RemoteMedia

/// An HTTP Live Stream: one variant of it, chosen at the start, and the requests for its segments.
final class HLSStream: Sendable {
    /// The playlist of segments, as it was first.
    let first: HLSMedia
    let environment: RemoteEnvironment
    private let address: String

    /// Keys and maps that were received, by their addresses; an honest stream has a few.
    private let kept = LockedValue<[String: [UInt8]]>([:])
    private static let mostKept = 32
    private static let largestSegment = 64 << 20
    private static let largestKept = 1 << 20

    /// - Parameters:
    ///   - bytes: of a playlist, of variants or of segments.
    ///   - address: of the playlist, after all redirects.
    init(
        _ bytes: [UInt8], at address: String, _ environment: RemoteEnvironment, _ cancellation: Cancellation
    ) throws(HTTPSource.Failure) {
        self.environment = environment
        switch try Self.parsed(bytes) {
        case .media(let media): (first, self.address) = (media, address)
        case .master(let master):
            let variant = try Self.resolved(master.chosen, address)
            let answer = try RemoteContent.bytes(
                variant, limit: Playlist.largestStream, environment
            ) { !cancellation.isCancelled }
            guard case .media(let media) = try Self.parsed(answer.bytes) else {
                throw HTTPSource.Failure("a variant of the stream is not a playlist of segments", .content)
            }
            (first, self.address) = (media, answer.address)
        }
    }

    private static func parsed(_ bytes: [UInt8]) throws(HTTPSource.Failure) -> HLSPlaylist {
        do throws(HLSPlaylist.Fault) { return try HLSPlaylist(parsing: bytes) } catch {
            throw HTTPSource.Failure(error.reason, .content)
        }
    }

    private static func resolved(_ uri: String, _ base: String) throws(HTTPSource.Failure) -> String {
        guard let address = URL(string: uri, relativeTo: URL(string: base))?.absoluteString,
            HTTPSource.isAddress(address)
        else { throw HTTPSource.Failure("an address in the playlist is not one of http or https", .content) }
        return address
    }

    /// Requests the playlist again, which has later segments meanwhile.
    func reload(_ cancellation: Cancellation) throws(HTTPSource.Failure) -> HLSMedia {
        let answer = try RemoteContent.bytes(
            address, limit: Playlist.largestStream, environment
        ) { !cancellation.isCancelled }
        guard case .media(let media) = try Self.parsed(answer.bytes) else {
            throw HTTPSource.Failure("the playlist has no segments any more", .content)
        }
        return media
    }

    /// Requests the sound of a segment.
    func sound(_ segment: HLSSegment, _ cancellation: Cancellation) throws(HTTPSource.Failure) -> SegmentSound {
        let map = try segment.map.map { (map) throws(HTTPSource.Failure) in
            try decrypted(try keep(map.uri, map.range, cancellation), map.key, segment.number, cancellation)
        }
        let place = try Self.resolved(segment.uri, address)
        let received = try RemoteContent.bytes(
            place, range: segment.range, limit: Self.largestSegment, environment
        ) { !cancellation.isCancelled }
        let bytes = try decrypted(received.bytes, segment.key, segment.number, cancellation)
        do throws(AudioError) { return try SegmentSound(bytes, map: map ?? []) } catch {
            throw HTTPSource.Failure(error.reason, .content)
        }
    }

    private func decrypted(
        _ bytes: [UInt8], _ key: HLSKey?, _ number: Int64, _ cancellation: Cancellation
    ) throws(HTTPSource.Failure) -> [UInt8] {
        guard let key else { return bytes }
        guard key.method == .aes128 else {
            throw HTTPSource.Failure("the stream is encrypted in a way that is not supported", .content)
        }
        guard let cipher = AES128(key: try keep(key.uri, nil, cancellation)),
            let plain = cipher.decrypt(bytes, vector: key.vector(ofSegment: number))
        else { throw HTTPSource.Failure("a segment cannot be decrypted", .content) }
        return plain
    }

    /// What segments have in common, which is requested once.
    private func keep(
        _ uri: String, _ range: Range<Int64>?, _ cancellation: Cancellation
    ) throws(HTTPSource.Failure) -> [UInt8] {
        let place = try Self.resolved(uri, address)
        let name = range.map { "\(place) \($0)" } ?? place
        if let known = kept.withLock({ $0[name] }) { return known }
        let received = try RemoteContent.bytes(
            place, range: range, limit: Self.largestKept, environment
        ) { !cancellation.isCancelled }
        kept.withLock { kept in
            if kept.count >= Self.mostKept { kept = [:] }
            kept[name] = received.bytes
        }
        return received.bytes
    }
}
