"""propertycode.py   code that gets and sets a property, in Swift and in C, from the sentence of its constant

A sentence begins with the type of the value, as in `Float64, seconds …`, `Array of AudioObjectID, …` and `CFStringRef, the name …`, and
states what else the call needs: `Specifier: AudioFormatID.`, `Input scope.`, `Read only.` A property that is not supported, or whose
sentence begins with no type, gets no code.

`sources` returns all of the code as two programs, which make-docs compiles.
"""
import re

WIDTH = 84
# For each prefix of constants: the parameter that the code takes, and the call that gets the value, in the order of its arguments.
SERVICES = [
    ("kAudioFileGlobalInfo_", None, "AudioFileGetGlobalInfo(ID, SPECIFIER, SIZE, VALUE)", "AudioFileGetGlobalInfoSize(ID, SPECIFIER, SIZE)", None),
    ("kAudioFileStreamProperty_", "stream: AudioFileStreamID", "AudioFileStreamGetProperty(stream, ID, SIZE, VALUE)",
     "AudioFileStreamGetPropertyInfo(stream, ID, SIZE, NULL)", None),
    ("kAudioFileProperty", "file: AudioFileID", "AudioFileGetProperty(file, ID, SIZE, VALUE)",
     "AudioFileGetPropertyInfo(file, ID, SIZE, NULL)", "AudioFileSetProperty(file, ID, BYTES, VALUE)"),
    ("kExtAudioFileProperty_", "file: ExtAudioFileRef", "ExtAudioFileGetProperty(file, ID, SIZE, VALUE)",
     "ExtAudioFileGetPropertyInfo(file, ID, SIZE, NULL)", "ExtAudioFileSetProperty(file, ID, BYTES, VALUE)"),
    ("kAudioConverterProperty", "converter: AudioConverterRef", "AudioConverterGetProperty(converter, ID, SIZE, VALUE)",
     "AudioConverterGetPropertyInfo(converter, ID, SIZE, NULL)", "AudioConverterSetProperty(converter, ID, BYTES, VALUE)"),
    ("kAudioConverter", "converter: AudioConverterRef", "AudioConverterGetProperty(converter, ID, SIZE, VALUE)",
     "AudioConverterGetPropertyInfo(converter, ID, SIZE, NULL)", "AudioConverterSetProperty(converter, ID, BYTES, VALUE)"),
    ("kAudioQueue", "queue: AudioQueueRef", "AudioQueueGetProperty(queue, ID, VALUE, SIZE)",
     "AudioQueueGetPropertySize(queue, ID, SIZE)", "AudioQueueSetProperty(queue, ID, VALUE, BYTES)"),
    ("kAudioFormatProperty_", None, "AudioFormatGetProperty(ID, SPECIFIER, SIZE, VALUE)",
     "AudioFormatGetPropertyInfo(ID, SPECIFIER, SIZE)", None),
    ("kAudioSessionProperty_", None, "AudioSessionGetProperty(ID, SIZE, VALUE)", "AudioSessionGetPropertySize(ID, SIZE)",
     "AudioSessionSetProperty(ID, BYTES, VALUE)"),
    ("kAudioCodecProperty", "codec: AudioCodec", "AudioCodecGetProperty(codec, ID, SIZE, VALUE)",
     "AudioCodecGetPropertyInfo(codec, ID, SIZE, NULL)", "AudioCodecSetProperty(codec, ID, BYTES, VALUE)"),
    ("kAudioUnit", "unit: AudioUnit", "AudioUnitGetProperty(unit, ID, SCOPE, 0, VALUE, SIZE)",
     "AudioUnitGetPropertyInfo(unit, ID, SCOPE, 0, SIZE, NULL)", "AudioUnitSetProperty(unit, ID, SCOPE, 0, VALUE, BYTES)"),
    ("kAudioOutputUnitProperty_", "unit: AudioUnit", "AudioUnitGetProperty(unit, ID, SCOPE, 0, VALUE, SIZE)",
     "AudioUnitGetPropertyInfo(unit, ID, SCOPE, 0, SIZE, NULL)", "AudioUnitSetProperty(unit, ID, SCOPE, 0, VALUE, BYTES)"),
    ("kAUVoiceIOProperty_", "unit: AudioUnit", "AudioUnitGetProperty(unit, ID, SCOPE, 0, VALUE, SIZE)",
     "AudioUnitGetPropertyInfo(unit, ID, SCOPE, 0, SIZE, NULL)", "AudioUnitSetProperty(unit, ID, SCOPE, 0, VALUE, BYTES)"),
]
OBJECTS = [
    (r"kAudioHardwareProperty", "system"), (r"kAudioObjectProperty", "object: AudioObjectID"), (r"kAudioDeviceProperty", "device: AudioObjectID"),
    (r"kAudioHardwareServiceDeviceProperty", "device: AudioObjectID"), (r"kAudioStreamProperty", "stream: AudioObjectID"),
    (r"kAudio\w*ControlProperty", "control: AudioObjectID"), (r"kAudioPlugInProperty", "plugIn: AudioObjectID"),
    (r"kAudioAggregateDeviceProperty", "device: AudioObjectID"), (r"kAudioSubDeviceProperty", "device: AudioObjectID"),
]
REFUSED = re.compile(r"[Nn]ot supported|[Ff]or listeners|Only in the listener|Superseded|does nothing|has no effect|no longer")
ONLY_SET = re.compile(r"[Ww]rite only|Can only be set")
CAN_BE_SET = re.compile(r"Can be set|(?:not 0|1) to |Set (?:it )?(?:while|before)|Read and write|[Ww]rite only|Can only be set")
NUMBERS = ("UInt32", "SInt32", "UInt64", "SInt64", "Float32", "Float64", "OSStatus")
ALIASES = (
    "AudioObjectID", "AudioClassID", "AudioFileTypeID", "AudioFormatID", "AudioChannelLayoutTag", "AudioObjectPropertyScope",
    "AudioObjectPropertyElement", "AudioUnitParameterID", "AudioDeviceID", "pid_t")
