package org.esbmt.harness;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Builds service assemblies in memory. */
public final class AssemblyArchive {
    private AssemblyArchive() {}

    /** A SOAP proxy from {@code <service>/<endpoint>} to the back end. */
    public static byte[] soapProxy(String assembly, String service, String endpoint, String backEndUrl) {
        return httpAssembly(assembly, """
                <beans xmlns:http="http://servicemix.apache.org/http/1.0" xmlns:d="urn:esbmt:demo">
                  <http:soap-consumer service="d:%1$s" endpoint="%2$s"
                                      targetService="d:%1$sBackEnd" targetEndpoint="%2$s"/>
                  <http:soap-provider service="d:%1$sBackEnd" endpoint="%2$s" locationURI="%3$s"/>
                </beans>
                """.formatted(service, endpoint, backEndUrl));
    }

    /** An assembly with one unit {@code <assembly>-http} for http-bc. */
    public static byte[] httpAssembly(String assembly, String xbean) {
        return of(assembly, List.of(new Unit(assembly + "-http", "http-bc", Map.of("xbean.xml", xbean))));
    }

    /** A service unit with its component, and its files by path. */
    public record Unit(String name, String component, Map<String, String> files) {
        private String descriptor() {
            return """
                        <service-unit>
                          <identification><name>%1$s</name><description>for %2$s</description></identification>
                          <target><artifacts-zip>%1$s.zip</artifacts-zip><component-name>%2$s</component-name></target>
                        </service-unit>
                    """.formatted(name, component);
        }

        private byte[] zip() {
            Map<String, byte[]> entries = new LinkedHashMap<>();
            files.forEach((file, content) -> entries.put(file, content.getBytes(StandardCharsets.UTF_8)));
            return AssemblyArchive.zip(entries);
        }
    }

    /** An assembly with these units. */
    public static byte[] of(String assembly, List<Unit> units) {
        String jbi =
                """
                <jbi xmlns="http://java.sun.com/xml/ns/jbi" version="1.0">
                  <service-assembly>
                    <identification><name>%1$s</name><description>the assembly %1$s</description></identification>
                %2$s  </service-assembly>
                </jbi>
                """.formatted(assembly, units.stream().map(Unit::descriptor).collect(Collectors.joining()));
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put("META-INF/jbi.xml", jbi.getBytes(StandardCharsets.UTF_8));
        units.forEach(unit -> entries.put(unit.name() + ".zip", unit.zip()));
        return zip(entries);
    }

    private static byte[] zip(Map<String, byte[]> entries) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> e : entries.entrySet()) {
                out.putNextEntry(new ZipEntry(e.getKey()));
                out.write(e.getValue());
                out.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("in memory", e);
        }
        return bytes.toByteArray();
    }
}
