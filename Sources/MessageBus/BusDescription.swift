/// What D-Bus calls introspection data: the description of an object in XML.
enum BusDescription {
    private static let head = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">

        """

    /// A folder with one object or one more folder in it.
    static func folder(_ child: String) -> String { head + "<node><node name=\"\(child)\"/></node>\n" }

    static func object(_ interfaces: [BusObject.Interface]) -> String {
        head + "<node>\n" + (interfaces.map(interface) + [standard]).joined() + "</node>\n"
    }

    private static func interface(_ interface: BusObject.Interface) -> String {
        var lines = ["  <interface name=\"\(interface.name)\">"]
        for method in interface.methods {
            lines.append("    <method name=\"\(method.name)\">")
            lines += method.takes.map { argument($0, "in") } + method.gives.map { argument($0, "out") }
            lines.append("    </method>")
        }
        for property in interface.properties {
            let access = property.write == nil ? "read" : "readwrite"
            lines.append("    <property name=\"\(property.name)\" type=\"\(property.signature)\" access=\"\(access)\">")
            if let news = news(of: property) {
                let name = "org.freedesktop.DBus.Property.EmitsChangedSignal"
                lines.append("      <annotation name=\"\(name)\" value=\"\(news)\"/>")
            }
            lines.append("    </property>")
        }
        for signal in interface.signals {
            lines.append("    <signal name=\"\(signal.name)\">")
            lines += signal.gives.map { argument($0, nil) }
            lines.append("    </signal>")
        }
        lines.append("  </interface>\n")
        return lines.joined(separator: "\n")
    }

    /// What a description says of a property that does not announce its values.
    private static func news(of property: BusObject.Property) -> String? {
        switch property.announces {
        case .value: nil
        case .invalidation: "invalidates"
        case .nothing: "false"
        }
    }

    private static func argument(_ argument: BusObject.Argument, _ direction: String?) -> String {
        let direction = direction.map { " direction=\"\($0)\"" } ?? ""
        return "      <arg name=\"\(argument.name)\" type=\"\(argument.signature)\"\(direction)/>"
    }

    /// What every object of a `BusObject` has.
    private static let standard = """
          <interface name="org.freedesktop.DBus.Properties">
            <method name="Get">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="property_name" type="s" direction="in"/>
              <arg name="value" type="v" direction="out"/>
            </method>
            <method name="GetAll">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="properties" type="a{sv}" direction="out"/>
            </method>
            <method name="Set">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="property_name" type="s" direction="in"/>
              <arg name="value" type="v" direction="in"/>
            </method>
            <signal name="PropertiesChanged">
              <arg name="interface_name" type="s"/>
              <arg name="changed_properties" type="a{sv}"/>
              <arg name="invalidated_properties" type="as"/>
            </signal>
          </interface>
          <interface name="org.freedesktop.DBus.Introspectable">
            <method name="Introspect">
              <arg name="xml_data" type="s" direction="out"/>
            </method>
          </interface>

        """
}
