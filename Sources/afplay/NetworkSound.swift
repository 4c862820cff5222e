import AudioToolbox
import CoreAudioAdditions
import RemoteMedia
import ToolSupport

/// What an address answers with: a sound, or the first entry of a playlist that is one.
///
/// The sound is played as its bytes arrive. A file that cannot be played so is read by requests for ranges of it.
final class NetworkSound: SoundBringer {
    private let address: String
    /// What a file that is read by ranges is converted to.
    private let format: AudioStreamBasicDescription
    private let silence = Silence()
    private let file = LockedValue<RangedSound?>(nil)
    private let announced = LockedValue<String?>(nil)

    init(address: String, format: AudioStreamBasicDescription) { (self.address, self.format) = (address, format) }

    private var reader: SoundReader? { file.withLock { $0?.reader } }

    var duration: Double? { reader?.duration }

    var title: String? { reader?.title }

    var announcedTitle: String? { announced.withLock { $0 } }

    var canSeek: Bool { reader != nil }

    var waiting: String? { silence.text }

    func setInterrupted(_ isInterrupted: Bool) { file.withLock { $0?.remote.isInterrupted = isInterrupted } }

    func bring(from start: Double, _ makePlayer: @escaping MakePlayer) throws {
        if file.withLock({ $0 }) == nil {
            let reception = Reception(silence, format, makePlayer) { [announced] title in
                announced.withLock { $0 = title }
            }
            let ranged = try reception.play(address)
            file.withLock { $0 = ranged }
        }
        guard let file = file.withLock({ $0 }) else { return }
        do { try file.reader.bring(from: start, makePlayer) } catch { throw file.remote.failure ?? error }
    }
}

/// A file on a server that is read by ranges.
private struct RangedSound {
    let remote: RemoteFile
    let reader: SoundReader

    /// - Parameters:
    ///   - answer: what the server answered when it was asked for the whole file.
    ///   - format: what the sound is converted to.
    init(
        _ address: String, after answer: HTTPAnswer, _ silence: Silence, _ format: AudioStreamBasicDescription
    ) throws {
        let remote: RemoteFile
        do throws(HTTPSource.Failure) {
            remote = try RemoteFile(address, after: answer, options: .afplay, silence: silence) { Reception.report($0) }
        } catch {
            let status = kAudioFileStreamError_NotOptimized
            let reason = FileFault.reading(address, status) + ", and " + error.reason
            throw ToolError("AudioFileStreamParseBytes", status, because: reason)
        }
        do {
            let handle = try AudioFileHandle(reading: remote, named: address, typeHint: answer.typeHint)
            reader = try SoundReader(handle, name: address)
            try reader.convert(to: format)
        } catch { throw remote.failure ?? error }
        self.remote = remote
    }
}

/// The way from an address to a sound. Not for several threads.
private final class Reception {
    private let silence: Silence
    private let format: AudioStreamBasicDescription
    private let makePlayer: SoundBringer.MakePlayer
    private var player: QueuePlayer?
    /// What the station says that it plays, or its own name.
    private var title: String? {
        didSet {
            player?.show(title: title)
            announce(title)
        }
    }
    private let announce: (String?) -> Void
    private var seen: Set<String> = []

    // Of the answer at hand.
    private var stream: StreamPlayer?
    private var list: [UInt8]?
    private var base = ""
    private var ranged: RangedSound?
    private var failure: (any Error)?
    /// What began the answer that failed.
    private var answered = HTTPAnswer()

    /// How long a broadcast may falter unheard.
    private static let headStart = 1.0
    /// Addresses that are tried, playlists included.
    private static let mostAddresses = 16

    init(
        _ silence: Silence, _ format: AudioStreamBasicDescription, _ makePlayer: @escaping SoundBringer.MakePlayer,
        announce: @escaping (String?) -> Void
    ) {
        (self.silence, self.format, self.makePlayer, self.announce) = (silence, format, makePlayer, announce)
    }

    /// Plays what an address leads to, as it arrives.
    ///
    /// - Returns: a file that has not been played, because it cannot be as it arrives; nil once all was played.
    func play(_ address: String) throws -> RangedSound? {
        var waiting = [address]
        var first: (any Error)?
        while let next = waiting.first, seen.count < Self.mostAddresses {
            waiting.removeFirst()
            guard seen.insert(next).inserted else { continue }
            do {
                // What a playlist in a playlist names goes before what follows it.
                guard let entries = try receive(next) else { return ranged }
                waiting = entries + waiting
            } catch {
                if player != nil { throw error }
                first = first ?? error
            }
        }
        throw first ?? HTTPSource.Failure("the playlist leads to no sound")
    }

    /// Notifies the user of what happens.
    static func report(_ event: HTTPSource.Event) {
        switch event {
        case .title(let title): complain("Title: \(title)")
        case .lost(let reason): complain("Connecting again: \(reason)")
        }
    }

    /// Plays what an address answers with, or opens it in `ranged`. Where that is a playlist, returns its entries.
    private func receive(_ address: String) throws -> [String]? {
        (stream, list, failure) = (nil, nil, nil)
        let source = HTTPSource(
            address, options: .afplay, silence: silence,
            note: { [self] event in
                Self.report(event)
                if case .title(let title) = event { self.title = title }
            },
            take: { [self] bytes, answer, isDiscontinuous in
                do { return try take(bytes, answer, isDiscontinuous, address) } catch {
                    failure = error
                    answered = answer
                    return false
                }
            })
        try source.run()
        if let failure {
            guard player == nil, (failure as? ToolError)?.status == kAudioFileStreamError_NotOptimized else {
                throw explained(failure, address)
            }
            ranged = try RangedSound(base, after: answered, silence, format)
            return nil
        }
        if let list { return try Playlist(list, base: base).addresses }
        do { try stream?.finish() } catch { throw explained(error, address) }
        return nil
    }

    /// An error with the address, and what was found there.
    private func explained(_ error: any Error, _ address: String) -> any Error {
        guard let error = error as? ToolError else { return error }
        return error.explained("\(address): " + FileFault.causeOfReading(head: stream?.head ?? [], error.status))
    }

    private func take(
        _ bytes: UnsafeRawBufferPointer, _ answer: HTTPAnswer, _ isDiscontinuous: Bool, _ address: String
    ) throws -> Bool {
        if stream == nil, list == nil {
            base = answer.address(of: address)
            if Playlist.isMeant(by: answer, at: base) { list = [] }
        }
        if list != nil {
            list?.append(contentsOf: bytes)
            guard list?.count ?? 0 <= Playlist.largestSize else {
                throw HTTPSource.Failure("the playlist is too long")
            }
            return true
        }
        let stream = try stream ?? makeStream(answer)
        self.stream = stream
        return try stream.parse(bytes, isDiscontinuous: isDiscontinuous)
    }

    private func makeStream(_ answer: HTTPAnswer) throws(ToolError) -> StreamPlayer {
        if title == nil { title = answer["icy-name"] }
        return try StreamPlayer(typeHint: answer.typeHint) { [unowned self] (sound) throws(ToolError) in
            let made = try makePlayer(sound, Self.headStart)
            made.show(title: title)
            player = made
            return made
        }
    }
}

extension HTTPOptions {
    fileprivate static let afplay = HTTPOptions(agent: "afplay")
}
