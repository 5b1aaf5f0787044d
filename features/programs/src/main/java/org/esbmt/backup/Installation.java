package org.esbmt.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The folders of an installation, as its configuration places them. The files of {@code etc/} are read at each call.
 *
 * @param home with {@code bin}, {@code deploy}, {@code system}
 * @param release such as {@code 0.1.0}
 */
record Installation(Path home, Path etc, Path data, Path log, String release) {
    static final String POSTGRESQL = "org.esbmt.embedded.postgresql.cfg";
    static final String REGISTRY = "org.esbmt.registry.postgresql.cfg";

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([a-z.]+)}");
    /** Keys of files read by the bus; such a file may be anywhere. */
    private static final Pattern FILES = Pattern.compile("(.*\\.)?(files?|sslrootcert)");

    private static final Set<String> WRITTEN = Set.of("log.file", "reset.file");

    /** The installation named by the scripts in {@code bin/}. */
    static Installation ofThisProcess() {
        return new Installation(
                folder("esbmt.home"),
                folder("esbmt.etc"),
                folder("esbmt.data"),
                folder("esbmt.log"),
                property("esbmt.release"));
    }

    private static Path folder(String property) {
        return Path.of(property(property)).toAbsolutePath().normalize();
    }

    private static String property(String name) {
        String value = System.getProperty(name);
        if (value == null || value.isBlank()) {
            throw new IllegalStateException(
                    "The system property " + name + " is not set: start bin/backup or bin/restore.");
        }
        return value;
    }

    /** The folders of a node's files, by their name in a backup. Their contents belong together. */
    Map<String, Path> nodeFolders() throws IOException {
        Map<String, Path> folders = new LinkedHashMap<>();
        // The order of the copy, progress first. A node applies changes beyond its progress again. It cannot apply
        // changes
        // that its files lack and its progress includes.
        folders.put("management", data.resolve("management"));
        folders.put("assemblies", path("org.esbmt.jbi.deployer.cfg", "directory", data.resolve("assemblies")));
        folders.put("transactions", path("org.esbmt.transactions.cfg", "directory", data.resolve("transactions")));
        folders.put("audit", data.resolve("audit"));
        folders.put("deploy", home.resolve("deploy"));
        return folders;
    }

    /** Files of {@code data/} that give access to their readers, by their name in a backup. */
    Map<String, Path> secretFiles() throws IOException {
        Map<String, Path> files = new LinkedHashMap<>();
        files.put("seal.key", data.resolve("management/seal.key"));
        files.put(
                "broker.password",
                path("org.esbmt.messaging.cfg", "directory", data.resolve("broker"))
                        .resolve("password"));
        files.put("initial-administrator.txt", data.resolve("initial-administrator.txt"));
        return files;
    }

    Path postgresql() throws IOException {
        return path(POSTGRESQL, "directory", data.resolve("postgresql"));
    }

    boolean externalDatabase() throws IOException {
        return value(REGISTRY, "server").orElse("embedded").equals("external");
    }

    /** Existing files named by the configuration, outside of {@code etc/} and {@code data/}. */
    List<Path> elsewhere() throws IOException {
        Set<Path> files = new TreeSet<>();
        try (DirectoryStream<Path> configurations = Files.newDirectoryStream(etc, "org.esbmt.*.cfg")) {
            for (Path configuration : configurations) {
                Properties keys = load(configuration);
                for (String key : keys.stringPropertyNames()) {
                    if (FILES.matcher(key).matches() && !WRITTEN.contains(key)) {
                        for (String each : resolved(keys.getProperty(key)).split(",", -1)) {
                            add(each.strip(), files);
                        }
                    }
                }
            }
        }
        return new ArrayList<>(files);
    }

    private void add(String name, Set<Path> files) {
        Path file = Path.of(name).normalize();
        if (file.isAbsolute() && !file.startsWith(etc) && !file.startsWith(data) && Files.isRegularFile(file)) {
            files.add(file);
        }
    }

    /** The folder or file named by a key, absolute or within {@code data/}. */
    Path path(String file, String key, Path otherwise) throws IOException {
        return value(file, key).map(data::resolve).orElse(otherwise);
    }

    /** The value of a key; empty if the key is missing or has no value. */
    Optional<String> value(String file, String key) throws IOException {
        Path path = etc.resolve(file);
        if (!Files.exists(path)) {
            return Optional.empty();
        }
        return Optional.ofNullable(load(path).getProperty(key))
                .map(this::resolved)
                .map(String::strip)
                .filter(value -> !value.isEmpty());
    }

    private static Properties load(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(file, UTF_8)) {
            properties.load(in);
        } catch (IllegalArgumentException e) {
            throw new Problem("The file " + file + " cannot be read: " + e.getMessage() + ". Mend it.", e);
        }
        return properties;
    }

    private String resolved(String value) {
        return REFERENCE
                .matcher(value)
                .replaceAll(reference -> Matcher.quoteReplacement(folder(reference.group(1), reference.group())));
    }

    private String folder(String name, String otherwise) {
        return switch (name) {
            case "karaf.home", "karaf.base" -> home.toString();
            case "karaf.etc" -> etc.toString();
            case "karaf.data" -> data.toString();
            case "karaf.log" -> log.toString();
            default -> otherwise;
        };
    }

    /**
     * @throws Problem if another user than the bus's runs this process, since it would leave files that the bus cannot
     *     read
     */
    void requireItsUser(String program) throws IOException {
        String owner = Files.getOwner(data, LinkOption.NOFOLLOW_LINKS).getName();
        String here = System.getProperty("user.name");
        if (!owner.equals(here)) {
            throw new Problem("The bus in " + home + " is that of the user '" + owner + "', and " + program
                    + " runs as '" + here + "': run it as '" + owner + "'.");
        }
    }
}