STRUCTURES = (
    "AudioStreamBasicDescription", "AudioValueRange", "AudioFilePacketTableInfo", "AudioConverterPrimeInfo", "AudioCodecPrimeInfo",
    "AudioFormatListItem", "AudioClassDescription", "AudioStreamRangedDescription", "AudioQueueLevelMeterState",
    "AUChannelInfo", "AudioUnitFrequencyResponseBin", "AudioFramePacketTranslation", "AudioBytePacketTranslation",
    "AudioIndependentPacketTranslation", "AudioPacketRollDistanceTranslation", "AudioPacketDependencyInfoTranslation",
    "AudioPacketRangeByteCountTranslation", "AudioTimeStamp", "MixerDistanceParams", "AUPreset",
    "AudioUnitParameterInfo", "AURenderCallbackStruct", "HostCallbackInfo")
REFERENCES = {"CFString": "CFStringRef", "CFArray": "CFArrayRef", "CFDictionary": "CFDictionaryRef", "CFURL": "CFURLRef", "CFData": "CFDataRef"}
SPECIFIERS = {
    "AudioFileTypeID": ("kAudioFileCAFType", "AudioFileTypeID"), "AudioFormatID": ("kAudioFormatMPEG4AAC", "AudioFormatID"),
    "AudioFileTypeAndFormatID": (None, "AudioFileTypeAndFormatID"), "AudioStreamBasicDescription": (None, "AudioStreamBasicDescription"),
    "AudioChannelLayoutTag": ("kAudioChannelLayoutTag_Stereo", "AudioChannelLayoutTag"), "UInt32": ("2", "UInt32"),
}
# Values of calls that translate: what is given is in the same buffer.
GIVEN = re.compile(r"(m\w+) (?:is|and (m\w+) are) given|(m\w+) in,")


