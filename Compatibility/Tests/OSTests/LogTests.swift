import COSSupport
import Foundation
import OSLog
import Swift5Client
import Testing
import os.activity
import os.lock
import os.log
import os.signpost

/// The tests that write messages. They follow one another, because a process has one log.
@Suite(.serialized) struct LogTests {}

extension LogTests {
    @Suite struct Output {
        @Test func theJournalGetsEachFieldByteForByte() throws {
            let journal = try Journal()
            Logger(subsystem: "com.example.player", category: "decode\nloud").error("packet \(3) of\n\(UInt8(9))")
            let head = """
                PRIORITY=3
                SYSLOG_IDENTIFIER=\(ProcessInfo.processInfo.processName)
                SUBSYSTEM=com.example.player
                CATEGORY=decode loud
                TID=\(threadNumber())
                MESSAGE

                """
            let text = "packet 3 of\n9"
            let size: [UInt8] = [UInt8(text.utf8.count), 0, 0, 0, 0, 0, 0, 0]
            let expected: [UInt8] = Array(head.utf8) + size + Array((text + "\n").utf8)
            #expect(journal.bytes() == expected)
            #expect(journal.bytes() == nil)
        }

        @Test(
            arguments: [
                (OSLogType.default, "5"), (.info, "6"), (.debug, "7"), (.error, "3"), (.fault, "2"),
            ] as [(OSLogType, String)]) func aTypeHasAPriority(type: OSLogType, priority: String) throws
        {
            let journal = try Journal()
            Logger().log(level: type, "x")
            os_log(type, "y")
            #expect(journal.fields()?["PRIORITY"] == priority)
            #expect(journal.fields()?["PRIORITY"] == priority)
        }

        @Test func methodsOfALoggerHaveTypes() throws {
            let journal = try Journal()
            let logger = Logger(OSLog(subsystem: "s", category: "c"))
            logger.log("log")
            logger.trace("trace")
            logger.debug("debug")
            logger.info("info")
            logger.notice("notice")
            logger.warning("warning")
            logger.error("error")
            logger.critical("critical")
            logger.fault("fault")
            let priorities = ["5", "7", "7", "6", "5", "3", "3", "2", "2"]
            let names = ["log", "trace", "debug", "info", "notice", "warning", "error", "critical", "fault"]
            for (name, priority) in zip(names, priorities) {
                let fields = try #require(journal.fields())
                #expect([fields["MESSAGE"], fields["PRIORITY"]] == [name, priority])
                #expect([fields["SUBSYSTEM"], fields["CATEGORY"]] == ["s", "c"])
            }
        }

        @Test func withoutAJournalAMessageIsOneLine() throws {
            let journal = try Journal(isThere: false)
            Logger(subsystem: "com.example", category: "net").notice("a\nb")
            Logger().fault("plain")
            Logger().notice("\(String(repeating: "x", count: 10000))")
            let head = "\(ProcessInfo.processInfo.processName)[\(getpid())]: "
            let long = String(repeating: "x", count: 10000)
            #expect(journal.errorOutput() == "\(head)[com.example:net] a\\nb\n\(head)plain\n\(head)\(long)\n")
        }

        @Test func aLongMessageIsWholeUpTo64KiB() throws {
            let journal = try Journal()
            let long = String(repeating: "x", count: 65000)
            Logger().notice("\(long)")
            #expect(journal.text() == long)
            Logger().notice("\(String(repeating: "é", count: 40000), privacy: .public)")
            #expect(journal.text() == String(repeating: "é", count: 32768))
        }

