package org.esbmt.jbi.deployer.internal.archive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.esbmt.jbi.container.api.ServiceUnitOwner;
import org.esbmt.management.api.DeploymentException;

/**
 * A service assembly's archive that broke no rule: its headers, its descriptor and those of its units, and every entry's
 * content were checked before the first byte goes to a disk. Threads: one.
 */
public final class AssemblyArchive {
    private static final String MANIFEST = "META-INF/MANIFEST.MF";
    private static final Set<String> DECLARATIVE = Set.of("xml", "yaml", "wsdl", "xsd", "xsl", "xslt");

    private final AssemblyDescriptor descriptor;
    private final List<EndpointName> provided;
    private final Map<String, ZipArchive> units;
    private final ZipArchive zip;
    private final String digest;

    /** Who may bring what. */
    public enum Trust {
        /** A tenant's: declarations only. */
        DECLARATIVE,
        /** The system administrator's: code too. */
        TRUSTED
    }

    private AssemblyArchive(
            AssemblyDescriptor descriptor,
            List<EndpointName> provided,
            Map<String, ZipArchive> units,
            ZipArchive zip,
            String digest) {
        this.descriptor = descriptor;
        this.provided = List.copyOf(provided);
        this.units = units;
        this.zip = zip;
        this.digest = digest;
    }

    /**
     * Reads the stream to its end, or to the limit.
     *
     * @throws DeploymentException INVALID_ARCHIVE with the rule that it breaks
     * @throws IOException of the stream
     */
    public static AssemblyArchive read(InputStream in, Trust trust, ArchiveLimits limits)
            throws DeploymentException, IOException {
        byte[] bytes = in.readNBytes(Math.toIntExact(limits.packedBytes() + 1));
        if (bytes.length > limits.packedBytes()) {
            throw Refusal.invalid("the archive is larger than the " + limits.packedBytes() + " bytes that are allowed");
        }
        return read(bytes, trust, limits);
    }

    private static AssemblyArchive read(byte[] bytes, Trust trust, ArchiveLimits limits) throws DeploymentException {
        ArchiveBudget budget = new ArchiveBudget(limits, bytes.length);
        ZipArchive zip = ZipArchive.open("the archive", bytes, budget);
        if (!zip.contains(JbiXml.FILE)) {
            throw Refusal.invalid("the archive has no " + JbiXml.FILE);
        }
        AssemblyDescriptor descriptor = JbiXml.readAssembly(JbiXml.FILE, zip.read(JbiXml.FILE));
        checkAssemblyEntries(zip, descriptor, trust);

        Map<String, ZipArchive> units = new HashMap<>();
        Map<EndpointName, String> provided = new HashMap<>();
        for (AssemblyDescriptor.Unit unit : descriptor.units()) {
            if (!zip.contains(unit.artifact())) {
                throw Refusal.invalid("the archive has no " + Refusal.shown(unit.artifact()) + ", which " + JbiXml.FILE
                        + " names for the unit " + unit.name());
            }
            ZipArchive content = ZipArchive.open(unit.artifact(), zip.read(unit.artifact()), budget);
            checkUnitEntries(unit, content, trust);
            units.put(unit.name(), content);
            if (content.contains(JbiXml.FILE)) {
                String file = unit.artifact() + "!/" + JbiXml.FILE;
                for (EndpointName endpoint : JbiXml.readProvided(file, content.read(JbiXml.FILE))) {
                    String other = provided.put(endpoint, unit.name());
                    if (other != null) {
                        throw Refusal.invalid(file + ": " + Refusal.shown(endpoint.toString())
                                + " is provided by the unit " + other + " already");
                    }
                }
            }
        }
        checkContents(zip, units);
        return new AssemblyArchive(descriptor, new ArrayList<>(provided.keySet()), units, zip, sha256(bytes));
    }

