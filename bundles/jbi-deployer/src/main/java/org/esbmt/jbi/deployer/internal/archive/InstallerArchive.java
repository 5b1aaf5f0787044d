package org.esbmt.jbi.deployer.internal.archive;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.esbmt.management.api.DeploymentException;

/**
 * A valid installer of a component or of a shared library. Headers, descriptor and every entry's content were checked
 * before the first byte is written to a disk. It is trusted code nevertheless. Threads: one.
 */
public final class InstallerArchive {
    private final InstallerDescriptor descriptor;
    private final ZipArchive zip;
    private final byte[] packed;
    private final String digest;

    private InstallerArchive(InstallerDescriptor descriptor, ZipArchive zip, byte[] packed, String digest) {
        this.descriptor = descriptor;
        this.zip = zip;
        this.packed = packed;
        this.digest = digest;
    }

    /**
     * Reads the stream to its end, or to the limit.
     *
     * @throws DeploymentException INVALID_ARCHIVE with the broken rule
     * @throws IOException of the stream
     */
    public static InstallerArchive read(InputStream in, ArchiveLimits limits) throws DeploymentException, IOException {
        byte[] bytes = in.readNBytes(Math.toIntExact(limits.packedBytes() + 1));
        if (bytes.length > limits.packedBytes()) {
            throw Refusal.invalid("the archive is larger than the " + limits.packedBytes() + " bytes that are allowed");
        }
        ZipArchive zip = ZipArchive.open("the archive", bytes, new ArchiveBudget(limits, bytes.length));
        if (!zip.contains(JbiXml.FILE)) {
            throw Refusal.invalid("the archive has no " + JbiXml.FILE);
        }
        InstallerDescriptor descriptor = descriptor(zip.read(JbiXml.FILE));
        if (descriptor instanceof InstallerDescriptor.Library library) {
            checkPath(zip, library.classPath());
        } else if (descriptor instanceof InstallerDescriptor.Component component) {
            checkPath(zip, component.classPath());
            checkPath(zip, component.bootstrapPath());
        }
        for (ZipArchive.Entry entry : zip.files()) {
            zip.read(entry);
        }
        return new InstallerArchive(descriptor, zip, bytes, sha256(bytes));
    }

    /** The descriptor of an unpacked installer. */
    public static InstallerDescriptor descriptor(byte[] jbiXml) throws DeploymentException {
        return InstallerXml.read(JbiXml.FILE, jbiXml);
    }

    /**
     * True for a file whose descriptor is that of an installer, and not of an assembly. Only {@link #read} checks its
     * validity.
     */
    public static boolean isInstaller(ZipFile file) throws IOException {
        ZipEntry entry = file.getEntry(JbiXml.FILE);
        if (entry == null) {
            return false;
        }
        try (InputStream in = file.getInputStream(entry)) {
            Optional<String> kind = InstallerXml.kind(in.readNBytes(1024 * 1024));
            return kind.isPresent() && List.of("component", "shared-library").contains(kind.get());
        }
    }

    private static void checkPath(ZipArchive zip, InstallerDescriptor.ClassPath path) throws DeploymentException {
        for (String element : path.elements()) {
            String folder = element.endsWith("/") ? element : element + "/";
            boolean there = element.equals(".")
                    || zip.contains(element)
                    || zip.files().stream().anyMatch(file -> file.name().startsWith(folder));
            if (!there) {
                throw Refusal.invalid(
                        JbiXml.FILE + ": the archive has no " + Refusal.shown(element) + ", which a class path names");
            }
        }
    }

    public InstallerDescriptor descriptor() {
        return descriptor;
    }

    /** SHA-256 of the archive as it arrived, in hexadecimal digits. */
    public String digest() {
        return digest;
    }

    /** The archive as it arrived; not to be changed. */
    public byte[] packed() {
        return packed;
    }

    /** Relative names with {@code /} that never lead out of the archive; files only. */
    public List<String> entries() {
        return zip.files().stream().map(ZipArchive.Entry::name).toList();
    }

    public byte[] content(String entry) throws DeploymentException {
        return zip.read(entry);
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
