package org.esbmt.jbi.container.internal.links;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.esbmt.management.api.TenantLinks.Link;
import org.esbmt.management.api.TenantLinks.ToPlain;
import org.esbmt.management.api.TenantLinks.ToTenant;
import org.esbmt.tenancy.api.TenantId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The links of this node on disk, one a line, its parts separated by tabs, which names cannot have. A change is whole
 * after a crash, or was never there. Threads: one at a time.
 */
final class LinkFile {
    private static final Logger LOG = LoggerFactory.getLogger(LinkFile.class);
    private static final String TO_PLAIN = "to-plain";
    private static final String TO_TENANT = "to-tenant";

    private final Path file;

    LinkFile(Path file) {
        this.file = file;
    }

    /** What cannot be read is no link: refusal is the default. */
    List<Link> read() throws IOException {
        List<Link> links = new ArrayList<>();
        if (!Files.exists(file)) {
            return links;
        }
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            try {
                if (!line.isEmpty()) {
                    links.add(link(line.split("\t", -1)));
                }
            } catch (IllegalArgumentException e) {
                LOG.error(
                        "A line of {} is no link, and what it allowed is refused; link again. The line: {}",
                        file,
                        line);
            }
        }
        return links;
    }

    private static Link link(String[] parts) {
        if (parts.length == 4 && parts[0].equals(TO_PLAIN)) {
            return new ToPlain(TenantId.of(parts[1]), QName.valueOf(parts[2]), parts[3]);
        }
        if (parts.length == 5 && parts[0].equals(TO_TENANT)) {
            return new ToTenant(parts[1], TenantId.of(parts[2]), QName.valueOf(parts[3]), parts[4]);
        }
        throw new IllegalArgumentException("not a link");
    }

    /**
     * The links last when this returns.
     *
     * @throws IOException if they do not: then the file has the old ones again, or, if that failed too, either;
     *     {@link #read} tells
     */
    void write(List<Link> links) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Link link : links) {
            text.append(line(link)).append('\n');
        }
        Files.createDirectories(file.getParent());
        Optional<byte[]> before = Files.exists(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
        // Opened before the change: one that is made and then finds no descriptor would have to be taken back.
        Optional<FileChannel> folder =
                file.getFileSystem().supportedFileAttributeViews().contains("posix")
                        ? Optional.of(FileChannel.open(file.getParent(), StandardOpenOption.READ))
                        : Optional.empty();
        try {
            put(text.toString().getBytes(StandardCharsets.UTF_8));
            force(folder);
        } catch (IOException e) {
            takeBack(before, folder, e);
            throw e;
        } finally {
            close(folder);
        }
    }

    private void put(byte[] text) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
        try (FileChannel channel = FileChannel.open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(text);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private void takeBack(Optional<byte[]> before, Optional<FileChannel> folder, IOException why) {
        try {
            if (before.isPresent()) {
                put(before.get());
            } else {
                Files.deleteIfExists(file);
            }
            force(folder);
        } catch (IOException e) {
            LOG.error(
                    "Whether the links are the old or the new ones after a restart is not known: list them then. The"
                            + " file is {}.",
                    file,
                    e);
            why.addSuppressed(e);
        }
    }

    private static void force(Optional<FileChannel> folder) throws IOException {
        if (folder.isPresent()) {
            folder.get().force(true);
        }
    }

    private static void close(Optional<FileChannel> folder) {
        try {
            if (folder.isPresent()) {
                folder.get().close();
            }
        } catch (IOException e) {
            LOG.debug("A folder that was only forced could not be closed.", e);
        }
    }

    private static String line(Link link) {
        return link instanceof ToTenant tenant
                ? String.join(
                        "\t",
                        TO_TENANT,
                        tenant.component(),
                        tenant.tenant().toString(),
                        tenant.service().toString(),
                        tenant.endpoint())
                : String.join(
                        "\t", TO_PLAIN, link.tenant().toString(), link.service().toString(), link.endpoint());
    }
}