        @Test(arguments: [
            (0, [true, false, false, true, true]), (1, [true, true, false, true, true]),
            (2, [true, true, true, true, true]), (-1, [false, false, false, false, false]),
        ])
        func aLevelEnablesTypes(level: Int, isEnabled: [Bool]) throws {
            let journal = try Journal(level: Int32(level))
            let log = OSLog(subsystem: "s", category: .pointsOfInterest)
            let types: [OSLogType] = [
                OS_LOG_TYPE_DEFAULT, OS_LOG_TYPE_INFO, OS_LOG_TYPE_DEBUG, OS_LOG_TYPE_ERROR, OS_LOG_TYPE_FAULT,
            ]
            #expect(types.map { log.isEnabled(type: $0) } == isEnabled)
            #expect(types.map { os_log_type_enabled(log, $0) } == isEnabled)
            #expect(log.signpostsEnabled == isEnabled[2])
            for type in types { Logger(log).log(level: type, "\(Int(type.rawValue))") }
            let written = zip(types, isEnabled).filter(\.1).map { String($0.0.rawValue) }
            #expect(written.map { _ in journal.text() } == written)
            #expect(journal.bytes() == nil)
        }

        @Test func theDisabledLogWritesNothing() throws {
            let journal = try Journal()
            Logger(.disabled).fault("x")
            os_log("x", log: .disabled)
            os_log(.fault, log: OSLog.disabled, "x")
            os_signpost(.event, log: .disabled, name: "x")
            #expect(!OSLog.disabled.isEnabled(type: .fault))
            #expect(!OSSignposter.disabled.isEnabled)
            #expect(journal.bytes() == nil)
        }

        @Test func aMessageThatIsNotWrittenEvaluatesNothing() throws {
            let journal = try Journal(level: 0)
            var count = 0
            func next() -> Int {
                count += 1
                return count
            }
            Logger().debug("\(next())")
            Logger().info("\(next())")
            OSSignposter().emitEvent("x", "\(next())")
            #expect(count == 0)
            Logger().notice("\(next())")
            #expect(count == 1)
            #expect(journal.text() == "1")
        }

        @Test func aDescriptionMayItselfLog() throws {
            struct Loud: CustomStringConvertible {
                var description: String {
                    Logger().notice("inner")
                    return "value"
                }
            }
            let journal = try Journal()
            Logger().notice("outer \(Loud())")
            #expect([journal.text(), journal.text()] == ["inner", "outer value"])
        }

        @Test func namesOfC() throws {
            let journal = try Journal()
            let log: os_log_t = os_log_create("one", "two")
            let type: os_log_type_t = .info
            os_log("%d", log: log, type: type, 1)
            let fields = try #require(journal.fields())
            #expect([fields["SUBSYSTEM"], fields["CATEGORY"], fields["PRIORITY"]] == ["one", "two", "6"])
            #expect(OSLogType(2) == .debug)
            #expect(OSLogType(rawValue: 17) == .fault)
            #expect(maxOSLogArgumentCount == 48)
            #expect(
                [OSLog.Category.pointsOfInterest, .dynamicTracing, .dynamicStackTracing].map(\.rawValue)
                    == ["PointsOfInterest", "DynamicTracing", "DynamicStackTracing"])
        }

        @Test func aProgramOfSwift5Logs() throws {
            let journal = try Journal()
            logAsInSwift5(1.5)
            #expect(journal.text() == "value 1.50, name x")
            #expect(journal.text() == "value 1.500000, name x, 7")
            #expect(journal.text() == "interpolated 7")
            #expect(countAsInSwift5() == 2)
            #expect(programNameAsInSwift5() == ProcessInfo.processInfo.processName)
        }
    }

    @Suite struct Environment {
        @Test func theEnvironmentChooses() async throws {
            let result = await #expect(processExitsWith: .exitCode(7), observing: [\.standardErrorContent]) {
                setenv("COREAUDIO_LOG", "info", 1)
                setenv("COREAUDIO_LOG_PRIVATE", "0", 1)
                setenv("COREAUDIO_LOG_SOCKET", "", 1)
                Logger().debug("debug")
                Logger().info("info \("secret") \(5)")
                exit(7)
            }
            let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(output.hasSuffix("]: info <private> 5\n"))
            #expect(!output.contains("debug"))
        }
    }
}
