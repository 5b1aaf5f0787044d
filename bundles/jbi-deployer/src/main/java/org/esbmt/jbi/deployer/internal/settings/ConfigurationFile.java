package org.esbmt.jbi.deployer.internal.settings;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.felix.utils.properties.TypedProperties;
import org.esbmt.files.api.DurableFiles;

/**
 * The file of a configuration; a property of the configuration contains its name. The framework reads the file again
 * after each change and at each start, and the file then takes precedence over the configuration. The file is therefore
 * replaced atomically, before the configuration is changed.
 */
final class ConfigurationFile {
    /** The property of Felix File Install. */
    static final String NAME = "felix.fileinstall.filename";

    private static final String FORM = ".cfg";

    private ConfigurationFile() {}

    /**
     * Writes the entries that differ in the second configuration. The rest of the file stays unchanged, including
     * comments and variables. Without a file, or for a file of another format than lines of keys and values, nothing is
     * done.
     *
     * @throws IOException if the file could not be written, or is read-only; it has its old content then
     */
    static void change(Map<String, Object> from, Map<String, Object> to) throws IOException {
        Optional<Path> file = of(to);
        if (file.isEmpty()) {
            return;
        }
        if (!Files.isWritable(file.get())) {
            // The folder's permissions would allow the replacement, but the file's forbid it.
            throw new AccessDeniedException(file.get().toString());
        }
        TypedProperties content = new TypedProperties(null, false);
        try (Reader reader = Files.newBufferedReader(file.get(), ISO_8859_1)) {
            content.load(reader);
        }
        boolean changed = false;
        TreeSet<String> keys = new TreeSet<>(from.keySet());
        keys.addAll(to.keySet());
        for (String key : keys) {
            Object wanted = to.get(key);
            if (!Objects.equals(text(from.get(key)), text(wanted))
                    && !key.equals(NAME)
                    && !key.startsWith("service.")) {
                changed = true;
                if (wanted == null) {
                    content.remove(key);
                } else {
                    content.put(key, text(wanted));
                }
            }
        }
        if (changed) {
            StringWriter written = new StringWriter();
            content.save(written);
            replace(file.get(), written.toString().getBytes(ISO_8859_1));
        }
    }

    /** Replaces a file and keeps its permissions. After a crash between the two steps, only its owner has access. */
    private static void replace(Path file, byte[] content) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view == null) {
            DurableFiles.replace(file, content);
            return;
        }
        Set<PosixFilePermission> permissions = view.readAttributes().permissions();
        DurableFiles.replace(file, content);
        view.setPermissions(permissions);
    }

    private static Optional<Path> of(Map<String, Object> configuration) throws IOException {
        Object name = configuration.get(NAME);
        if (name == null) {
            return Optional.empty();
        }
        URI uri = URI.create(name.toString());
        if (uri.isOpaque() || !"file".equals(uri.getScheme())) {
            return Optional.empty();
        }
        Path file = Path.of(uri);
        // The target, not a symbolic link to it.
        return file.toString().endsWith(FORM) && Files.isRegularFile(file)
                ? Optional.of(file.toRealPath())
                : Optional.empty();
    }

    private static String text(Object value) {
        return value == null ? null : value.toString();
    }
}
