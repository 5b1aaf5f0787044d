package org.esbmt.jbi.deployer.internal.assembly;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Creates archives like an integrator's tools. */
public final class Archives {
    private final String name;
    private String description;
    private final StringBuilder units = new StringBuilder();
    private final Map<String, byte[]> entries = new LinkedHashMap<>();

    private Archives(String name) {
        this.name = name;
        this.description = "the assembly " + name;
    }

    public static Archives assembly(String name) {
        return new Archives(name);
    }

    public Archives describedAs(String text) {
        description = text;
        return this;
    }

    /** A unit with an xbean.xml. */
    public Archives unit(String unit, String component, String xbean) {
        return unit(unit, component, Map.of("xbean.xml", xbean.getBytes(StandardCharsets.UTF_8)));
    }

    public Archives unit(String unit, String component, Map<String, byte[]> content) {
        units.append(
                "<service-unit><identification><name>%s</name><description>the unit %s</description></identification>"
                        .formatted(unit, unit));
        units.append(
                "<target><artifacts-zip>%s.zip</artifacts-zip><component-name>%s</component-name></target></service-unit>"
                        .formatted(unit, component));
        entries.put(unit + ".zip", zip(content));
        return this;
    }

    public Archives entry(String entry, byte[] content) {
        entries.put(entry, content);
        return this;
    }

    public byte[] bytes() {
        Map<String, byte[]> all = new LinkedHashMap<>();
        all.put("META-INF/jbi.xml", text("""
                <?xml version="1.0" encoding="UTF-8"?>
                <jbi xmlns="http://java.sun.com/xml/ns/jbi" version="1.0"><service-assembly>
                <identification><name>%s</name><description>%s</description></identification>
                %s
                </service-assembly></jbi>
                """.formatted(name, description, units)));
        all.putAll(entries);
        return zip(all);
    }

    public InputStream stream() {
        return new ByteArrayInputStream(bytes());
    }

    public static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public static byte[] zip(Map<String, byte[]> content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> entry : content.entrySet()) {
                ZipEntry header = new ZipEntry(entry.getKey());
                header.setTimeLocal(LocalDateTime.of(2000, 1, 1, 0, 0)); // equal archives have equal bytes
                zip.putNextEntry(header);
                zip.write(entry.getValue());
                zip.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
