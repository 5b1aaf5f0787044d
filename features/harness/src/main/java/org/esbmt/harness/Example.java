package org.esbmt.harness;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * An example of the guide ({@code docs/guide/examples}). It makes the same archive as the example's own build:
 * {@code META-INF/jbi.xml}, and a zip of every other folder. Immutable.
 */
public final class Example {
    private static final String DESCRIPTOR = "META-INF/jbi.xml";
    private static final String ADDRESS = "@backend@";

    /** Files by their path from the example's {@code src}. */
    private final Map<String, String> files;

    private Example(Map<String, String> files) {
        this.files = files;
    }

    /** Reads the example in the folder of that name. */
    public static Example named(String name) {
        String root = "/examples/" + name + "/src/";
        URL descriptor = Example.class.getResource(root + DESCRIPTOR);
        if (descriptor == null) {
            throw new IllegalArgumentException("there is no example " + name);
        }
        try {
            URI uri = descriptor.toURI();
            if (uri.getScheme().equals("file")) {
                return new Example(read(Path.of(uri).getParent().getParent()));
            }
            try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
                return new Example(read(jar.getPath(root)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, String> read(Path root) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> found = Files.walk(root)) {
            for (Path file : (Iterable<Path>) found.filter(Files::isRegularFile)::iterator) {
                files.put(root.relativize(file).toString(), Files.readString(file));
            }
        }
        return files;
    }

    /**
     * Another version of the example, with a text replaced in a file.
     *
     * @throws IllegalArgumentException if the file does not contain {@code text}
     */
    public Example with(String file, String text, String replacement) {
        String content = files.get(file);
        if (content == null || !content.contains(text)) {
            throw new IllegalArgumentException(file + " does not contain: " + text);
        }
        Map<String, String> changed = new TreeMap<>(files);
        changed.put(file, content.replace(text, replacement));
        return new Example(changed);
    }

    /** The archive to deploy, with the address of this back end. */
    public byte[] archive(String backEnd) {
        Set<String> units = new TreeSet<>();
        files.keySet().forEach(file -> units.add(file.substring(0, file.indexOf('/'))));
        units.remove("META-INF");
        Map<String, byte[]> entries = new TreeMap<>();
        entries.put(DESCRIPTOR, content(DESCRIPTOR, backEnd));
        for (String unit : units) {
            Map<String, byte[]> content = new TreeMap<>();
            files.keySet().stream()
                    .filter(file -> file.startsWith(unit + "/"))
                    .forEach(file -> content.put(file.substring(unit.length() + 1), content(file, backEnd)));
            entries.put(unit + ".zip", zip(content));
        }
        return zip(entries);
    }

    private byte[] content(String file, String backEnd) {
        String address = backEnd.endsWith("/") ? backEnd.substring(0, backEnd.length() - 1) : backEnd;
        return files.get(file).replace(ADDRESS, address).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] zip(Map<String, byte[]> entries) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                out.putNextEntry(new ZipEntry(entry.getKey()));
                out.write(entry.getValue());
                out.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("in memory", e);
        }
        return bytes.toByteArray();
    }

    /** The paths of the files from the example's {@code src}. */
    public List<String> files() {
        return List.copyOf(files.keySet());
    }
}
