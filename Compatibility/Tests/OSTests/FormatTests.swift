import Foundation
import Testing
import os

extension LogTests {
    @Suite struct Format {
        private func text(_ format: StaticString, _ arguments: any CVarArg..., showsPrivate: Bool = true) throws
            -> String?
        {
            let journal = try Journal(showsPrivate: showsPrivate)
            switch arguments.count {
            case 0: os_log(format)
            case 1: os_log(format, arguments[0])
            case 2: os_log(format, arguments[0], arguments[1])
            default: os_log(format, log: .default, type: .default, arguments[0], arguments[1], arguments[2])
            }
            return journal.text()
        }

        @Test func integers() throws {
            #expect(try text("%d %ld %lld", 1, -2, Int64.max) == "1 -2 9223372036854775807")
            #expect(try text("%u %x %X", Int32(-1), Int32(-1), UInt8(0xab)) == "4294967295 ffffffff AB")
            #expect(try text("%5d|%-5d|%05d", 42, 42, -42) == "   42|42   |-0042")
            #expect(try text("%+d %.3d %#x", 1, 2, 255) == "+1 002 0xff")
            #expect(try text("%o %c %%", 8, 65) == "10 A %")
            #expect(try text("%*d", 4, 7) == "   7")
            #expect(try text("%zu", UInt.max) == "18446744073709551615")
        }

        @Test func floatingPointNumbers() throws {
            #expect(try text("%f %.2f %e", 1.5, 3.14159, 1500.0) == "1.500000 3.14 1.500000e+03")
            #expect(try text("%6.1f|%-6.1f|%g", 1.5, 1.5, Float(0.25)) == "   1.5|1.5   |0.25")
            #expect(try text("%.*f", 1, 2.55) == "2.5")
        }

        @Test func texts() throws {
            #expect(try text("%@ %{public}@ %s", "a", NSString("b"), "c") == "a b c")
            #expect(try text("%5s|%-5s|%.2s", "ab", "ab", "abcd") == "   ab|ab   |ab")
            #expect(try "c".withCString { try text("%s", $0) } == "c")
            #expect(try text("%@", NSNumber(value: 3)) == "3")
            #expect(try text("%@", NSError(domain: "d", code: 1)) == NSError(domain: "d", code: 1).description)
            #expect(try text("no arguments: %d") == "no arguments: ")
        }

        @Test func anArgumentOfAnotherKindIsWrittenAsItIs() throws {
            #expect(try text("%d %@ %f", "a", 5, 5) == "a 5 5.000000")
            #expect(try text("%s %d", 1.5, 2.5) == "1.5 2.5")
        }

        @Test func privateArguments() throws {
            #expect(try text("%@ %{public}@ %d", "a", "b", 5, showsPrivate: false) == "<private> b 5")
            #expect(try text("%{private}d %{sensitive}@", 5, "a", showsPrivate: false) == "<private> <private>")
            #expect(try text("%{private, mask.hash}s", "a", showsPrivate: false)?.hasPrefix("<mask.hash: '") == true)
            #expect(try text("%{private}d", 5) == "5")
        }

        @Test func words() throws {
            #expect(
                try text("%{errno}d %{darwin.errno}d %{bool}d", 2, 2, 1)
                    == "[2: No such file or directory] [2: No such file or directory] true")
            #expect(
                try text("%{BOOL}d %{time_t}d %{darwin.mode}d", 0, 86400, 0o100600)
                    == "NO 1970-01-02 00:00:00Z -rw-------")
            #expect(
                try text("%{public,bytecount}d %{iec-bytecount}d %{bitrate}d", 4718, 4718, 4718)
                    == "4.72 kB 4.61 KiB 4.72 kbps")
            #expect(try text("%{iec-bitrate}d %{darwin.signal}d", 4718, 6) == "4.61 Kibps [sigabrt: Aborted]")
            #expect(try text("%{network:in_addr}d", Int32(bitPattern: UInt32(0x7f00_0001).bigEndian)) == "127.0.0.1")
            let identifier = try #require(UUID(uuidString: "10742E39-0657-41F8-AB99-878C5EC2DCAA"))
            let bytes = withUnsafeBytes(of: identifier.uuid) { [UInt8]($0) }
            #expect(
                try bytes.withUnsafeBufferPointer { try text("%{uuid_t}.16P", $0.baseAddress!) }
                    == identifier.uuidString)
            #expect(try bytes.withUnsafeBufferPointer { try text("%.*P", 2, $0.baseAddress!) } == "10 74")
            #expect(try text("%p", OpaquePointer(bitPattern: 4096)!) == "0x1000")
        }

        @Test func theErrorOfTheSystem() throws {
            let journal = try Journal()
            errno = ENOENT
            os_log("open: %m")
            #expect(errno == ENOENT)
            #expect(journal.text() == "open: No such file or directory")
        }

        @Test func callsInEachForm() throws {
            let journal = try Journal()
            let log = OSLog(subsystem: "s", category: "c")
            os_log("plain")
            os_log("plain", log: log)
            os_log("type", log: log, type: .error)
            os_log("%{public}s", log: log, type: .error, "argument")
            os_log(.info, "first")
            os_log(.info, log: log, "first %d", 1)
            os_log(.info, log: log, "value \(2)")
            os_log("value \(3, privacy: .public)")
            let expected: [(String, String, String)] = [
                ("plain", "5", ""), ("plain", "5", "s"), ("type", "3", "s"), ("argument", "3", "s"), ("first", "6", ""),
                ("first 1", "6", "s"), ("value 2", "6", "s"), ("value 3", "5", ""),
            ]
            for (text, priority, subsystem) in expected {
                let fields = try #require(journal.fields())
                #expect([fields["MESSAGE"], fields["PRIORITY"], fields["SUBSYSTEM"]] == [text, priority, subsystem])
            }
        }
    }
}
