import Foundation
import Testing
import os

extension LogTests {
    @Suite struct Interpolation {
        private func text(showsPrivate: Bool = true, _ message: () -> OSLogMessage) throws -> String? {
            let journal = try Journal(showsPrivate: showsPrivate)
            Logger().log("\(1)")
            _ = journal.bytes()
            os_log(.default, log: .default, message())
            return journal.text()
        }

        @Test func integersOfEachType() throws {
            #expect(
                try text { "\(Int.min) \(Int8.min) \(Int16.min) \(Int32.min) \(Int64.max)" }
                    == "-9223372036854775808 -128 -32768 -2147483648 9223372036854775807")
            #expect(
                try text { "\(UInt.max) \(UInt8.max) \(UInt16.max) \(UInt32.max) \(UInt64.max) \(0)" }
                    == "18446744073709551615 255 65535 4294967295 18446744073709551615 0")
            #expect(try text { "\(Int8(-1), format: .hex, attributes: "a")" } == "ff")
        }

        @Test func formatsOfIntegers() throws {
            #expect(
                try text { "\(42, format: .decimal) \(42, format: .decimal(explicitPositiveSign: true))" } == "42 +42")
            #expect(
                try text {
                    """
                    \(-7, format: .decimal(minDigits: 3)) \
                    \(7, format: .decimal(explicitPositiveSign: true, minDigits: 3))
                    """
                }
                    == "-007 +007")
            #expect(
                try text { "\(48879, format: .hex) \(48879, format: .hex(includePrefix: true, uppercase: true))" }
                    == "beef 0XBEEF")
            #expect(
                try text { "\(10, format: .hex(includePrefix: true, minDigits: 4)) \(Int16(-1), format: .hex)" }
                    == "0x000a ffff")
            #expect(
                try text {
                    "\(8, format: .octal) \(8, format: .octal(includePrefix: true)) \(8, format: .octal(minDigits: 4))"
                }
                    == "10 010 0010")
        }

        @Test func formatsOfFloatingPointNumbers() throws {
            #expect(
                try text { "\(1.5) \(Float(0.25)) \(Float(0.5), attributes: "a") \(2.5, attributes: "a")" }
                    == "1.500000 0.250000 0.500000 2.500000")
            #expect(
                try text {
                    """
                    \(3.14159, format: .fixed(precision: 2)) \
                    \(1.0, format: .fixed(precision: 1, explicitPositiveSign: true))
                    """
                }
                    == "3.14 +1.0")
            #expect(
                try text {
                    """
                    \(1.0, format: .fixed) \
                    \(1.0, format: .fixed(explicitPositiveSign: true)) \
                    \(Double.infinity, format: .fixed(uppercase: true))
                    """
                }
                    == "1.000000 +1.000000 INF")
            #expect(
                try text {
                    """
                    \(12345.0, format: .exponential(precision: 2)) \
                    \(1.0, format: .exponential) \
                    \(1.0, format: .exponential(uppercase: true))
                    """
                }
                    == "1.23e+04 1.000000e+00 1.000000E+00")
            #expect(
                try text { "\(0.5, format: .hex) \(0.5, format: .hex(explicitPositiveSign: true, uppercase: true))" }
                    == "0x1p-1 +0X1P-1")
            #expect(
                try text {
                    """
                    \(0.1, format: .hybrid) \
                    \(1e10, format: .hybrid(precision: 3)) \
                    \(1e10, format: .hybrid(uppercase: true))
                    """
                }
                    == "0.1 1e+10 1E+10")
        }

        @Test func columns() throws {
            #expect(
                try text {
                    """
                    [\("ab", align: .right(columns: 5))] [\
                    \("ab", align: .left(columns: 5))] [\
                    \("abc", align: .right(columns: 2))]
                    """
                }
                    == "[   ab] [ab   ] [abc]")
            #expect(
                try text {
                    """
                    [\("é", align: .right(columns: 3))] [\
                    \(7, align: .right(columns: 3))] [\
                    \(1.5, format: .fixed(precision: 1), align: .left(columns: 5))]
                    """
                }
                    == "[  é] [  7] [1.5  ]")
            #expect(
                try text {
                    "[\(String(repeating: "x", count: 1020))\("é", align: .right(columns: 8))\("z", align: .none)]"
                }
                    == "[" + String(repeating: "x", count: 1020) + "       éz]")
        }

        @Test func whatIntegersMean() throws {
            let loopback = Int32(bitPattern: UInt32(0x7f00_0001).bigEndian)
            #expect(
                try text { "\(loopback, format: .ipv4Address) \(Int32(86400), format: .secondsSince1970)" }
                    == "127.0.0.1 1970-01-02 00:00:00Z")
            #expect(
                try text {
                    """
                    \(Int32(2), format: .darwinErrno) \
                    \(Int32(11), format: .darwinSignal) \
                    \(Int32(999), format: .darwinSignal)
                    """
                }
                    == "[2: No such file or directory] [sigsegv: Segmentation fault] [999]")
            #expect(
                try text {
                    """
                    \(Int32(0o100644), format: .darwinMode) \
                    \(Int32(0o041777), format: .darwinMode) \
                    \(Int32(0o104750), format: .darwinMode)
                    """
                }
                    == "-rw-r--r-- drwxrwxrwt -rwsr-x---")
            #expect(
                try text {
                    """
                    \(Int32(5), format: .machErrno) \
                    \(Int32(1), format: .truth) \
                    \(Int32(0), format: .answer, attributes: "a")
                    """
                }
                    == "[0x5] true NO")
            #expect(
                try text {
                    """
                    \(Int32(4718), format: .bitrate) \
                    \(Int32(4718), format: .bitrateIEC) \
                    \(Int32(4718), format: .byteCount) \
                    \(Int32(4718), format: .byteCountIEC)
                    """
                }
                    == "4.72 kbps 4.61 Kibps 4.72 kB 4.61 KiB")
            #expect(
                try text {
                    """
                    \(999, format: .byteCount) \
                    \(5_000_000, format: .bitrate) \
                    \(1 << 20, format: .byteCountIEC) \
                    \(2048, format: .bitrateIEC)
                    """
                }
                    == "999 B 5.00 Mbps 1.00 MiB 2.00 Kibps")
        }

        @Test func values() throws {
            #expect(try text { "\(true) \(false, format: .answer) \(true, format: .truth)" } == "true NO true")
            #expect(
                try text { "\("a") \("b", attributes: "x") \(Substring("c")) \([1, 2]) \([3], attributes: "x")" }
                    == "a b c [1, 2] [3]")
            #expect(try text { "\(Int.self) \(String.self, attributes: "x") \(Journal.self)" } == "Int String Journal")
        }

        @Test func errorsAndObjects() throws {
            enum Failure: Error { case broken(Int) }
            struct Described: LocalizedError, CustomStringConvertible {
                var description: String { "described" }
            }
            let none: (any Error)? = nil
            let error: any Error = Failure.broken(3)
            #expect(try text { "\(error) \(none) \(Described())" } == "broken(3) nil described")
            let object: NSObject? = nil
            #expect(try text { "\(NSNumber(value: 5)) \(NSString("s"), attributes: "x") \(object)" } == "5 s (null)")
            let foundation = NSError(domain: "d", code: 7)
            #expect(try text { "\(foundation)" } == foundation.description)
        }

        @Test func bytes() throws {
            let bytes: [UInt8] = [0x0a, 0xff] + Array(repeating: 0, count: 13) + [1]
            try bytes.withUnsafeBytes { pointer in
                let start = try #require(pointer.baseAddress)
                let plain = try text { "\(start, bytes: 2) \(UnsafeRawBufferPointer(rebasing: pointer[..<1]))" }
                #expect(plain == "0A FF 0A")
                let meant = try text { "\(pointer, format: .uuid) \(pointer, format: .ipv6Address, attributes: "a")" }
                #expect(meant == "0AFF0000-0000-0000-0000-000000000001 aff::1")
                let short = try text {
                    "\(start, bytes: 1, format: .uuid, attributes: "a") \(start, bytes: 0, format: .none)"
                }
                #expect(short == "0A ")
            }
        }

        @Test func structures() throws {
            func text<T>(_ value: T, _ format: OSLogPointerFormat) throws -> String? {
                try withUnsafeBytes(of: value) { bytes in try self.text { "\(bytes, format: format)" } }
            }
            #expect(try text(timeval(tv_sec: 1, tv_usec: 42), .timeval) == "1970-01-01 00:00:01.000042Z")
            #expect(try text(timespec(tv_sec: 1, tv_nsec: 42), .timespec) == "1970-01-01 00:00:01.000000042Z")
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(80).bigEndian
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            #expect(try text(address, .sockaddr) == "127.0.0.1:80")
            var longer = sockaddr_in6()
            longer.sin6_family = sa_family_t(AF_INET6)
            longer.sin6_port = UInt16(80).bigEndian
            #expect(try text(longer, .sockaddr) == "[::]:80")
        }

        @Test func privateValues() throws {
            #expect(try text(showsPrivate: false) { "\("a") \(5) \(1.5) \(true)" } == "<private> 5 1.500000 true")
            #expect(
                try text(showsPrivate: false) {
                    "\("a", privacy: .public) \(5, privacy: .private) \(5, privacy: .sensitive) \("b", privacy: .auto)"
                }
                    == "a <private> <private> <private>")
            #expect(
                try text {
                    "\("a", privacy: .private) \("b", privacy: .sensitive) \("c", privacy: .private(mask: .hash))"
                } == "a b c")
            #expect(
                try text(showsPrivate: false) {
                    "\("a", privacy: .private(mask: .none)) \(5, privacy: .auto(mask: .hash))"
                } == "<private> 5")
            #expect(try text(showsPrivate: false) { "[\("a", align: .right(columns: 11))]" } == "[  <private>]")
        }

        @Test func aMaskIsTheSameForTheSameText() throws {
            func masks() throws -> [Substring] {
                let whole = try #require(
                    try text(showsPrivate: false) {
                        """
                        \("a", privacy: .private(mask: .hash))|\
                        \("a", privacy: .sensitive(mask: .hash))|\
                        \("b", privacy: .auto(mask: .hash))
                        """
                    })
                return whole.split(separator: "|")
            }
            let first = try masks()
            #expect(first[0] == first[1])
            #expect(first[0] != first[2])
            #expect(try masks() == first)
            let base64 = try #require(first[0].wholeMatch(of: #/<mask\.hash: '(.*)'>/#)).1
            #expect(Data(base64Encoded: String(base64))?.count == 16)
        }

        @Test func aPrivateValueIsNotEvaluated() throws {
            var count = 0
            func next() -> String {
                count += 1
                return "x"
            }
            #expect(try text(showsPrivate: false) { "\(next())" } == "<private>")
            #expect(count == 0)
        }

        @Test func messagesAsValues() {
            let message: OSLogMessage = "a\(1)é"
            #expect(message.bufferSize == 4)
            #expect(OSLogMessage(stringLiteral: "abc").bufferSize == 3)
            var interpolation = OSLogInterpolation(literalCapacity: 1, interpolationCount: 1)
            interpolation.appendLiteral("x")
            interpolation.appendInterpolation(5)
            #expect(OSLogMessage(stringInterpolation: interpolation).bufferSize == 2)
        }
    }
}
