package org.esbmt.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The list of a part of a backup, in its file {@value #FILE}. It has lines {@code <key>: <value>}, an empty line, a
 * line {@code <SHA-256> <bytes> <path>} for each file, and such a line with a slash at its end for each folder. The
 * last line is the SHA-256 of everything before it. The file is written last.
 *
 * @param facts such as {@code backup} (the identifier of the whole), {@code part}, {@code release}
 * @param files their check sum and size, by their path with slashes
 */
record Manifest(Map<String, String> facts, Map<String, Entry> files) {
    static final String FILE = "MANIFEST";

    private static final String FORM = "esbmt-backup 1";
    private static final Pattern FACT = Pattern.compile("([a-z]+): (.*)");
    private static final Pattern ENTRY = Pattern.compile("([0-9a-f]{64}) ([0-9]{1,18}) (.+)");
    private static final Pattern END = Pattern.compile("end ([0-9a-f]{64})");

    /** The check sum and size of a file. */
    record Entry(String sha256, long bytes) {}

    Manifest {
        facts = Map.copyOf(facts);
        files = Map.copyOf(files);
    }

    /** Reads every file of the folder. */
    static Manifest of(Path folder, Map<String, String> facts) throws IOException {
        Map<String, Entry> files = new TreeMap<>();
        for (Map.Entry<String, Path> file : content(folder).entrySet()) {
            if (file.getKey().contains("\n")) {
                throw new Problem("The name of the file " + file.getValue() + " has a line break in it: rename it.");
            }
            files.put(file.getKey(), entry(file.getValue()));
        }
        return new Manifest(facts, files);
    }

    /** A fact of the list; empty if it is missing. */
    String fact(String key) {
        return facts.getOrDefault(key, "");
    }

    String text() throws IOException {
        StringBuilder text = new StringBuilder(FORM).append('\n');
        new TreeMap<>(facts)
                .forEach((key, value) ->
                        text.append(key).append(": ").append(value).append('\n'));
        text.append('\n');
        new TreeMap<>(files).forEach((name, entry) -> text.append(entry.sha256())
                .append(' ')
                .append(entry.bytes())
                .append(' ')
                .append(name)
                .append('\n'));
        return text + "end " + sha256(text.toString().getBytes(UTF_8)) + "\n";
    }

    /**
     * Reads the list of a folder and compares every file with it.
     *
     * @throws Problem if the folder is no part of a backup, or has changed since it was written
     */
    static Manifest check(Path folder) throws IOException {
        Manifest manifest = read(folder);
        Map<String, Path> there = content(folder);
        there.remove(FILE);
        for (String name : there.keySet()) {
            if (!manifest.files.containsKey(name)) {
                throw damaged(folder, name + " is not of this backup");
            }
        }
        for (Map.Entry<String, Entry> expected : manifest.files.entrySet()) {
            Path file = there.get(expected.getKey());
            if (file == null) {
                throw damaged(folder, expected.getKey() + " is missing");
            }
            if (!entry(file).equals(expected.getValue())) {
                throw damaged(folder, expected.getKey() + " is not as it was written");
            }
        }
        return manifest;
    }

    private static Manifest read(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        List<String> lines;
        try {
            lines = Files.readAllLines(file, UTF_8);
        } catch (NoSuchFileException e) {
            throw new Problem(
                    folder + " is no backup, or one that was broken off: it has no " + FILE + ". Take another one.", e);
        } catch (CharacterCodingException e) {
            throw new Problem(folder + " is damaged: " + FILE + " is no text. Take another backup.", e);
        }
        Matcher end = END.matcher(lines.isEmpty() ? "" : lines.get(lines.size() - 1));
        if (!end.matches() || !lines.get(0).equals(FORM)) {
            throw damaged(folder, FILE + " is not whole");
        }
        List<String> before = lines.subList(0, lines.size() - 1);
        if (!end.group(1).equals(sha256((String.join("\n", before) + "\n").getBytes(UTF_8)))) {
            throw damaged(folder, FILE + " is not as it was written");
        }
        Map<String, String> facts = new TreeMap<>();
        Map<String, Entry> files = new TreeMap<>();
        for (String line : before.subList(1, before.size())) {
            Matcher fact = FACT.matcher(line);
            Matcher entry = ENTRY.matcher(line);
            if (entry.matches()) {
                String name = entry.group(3);
                String plain = name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
                if (!Path.of(plain).normalize().toString().equals(plain)
                        || plain.startsWith("/")
                        || plain.startsWith("..")) {
                    throw damaged(folder, FILE + " names " + name);
                }
                files.put(name, new Entry(entry.group(1), Long.parseLong(entry.group(2))));
            } else if (fact.matches()) {
                facts.put(fact.group(1), fact.group(2));
            } else if (!line.isEmpty()) {
                throw damaged(folder, FILE + " has a line that is none of its own");
            }
        }
        return new Manifest(facts, files);
    }

    private static Problem damaged(Path folder, String how) {
        return new Problem(folder + " is damaged: " + how + ". Take another backup.");
    }

    /**
     * The files and folders of a folder, by their names in the list.
     *
     * @throws Problem if it contains anything else
     */
    private static Map<String, Path> content(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new Problem("There is no folder " + folder + ".");
        }
        // The folder itself may be a symbolic link, which a walk does not follow.
        Path root = folder.toRealPath();
        Map<String, Path> content = new TreeMap<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                if (!folder.equals(root)) {
                    content.put(root.relativize(folder) + "/", folder);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!attributes.isRegularFile()) {
                    throw damaged(root, root.relativize(file) + " is no file");
                }
                content.put(root.relativize(file).toString(), file);
                return FileVisitResult.CONTINUE;
            }
        });
        return content;
    }

    private static Entry entry(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            return new Entry(sha256(new byte[0]), 0);
        }
        MessageDigest digest = digest();
        long bytes;
        try (InputStream in = new DigestInputStream(Files.newInputStream(path), digest)) {
            bytes = in.transferTo(OutputStream.nullOutputStream());
        }
        return new Entry(HexFormat.of().formatHex(digest.digest()), bytes);
    }

    private static String sha256(byte[] bytes) {
        return HexFormat.of().formatHex(digest().digest(bytes));
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
