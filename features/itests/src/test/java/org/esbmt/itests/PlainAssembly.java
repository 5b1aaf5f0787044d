package org.esbmt.itests;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Builds a service assembly for ServiceMix's own components, in their own notation. */
final class PlainAssembly {
    private final String name;
    private final StringBuilder units = new StringBuilder();
    private final Map<String, byte[]> entries = new LinkedHashMap<>();

    PlainAssembly(String name) {
        this.name = name;
    }

    /** Adds a unit {@code <assembly>-<component>} with these elements in its xbean.xml. The prefix {@code t} is {@code urn:test}. */
    PlainAssembly unit(String component, String beans) throws IOException {
        return unit(component, beans, Map.of());
    }

    /** As {@link #unit(String, String)}, with more files. */
    PlainAssembly unit(String component, String beans, Map<String, byte[]> files) throws IOException {
        Map<String, byte[]> content = new LinkedHashMap<>(files);
        content.put("xbean.xml", """
                <beans xmlns:http="http://servicemix.apache.org/http/1.0" xmlns:eip="http://servicemix.apache.org/eip/1.0"
                       xmlns:bean="http://servicemix.apache.org/bean/1.0" xmlns:file="http://servicemix.apache.org/file/1.0"
                       xmlns:t="urn:test">
                %s
                </beans>
                """.formatted(beans).getBytes(UTF_8));
        return unit(component, zip(content));
    }

    /** Adds a unit {@code <assembly>-<component>} with this archive. */
    PlainAssembly unit(String component, byte[] archive) {
        String unit = name + "-" + component;
        units.append("""
                <service-unit>
                  <identification><name>%1$s</name><description>For %2$s</description></identification>
                  <target><artifacts-zip>%1$s.zip</artifacts-zip><component-name>%2$s</component-name></target>
                </service-unit>
                """.formatted(unit, component));
        entries.put(unit + ".zip", archive);
        return this;
    }

    byte[] bytes() throws IOException {
        Map<String, byte[]> all = new LinkedHashMap<>();
        all.put("META-INF/jbi.xml", """
                <jbi xmlns="http://java.sun.com/xml/ns/jbi" version="1.0"><service-assembly>
                <identification><name>%s</name><description>Plain</description></identification>
                %s
                </service-assembly></jbi>
                """.formatted(name, units).getBytes(UTF_8));
        all.putAll(entries);
        return zip(all);
    }

    static byte[] zip(Map<String, byte[]> content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : content.entrySet()) {
                out.putNextEntry(new ZipEntry(entry.getKey()));
                out.write(entry.getValue());
                out.closeEntry();
            }
        }
        return bytes.toByteArray();
    }
}
