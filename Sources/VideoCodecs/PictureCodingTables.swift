import AudioCore

/// The decoders of libavcodec for the codings of MPEG-4 and QuickTime files.
enum PictureCodingTables {
    /// The decoders of an elementary stream of MPEG-4, by its object type.
    static let streams: [UInt8: [String]] = [
        0x21: ["h264"], 0x23: ["hevc"], 0x60: ["mpeg2video"], 0x61: ["mpeg2video"], 0x62: ["mpeg2video"],
        0x63: ["mpeg2video"], 0x64: ["mpeg2video"], 0x65: ["mpeg2video"], 0x6A: ["mpeg1video"], 0x6C: ["mjpeg"],
        0x6D: ["png"], 0x6E: ["jpeg2000"], 0xA3: ["vc1"], 0xA4: ["dirac"], 0xB1: ["vp9"],
    ]

    /// The decoders for a coding, the best one first.
    static func names(_ id: FourCC) -> [String] {
        if let names = decoders[id] { return names }
        // Those of cameras and editors differ in their last characters by size and rate.
        let text = id.description
        return families.first { text.hasPrefix($0.prefix) }.map { [$0.decoder] } ?? []
    }

    private static let families: [(prefix: String, decoder: String)] = [
        ("hdv", "mpeg2video"), ("mx3", "mpeg2video"), ("mx4", "mpeg2video"), ("mx5", "mpeg2video"),
        ("xd5", "mpeg2video"), ("xdv", "mpeg2video"), ("xdh", "mpeg2video"), ("ai1", "h264"), ("ai5", "h264"),
        ("aivx", "h264"), ("AV1x", "h264"), ("dvh", "dvvideo"), ("Hap", "hap"),
    ]

    private static let decoders: [FourCC: [String]] = [
        "avc1": ["h264"], "avc3": ["h264"], "AVC1": ["h264"], "dva1": ["h264"], "dvav": ["h264"],
        "hvc1": ["hevc"], "hev1": ["hevc"], "dvh1": ["hevc"], "dvhe": ["hevc"],
        "vp08": ["vp8"], "vp09": ["vp9"], "av01": ["libdav1d", "libaom-av1", "libgav1"],
        "s263": ["h263"], "h263": ["h263"], "H263": ["h263"],
        "mp2v": ["mpeg2video"], "mp1v": ["mpeg1video"], "m1v ": ["mpeg1video"], "m1v1": ["mpeg1video"],
        "m2v1": ["mpeg2video"], "mpeg": ["mpeg2video"], "AVmp": ["mpeg2video"],
        "DIVX": ["mpeg4"], "XVID": ["mpeg4"], "3IV2": ["mpeg4"], "FMP4": ["mpeg4"], "DIV3": ["msmpeg4"],
        "3IVD": ["msmpeg4"],
        "jpeg": ["mjpeg"], "mjpa": ["mjpeg"], "mjpg": ["mjpeg"], "MJPG": ["mjpeg"], "AVDJ": ["mjpeg"],
        "dmb1": ["mjpeg"], "mjpb": ["mjpegb"], "mjp2": ["jpeg2000"],
        "png ": ["png"], "tiff": ["tiff"], "tga ": ["targa"], "gif ": ["gif"], "WRLE": ["msrle"],
        "apch": ["prores"], "apcn": ["prores"], "apcs": ["prores"], "apco": ["prores"], "ap4h": ["prores"],
        "ap4x": ["prores"], "icod": ["aic"], "CFHD": ["cfhd"], "AVdn": ["dnxhd"], "AVdh": ["dnxhd"],
        "dvc ": ["dvvideo"], "dvcp": ["dvvideo"], "dvpp": ["dvvideo"], "dv5n": ["dvvideo"], "dv5p": ["dvvideo"],
        "AVdv": ["dvvideo"], "AVd1": ["dvvideo"],
        "rle ": ["qtrle"], "rpza": ["rpza"], "smc ": ["smc"], "8BPS": ["8bps"], "qdrw": ["qdraw"],
        "cvid": ["cinepak"], "SVQ1": ["svq1"], "svq1": ["svq1"], "svqi": ["svq1"], "SVQ3": ["svq3"],
        "IV32": ["indeo3"], "IV41": ["indeo4"], "IV50": ["indeo5"], "flic": ["flic"],
        "VP31": ["vp3"], "vc-1": ["vc1"], "drac": ["dirac"], "FFV1": ["ffv1"], "HFYU": ["huffyuv"],
        "raw ": ["rawvideo"], "2vuy": ["rawvideo"], "yuv2": ["rawvideo"], "yuvs": ["rawvideo"], "2Vuy": ["rawvideo"],
        "r210": ["r210"], "v210": ["v210"], "v308": ["v308"], "v408": ["v408"], "v410": ["v410"],
    ]
}
