import Foundation
import Testing
import os

extension LogTests {
    @Suite struct Signposts {
        @Test func calls() throws {
            let journal = try Journal()
            let log = OSLog(subsystem: "s", category: .pointsOfInterest)
            os_signpost(.begin, log: log, name: "decode")
            os_signpost(.end, log: log, name: "decode", signpostID: OSSignpostID(18), "%d frames", 5)
            os_signpost(.event, log: log, name: "e", signpostID: OSSignpostID(1))
            os_signpost(.animationBegin, log: log, name: "a", signpostID: OSSignpostID(2))
            os_signpost(.animationBegin, log: log, name: "a", signpostID: OSSignpostID(2), "n=%d", 3)
            os_signpost(.event, log: log, name: "none", signpostID: .null)
            os_signpost(.event, log: log, name: "none", signpostID: .invalid)
            let first = try #require(journal.fields())
            #expect(
                [first["MESSAGE"], first["PRIORITY"], first["CATEGORY"]] == [
                    "begin decode 0xeeeeb0b5b2b2eeee", "7", "PointsOfInterest",
                ])
            #expect(journal.text() == "end decode 0x12: 5 frames")
            #expect(journal.text() == "event e 0x1")
            #expect(journal.text() == "begin a 0x2")
            #expect(journal.text() == "begin a 0x2: n=3")
            #expect(journal.bytes() == nil)
        }

        @Test func identifiers() {
            let log = OSLog.default
            let made = (0..<100).map { _ in OSSignpostID(log: log).rawValue }
            #expect(Set(made).count == 100)
            let object = NSObject()
            #expect(OSSignpostID(log: log, object: object) == OSSignposter().makeSignpostID(from: object))
            #expect(OSSignposter().makeSignpostID() != OSSignposter().makeSignpostID())
            #expect(OSSignpostID(1) < OSSignpostID(2))
            let value: os_signpost_id_t = OSSignpostID.exclusive.rawValue
            #expect(value == 0xeeee_b0b5_b2b2_eeee)
            #expect([OSSignpostID.null.rawValue, OSSignpostID.invalid.rawValue] == [0, .max])
            let types: [os_signpost_type_t] = [.event, .begin, .end]
            #expect(types.map(\.rawValue) == [0, 1, 2])
            #expect(OSSignpostType(1) == OSSignpostType(rawValue: 1))
        }

        @Test func intervals() throws {
            let journal = try Journal()
            let signposter = OSSignposter(subsystem: "s", category: "c")
            #expect(signposter.isEnabled)
            let state = signposter.beginInterval("load", id: OSSignpostID(3), "file \("x")")
            #expect(state._hasValue(id: OSSignpostID(3), isOpen: true))
            signposter.endInterval("load", state, "done \(1)")
            #expect(state._hasValue(id: OSSignpostID(3), isOpen: false))
            signposter.endInterval("load", state)
            #expect(journal.text() == "begin load 0x3: file x")
            let end = try #require(journal.text())
            #expect(end.wholeMatch(of: #/end load 0x3 after \d\.\d{6} s: done 1/#) != nil)
            #expect(journal.bytes() == nil)
        }

        @Test func otherForms() throws {
            let journal = try Journal()
            let signposter = OSSignposter(logger: Logger(subsystem: "s", category: "c"))
            signposter.emitEvent("tick", id: OSSignpostID(1))
            signposter.emitEvent("tick", id: OSSignpostID(1), "n \(2)")
            let animation = signposter.beginAnimationInterval("fade", id: OSSignpostID(1))
            signposter.endInterval("fade", animation)
            _ = signposter.beginAnimationInterval("fade", id: OSSignpostID(1), "m")
            #expect(signposter.withIntervalSignpost("task", id: OSSignpostID(1)) { 5 } == 5)
            #expect(signposter.withIntervalSignpost("task", id: OSSignpostID(1), "x") { 6 } == 6)
            _ = OSSignposter(subsystem: "s", category: .dynamicTracing).beginInterval("last")
            OSSignposter(logHandle: .default).emitEvent("event")
            let expected = [
                "event tick 0x1", "event tick 0x1: n 2", "begin fade 0x1", "end fade 0x1", "begin fade 0x1: m",
                "begin task 0x1", "end task 0x1", "begin task 0x1: x", "end task 0x1", "begin last 0xeeeeb0b5b2b2eeee",
                "event event 0xeeeeb0b5b2b2eeee",
            ]
            for text in expected { #expect(journal.text()?.replacing(#/ after .* s/#, with: "") == text) }
        }

        @Test func anIntervalIsEncoded() throws {
            let journal = try Journal()
            let state = OSSignpostIntervalState.beginState(id: OSSignpostID(9))
            let copy = try JSONDecoder().decode(OSSignpostIntervalState.self, from: JSONEncoder().encode(state))
            #expect(copy._hasValue(id: OSSignpostID(9), isOpen: true))
            OSSignposter().endInterval("far", copy)
            #expect(journal.text()?.hasPrefix("end far 0x9 after ") == true)
        }
    }
}
