package org.esbmt.jbi.container.internal.links;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.esbmt.files.api.DurableFiles;
import org.esbmt.management.api.TenantLinks.Link;
import org.esbmt.management.api.TenantLinks.ToPlain;
import org.esbmt.management.api.TenantLinks.ToTenant;
import org.esbmt.tenancy.api.TenantId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The links of this node on disk, one a line. Tabs separate the parts; names cannot contain them. A change is complete
 * or absent after a crash. Threads: one at a time.
 */
final class LinkFile {
    private static final Logger LOG = LoggerFactory.getLogger(LinkFile.class);
    private static final String TO_PLAIN = "to-plain";
    private static final String TO_TENANT = "to-tenant";

    private final Path file;

    LinkFile(Path file) {
        this.file = file;
    }

    /** Reads the links. An unreadable entry is no link: refusal is the default. */
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
                        "A line of {} is no link, so its exchanges are refused; link again. The line: {}", file, line);
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
     * The links have reached the disk when this returns.
     *
     * @throws IOException otherwise. The file then has the old links again, or, if that failed, too, the old or the new
     * ones; {@link #read} determines them
     */
    void write(List<Link> links) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Link link : links) {
            text.append(line(link)).append('\n');
        }
        Files.createDirectories(file.getParent());
        try {
            DurableFiles.replace(file, text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (DurableFiles.InDoubtException e) {
            LOG.error(
                    "A restart may restore the old links or the new ones: list the links then. The file is {}.",
                    file,
                    e);
            throw e;
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
