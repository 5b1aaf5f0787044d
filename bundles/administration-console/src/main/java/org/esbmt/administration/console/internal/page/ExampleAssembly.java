package org.esbmt.administration.console.internal.page;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.LocalDateTime;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.xml.namespace.QName;

/** The assembly for a first message: {@code docs/guide/examples/greeting}, which needs no back end. */
final class ExampleAssembly {
    static final String NAME = "greeting";
    static final QName SERVICE = new QName("http://example.org/greeting", "Greeting");
    static final String ENDPOINT = "soap";

    private static final String FOLDER = "/example/";

    private ExampleAssembly() {}

    /** The archive, as the example's own build makes it. */
    static byte[] archive() {
        byte[] http = zip(List.of("xbean.xml", "greeting.wsdl"), "greeting-http/");
        byte[] routes = zip(List.of("routes.xml", "greet.xsl"), "greeting-routes/");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            add(out, "META-INF/jbi.xml", file("META-INF/jbi.xml"));
            add(out, "greeting-http.zip", http);
            add(out, "greeting-routes.zip", routes);
        } catch (IOException e) {
            throw new UncheckedIOException("in memory", e);
        }
        return bytes.toByteArray();
    }

    private static byte[] zip(List<String> files, String folder) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (String name : files) {
                add(out, name, file(folder + name));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("in memory", e);
        }
        return bytes.toByteArray();
    }

    /** Two calls make the same bytes, so that a repeated request is the same. */
    private static void add(ZipOutputStream out, String name, byte[] content) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(LocalDateTime.of(2026, 1, 1, 0, 0));
        out.putNextEntry(entry);
        out.write(content);
        out.closeEntry();
    }

    private static byte[] file(String name) {
        try (InputStream in = requireNonNull(ExampleAssembly.class.getResourceAsStream(FOLDER + name), name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
