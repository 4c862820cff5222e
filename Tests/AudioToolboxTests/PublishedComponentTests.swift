import AudioToolbox
import Testing

/// What other programs would see of components, and what the program hears of its own.
@Suite struct PublishedComponentTests {
    @Test func noUnitIsPublished() throws {
        let unit = try makeUnit(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
        var description = AudioComponentDescription()
        description.componentType = kAudioUnitType_RemoteGenerator
        description.componentSubType = 0x7075_6273
        description.componentManufacturer = 0x7465_7374
        let name: CFString = "Tests: Published"
        #expect(AudioOutputUnitPublish(&description, name, 1, unit) == kAudioComponentErr_NotPermitted)
        #expect(AudioComponentCount(&description) == 0)
        #expect(AudioComponentInstanceDispose(unit) == noErr)
        #expect(AudioOutputUnitPublish(&description, name, 1, unit) == kAudio_ParamError)
        var any = AudioComponentDescription()
        let first = try #require(AudioComponentFindNext(nil, &any))
        #expect(AudioComponentGetLastActiveTime(first) == 0)
    }

    /// The notification comes before the call returns, on its thread, and the component is there already.
    @Test func aRegistrationIsAnnounced() throws {
        final class Announced: @unchecked Sendable {
            /// How many components with the description there were at each notification on the test's own thread.
            var counts: [UInt32] = []
        }
        var description = AudioComponentDescription()
        description.componentType = kAudioUnitType_Effect
        description.componentSubType = 0x616E_6E63
        description.componentManufacturer = 0x7465_7374
        let (announced, thread, wanted) = (Announced(), pthread_self(), description)
        let observer = NotificationCenter.default.addObserver(
            forName: Notification.Name(kAudioComponentRegistrationsChangedNotification as String), object: nil,
            queue: nil
        ) { notification in
            // Other tests register components on threads of their own.
            guard pthread_equal(pthread_self(), thread) != 0, notification.object == nil else { return }
            var wanted = wanted
            announced.counts.append(AudioComponentCount(&wanted))
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        #expect(AudioComponentRegister(&description, "Tests: Announced", 1, { _ in nil }) != nil)
        #expect(announced.counts == [1])
        // What is not registered is not announced.
        description.componentSubType = 0
        #expect(AudioComponentRegister(&description, "Tests: Nothing", 1, { _ in nil }) == nil)
        #expect(announced.counts == [1])
    }
}
