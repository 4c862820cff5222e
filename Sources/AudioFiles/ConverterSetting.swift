import AudioCore

/// One number that a converter was set to, by its property's code.
package struct ConverterSetting: Equatable, Sendable {
    package var property: FourCC
    package var value: UInt32

    package init(property: FourCC, value: UInt32) {
        self.property = property
        self.value = value
    }
}
