package org.esbmt.jbi.deployer.internal.archive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.esbmt.jbi.container.api.ServiceUnitOwner;
import org.esbmt.management.api.DeploymentException;

/**
 * A valid archive of a service assembly. Its headers, its descriptor and those of its units, and every entry's content
 * were checked before the first byte is written to a disk. Threads: one.
 */
public final class AssemblyArchive {
    private static final String MANIFEST = "META-INF/MANIFEST.MF";
    private static final Set<String> DECLARATIVE = Set.of("xml", "yaml", "yml", "wsdl", "xsd", "xsl", "xslt");

    private final AssemblyFile file;
    private final Map<String, UnitServices> services;
    private final Map<String, ZipArchive> units;
    private final ZipArchive zip;
    private final byte[] original;
    private final String digest;
    private final Optional<String> rewrittenDigest;

    /** The kind of content that an archive may have. */
    public enum Trust {
        /** A tenant's archive: declarations only. */
        DECLARATIVE,
        /** The system administrator's archive: may contain code. */
        TRUSTED
    }

    private AssemblyArchive(
            AssemblyFile file,
            Map<String, UnitServices> services,
            Map<String, ZipArchive> units,
            ZipArchive zip,
            byte[] original) {
        this.file = file;
        this.services = services;
        this.units = units;
        this.zip = zip;
        this.original = original;
        this.digest = sha256(original);
        this.rewrittenDigest = Optional.empty();
    }

    private AssemblyArchive(AssemblyArchive rewritten, AssemblyArchive of) {
        this.file = rewritten.file;
        this.services = rewritten.services;
        this.units = rewritten.units;
        this.zip = rewritten.zip;
        this.original = of.original;
        this.digest = of.digest;
        this.rewrittenDigest = Optional.of(rewritten.digest);
    }

    /**
     * Reads the stream to its end, or to the limit.
     *
     * @throws DeploymentException INVALID_ARCHIVE with all errors
     * @throws IOException of the stream
     */
    public static AssemblyArchive read(InputStream in, Trust trust, ArchiveLimits limits)
            throws DeploymentException, IOException {
        Findings findings = new Findings();
        AssemblyArchive archive = examine(in, trust, limits, findings);
        findings.throwIfAny();
        return archive;
    }

    /**
     * Like {@link #read}, for callers that collect further findings. If there are findings afterwards, the result is
     * incomplete: it may be examined, but not deployed.
     *
     * @throws DeploymentException if the archive's structure cannot be trusted
     */
    public static AssemblyArchive examine(InputStream in, Trust trust, ArchiveLimits limits, Findings findings)
            throws DeploymentException, IOException {
        byte[] bytes = in.readNBytes(Math.toIntExact(limits.packedBytes() + 1));
        if (bytes.length > limits.packedBytes()) {
            throw Refusal.invalid(
                    ArchiveRule.LIMIT,
                    "the archive is larger than the " + limits.packedBytes() + " bytes that are allowed");
        }
        return examine(bytes, trust, limits, findings);
    }

    private static AssemblyArchive examine(byte[] bytes, Trust trust, ArchiveLimits limits, Findings findings)
            throws DeploymentException {
        ArchiveBudget budget = new ArchiveBudget(limits, bytes.length);
        ZipArchive zip = ZipArchive.open("the archive", bytes, budget);
        if (!zip.contains(JbiXml.FILE)) {
            throw Refusal.invalid(ArchiveRule.MISSING, "the archive has no " + JbiXml.FILE);
        }
        Optional<AssemblyFile> file = JbiXml.readAssembly(JbiXml.FILE, zip.read(JbiXml.FILE), findings);
        if (file.isEmpty()) {
            findings.throwIfAny();
        }
        AssemblyDescriptor descriptor = file.orElseThrow().descriptor();
        checkAssemblyEntries(zip, descriptor, trust, findings);

        Map<String, ZipArchive> units = new HashMap<>();
        Map<String, UnitServices> services = new HashMap<>();
        Map<EndpointName, String> provided = new HashMap<>();
        for (AssemblyDescriptor.Unit unit : descriptor.units()) {
            if (!zip.contains(unit.artifact())) {
                findings.add(
                        JbiXml.FILE,
                        0,
                        ArchiveRule.MISSING,
                        "the archive has no " + Refusal.shown(unit.artifact()) + ", which " + JbiXml.FILE
                                + " names for the unit " + Refusal.shown(unit.name()));
                continue;
            }
            ZipArchive content = ZipArchive.open(unit.artifact(), zip.read(unit.artifact()), budget);
            checkUnitEntries(unit, content, trust, findings);
            units.put(unit.name(), content);
            if (content.contains(JbiXml.FILE)) {
                String name = unit.artifact() + "!/" + JbiXml.FILE;
                Optional<UnitServices> of = JbiXml.readUnit(name, content.read(JbiXml.FILE), findings);
                if (of.isPresent()) {
                    services.put(unit.name(), of.get());
                    checkProvided(name, unit, of.get(), provided, findings);
                }
            }
        }
        checkContents(zip, units);
        return new AssemblyArchive(file.get(), services, units, zip, bytes);
    }

    private static void checkProvided(
            String file,
            AssemblyDescriptor.Unit unit,
            UnitServices services,
            Map<EndpointName, String> provided,
            Findings findings) {
        for (UnitServices.Provided one : services.provided()) {
            String other = provided.putIfAbsent(one.endpoint(), unit.name());
            if (other != null) {
                findings.add(
                        file,
                        one.line(),
                        ArchiveRule.DUPLICATE,
                        Refusal.shown(one.endpoint().toString()) + " is provided by the unit " + Refusal.shown(other)
                                + " already");
            }
        }
    }

