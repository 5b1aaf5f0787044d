package org.esbmt.commandline;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files below {@code ~/.config/esbmt}: a profile for each bus, and the documents of the buses. Their owner alone reads them. */
final class Profiles {
    static final String DEFAULT = "default";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final String SUFFIX = ".properties";
    private static final String URL = "url";
    private static final String LOGIN = "login";
    private static final String TOKEN = "token";
    private static final String TOKEN_ID = "token.id";
    private static final String CERTIFICATES = "certificates";

    private final Path directory;

    Profiles(Path directory) {
        this.directory = requireNonNull(directory, "directory");
    }

    /** The directory of the user. */
    static Profiles of(Terminal terminal) {
        Path home = terminal.variable("XDG_CONFIG_HOME")
                .map(Path::of)
                .orElseGet(() -> Path.of(terminal.variable("HOME").orElse(System.getProperty("user.home")), ".config"));
        return new Profiles(home.resolve("esbmt"));
    }

    private Path file(String name) throws Failure {
        if (!NAME.matcher(name).matches()) {
            throw Failure.usage("The name of a profile has letters, digits, '.', '_' and '-'.");
        }
        return directory.resolve(name + SUFFIX);
    }

    /** Reads a profile; empty if there is none. */
    Optional<Profile> find(String name) throws Failure {
        Properties values = new Properties();
        try {
            values.load(new StringReader(Files.readString(file(name))));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw Failure.usage("The profile " + name + " cannot be read: " + e.getMessage());
        }
        return Optional.of(new Profile(
                values.getProperty(URL, Profile.LOCAL),
                values.getProperty(LOGIN, ""),
                Optional.ofNullable(values.getProperty(TOKEN)),
                Optional.ofNullable(values.getProperty(TOKEN_ID)),
                Optional.ofNullable(values.getProperty(CERTIFICATES))));
    }

    /** The names of all profiles. */
    List<String> names() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(SUFFIX))
                    .map(file -> file.substring(0, file.length() - SUFFIX.length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    void write(String name, Profile profile) throws Failure {
        Properties values = new Properties();
        values.setProperty(URL, profile.url());
        values.setProperty(LOGIN, profile.login());
        profile.token().ifPresent(token -> values.setProperty(TOKEN, token));
        profile.tokenId().ifPresent(id -> values.setProperty(TOKEN_ID, id));
        profile.certificates().ifPresent(pem -> values.setProperty(CERTIFICATES, pem));
        StringWriter text = new StringWriter();
        try {
            values.store(text, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        write(file(name), text.toString().getBytes(StandardCharsets.UTF_8));
    }

    void delete(String name) throws Failure {
        try {
            Files.deleteIfExists(file(name));
        } catch (IOException e) {
            throw Failure.usage("The profile " + name + " cannot be deleted: " + e.getMessage());
        }
    }

    /**
     * The kept document of a bus.
     *
     * @param tag its entity tag
     */
    record Kept(String tag, Bytes json) {}

    Optional<Kept> document(String url) {
        try {
            String tag = Files.readString(document(url, ".etag"));
            return Optional.of(new Kept(tag, new Bytes(Files.readAllBytes(document(url, ".json")))));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Keeps a document. Without a place for it the next command gets it again. */
    void keep(String url, Kept document) {
        try {
            Files.deleteIfExists(document(url, ".etag"));
            write(document(url, ".json"), document.json().get());
            write(document(url, ".etag"), document.tag().getBytes(StandardCharsets.UTF_8));
        } catch (Failure | IOException e) {
            // the document is got again
        }
    }

    private Path document(String url, String suffix) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(url.getBytes(StandardCharsets.UTF_8));
            return directory.resolve("openapi-" + HexFormat.of().formatHex(digest, 0, 8) + suffix);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Replaces a file by one that its owner alone reads. */
    private void write(Path file, byte[] bytes) throws Failure {
        try {
            if (!Files.isDirectory(directory)) {
                Files.createDirectories(directory.toAbsolutePath().getParent());
                Files.createDirectory(
                        directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
            Path written = Files.createTempFile(
                    directory,
                    ".new",
                    "",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.write(written, bytes);
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw Failure.usage(file + " cannot be written: " + e);
        }
    }
}
