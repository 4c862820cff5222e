import TestSupport
import Testing

@Suite(.needsInstallation) struct AfinfoTests {
    static let files = [
        "WAVE/s16-mono.wav", "WAVE/s24-six.wav", "WAVE/f32-stereo.wav", "WAVE/u8-mono.wav", "WAVE/s16-rf64.wav",
        "WAVE/s16-info.wav", "CAF/ima4-stereo.caf", "CAF/aac-stereo.caf", "CAF/alac24-mono.caf",
        "CAF/s16-info.caf", "CAF/s16be-stereo.caf", "AIFF/s16-mark-inst.aiff", "AIFF/ulaw-stereo.aifc",
        "AU/s24-stereo.au",
    ]

    static func name(_ fixture: String) -> String { fixture.split(separator: "/").last.map(String.init) ?? fixture }

    @Test(arguments: files) func reportsStay(fixture: String) throws {
        let folder = try TemporaryFolder()
        try folder.copy(fixture)
        let name = Self.name(fixture)
        for (option, kind) in [("", "full"), ("-b", "brief"), ("-i", "info"), ("-x", "xml"), ("--json", "json")] {
            let result = try folder.run("/usr/bin/env", ["afinfo"] + (option.isEmpty ? [] : [option]) + [name])
            #expect(result.status == 0)
            #expect(result.errors == "")
            try Snapshot.expect(result.output, matches: "afinfo-\(name)-\(kind)")
        }
    }

    /// Scripts cut this at columns: it is spelt out here, where no recording can change it.
    @Test func layoutIsAppleS() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-mono.wav", as: "probe.wav")
        let report = """
            File:           probe.wav
            File type ID:   WAVE
            Num Tracks:     1
            ----
            Data format:     1 ch,   8000 Hz, Int16
                            no channel layout.
            estimated duration: 0.050125 sec
            audio bytes: 802
            audio packets: 401
            bit rate: 128000 bits per second
            packet size upper bound: 2
            maximum packet size: 2
            audio data file offset: 44
            optimized
            source bit depth: I16
            ----

            """
        #expect(try folder.tool("afinfo", "probe.wav").output == report)
        let brief = """
            probe.wav, WAVE, Num Tracks:     1
            ----
            0.050 sec, format:   1 ch,   8000 Hz, Int16

            """
        #expect(try folder.tool("afinfo", "-b", "probe.wav").output == brief)
        // Options may stand behind the files.
        #expect(try folder.tool("afinfo", "probe.wav", "--brief").output == brief)
        #expect(try folder.tool("afinfo", "-r", "probe.wav").output == report)
    }

    /// Programs look for these names, attributes and the namespace, and scripts for a line each.
    @Test func theXMLIsAppleS() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-mono.wav", as: "a&b.wav")
        let report = """
            <?xml version="1.0" encoding="UTF-8"?>
            <audio_info xmlns="http://apple.com/core_audio/audio_info">
              <audio_file audio_file_id="0">
                <file_name>a&amp;b.wav</file_name>
                <file_type>'WAVE'</file_type>
                <tracks>
                  <track track_id="1">
                    <num_channels>1</num_channels>
                    <sample_rate units="Hz">8000</sample_rate>
                    <format_type>lpcm</format_type>
                    <bit_depth units="bits">16</bit_depth>
                    <duration units="sec">0.050125</duration>
                    <audio_bytes>802</audio_bytes>
                    <audio_packets>401</audio_packets>
                    <bit_rate units="bps">128000</bit_rate>
                    <packet_size_upper_bound>2</packet_size_upper_bound>
                    <maximum_packet_size>2</maximum_packet_size>
                    <audio_data_file_offset>44</audio_data_file_offset>
                    <optimized>true</optimized>
                    <source_info>
                      <source_bit_depth>I16</source_bit_depth>
                    </source_info>
                    <info_dict>
                      <entry key="approximate duration in seconds">0.050</entry>
                    </info_dict>
                  </track>
                </tracks>
                <alerts></alerts>
              </audio_file>
            </audio_info>

            """
        #expect(try folder.tool("afinfo", "-x", "a&b.wav").output == report)
        let warned = try folder.tool("sh", "-c", "printf x >>'a&b.wav'; : >none; afinfo -x --warnings none 'a&b.wav'")
        #expect(warned.status == 1)
        #expect(warned.output.contains("<audio_file audio_file_id=\"1\">"))
    }

    /// Each track has an element of its own.
    @Test(.needs("ffmpeg")) func everyTrackIsInTheXML() throws {
        let folder = try TemporaryFolder()
        let made = try folder.tool(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=r=8000:d=0.5", "-f", "lavfi", "-i",
            "anoisesrc=r=44100:d=0.25", "-map", "0", "-map", "1", "-c:a", "pcm_s16le", "two.mov")
        #expect(made.status == 0, "\(made.errors)")
        let text = try folder.tool("afinfo", "-x", "two.mov").output
        for part in [
            "<track track_id=\"1\">", "<sample_rate units=\"Hz\">8000<", "<duration units=\"sec\">0.500000<",
            "<track track_id=\"2\">", "<sample_rate units=\"Hz\">44100<", "<duration units=\"sec\">0.250000<",
        ] { #expect(text.contains(part), "\(part)") }
    }

    @Test func severalFilesAreReportedAndTheBadOneFails() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-mono.wav", as: "a.wav")
        try folder.copy("CAF/ima4-mono.caf", as: "b.caf")
        let result = try folder.tool("afinfo", "-b", "a.wav", "missing.wav", "b.caf")
        #expect(result.status == 1)
        #expect(result.errors == "Fail: AudioFileOpenURL failed: missing.wav: no such file\n")
        let first = try folder.tool("afinfo", "-b", "a.wav").output
        let second = try folder.tool("afinfo", "-b", "b.caf").output
        #expect(result.output == first + second)
    }

    @Test(arguments: [
        ("missing.wav", "no such file"), (".", "a folder, which holds no sound itself"), ("empty", "an empty file"),
    ])
    func whatIsNoSoundFileFails(path: String, reason: String) throws {
        let folder = try TemporaryFolder()
        #expect(try folder.tool("touch", "empty").status == 0)
        let result = try folder.tool("afinfo", path)
        #expect(result.status == 1)
        #expect(result.output == "")
        #expect(result.errors == "Fail: AudioFileOpenURL failed: \(path): \(reason)\n")
    }

    @Test func everyFixtureHasAReport() throws {
        let folder = try TemporaryFolder()
        let result = try folder.run("/usr/bin/env", ["afinfo"] + Fixture.all.map(\.file))
        let unreadable = result.errors.split(separator: "\n").count
        let reports = result.output.split(separator: "\n").filter { $0.hasPrefix("estimated duration: ") }.count
        #expect(unreadable == 0, "\(result.errors)")
        #expect(reports == Fixture.all.count)
    }

    @Test func warningsGoToStandardError() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-mono.wav", as: "a.wav")
        #expect(try folder.tool("afinfo", "--warnings", "a.wav").errors == "")
        try folder.copy("CAF/s16-open-end.caf", as: "b.caf")
        #expect(try folder.tool("sh", "-c", "printf x >> b.caf").status == 0)
        let result = try folder.tool("afinfo", "--warnings", "b.caf")
        #expect(result.errors == "Warning: b.caf: the audio data ends within a packet\n")
    }

    @Test func outputThatDoesNotArriveIsAFailure() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-mono.wav", as: "a.wav")
        #expect(try folder.tool("sh", "-c", "afinfo a.wav > /dev/full").status == 1)
    }
}