class Property:
    """What a sentence says of a property."""

    def __init__(self, name, text):
        self.name, self.text = name, text
        self.array, self.kind, self.type = False, None, None
        first = re.match(r"(?:An? )?(?P<array>[Aa]rray of (?:at most `\w+` )?|Two )?(?P<type>\w+)(?P<channel> per channel)?", text)
        self.is_refused = bool(REFUSED.search(text)) or not first
        if self.is_refused:
            return
        self.array = bool(first["array"] or first["channel"])
        self.type = first["type"].removesuffix("s") if self.array and first["type"].endswith("s") and first["type"] != "AudioClass" else first["type"]
        if self.type in NUMBERS:
            self.kind = "number"
        elif self.type in ALIASES:
            self.kind = "number"
        elif self.type in STRUCTURES:
            self.kind = "structure"
        elif self.type.removesuffix("Ref") in REFERENCES and not self.array:
            self.kind, self.type = "reference", self.type.removesuffix("Ref")
        elif self.type in ("Bytes", "AudioChannelLayout") or text.startswith("Bytes"):
            self.kind, self.type, self.array = "bytes", "UInt8", True
        else:
            self.is_refused = True

    @property
    def scope(self):
        found = re.search(r"(Input|Output|Global|Any)(?:, \w+)?(?: and \w+)? scope", self.text)
        return f"kAudioUnitScope_{found[1] if found and found[1] != 'Any' else 'Global'}"

    @property
    def example(self):
        """A value that the property can be set to; None where the sentence shows none."""
        if self.kind != "number" or "Read only" in self.text:
            return None
        for pattern, value in (("SampleRate$", "48000"), ("IOBufferDuration$", "0.005"), ("FramesPerSlice$|BufferSizeFrames$", "4096"), ("BufferFrameSize$", "512")):
            if re.search(pattern, self.name):
                return value
        if re.match(r"\w+[:,] (?:0 to 1\b|the volume, from 0 to 1)", self.text):
            return "0.5"
        return "1" if re.match(r"UInt32[:,] (?:not 0|1) ", self.text) else None

    @property
    def specifier(self):
        """(value, type) of the specifier; None for none, False for one that no code is written for."""
        found = re.search(r"[Ss]pecifier: (?:an? )?(\w+)(.?)", self.text)
        if not found:
            return None
        return SPECIFIERS.get(found[1], False) if found[2] in ".," else False


def service(name):
    return next((each for each in SERVICES if name.startswith(each[0])), None)


def object_of(name):
    found = next((parameter for pattern, parameter in OBJECTS if re.match(pattern, name)), None)
    return found


def call(form, name, values):
    text = form.replace("ID", name, 1) if "(ID" in form else form.replace(", ID", f", {name}", 1)
    for word, value in values.items():
        text = re.sub(rf"\b{word}\b", value, text)
    return text


