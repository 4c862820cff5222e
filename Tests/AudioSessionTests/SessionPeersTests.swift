import AudioCore
import AudioSession
import Testing

/// Several sessions that tell each other what they do.
struct SessionPeersTests {
    /// The programs of one user. What one announces arrives at the others before anything else happens.
    struct Programs {
        var sessions: [Session]
        var began: [Int]
        var gains: [Float]

        init(_ count: Int) {
            sessions = Array(repeating: Session(), count: count)
            began = Array(repeating: 0, count: count)
            gains = Array(repeating: 1, count: count)
        }

        mutating func carryOut(_ effects: [Session.Effect], of index: Int) {
            for effect in effects {
                switch effect {
                case .gain(let gain): gains[index] = gain
                case .interruptionBegan: began[index] += 1
                case .interruptionEnded: began[index] -= 1
                case .announceActive(let setting):
                    tell(of: index) { $0.peerDidActivate("\(index)", setting) }
                case .announceInactive(let notifies):
                    tell(of: index) { $0.peerDidDeactivate("\(index)", notifiesOthers: notifies) }
                case .routeChanged, .secondaryAudioHint: break
                }
            }
        }

        private mutating func tell(of index: Int, _ body: (inout Session) -> [Session.Effect]) {
            for other in sessions.indices where other != index { carryOut(body(&sessions[other]), of: other) }
        }
    }

    @Test func agreeInAnyOrder() throws {
        let settings = try [
            SessionSetting.standard, SessionSetting(.ambient), SessionSetting(.playback),
            SessionSetting(.playback, options: .mixWithOthers), SessionSetting(.playback, options: .duckOthers),
            SessionSetting(.playAndRecord), SessionSetting(.record),
        ]
        var random = SeededGenerator(seed: 5)
        var programs = Programs(4)
        for _ in 0..<20_000 {
            let index = Int.random(in: 0..<4, using: &random)
            let effects: [Session.Effect]
            switch Int.random(in: 0..<4, using: &random) {
            case 0: effects = try programs.sessions[index].set(settings.randomElement(using: &random)!)
            case 1:
                // Becoming active ends an interruption without a notification.
                programs.began[index] = 0
                effects = try programs.sessions[index].activate()
            case 2:
                programs.began[index] = 0
                effects = programs.sessions[index].deactivate(notifiesOthers: true).effects
            default: effects = programs.sessions[index].routeDidChange(.newDeviceAvailable)
            }
            programs.carryOut(effects, of: index)
            let alone = programs.sessions.filter { $0.isActive && !$0.setting.isMixable }
            try #require(alone.count <= 1)
            for (session, gain) in zip(programs.sessions, programs.gains) { try #require(session.gain == gain) }
            for (session, began) in zip(programs.sessions, programs.began) {
                try #require(began == (session.isInterrupted ? 1 : 0))
                try #require(!session.isActive || !session.isInterrupted)
            }
        }
        for index in 0..<4 {
            programs.carryOut(programs.sessions[index].deactivate(notifiesOthers: false).effects, of: index)
        }
        #expect(programs.sessions.allSatisfy { !$0.isInterrupted && !$0.isOtherAudioPlaying && $0.gain == 1 })
    }

    private struct SeededGenerator: RandomNumberGenerator {
        private var state: UInt64
        init(seed: UInt64) { state = seed }
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 33
        }
    }
}
