package org.esbmt.jbi.deployer.internal.assembly;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.esbmt.jbi.deployer.internal.archive.AssemblyArchive;
import org.esbmt.management.api.DeploymentException;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;

/**
 * The OSGi bundle of an assembly: the archive's entries behind a manifest of the deployer. One archive gives the same
 * bytes every time. The bundle has no code and no wires; the deployer acts for it.
 */
final class AssemblyBundle {
    static final String ASSEMBLY = "ESBMT-Assembly";
    static final String TENANT = "ESBMT-Tenant";
    /** SHA-256 of the original archive. */
    static final String DIGEST = "ESBMT-Digest";

    private static final LocalDateTime TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

    private AssemblyBundle() {}

    static void write(AssemblyKey key, AssemblyArchive archive, OutputStream out)
            throws IOException, DeploymentException {
        StringBuilder manifest = new StringBuilder();
        header(manifest, "Manifest-Version", "1.0");
        // Without it a framework expects the bundle format before OSGi R4, and later resolutions fail.
        header(manifest, Constants.BUNDLE_MANIFESTVERSION, "2");
        header(manifest, Constants.BUNDLE_SYMBOLICNAME, key.symbolicName());
        header(manifest, Constants.BUNDLE_VERSION, "1.0.0");
        header(manifest, Constants.BUNDLE_NAME, "JBI service assembly " + key.name());
        header(manifest, ASSEMBLY, key.name());
        if (key.owner().tenant().isPresent()) {
            header(manifest, TENANT, key.ownerText());
        }
        header(manifest, DIGEST, archive.digest());
        manifest.append("\r\n");

        // Not closed: the stream belongs to the caller.
        ZipOutputStream zip = new ZipOutputStream(out);
        entry(zip, "META-INF/MANIFEST.MF", manifest.toString().getBytes(StandardCharsets.US_ASCII));
        for (String name : archive.entries()) {
            entry(zip, name, archive.content(name));
        }
        zip.finish();
    }

    /** The digest of the archive behind the framework's bundle; empty for a bundle of others. */
    static String digest(Bundle bundle) {
        String digest = bundle.getHeaders("").get(DIGEST);
        return digest == null ? "" : digest;
    }

    private static void entry(ZipOutputStream zip, String name, byte[] content) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(TIME);
        zip.putNextEntry(entry);
        zip.write(content);
        zip.closeEntry();
    }

    /** JAR file specification: a line has at most 72 bytes; a longer one continues after a line break and a space. */
    private static void header(StringBuilder manifest, String name, String value) {
        String line = name + ": " + value;
        while (line.length() > 72) {
            manifest.append(line, 0, 72).append("\r\n");
            line = " " + line.substring(72);
        }
        manifest.append(line).append("\r\n");
    }
}