class Code:
    """The code for one property in one language."""

    def __init__(self, found, language):
        self.property, self.is_swift = found, language == "swift"
        self.lines, self.parameter = [], None
        # Apple's names of these are not in Swift.
        self.type = {"SInt32": "Int32", "SInt64": "Int64"}.get(found.type, found.type) if self.is_swift else found.type

    def swift_or_c(self, swift, c):
        self.lines += (swift if self.is_swift else c).split("\n")

    def make(self):
        name = self.property.name
        target = object_of(name)
        if target:
            return self.of_object(name, target)
        found = service(name)
        if not found:
            return None
        _, self.parameter, get, size, put = found
        values = {"NULL": "nil"} if self.is_swift else {}
        values["SCOPE"] = self.property.scope
        if "SPECIFIER" in get:
            given = self.specifier()
            if given is None:
                return None
            values["SPECIFIER"] = given
        only_set = ONLY_SET.search(self.property.text)
        if only_set:
            return self.set(put, values) if put else None
        self.get(get, size, values)
        # Structures with references and lists are made by the program, in more lines than one.
        if put and CAN_BE_SET.search(self.property.text) and not self.property.array and self.property.example:
            self.lines.append("")
            self.set(put, values)
        return self.lines

    def specifier(self):
        found = self.property.specifier
        if found is False:
            return None
        if found is None:
            return "0, nil" if self.is_swift else "0, NULL"
        value, kind = found
        if value is None:
            value = {
                "AudioFileTypeAndFormatID": ("AudioFileTypeAndFormatID(mFileType: kAudioFileCAFType, mFormatID: kAudioFormatLinearPCM)",
                                             "{kAudioFileCAFType, kAudioFormatLinearPCM}"),
                "AudioStreamBasicDescription": ("AudioStreamBasicDescription()", "{0}")}[kind][0 if self.is_swift else 1]
            self.swift_or_c(f"var specifier = {value}", f"{kind} specifier = {value};")
            if kind == "AudioStreamBasicDescription":
                self.swift_or_c("specifier.mFormatID = kAudioFormatMPEG4AAC", "specifier.mFormatID = kAudioFormatMPEG4AAC;")
        else:
            self.swift_or_c(f"var specifier: {kind} = {value}", f"{kind} specifier = {value};")
        self.swift_or_c(f"let bytes = UInt32(MemoryLayout<{kind}>.size)", "const UInt32 bytes = sizeof specifier;")
        return "bytes, &specifier"

    def get(self, form, size_form, values):
        kind, item = self.property.kind, self.type
        end = "" if self.is_swift else ";"
        if self.property.array:
            self.swift_or_c("var size: UInt32 = 0", "UInt32 size = 0;")
            self.lines.append(f"{'var' if self.is_swift else 'OSStatus'} status = {call(size_form, self.property.name, values | {'SIZE': '&size'})}{end}")
            zero = "0" if kind in ("number", "bytes") else f"{item}()"
            self.swift_or_c(
                f"let count = Int(size) / MemoryLayout<{item}>.stride\nvar values = [{item}](repeating: {zero}, count: count)",
                f"{item} *values = malloc(size);")
            self.lines.append(f"status = {call(form, self.property.name, values | {'SIZE': '&size', 'VALUE': '&values' if self.is_swift else 'values'})}{end}")
            return
        given = GIVEN.search(self.property.text)
        if kind == "reference":
            self.swift_or_c(f"var reference: Unmanaged<{item}>?", f"{REFERENCES[item]} reference = NULL;")
            self.swift_or_c(f"var size = UInt32(MemoryLayout<Unmanaged<{item}>?>.size)", "UInt32 size = sizeof reference;")
            value = "&reference"
        else:
            zero = "0" if kind == "number" else f"{item}()"
            colon = f": {item} = 0" if kind == "number" else f" = {zero}"
            self.swift_or_c(f"var value{colon}", f"{item} value = {'0' if kind == 'number' else '{0}'};")
            for field in filter(None, given.groups()) if given else ():
                self.swift_or_c(f"value.{field} = 1", f"value.{field} = 1;")
            self.swift_or_c(f"var size = UInt32(MemoryLayout<{item}>.size)", "UInt32 size = sizeof value;")
            value = "&value"
        self.lines.append(f"{'let' if self.is_swift else 'OSStatus'} status = {call(form, self.property.name, values | {'SIZE': '&size', 'VALUE': value})}{end}")
        if kind == "reference" and re.search(r"[Rr]elease", self.property.text):
            self.swift_or_c("let value = reference?.takeRetainedValue()", "if (reference) CFRelease(reference);")

    def set(self, form, values):
        kind, item, name = self.property.kind, self.type, self.property.name
        number = self.property.example
        if kind != "number" or self.property.array or number is None:
            return None
        self.swift_or_c(f"var new: {item} = {number}", f"{item} new = {number};".replace(" new ", " new_value "))
        values = values | {"BYTES": f"UInt32(MemoryLayout<{item}>.size)", "VALUE": "&new"} if self.is_swift else values | {
            "BYTES": "sizeof new_value", "VALUE": "&new_value"}
        result = "let result = " if self.is_swift else "OSStatus result = "
        self.lines.append(result + call(form, name, values) + ("" if self.is_swift else ";"))
        return self.lines

    def of_object(self, name, target):
        """Code for a property of the hardware layer, whose calls take an address."""
        self.parameter = None if target == "system" else target
        which = "AudioObjectID(kAudioObjectSystemObject)" if target == "system" and self.is_swift else \
            "kAudioObjectSystemObject" if target == "system" else target.split(":")[0]
        if re.search(r"qualifier|in the buffer|AudioValueTranslation", self.property.text):
            return None
        scope = "kAudioObjectPropertyScopeOutput" if re.search(r"of the scope|channels? for left|a channel", self.property.text) else "kAudioObjectPropertyScopeGlobal"
        self.swift_or_c(
            f"var address = AudioObjectPropertyAddress(\n    mSelector: {name},\n    mScope: {scope},\n    mElement: kAudioObjectPropertyElementMain)",
            f"AudioObjectPropertyAddress address = {{\n    {name},\n    {scope},\n    kAudioObjectPropertyElementMain}};")
        if ONLY_SET.search(self.property.text):
            return None
        nothing = "nil" if self.is_swift else "NULL"
        self.get(f"AudioObjectGetPropertyData({which}, &address, 0, {nothing}, SIZE, VALUE)",
                 f"AudioObjectGetPropertyDataSize({which}, &address, 0, {nothing}, SIZE)", {})
        return self.lines