    private static void checkAssemblyEntries(
            ZipArchive zip, AssemblyDescriptor descriptor, Trust trust, Findings findings) {
        Set<String> artifacts = new HashSet<>();
        for (AssemblyDescriptor.Unit unit : descriptor.units()) {
            String what = "the artifacts-zip of the unit " + Refusal.shown(unit.name());
            if (!unit.artifact().toLowerCase(Locale.ROOT).endsWith(".zip")) {
                findings.add(
                        JbiXml.FILE,
                        0,
                        ArchiveRule.NAME,
                        what + " is '" + Refusal.shown(unit.artifact()) + "', which does not end with .zip");
            }
            if (trust == Trust.DECLARATIVE && unit.artifact().indexOf('/') >= 0) {
                findings.add(JbiXml.FILE, 0, ArchiveRule.NAME, what + " must be at the top of the archive");
            }
            artifacts.add(unit.artifact());
        }
        for (ZipArchive.Entry entry : zip.files()) {
            checkNotOurs("the archive", entry, findings);
            if (trust == Trust.DECLARATIVE
                    && !artifacts.contains(entry.name())
                    && !entry.name().equals(MANIFEST)) {
                checkDeclarative("the archive", entry, findings);
            }
        }
    }

    private static void checkUnitEntries(
            AssemblyDescriptor.Unit unit, ZipArchive content, Trust trust, Findings findings) {
        for (ZipArchive.Entry entry : content.files()) {
            checkNotOurs(unit.artifact(), entry, findings);
            if (trust == Trust.DECLARATIVE && !entry.name().equals(MANIFEST)) {
                checkDeclarative(unit.artifact(), entry, findings);
            }
        }
    }

    /** Refuses a file with the owner of a unit: only the deployer writes it. */
    private static void checkNotOurs(String archive, ZipArchive.Entry entry, Findings findings) {
        if (entry.name().equalsIgnoreCase(ServiceUnitOwner.FILE)) {
            findings.add(
                    "",
                    0,
                    ArchiveRule.FILE,
                    Refusal.shown(archive) + " brings the entry " + ServiceUnitOwner.FILE
                            + ", which only the bus writes");
        }
    }

    private static void checkDeclarative(String archive, ZipArchive.Entry entry, Findings findings) {
        if (!isDeclarative(entry.name())) {
            findings.add(
                    "",
                    0,
                    ArchiveRule.FILE,
                    Refusal.shown(archive) + " has an entry " + Refusal.shown(entry.name())
                            + "; the archive of a tenant may have .xml, .yaml, .yml, .wsdl, .xsd, .xsl and .xslt files,"
                            + " and the archives of its units");
        }
    }

    private static boolean isDeclarative(String entry) {
        String file = entry.substring(entry.lastIndexOf('/') + 1);
        int dot = file.lastIndexOf('.');
        return dot >= 0 && DECLARATIVE.contains(file.substring(dot + 1).toLowerCase(Locale.ROOT));
    }

    /** Reads all contents, so that a wrong checksum is found before the first unit is written to the disk. */
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

    /**
     * Returns this archive with its rewritten form for its owner. The rewritten archive is deployed, and the original
     * is kept beside it.
     */
    public AssemblyArchive rewrittenAs(byte[] archive) throws DeploymentException {
        Findings findings = new Findings();
        AssemblyArchive rewritten = examine(archive, Trust.DECLARATIVE, ArchiveLimits.OWN, findings);
        findings.throwIfAny();
        return new AssemblyArchive(rewritten, this);
    }

    public AssemblyDescriptor descriptor() {
        return file.descriptor();
    }

    public AssemblyFile file() {
        return file;
    }

    /** The services in the unit's own descriptor; empty if it has none. */
    public Optional<UnitServices> services(AssemblyDescriptor.Unit unit) {
        return Optional.ofNullable(services.get(unit.name()));
    }

    /** The endpoints in the units' own descriptors; a unit may have others that only its component knows. */
    public List<EndpointName> provided() {
        return services.values().stream()
                .flatMap(unit -> unit.provided().stream())
                .map(UnitServices.Provided::endpoint)
                .toList();
    }

    /** The archive as it arrived. Not to be changed. */
    public byte[] original() {
        return original;
    }

    /** SHA-256 of the archive as it arrived, in hexadecimal digits. */
    public String digest() {
        return digest;
    }

    /** SHA-256 of {@link #used} in hexadecimal digits, if the archive was rewritten. */
    public Optional<String> rewrittenDigest() {
        return rewrittenDigest;
    }

    /** The deployed archive: {@link #entries} alone. Equal entries give the same bytes at any time and on any node. */
    public byte[] used() throws DeploymentException {
        SortedMap<String, byte[]> entries = new TreeMap<>();
        for (String name : entries()) {
            entries.put(name, content(name));
        }
        return StoredZip.of(entries);
    }

    /** The unit's files, in memory, by their path; empty for an unreadable unit. */
    public SortedMap<String, byte[]> unitFiles(AssemblyDescriptor.Unit unit) throws DeploymentException {
        SortedMap<String, byte[]> files = new TreeMap<>();
        ZipArchive content = units.get(unit.name());
        if (content != null) {
            for (ZipArchive.Entry entry : content.files()) {
                files.put(entry.name(), content.read(entry));
            }
        }
        return files;
    }

    /** The entries of the assembly's bundle, by name: all except the manifest, which the bundle replaces. */
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

    /** Unpacks a unit into a new folder. */
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

    /** In hexadecimal digits. */
    public static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
