package org.esbmt.demo;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Service assemblies made in memory: one unit for the HTTP binding component, whose {@code xbean.xml} is given. */
public final class AssemblyArchive {
    private AssemblyArchive() {}

    /** SOAP in at {@code <service>/<endpoint>}, SOAP out to the back end: the assembly of the demo. */
    public static byte[] soapProxy(String assembly, String service, String endpoint, String backEndUrl) {
        return httpAssembly(assembly, """
                <beans xmlns:http="http://servicemix.apache.org/http/1.0" xmlns:d="urn:esbmt:demo">
                  <http:soap-consumer service="d:%1$s" endpoint="%2$s"
                                      targetService="d:%1$sBackEnd" targetEndpoint="%2$s"/>
                  <http:soap-provider service="d:%1$sBackEnd" endpoint="%2$s" locationURI="%3$s"/>
                </beans>
                """.formatted(service, endpoint, backEndUrl));
    }

    /** An assembly of that name with one unit {@code <assembly>-http}. */
    public static byte[] httpAssembly(String assembly, String xbean) {
        String unit = assembly + "-http";
        String jbi = """
                <jbi xmlns="http://java.sun.com/xml/ns/jbi" version="1.0">
                  <service-assembly>
                    <identification><name>%1$s</name><description>%1$s over HTTP</description></identification>
                    <service-unit>
                      <identification><name>%2$s</name><description>its endpoints</description></identification>
                      <target><artifacts-zip>%2$s.zip</artifacts-zip><component-name>http-bc</component-name></target>
                    </service-unit>
                  </service-assembly>
                </jbi>
                """.formatted(assembly, unit);
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put("META-INF/jbi.xml", jbi.getBytes(StandardCharsets.UTF_8));
        entries.put(unit + ".zip", zip(Map.of("xbean.xml", xbean.getBytes(StandardCharsets.UTF_8))));
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