def code(name, text, language):
    """(lines, parameter) of the code for a property; None where there is none."""
    found = Property(name, text)
    if found.is_refused:
        return None
    made = Code(found, language)
    lines = made.make()
    return (lines, made.parameter) if lines else None


def narrow(lines):
    """The lines, with the arguments of long calls on a line of their own."""
    for line in lines:
        at = line.rfind("(", 0, -1) if len(line) > WIDTH else -1
        while at > 0 and line[:at].count("(") > 0:
            at = line.rfind("(", 0, at)
        yield from [line[:at + 1], "    " + line[at + 1:]] if at > 0 and "= " in line[:at] else [line]


def documentation(name, text):
    """The lines that a property's page gets."""
    swift, c = code(name, text, "swift"), code(name, text, "c")
    if not swift or not c:
        return []
    return ["@TabNavigator {", "    @Tab(\"Swift\") {", "        ```swift", *("        " + line for line in narrow(swift[0])), "        ```", "    }",
            "    @Tab(\"C\") {", "        ```c", *("        " + line for line in narrow(c[0])), "        ```", "    }", "}", ""]


def sources(properties, statements):
    """The code for all properties, and statements of C, each in a function, as a program in Swift and one in C."""
    swift = ["import AudioToolbox", "import CoreAudio"]
    c = [f"#include <{name}.h>" for name in ("AudioToolbox/AudioToolbox", "CoreAudio/CoreAudio", "OpenAL/OpenAL", "stdlib")]
    for number, line in enumerate(statements):
        c += [f"void statement_{number}(void);", f"void statement_{number}(void) {{ {line} (void)function; }}"]
    for name, text in properties.items():
        if not documentation(name, text):
            continue
        lines, parameter = code(name, text, "swift")
        names = [found[1] for line in lines for found in re.finditer(r"^(?:let|var) (\w+)", line)]
        swift += [f'#sourceLocation(file: "{name}", line: 1)', f"func get_{name}({'_ ' + parameter if parameter else ''}) {{"]
        swift += [*narrow(lines), f"_ = ({', '.join(names)})", "}"]
        lines, parameter = code(name, text, "c")
        argument = " ".join(reversed(parameter.split(": "))) if parameter else "void"
        names = [found[1] for line in lines for found in re.finditer(r"^\w+ \*?(\w+) =", line)]
        c += [f'#line 1 "{name}"', f"void get_{name}({argument});", f"void get_{name}({argument}) {{", *narrow(lines)]
        c += ["".join(f"(void){each};" for each in names if each in ("values", "status", "value", "result")), "}"]
    return "\n".join(swift) + "\n", "\n".join(c) + "\n"
