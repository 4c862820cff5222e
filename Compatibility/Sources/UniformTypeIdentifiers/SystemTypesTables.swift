// The types that the system declares: identifier, what it conforms to, extensions and MIME types with the preferred one first.

let declarations: [Declaration] = [
    Declaration(
        identifier: "public.item", parents: [],
        extensions: [], mimeTypes: [], description: "item"),
    Declaration(
        identifier: "public.content", parents: [],
        extensions: [], mimeTypes: [], description: "content"),
    Declaration(
        identifier: "public.composite-content", parents: ["public.content"],
        extensions: [], mimeTypes: [], description: "composite content"),
    Declaration(
        identifier: "public.data", parents: ["public.item"],
        extensions: [], mimeTypes: [], description: "data"),
    Declaration(
        identifier: "public.directory", parents: ["public.item"],
        extensions: [], mimeTypes: [], description: "directory"),
    Declaration(
        identifier: "com.apple.resolvable", parents: [],
        extensions: [], mimeTypes: [], description: "resolvable"),
    Declaration(
        identifier: "public.symlink", parents: ["public.item", "com.apple.resolvable"],
        extensions: [], mimeTypes: [], description: "symbolic link"),
    Declaration(
        identifier: "public.executable", parents: ["public.item"],
        extensions: [], mimeTypes: [], description: "executable"),
    Declaration(
        identifier: "com.apple.mount-point", parents: ["public.item", "com.apple.resolvable"],
        extensions: [], mimeTypes: [], description: "mount point"),
    Declaration(
        identifier: "com.apple.alias-file", parents: ["public.data", "com.apple.resolvable"],
        extensions: [], mimeTypes: [], description: "alias file"),
    Declaration(
        identifier: "com.apple.bookmark", parents: ["public.data", "com.apple.resolvable"],
        extensions: [], mimeTypes: [], description: "bookmark"),
    Declaration(
        identifier: "public.url", parents: ["public.data"],
        extensions: [], mimeTypes: [], description: "URL"),
    Declaration(
        identifier: "public.file-url", parents: ["public.url"],
        extensions: [], mimeTypes: [], description: "URL of a file"),
    Declaration(
        identifier: "public.folder", parents: ["public.directory"],
        extensions: [], mimeTypes: [], description: "folder"),
    Declaration(
        identifier: "public.volume", parents: ["public.folder"],
        extensions: [], mimeTypes: [], description: "volume"),
    Declaration(
        identifier: "com.apple.package", parents: ["public.directory"],
        extensions: [], mimeTypes: [], description: "package"),
    Declaration(
        identifier: "com.apple.bundle", parents: ["public.directory"],
        extensions: ["bundle"], mimeTypes: [], description: "bundle"),
    Declaration(
        identifier: "com.apple.plugin", parents: ["com.apple.bundle", "com.apple.package"],
        extensions: ["plugin"], mimeTypes: [], description: "plug-in"),
    Declaration(
        identifier: "com.apple.framework", parents: ["com.apple.bundle"],
        extensions: ["framework"], mimeTypes: [], description: "framework"),
    Declaration(
        identifier: "com.apple.application", parents: ["public.executable"],
        extensions: [], mimeTypes: [], description: "application"),
    Declaration(
        identifier: "com.apple.application-bundle",
        parents: ["com.apple.application", "com.apple.bundle", "com.apple.package"],
        extensions: ["app"], mimeTypes: [], description: "application"),
    Declaration(
        identifier: "public.unix-executable", parents: ["public.data", "public.executable"],
        extensions: [], mimeTypes: [], description: "executable of Unix"),
    Declaration(
        identifier: "com.microsoft.windows-executable", parents: ["public.data", "public.executable"],
        extensions: ["exe"], mimeTypes: ["application/x-msdownload"], description: "executable of Windows"),
    Declaration(
        identifier: "public.text", parents: ["public.data", "public.content"],
        extensions: [], mimeTypes: [], description: "text"),
    Declaration(
        identifier: "public.plain-text", parents: ["public.text"],
        extensions: ["txt", "text"], mimeTypes: ["text/plain"], description: "plain text"),
    Declaration(
        identifier: "public.utf8-plain-text", parents: ["public.plain-text"],
        extensions: [], mimeTypes: ["text/plain;charset=utf-8"], description: "plain text in UTF-8"),
    Declaration(
        identifier: "public.utf16-external-plain-text", parents: ["public.plain-text"],
        extensions: [],
        mimeTypes: ["text/plain;charset=utf-16"],
        description: "plain text in UTF-16 with a byte order mark"),
    Declaration(
        identifier: "public.utf16-plain-text", parents: ["public.plain-text"],
        extensions: [], mimeTypes: [], description: "plain text in UTF-16"),
    Declaration(
        identifier: "public.delimited-values-text", parents: ["public.text"],
        extensions: [], mimeTypes: [], description: "delimited text"),
    Declaration(
        identifier: "public.comma-separated-values-text", parents: ["public.delimited-values-text"],
        extensions: ["csv"],
        mimeTypes: ["text/csv", "text/comma-separated-values"],
        description: "comma-separated values"),
    Declaration(
        identifier: "public.tab-separated-values-text", parents: ["public.delimited-values-text"],
        extensions: ["tsv"], mimeTypes: ["text/tab-separated-values"], description: "tab-separated values"),
    Declaration(
        identifier: "public.utf8-tab-separated-values-text",
        parents: ["public.tab-separated-values-text", "public.utf8-plain-text"],
        extensions: [], mimeTypes: [], description: "tab-separated values in UTF-8"),
    Declaration(
        identifier: "public.rtf", parents: ["public.text"],
        extensions: ["rtf"], mimeTypes: ["text/rtf", "application/rtf"], description: "rich text"),
    Declaration(
        identifier: "com.apple.rtfd", parents: ["com.apple.package", "public.composite-content"],
        extensions: ["rtfd"], mimeTypes: [], description: "rich text with pictures"),
    Declaration(
        identifier: "public.html", parents: ["public.text"],
        extensions: ["html", "htm", "shtml", "shtm"], mimeTypes: ["text/html"], description: "HTML"),
    Declaration(
        identifier: "public.xml", parents: ["public.text"],
        extensions: ["xml"], mimeTypes: ["application/xml", "text/xml"], description: "XML"),
    Declaration(
        identifier: "public.yaml", parents: ["public.text"],
        extensions: ["yml", "yaml"], mimeTypes: ["application/x-yaml", "application/yaml"], description: "YAML"),
    Declaration(
        identifier: "public.json", parents: ["public.text"],
        extensions: ["json"], mimeTypes: ["application/json"], description: "JSON"),
    Declaration(
        identifier: "public.css", parents: ["public.text"],
        extensions: ["css"], mimeTypes: ["text/css"], description: "style sheet"),
    Declaration(
        identifier: "net.daringfireball.markdown", parents: ["public.plain-text"],
        extensions: ["md", "markdown"], mimeTypes: ["text/markdown"], description: "Markdown"),
    Declaration(
        identifier: "public.log", parents: ["public.plain-text"],
        extensions: ["log"], mimeTypes: [], description: "log"),
    Declaration(
        identifier: "com.apple.property-list", parents: ["public.data"],
        extensions: ["plist"], mimeTypes: [], description: "property list"),
    Declaration(
        identifier: "com.apple.xml-property-list", parents: ["public.xml", "com.apple.property-list"],
        extensions: [], mimeTypes: [], description: "property list in XML"),
    Declaration(
        identifier: "com.apple.binary-property-list", parents: ["com.apple.property-list"],
        extensions: [], mimeTypes: [], description: "property list in binary form"),
    Declaration(
        identifier: "public.source-code", parents: ["public.plain-text"],
        extensions: [], mimeTypes: [], description: "source code"),
    Declaration(
        identifier: "public.assembly-source", parents: ["public.source-code"],
        extensions: ["s"], mimeTypes: [], description: "source code of an assembler"),
    Declaration(
        identifier: "public.c-source", parents: ["public.source-code"],
        extensions: ["c"], mimeTypes: [], description: "source code in C"),
    Declaration(
        identifier: "public.objective-c-source", parents: ["public.source-code"],
        extensions: ["m"], mimeTypes: [], description: "source code in Objective-C"),
    Declaration(
        identifier: "public.swift-source", parents: ["public.source-code"],
        extensions: ["swift"], mimeTypes: [], description: "source code in Swift"),
    Declaration(
        identifier: "public.c-plus-plus-source", parents: ["public.source-code"],
        extensions: ["cp", "cpp", "c++", "cc", "cxx"], mimeTypes: [], description: "source code in C++"),
    Declaration(
        identifier: "public.objective-c-plus-plus-source", parents: ["public.source-code"],
        extensions: ["mm"], mimeTypes: [], description: "source code in Objective-C++"),
    Declaration(
        identifier: "public.c-header", parents: ["public.source-code"],
        extensions: ["h"], mimeTypes: [], description: "header in C"),
    Declaration(
        identifier: "public.c-plus-plus-header", parents: ["public.source-code"],
        extensions: ["hpp", "h++", "hxx", "hh"], mimeTypes: [], description: "header in C++"),
    Declaration(
        identifier: "public.script", parents: ["public.source-code"],
        extensions: [], mimeTypes: [], description: "script"),
    Declaration(
        identifier: "com.netscape.javascript-source", parents: ["public.source-code", "public.executable"],
        extensions: ["js", "jscript", "javascript", "mjs"],
        mimeTypes: ["text/javascript", "application/javascript"],
        description: "JavaScript"),
    Declaration(
        identifier: "public.shell-script", parents: ["public.script"],
        extensions: ["sh", "command"], mimeTypes: [], description: "shell script"),
    Declaration(
        identifier: "public.perl-script", parents: ["public.shell-script"],
        extensions: ["pl", "pm"], mimeTypes: ["text/x-perl-script"], description: "Perl script"),
    Declaration(
        identifier: "public.python-script", parents: ["public.shell-script"],
        extensions: ["py"], mimeTypes: ["text/x-python-script"], description: "Python script"),
    Declaration(
        identifier: "public.ruby-script", parents: ["public.shell-script"],
        extensions: ["rb", "rbw"], mimeTypes: ["text/x-ruby-script"], description: "Ruby script"),
    Declaration(
        identifier: "public.php-script", parents: ["public.shell-script"],
        extensions: ["php", "php3", "php4", "ph3", "ph4", "phtml"],
        mimeTypes: ["text/php", "text/x-php-script", "application/php"],
        description: "PHP script"),
    Declaration(
        identifier: "public.make-source", parents: ["public.script"],
        extensions: ["mk", "mak"], mimeTypes: [], description: "makefile"),
    Declaration(
        identifier: "com.adobe.pdf", parents: ["public.data", "public.composite-content"],
        extensions: ["pdf"], mimeTypes: ["application/pdf"], description: "PDF document"),
    Declaration(
        identifier: "org.idpf.epub-container", parents: ["public.data", "public.composite-content"],
        extensions: ["epub"], mimeTypes: ["application/epub+zip"], description: "electronic book"),
    Declaration(
        identifier: "public.image", parents: ["public.data", "public.content"],
        extensions: [], mimeTypes: [], description: "image"),
    Declaration(
        identifier: "public.jpeg", parents: ["public.image"],
        extensions: ["jpeg", "jpg", "jpe"], mimeTypes: ["image/jpeg", "image/jpg"], description: "JPEG image"),
    Declaration(
        identifier: "public.tiff", parents: ["public.image"],
        extensions: ["tiff", "tif"], mimeTypes: ["image/tiff"], description: "TIFF image"),
    Declaration(
        identifier: "com.compuserve.gif", parents: ["public.image"],
        extensions: ["gif"], mimeTypes: ["image/gif"], description: "GIF image"),
    Declaration(
        identifier: "public.png", parents: ["public.image"],
        extensions: ["png"], mimeTypes: ["image/png"], description: "PNG image"),
    Declaration(
        identifier: "com.apple.icns", parents: ["public.image"],
        extensions: ["icns"], mimeTypes: [], description: "icon of Apple"),
    Declaration(
        identifier: "com.microsoft.bmp", parents: ["public.image"],
        extensions: ["bmp", "dib"], mimeTypes: ["image/bmp"], description: "bitmap of Windows"),
    Declaration(
        identifier: "com.microsoft.ico", parents: ["public.image"],
        extensions: ["ico"], mimeTypes: ["image/vnd.microsoft.icon", "image/x-icon"], description: "icon of Windows"),
    Declaration(
        identifier: "public.camera-raw-image", parents: ["public.image"],
        extensions: [], mimeTypes: [], description: "raw image of a camera"),
    Declaration(
        identifier: "com.adobe.raw-image", parents: ["public.camera-raw-image"],
        extensions: ["dng"], mimeTypes: ["image/x-adobe-dng"], description: "digital negative"),
    Declaration(
        identifier: "public.svg-image", parents: ["public.image", "public.xml"],
        extensions: ["svg", "svgz"], mimeTypes: ["image/svg+xml"], description: "scalable drawing"),
    Declaration(
        identifier: "public.heif", parents: ["public.image"],
        extensions: ["heif", "hif"], mimeTypes: ["image/heif"], description: "HEIF image"),
    Declaration(
        identifier: "public.heic", parents: ["public.heif"],
        extensions: ["heic"], mimeTypes: ["image/heic"], description: "HEIC image"),
    Declaration(
        identifier: "org.webmproject.webp", parents: ["public.image"],
        extensions: ["webp"], mimeTypes: ["image/webp"], description: "WebP image"),
    Declaration(
        identifier: "public.avif", parents: ["public.image"],
        extensions: ["avif"], mimeTypes: ["image/avif"], description: "AVIF image"),
    Declaration(
        identifier: "com.ilm.openexr-image", parents: ["public.image"],
        extensions: ["exr"], mimeTypes: [], description: "OpenEXR image"),
    Declaration(
        identifier: "com.apple.live-photo", parents: ["public.data", "public.composite-content"],
        extensions: [], mimeTypes: [], description: "photo with a film"),
    Declaration(
        identifier: "public.audiovisual-content", parents: ["public.data", "public.content"],
        extensions: [], mimeTypes: [], description: "sound or film"),
    Declaration(
        identifier: "public.movie", parents: ["public.audiovisual-content"],
        extensions: [], mimeTypes: [], description: "movie"),
    Declaration(
        identifier: "public.video", parents: ["public.movie"],
        extensions: [], mimeTypes: [], description: "video without sound"),
    Declaration(
        identifier: "public.audio", parents: ["public.audiovisual-content"],
        extensions: [], mimeTypes: [], description: "sound"),
    Declaration(
        identifier: "com.apple.quicktime-movie", parents: ["public.movie"],
        extensions: ["mov", "qt"], mimeTypes: ["video/quicktime"], description: "QuickTime movie"),
    Declaration(
        identifier: "public.mpeg", parents: ["public.movie"],
        extensions: ["mpg", "mpeg", "mpe", "m75", "m15"],
        mimeTypes: ["video/mpeg", "video/mpg", "video/x-mpeg"],
        description: "MPEG movie"),
    Declaration(
        identifier: "public.mpeg-2-video", parents: ["public.video"],
        extensions: ["m2v"], mimeTypes: ["video/mpeg2"], description: "MPEG-2 video"),
    Declaration(
        identifier: "public.mpeg-2-transport-stream", parents: ["public.movie"],
        extensions: ["ts", "m2ts", "mts"], mimeTypes: ["video/mp2t"], description: "MPEG-2 transport stream"),
    Declaration(
        identifier: "public.mp3", parents: ["public.audio"],
        extensions: ["mp3", "mpga"],
        mimeTypes: [
            "audio/mpeg", "audio/mpeg3", "audio/mpg", "audio/mp3", "audio/x-mpeg", "audio/x-mpeg3", "audio/x-mpg",
            "audio/x-mp3",
        ],
        description: "MP3 audio"),
    Declaration(
        identifier: "public.mpeg-4", parents: ["public.movie"],
        extensions: ["mp4", "mpg4"], mimeTypes: ["video/mp4", "video/mpeg4"], description: "MPEG-4 movie"),
    Declaration(
        identifier: "public.mpeg-4-audio", parents: ["public.mpeg-4", "public.audio"],
        extensions: ["mp4", "mpg4"], mimeTypes: ["audio/mp4", "audio/mpeg4"], description: "MPEG-4 audio"),
    Declaration(
        identifier: "com.apple.m4a-audio", parents: ["public.audio"],
        extensions: ["m4a", "m4r"], mimeTypes: ["audio/x-m4a", "audio/m4a"], description: "audio of Apple in MPEG-4"),
    Declaration(
        identifier: "com.apple.protected-mpeg-4-audio-b", parents: ["public.audio"],
        extensions: ["m4b"], mimeTypes: ["audio/x-m4b", "audio/m4b"], description: "audio book"),
    Declaration(
        identifier: "com.apple.protected-mpeg-4-audio", parents: ["public.audio"],
        extensions: ["m4p"], mimeTypes: ["audio/x-m4p", "audio/m4p"], description: "protected audio of Apple"),
    Declaration(
        identifier: "com.apple.m4v-video", parents: ["public.movie"],
        extensions: ["m4v"], mimeTypes: ["video/x-m4v", "video/m4v"], description: "movie of Apple in MPEG-4"),
    Declaration(
        identifier: "com.apple.protected-mpeg-4-video", parents: ["com.apple.m4v-video"],
        extensions: [], mimeTypes: [], description: "protected movie of Apple"),
    Declaration(
        identifier: "public.avi", parents: ["public.movie"],
        extensions: ["avi", "vfw"],
        mimeTypes: ["video/avi", "video/msvideo", "video/x-msvideo"],
        description: "AVI movie"),
    Declaration(
        identifier: "public.aifc-audio", parents: ["public.audio"],
        extensions: ["aifc"], mimeTypes: ["audio/x-aifc"], description: "AIFF-C audio"),
    Declaration(
        identifier: "public.aiff-audio", parents: ["public.aifc-audio"],
        extensions: ["aiff", "aif"], mimeTypes: ["audio/aiff", "audio/x-aiff"], description: "AIFF audio"),
    Declaration(
        identifier: "com.microsoft.waveform-audio", parents: ["public.audio"],
        extensions: ["wav", "wave", "bwf"],
        mimeTypes: ["audio/vnd.wave", "audio/wav", "audio/wave", "audio/x-wav"],
        description: "waveform audio"),
    Declaration(
        identifier: "public.midi-audio", parents: ["public.audio"],
        extensions: ["midi", "mid", "smf", "kar"], mimeTypes: ["audio/midi", "audio/x-midi"], description: "MIDI file"),
    Declaration(
        identifier: "com.apple.coreaudio-format", parents: ["public.audio"],
        extensions: ["caf"], mimeTypes: ["audio/x-caf"], description: "Core Audio file"),
    Declaration(
        identifier: "public.aac-audio", parents: ["public.audio"],
        extensions: ["aac", "adts"], mimeTypes: ["audio/aac", "audio/x-aac", "audio/aacp"], description: "AAC audio"),
    Declaration(
        identifier: "org.xiph.flac", parents: ["public.audio"],
        extensions: ["flac"], mimeTypes: ["audio/flac", "audio/x-flac"], description: "FLAC audio"),
    Declaration(
        identifier: "org.xiph.ogg-audio", parents: ["public.audio"],
        extensions: ["ogg", "oga"], mimeTypes: ["audio/ogg"], description: "Ogg audio"),
    Declaration(
        identifier: "org.xiph.opus", parents: ["public.audio"],
        extensions: ["opus"], mimeTypes: ["audio/opus"], description: "Opus audio"),
    Declaration(
        identifier: "public.au-audio", parents: ["public.audio"],
        extensions: ["au", "snd", "ulw"], mimeTypes: ["audio/basic"], description: "audio of Sun and NeXT"),
    Declaration(
        identifier: "public.ac3-audio", parents: ["public.audio"],
        extensions: ["ac3"], mimeTypes: ["audio/ac3", "audio/x-ac3"], description: "AC-3 audio"),
    Declaration(
        identifier: "public.enhanced-ac3-audio", parents: ["public.audio"],
        extensions: ["eac3", "ec3"], mimeTypes: ["audio/eac3"], description: "enhanced AC-3 audio"),
    Declaration(
        identifier: "org.3gpp.adaptive-multi-rate-audio", parents: ["public.audio"],
        extensions: ["amr", "awb"], mimeTypes: ["audio/amr", "audio/amr-wb"], description: "AMR audio"),
    Declaration(
        identifier: "com.microsoft.windows-media-wma", parents: ["public.audio"],
        extensions: ["wma"], mimeTypes: ["audio/x-ms-wma"], description: "audio of Windows Media"),
    Declaration(
        identifier: "org.matroska.mka", parents: ["public.audio"],
        extensions: ["mka"], mimeTypes: ["audio/x-matroska"], description: "Matroska audio"),
    Declaration(
        identifier: "com.microsoft.windows-media-wmv", parents: ["public.movie"],
        extensions: ["wmv"], mimeTypes: ["video/x-ms-wmv"], description: "movie of Windows Media"),
    Declaration(
        identifier: "org.matroska.mkv", parents: ["public.movie"],
        extensions: ["mkv"], mimeTypes: ["video/x-matroska"], description: "Matroska movie"),
    Declaration(
        identifier: "org.webmproject.webm", parents: ["public.movie"],
        extensions: ["webm"], mimeTypes: ["video/webm"], description: "WebM movie"),
    Declaration(
        identifier: "public.3gpp", parents: ["public.movie"],
        extensions: ["3gp", "3gpp", "sdv"], mimeTypes: ["video/3gpp", "audio/3gpp"], description: "3GPP movie"),
    Declaration(
        identifier: "public.3gpp2", parents: ["public.movie"],
        extensions: ["3g2", "3gp2"], mimeTypes: ["video/3gpp2", "audio/3gpp2"], description: "3GPP2 movie"),
    Declaration(
        identifier: "public.dv-movie", parents: ["public.movie"],
        extensions: ["dv", "dif"], mimeTypes: ["video/x-dv"], description: "digital video"),
    Declaration(
        identifier: "com.adobe.flash.video", parents: ["public.movie"],
        extensions: ["flv"], mimeTypes: ["video/x-flv"], description: "Flash video"),
    Declaration(
        identifier: "com.soundblaster.soundfont", parents: ["public.data"],
        extensions: ["sf2"], mimeTypes: [], description: "sound font"),
    Declaration(
        identifier: "com.apple.audio-unit-preset", parents: ["com.apple.property-list"],
        extensions: ["aupreset"], mimeTypes: [], description: "preset of an audio unit"),
    Declaration(
        identifier: "public.playlist", parents: ["public.data"],
        extensions: [], mimeTypes: [], description: "playlist"),
    Declaration(
        identifier: "public.m3u-playlist", parents: ["public.text", "public.playlist"],
        extensions: ["m3u", "m3u8"],
        mimeTypes: ["audio/mpegurl", "audio/x-mpegurl", "application/vnd.apple.mpegurl", "application/x-mpegurl"],
        description: "M3U playlist"),
    Declaration(
        identifier: "public.pls-playlist", parents: ["public.text", "public.playlist"],
        extensions: ["pls"], mimeTypes: ["audio/x-scpls"], description: "PLS playlist"),
    Declaration(
        identifier: "public.3d-content", parents: ["public.data", "public.content"],
        extensions: [], mimeTypes: [], description: "three-dimensional content"),
    Declaration(
        identifier: "public.archive", parents: ["public.data"],
        extensions: [], mimeTypes: [], description: "archive"),
    Declaration(
        identifier: "org.gnu.gnu-zip-archive", parents: ["public.data", "public.archive"],
        extensions: ["gz", "gzip"],
        mimeTypes: ["application/gzip", "application/x-gzip"],
        description: "archive of gzip"),
    Declaration(
        identifier: "public.bzip2-archive", parents: ["public.data", "public.archive"],
        extensions: ["bz2", "bzip2"], mimeTypes: ["application/x-bzip2"], description: "archive of bzip2"),
    Declaration(
        identifier: "public.zip-archive", parents: ["public.data", "public.archive"],
        extensions: ["zip"],
        mimeTypes: ["application/zip", "application/x-zip-compressed"],
        description: "ZIP archive"),
    Declaration(
        identifier: "com.apple.archive", parents: ["public.data", "public.archive"],
        extensions: ["aar"], mimeTypes: [], description: "archive of Apple"),
    Declaration(
        identifier: "public.tar-archive", parents: ["public.data", "public.archive"],
        extensions: ["tar"], mimeTypes: ["application/x-tar", "application/tar"], description: "tar archive"),
    Declaration(
        identifier: "public.disk-image", parents: ["public.data", "public.archive"],
        extensions: [], mimeTypes: [], description: "disk image"),
    Declaration(
        identifier: "public.spreadsheet", parents: ["public.content"],
        extensions: [], mimeTypes: [], description: "spreadsheet"),
    Declaration(
        identifier: "public.presentation", parents: ["public.composite-content"],
        extensions: [], mimeTypes: [], description: "presentation"),
    Declaration(
        identifier: "public.database", parents: [],
        extensions: [], mimeTypes: [], description: "database"),
    Declaration(
        identifier: "public.message", parents: [],
        extensions: [], mimeTypes: [], description: "message"),
    Declaration(
        identifier: "public.contact", parents: [],
        extensions: [], mimeTypes: [], description: "contact"),
    Declaration(
        identifier: "public.vcard", parents: ["public.text", "public.contact"],
        extensions: ["vcf", "vcard"],
        mimeTypes: ["text/vcard", "text/directory", "text/x-vcard"],
        description: "business card"),
    Declaration(
        identifier: "public.calendar-event", parents: [],
        extensions: [], mimeTypes: [], description: "event of a calendar"),
    Declaration(
        identifier: "public.email-message", parents: ["public.message"],
        extensions: [], mimeTypes: [], description: "message of electronic mail"),
    Declaration(
        identifier: "com.apple.internet-location", parents: ["public.data"],
        extensions: [], mimeTypes: [], description: "location in the Internet"),
    Declaration(
        identifier: "public.font", parents: [],
        extensions: [], mimeTypes: [], description: "font"),
    Declaration(
        identifier: "public.x509-certificate", parents: ["public.data"],
        extensions: ["cer", "crt", "der"], mimeTypes: ["application/x-x509-ca-cert"], description: "certificate"),
    Declaration(
        identifier: "com.rsa.pkcs-12", parents: ["public.data"],
        extensions: ["p12", "pfx"], mimeTypes: ["application/x-pkcs12"], description: "certificate with a key"),
]