    private static void checkAssemblyEntries(ZipArchive zip, AssemblyDescriptor descriptor, Trust trust)
            throws DeploymentException {
        Set<String> artifacts = new HashSet<>();
        for (AssemblyDescriptor.Unit unit : descriptor.units()) {
            if (!unit.artifact().toLowerCase(Locale.ROOT).endsWith(".zip")) {
                throw Refusal.invalid(JbiXml.FILE + ": the artifacts-zip of the unit " + unit.name() + " is '"
                        + Refusal.shown(unit.artifact()) + "', which does not end with .zip");
            }
            if (trust == Trust.DECLARATIVE && unit.artifact().indexOf('/') >= 0) {
                throw Refusal.invalid(JbiXml.FILE + ": the artifacts-zip of the unit " + unit.name()
                        + " must be at the top of the archive");
            }
            artifacts.add(unit.artifact());
        }
        for (ZipArchive.Entry entry : zip.files()) {
            checkNotOurs("the archive", entry);
            if (trust == Trust.DECLARATIVE
                    && !artifacts.contains(entry.name())
                    && !entry.name().equals(MANIFEST)) {
                checkDeclarative("the archive", entry);
            }
        }
    }

    private static void checkUnitEntries(AssemblyDescriptor.Unit unit, ZipArchive content, Trust trust)
            throws DeploymentException {
        for (ZipArchive.Entry entry : content.files()) {
            checkNotOurs(unit.artifact(), entry);
            if (trust == Trust.DECLARATIVE && !entry.name().equals(MANIFEST)) {
                checkDeclarative(unit.artifact(), entry);
            }
        }
    }

    /** Whose a unit is, is for the deployer to say. */
    private static void checkNotOurs(String archive, ZipArchive.Entry entry) throws DeploymentException {
        if (entry.name().equalsIgnoreCase(ServiceUnitOwner.FILE)) {
            throw Refusal.invalid(
                    archive + " brings the entry " + ServiceUnitOwner.FILE + ", which only the bus writes");
        }
    }

    private static void checkDeclarative(String archive, ZipArchive.Entry entry) throws DeploymentException {
        String file = entry.name().substring(entry.name().lastIndexOf('/') + 1);
        int dot = file.lastIndexOf('.');
        String extension = dot < 0 ? "" : file.substring(dot + 1).toLowerCase(Locale.ROOT);
        if (!DECLARATIVE.contains(extension)) {
            throw Refusal.invalid(archive + " has an entry " + Refusal.shown(entry.name())
                    + "; the archive of a tenant may have .xml, .yaml, .wsdl, .xsd, .xsl and .xslt files,"
                    + " and the archives of its units");
        }
    }

    /** A wrong checksum must not show up when half of the units are on the disk. */
    private static void checkContents(ZipArchive zip, Map<String, ZipArchive> units) throws DeploymentException {
        for (ZipArchive.Entry entry : zip.files()) {
            zip.read(entry);
        }
        for (ZipArchive unit : units.values()) {
            for (ZipArchive.Entry entry : unit.files()) {
                unit.read(entry);
            }
        }
    }

    public AssemblyDescriptor descriptor() {
        return descriptor;
    }

    /** The endpoints that the units' own descriptors provide; a unit may have others, known to its component only. */
    public List<EndpointName> provided() {
        return provided;
    }

    /** SHA-256 of the archive as it arrived, in hexadecimal digits. */
    public String digest() {
        return digest;
    }

    /** The entries that belong into the assembly's bundle, by name: all but the manifest, which is the bundle's own. */
    public List<String> entries() {
        return zip.files().stream()
                .map(ZipArchive.Entry::name)
                .filter(name -> !name.equalsIgnoreCase(MANIFEST))
                .sorted()
                .toList();
    }

    public byte[] content(String entry) throws DeploymentException {
        return zip.read(entry);
    }

    /** Unpacks a unit into a folder that is not there yet. */
    public void unpack(AssemblyDescriptor.Unit unit, Path folder) throws DeploymentException, IOException {
        Files.createDirectories(folder);
        ZipArchive content = units.get(unit.name());
        for (ZipArchive.Entry entry : content.files()) {
            Path file = folder.resolve(entry.name()).normalize();
            if (!file.startsWith(folder) || file.equals(folder)) {
                throw Refusal.invalid(unit.artifact() + " has an entry that leads outside of its folder");
            }
            Files.createDirectories(file.getParent());
            Files.write(file, content.read(entry), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        }
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
