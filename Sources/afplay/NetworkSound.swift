import ToolSupport

/// What an address answers with, played as its bytes arrive: a sound, or the first entry of a playlist that is one.
struct NetworkSound: SoundBringer {
    let address: String
    private let silence = Silence()

    init(address: String) { self.address = address }

    var duration: Double? { nil }

    var waiting: String? { silence.text }

    func bring(from start: Double, _ makePlayer: @escaping MakePlayer) throws {
        try Reception(silence, makePlayer).play(address)
    }
}

/// The way from an address to a sound. Not for several threads.
private final class Reception {
    private let silence: Silence
    private let makePlayer: SoundBringer.MakePlayer
    private var player: QueuePlayer?
    /// What the station says that it plays, or its own name.
    private var title: String? { didSet { player?.show(title: title) } }
    private var seen: Set<String> = []

    // Of the answer at hand.
    private var stream: StreamPlayer?
    private var list: [UInt8]?
    private var base = ""
    private var failure: (any Error)?

    /// How long a broadcast may falter unheard.
    private static let headStart = 1.0
    /// Addresses that are tried, playlists included.
    private static let mostAddresses = 16

    init(_ silence: Silence, _ makePlayer: @escaping SoundBringer.MakePlayer) {
        (self.silence, self.makePlayer) = (silence, makePlayer)
    }

    func play(_ address: String) throws {
        var waiting = [address]
        var first: (any Error)?
        while let next = waiting.first, seen.count < Self.mostAddresses {
            waiting.removeFirst()
            guard seen.insert(next).inserted else { continue }
            do {
                // What a playlist in a playlist names goes before what stands behind it.
                guard let entries = try receive(next) else { return }
                waiting = entries + waiting
            } catch {
                if player != nil { throw error }
                first = first ?? error
            }
        }
        throw first ?? HTTPSource.Failure("the playlist leads to no sound")
    }

    /// Plays what an address answers with. Where that is a playlist, returns its entries.
    private func receive(_ address: String) throws -> [String]? {
        (stream, list, failure) = (nil, nil, nil)
        let source = HTTPSource(
            address, silence: silence,
            note: { [self] event in
                switch event {
                case .title(let title):
                    complain("Title: \(title)")
                    self.title = title
                case .lost(let reason): complain("Connecting again: \(reason)")
                }
            },
            take: { [self] bytes, answer, isDiscontinuous in
                do { return try take(bytes, answer, isDiscontinuous, address) } catch {
                    failure = error
                    return false
                }
            })
        try source.run()
        if let failure { throw explained(failure, address) }
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
