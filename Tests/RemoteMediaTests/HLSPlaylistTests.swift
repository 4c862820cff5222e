import RemoteMedia
import TestSupport
import Testing

/// Playlists of HTTP Live Streams: what their tags mean, and that no text harms.
@Suite struct HLSPlaylistTests {
    private static func media(_ text: String) throws -> HLSMedia {
        guard case .media(let media) = try HLSPlaylist(parsing: Array(text.utf8)) else {
            throw HLSTestFault.notMedia
        }
        return media
    }

    private enum HLSTestFault: Error { case notMedia, notMaster }

    static let media = """
        \u{FEFF}#EXTM3U\r
        #EXT-X-VERSION:7
        #EXT-X-TARGETDURATION:10
        #EXT-X-MEDIA-SEQUENCE:7
        #EXT-X-MAP:URI="init.mp4",BYTERANGE="700@16"
        #EXT-X-PROGRAM-DATE-TIME:2026-11-01T10:00:00Z
        #EXTINF:9.5,First, and more
        #EXT-X-BYTERANGE:100@20
        all.mp4
        #EXTINF:9
        #EXT-X-BYTERANGE:50
        all.mp4
        #EXT-X-KEY:METHOD=AES-128,URI="k,1",IV=0x10
        #EXT-X-DISCONTINUITY
        #EXTINF:3,
        b.mp4
        #EXT-X-KEY:METHOD=NONE
        #EXTINF:3,
        #EXT-X-GAP
        c.mp4
        #EXT-X-ENDLIST
        """

    @Test func segmentsAreRead() throws {
        let list = try Self.media(Self.media)
        #expect(list.isEnded && list.targetDuration == 10 && list.firstNumber == 7 && list.duration == 24.5)
        #expect(list.segments.map(\.number) == [7, 8, 9, 10])
        #expect(list.segments.map(\.uri) == ["all.mp4", "all.mp4", "b.mp4", "c.mp4"])
        #expect(list.segments.map(\.range) == [20..<120, 120..<170, nil, nil])
        #expect(list.segments.map(\.isDiscontinuous) == [false, false, true, false])
        #expect(list.segments.map(\.isGap) == [false, false, false, true])
        #expect(list.segments[0].title == "First, and more" && list.segments[0].date == "2026-11-01T10:00:00Z")
        #expect(list.segments.allSatisfy { $0.map?.uri == "init.mp4" && $0.map?.range == 16..<716 })
        let key = try #require(list.segments[2].key)
        #expect(list.segments[1].key == nil && list.segments[3].key == nil)
        #expect(key.method == .aes128 && key.uri == "k,1")
        #expect(key.vector(ofSegment: 9) == [UInt8](repeating: 0, count: 15) + [0x10])
    }

    @Test func aVectorIsTheNumberWhereNoneIsStated() throws {
        let text = "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:258\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:1,\na\n"
        let segment = try Self.media(text).segments[0]
        #expect(segment.key?.vector(ofSegment: segment.number) == [UInt8](repeating: 0, count: 14) + [1, 2])
        let other = "#EXTM3U\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://a\"\n#EXTINF:1,\na\n"
        #expect(try Self.media(other).segments[0].key?.method == .other("SAMPLE-AES"))
    }

    private static func master(_ text: String) throws -> HLSMaster {
        guard case .master(let master) = try HLSPlaylist(parsing: Array(text.utf8)) else {
            throw HLSTestFault.notMaster
        }
        return master
    }

    /// The best variant without pictures; else that of the lowest rate; and the group's sound in place of either.
    @Test func oneVariantIsChosen() throws {
        let pictures = "#EXT-X-STREAM-INF:BANDWIDTH=2000,CODECS=\"avc1.4d401e,mp4a.40.2\",RESOLUTION=64x64\nhigh.m3u8\n"
        let low = "#EXT-X-STREAM-INF:BANDWIDTH=900,CODECS=\"avc1.4d401e, mp4a.40.2\"\nlow.m3u8\n"
        let sound = "#EXT-X-STREAM-INF:BANDWIDTH=64,CODECS=\"mp4a.40.5\"\na.m3u8\n"
        let better = "#EXT-X-STREAM-INF:BANDWIDTH=128,CODECS=\"mp4a.40.2\"\nb.m3u8\n"
        #expect(try Self.master("#EXTM3U\n" + pictures + sound + low + better).chosen == "b.m3u8")
        #expect(try Self.master("#EXTM3U\n" + pictures + low).chosen == "low.m3u8")
        let group =
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"s\",NAME=\"A\",URI=\"other.m3u8\"\n"
            + "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"s\",NAME=\"B\",DEFAULT=YES,URI=\"main.m3u8\"\n"
            + "#EXT-X-STREAM-INF:BANDWIDTH=9,RESOLUTION=1x1,AUDIO=\"s\"\nv.m3u8\n"
        #expect(try Self.master("#EXTM3U\n" + group).chosen == "main.m3u8")
    }

    @Test(arguments: [
        "", "#EXTM3U", "a.ts", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n", "#EXTM3U\n#EXTINF:x,\na\n",
        "#EXTM3U\n#EXTINF:1,\n#EXT-X-BYTERANGE:9\na\n", "#EXTM3U\n#EXTINF:1,\n#EXT-X-BYTERANGE:0@0\na\n",
        "#EXTM3U\n#EXTINF:1,\n#EXT-X-BYTERANGE:9@9223372036854775807\na\n", "#EXTM3U\n#EXTINF:nan,\na\n",
        "#EXTM3U\n#EXT-X-MAP:URI=\"i\",BYTERANGE=\"9223372036854775807@2\"\n#EXTINF:1,\na\n",
        "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:9223372036854775807\n#EXTINF:1,\na\n",
    ])
    func whatMeansNothingIsRefused(text: String) {
        #expect(throws: HLSPlaylist.Fault.self) { _ = try HLSPlaylist(parsing: Array(text.utf8)) }
    }

    @Test func noTextHarms() {
        let bytes = Array(Self.media.utf8)
        for count in 0...bytes.count { _ = try? HLSPlaylist(parsing: Array(bytes[..<count])) }
        var generator = SeededRandom(11)
        for _ in 0..<3000 {
            var changed = bytes
            for _ in 0..<(1 + generator.next() % 8) {
                changed[Int(generator.next() % UInt64(changed.count))] = UInt8(truncatingIfNeeded: generator.next())
            }
            _ = try? HLSPlaylist(parsing: changed)
        }
        let most = "#EXTM3U\n" + String(repeating: "a\n", count: 200_001)
        #expect(throws: HLSPlaylist.Fault.self) { _ = try HLSPlaylist(parsing: Array(most.utf8)) }
    }
}
