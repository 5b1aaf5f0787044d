package org.esbmt.embedded.postgresql.internal;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/**
 * Unpacks the subset of the tar format in an archive of PostgreSQL: files, directories and symbolic links (POSIX ustar
 * and GNU long names). Any other entry, and any name outside of the target directory, is an error.
 */
final class TarReader {

    private static final int BLOCK = 512;

    /** The longest plausible path; longer names or links mean a damaged archive. */
    private static final int LONGEST_NAME = 4096;

    private final InputStream in;
    private final byte[] header = new byte[BLOCK];

    TarReader(InputStream in) {
        this.in = in;
    }

    /**
     * @param target an existing, empty directory
     * @throws IOException when the archive is damaged or the disk is full; the target then contains a part of it
     */
    void unpackInto(Path target) throws IOException {
        String longName = null;
        String longLink = null;
        while (nextHeader()) {
            char type = (char) (header[156] & 0xff);
            long size = octal(124, 12);
            String name = longName != null ? longName : name();
            String link = longLink != null ? longLink : text(157, 100);
            switch (type) {
                case 'L' -> longName = longText(size);
                case 'K' -> longLink = longText(size);
                case '0', '\0', '5', '2' -> {
                    Path path = inside(target, name);
                    unpack(type, path, size, link, target);
                    longName = null;
                    longLink = null;
                }
                default -> throw new IOException("tar entry '" + name + "' is of the unexpected type '" + type + "'");
            }
        }
    }

    private void unpack(char type, Path path, long size, String link, Path target) throws IOException {
        if (type == '5') {
            directory(path);
        } else if (type == '2') {
            directory(parent(path));
            inside(target, target.relativize(parent(path)).resolve(link).toString());
            Files.createSymbolicLink(path, Path.of(link));
        } else {
            directory(parent(path));
            copy(path, size);
            boolean executable = (octal(100, 8) & 0111) != 0;
            Files.setPosixFilePermissions(path, permissions(executable));
        }
    }

    /** The JVM's umask may deny the server's user access to new directories, so each gets its mode. */
    private static void directory(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            directory(parent(path));
            Files.createDirectory(path);
            Files.setPosixFilePermissions(path, permissions(true));
        }
    }

    private static Path parent(Path path) {
        Path parent = path.getParent();
        return parent == null ? path : parent;
    }

    private static Path inside(Path target, String name) throws IOException {
        Path path = target.resolve(name).normalize();
        if (!path.startsWith(target)) {
            throw new IOException("tar entry '" + name + "' leads out of the archive");
        }
        return path;
    }

    private static Set<PosixFilePermission> permissions(boolean executable) {
        Set<PosixFilePermission> permissions = EnumSet.of(
                PosixFilePermission.OWNER_READ,
                PosixFilePermission.OWNER_WRITE,
                PosixFilePermission.GROUP_READ,
                PosixFilePermission.OTHERS_READ);
        if (executable) {
            permissions.add(PosixFilePermission.OWNER_EXECUTE);
            permissions.add(PosixFilePermission.GROUP_EXECUTE);
            permissions.add(PosixFilePermission.OTHERS_EXECUTE);
        }
        return permissions;
    }

    private boolean nextHeader() throws IOException {
        int read = in.readNBytes(header, 0, BLOCK);
        if (read == 0) {
            return false;
        }
        if (read < BLOCK) {
            throw new EOFException("the tar archive ends within a header");
        }
        if (header[0] == 0) {
            return false;
        }
        long sum = 0;
        for (int i = 0; i < BLOCK; i++) {
            sum += i >= 148 && i < 156 ? ' ' : header[i] & 0xff;
        }
        if (sum != octal(148, 8)) {
            throw new IOException("the tar archive is damaged: a header's check sum is wrong");
        }
        return true;
    }

    private String name() {
        String prefix = text(257, 5).equals("ustar") && header[262] == 0 ? text(345, 155) : "";
        return prefix.isEmpty() ? text(0, 100) : prefix + "/" + text(0, 100);
    }

    private String text(int from, int length) {
        int end = from;
        while (end < from + length && header[end] != 0) {
            end++;
        }
        return new String(header, from, end - from, StandardCharsets.UTF_8);
    }

    private long octal(int from, int length) throws IOException {
        String digits = text(from, length).trim();
        try {
            long value = digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
            if (value < 0) {
                throw new IOException("the tar archive is damaged: a number is negative");
            }
            return value;
        } catch (NumberFormatException e) {
            throw new IOException("the tar archive is damaged: '" + digits + "' is not an octal number", e);
        }
    }

    private String longText(long size) throws IOException {
        if (size > LONGEST_NAME) {
            throw new IOException("the tar archive is damaged: a name of " + size + " bytes");
        }
        byte[] bytes = in.readNBytes((int) size);
        skip(padding(size));
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] == 0) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }

    private void copy(Path path, long size) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            OutputStream out = Channels.newOutputStream(file);
            byte[] buffer = new byte[64 * 1024];
            long left = size;
            while (left > 0) {
                int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
                if (read < 0) {
                    throw new EOFException("the tar archive ends within " + path.getFileName());
                }
                out.write(buffer, 0, read);
                left -= read;
            }
            file.force(false);
        }
        skip(padding(size));
    }

    private void skip(long bytes) throws IOException {
        in.skipNBytes(bytes);
    }

    private static long padding(long size) {
        return (BLOCK - size % BLOCK) % BLOCK;
    }
}
