import AudioCore
import MessageBus
import Testing

@testable import AudioSession

/// What sessions tell each other, as values.
struct PeerStateTests {
    private static let settings: [SessionSetting] = SessionCategory.allCases.flatMap { category in
        SessionMode.allCases.flatMap { mode in
            SessionPolicy.allCases.flatMap { policy in
                [0, 1, 2, 0x11, 0x20, 0x4, 0x8].compactMap { options in
                    try? SessionSetting(category, mode: mode, options: .init(rawValue: options), policy: policy)
                }
            }
        }
    }

    @Test func arrivesAsItWasSent() {
        #expect(Self.settings.count > 100)
        for setting in Self.settings {
            for isActive in [true, false] {
                let state = PeerState(isActive: isActive, setting: setting, since: 77, notifiesOthers: !isActive)
                #expect(PeerState([state.message], at: 100) == state)
            }
        }
    }

    /// The names are known to other versions.
    @Test func hasLastingNames() {
        let categories = "ambient soloAmbient playback record playAndRecord audioProcessing multiRoute"
        #expect(SessionCategory.allCases.map { "\($0)" } == categories.split(separator: " ").map(String.init))
        let modes =
            "standard voiceChat gameChat videoRecording measurement moviePlayback videoChat spokenAudio voicePrompt "
            + "shortFormVideo dualRoute"
        #expect(SessionMode.allCases.map { "\($0)" } == modes.split(separator: " ").map(String.init))
        let policies = "standard longFormAudio independent longFormVideo"
        #expect(SessionPolicy.allCases.map { "\($0)" } == policies.split(separator: " ").map(String.init))
    }

    private func state(_ values: [String: BusValue]) -> PeerState? { PeerState([.dictionary(values)], at: 100) }

    @Test func readsWhatLaterVersionsSend() throws {
        let later: [String: BusValue] = [
            "active": .flag(true), "since": .uint64(50), "category": .text("hologram"), "mode": .text("whisper"),
            "options": .uint64(0x8000_0003), "policy": .text("shared"), "flavour": .structure([.byte(1)]),
        ]
        let expected = try SessionSetting(.playback, options: [.mixWithOthers, .duckOthers])
        #expect(state(later)?.setting == expected)
        // What does not go together here keeps what matters to others.
        let unknown = SessionOptions(rawValue: 0x8000_0000)
        let setting = SessionSetting.read(
            category: "record", mode: "spokenAudio",
            options: [.duckOthers, .allowBluetoothHFP, .defaultToSpeaker, unknown], policy: "standard")
        let kept: SessionOptions = [.duckOthers, .allowBluetoothHFP]
        #expect(setting == (try SessionSetting(.record, mode: .spokenAudio, options: kept)))
        let chat = SessionSetting.read(
            category: "playback", mode: "videoChat", options: .duckOthers, policy: "standard")
        #expect(chat == (try SessionSetting(.playback, options: .duckOthers)))
    }

    @Test func isNotOfALaterTimeThanNow() {
        #expect(state(["active": .flag(true), "since": .uint64(.max)])?.since == 100)
        #expect(state(["active": .flag(true)])?.since == 100)
        #expect(state(["active": .flag(true), "since": .int32(-1)])?.since == 100)
    }

    @Test func isNoneWithoutTheRightTypes() {
        #expect(state([:]) == nil)
        #expect(state(["active": .uint32(1)]) == nil)
        #expect(PeerState([], at: 1) == nil)
        #expect(PeerState([.text("active")], at: 1) == nil)
        #expect(PeerState([.array(of: "{su}", [.entry(.text("active"), .uint32(1))])], at: 1) == nil)
        #expect(
            state(["active": .flag(true), "category": .uint32(3), "options": .text("1")])?.setting.category == .playback
        )
    }

    /// 16 messages at once, and 20 a second.
    @Test func paysForSomeMessages() {
        var budget = BusBudget()
        let start: UInt64 = 1_000_000_000_000
        func take(_ microseconds: UInt64) -> Bool { budget.take(at: start + microseconds * 1000) }
        #expect((0..<100).filter { _ in take(0) }.count == 16)
        #expect(budget.nextTime == start + 50_000_000)
        #expect(!take(49_999))
        #expect(take(50_000))
        #expect(!take(50_000))
        // Each message of a second, a thousand in all, once all is paid for.
        #expect((0..<1000).filter { take(1_000_000 + $0 * 1000) }.count == 16 + 19)
        #expect(!budget.isRested(at: start + 2_000_000_000))
        #expect(budget.isRested(at: start + 4_000_000_000))
    }

    /// One that costs as much as several, and one that costs more than there can be, which is paid for by all there is.
    @Test func paysForLargeMessages() {
        var budget = BusBudget()
        let start: UInt64 = 1_000_000_000_000
        let taken = [(10, 0), (7, 0), (6, 0), (99, 799_999_999), (99, 800_000_000), (1, 800_000_000)].map {
            budget.take($0, at: start + $1)
        }
        #expect(taken == [true, false, true, false, true, false])
    }
}
