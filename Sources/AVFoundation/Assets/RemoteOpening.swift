import AudioContainers
import AudioCore
import Foundation
import RemoteMedia

/// The way from a URL that is not a file's to what is there.
struct RemoteOpening {
    private let url: URL
    private let environment: RemoteEnvironment
    private let cancellation: Cancellation
    private let loader: AVAssetResourceLoader?

    init(_ url: URL, _ environment: RemoteEnvironment, _ cancellation: Cancellation, _ loader: AVAssetResourceLoader?) {
        (self.url, self.environment, self.cancellation, self.loader) = (url, environment, cancellation, loader)
    }

    func contents() throws -> AssetContents {
        let address = url.absoluteString
        guard HTTPSource.isAddress(address) else {
            guard let loader else { throw Inspection.notReadable }
            return try loaded(try loader.open())
        }
        return try contents(at: address)
    }

    /// Playlists that lead from one to the next, and addresses that are tried of the first. Of each that follows, a quarter is tried.
    private static let deepest = 4
    private static let mostAddresses = 16

    /// - Parameter first: the address that led here through playlists; nil for the first one.
    private func contents(at address: String, depth: Int = 0, from first: String? = nil) throws -> AssetContents {
        // A playlist may lead to other servers, which do not get the credentials for the first one.
        let environment = self.environment.redirected(from: first ?? address, to: address)
        let content = try RemoteContent.open(address, environment) { [cancellation] in !cancellation.isCancelled }
        switch content {
        case .ranges(let file, let answer):
            let media = AssetMedia.bytes(Self.hint(answer, address)) { RemoteBytes(file, $0) }
            do { return try AssetContents(media, cancellation) } catch {
                throw (file.failure as (any Error)?) ?? error
            }
        case .whole(let download, let answer):
            let media = AssetMedia.bytes(Self.hint(answer, address)) { DownloadBytes(download, $0) }
            do { return try AssetContents(media, cancellation) } catch {
                throw (download.failure as (any Error)?) ?? error
            }
        case .broadcast(let answer, let place):
            let hint = Self.hint(answer, address)
            let radio = StreamedMedia.radio(place, hint, environment.redirected(from: address, to: place))
            return try AssetContents(stream: radio, cancellation, name: answer["icy-name"])
        case .list(let bytes, let place):
            if HLSPlaylist.isMeant(by: bytes) {
                let own = environment.redirected(from: address, to: place)
                let stream = try HLSStream(bytes, at: place, own, cancellation)
                return try AssetContents(stream: .live(stream), cancellation, name: nil)
            }
            return try self.first(of: Playlist(bytes, base: place).addresses, depth: depth, from: first ?? address)
        }
    }

    /// The first address of a playlist that has a sound.
    private func first(of addresses: [String], depth: Int, from first: String) throws -> AssetContents {
        var failure: (any Error)?
        guard depth < Self.deepest else { throw HTTPSource.Failure("the playlist leads to no sound", .content) }
        for address in addresses.prefix(max(1, Self.mostAddresses >> (2 * depth)))
        where !cancellation.isCancelled {
            do { return try contents(at: address, depth: depth + 1, from: first) } catch { failure = failure ?? error }
        }
        throw failure ?? HTTPSource.Failure("the playlist leads to no sound", .content)
    }

    /// What a program's delegate loads.
    private func loaded(_ resource: LoadedResource) throws -> AssetContents {
        if let redirect = resource.redirect { return try contents(at: redirect) }
        let hint = Self.hint(contentType: resource.contentType, url.absoluteString)
        do { return try AssetContents(.bytes(hint) { ResourceBytes(resource, $0) }, cancellation) } catch {
            throw resource.failure ?? error
        }
    }

    private static func hint(_ answer: HTTPAnswer, _ address: String) -> FourCC {
        hint(contentType: answer.contentType, address)
    }

    /// The file type for a MIME type or uniform type identifier, or else for the ending of the address; 0 for none.
    static func hint(contentType: String?, _ address: String) -> FourCC {
        if let contentType, !contentType.isEmpty {
            let types = Containers.all.flatMap { $0.types }
            let found = types.first { $0.mimeTypes.contains(contentType) || $0.utis.contains(contentType) }
            if let found { return found.id }
        }
        let path = URL(string: address)?.path ?? ""
        return Containers.type(ofName: path) ?? FourCC(0)
    }
}

extension AVError {
    /// The error for one of a server, whose underlying error is one of `NSURLErrorDomain`.
    init(_ failure: HTTPSource.Failure) {
        let (code, number): (Code, Int) =
            switch failure.cause {
            case .status(404), .status(410): (.contentIsUnavailable, NSURLErrorFileDoesNotExist)
            case .status(401): (.contentIsUnavailable, NSURLErrorUserAuthenticationRequired)
            case .status(403): (.contentIsUnavailable, NSURLErrorNoPermissionsToReadFile)
            case .status: (.serverIncorrectlyConfigured, NSURLErrorBadServerResponse)
            case .server: (.serverIncorrectlyConfigured, NSURLErrorBadServerResponse)
            case .content: (.fileFailedToParse, NSURLErrorCannotParseResponse)
            case .interrupted: (.operationCancelled, NSURLErrorCancelled)
            case .connection: (.unknown, NSURLErrorNetworkConnectionLost)
            case .other: (.unknown, NSURLErrorUnknown)
            }
        let own = NSError(
            domain: NSURLErrorDomain, code: number, userInfo: [NSLocalizedDescriptionKey: failure.reason])
        self.init(code, userInfo: [NSUnderlyingErrorKey: own, NSLocalizedFailureReasonErrorKey: failure.reason])
    }
}
