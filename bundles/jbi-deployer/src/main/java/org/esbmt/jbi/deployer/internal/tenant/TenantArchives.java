package org.esbmt.jbi.deployer.internal.tenant;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import javax.xml.namespace.QName;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.unit.Finding;
import org.esbmt.jbi.container.api.unit.NamedEndpoint;
import org.esbmt.jbi.container.api.unit.TenantScope;
import org.esbmt.jbi.container.api.unit.UnitFiles;
import org.esbmt.jbi.container.api.unit.UnitReader;
import org.esbmt.jbi.container.api.unit.UnitReading;
import org.esbmt.jbi.deployer.internal.archive.ArchiveLimits;
import org.esbmt.jbi.deployer.internal.archive.ArchiveRule;
import org.esbmt.jbi.deployer.internal.archive.AssemblyArchive;
import org.esbmt.jbi.deployer.internal.archive.AssemblyArchive.Trust;
import org.esbmt.jbi.deployer.internal.archive.AssemblyDescriptor;
import org.esbmt.jbi.deployer.internal.archive.AssemblyFile;
import org.esbmt.jbi.deployer.internal.archive.EndpointName;
import org.esbmt.jbi.deployer.internal.archive.Findings;
import org.esbmt.jbi.deployer.internal.archive.JbiXmlWriter;
import org.esbmt.jbi.deployer.internal.archive.Refusal;
import org.esbmt.jbi.deployer.internal.archive.StoredZip;
import org.esbmt.jbi.deployer.internal.archive.UnitServices;
import org.esbmt.management.api.ArchiveFinding;
import org.esbmt.management.api.CheckedAssembly.CheckedUnit;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.tenancy.api.TenantNames;

/**
 * Archives of tenants: each unit is read by its component's {@link UnitReader}. The deployed archive is written from
 * the parsed content, with the names on the bus. One exception contains all errors of the archive and of all of its
 * units. Threads: any.
 */
public final class TenantArchives {
    private static final String JBI_XML = "META-INF/jbi.xml";

    private final TenantNames names;
    private final UnitReaders readers;
    private final ArchiveLimits limits;

    public TenantArchives(TenantNames names, UnitReaders readers, ArchiveLimits limits) {
        this.names = requireNonNull(names, "names");
        this.readers = requireNonNull(readers, "readers");
        this.limits = requireNonNull(limits, "limits");
    }

    /**
     * Reads an archive for a tenant.
     *
     * @param owner gives the owner of the assembly of a name: the tenant, or one of its users
     * @param installed true for the name of an installed component
     * @throws DeploymentException INVALID_ARCHIVE with all errors, or UNKNOWN_COMPONENT with all units of missing
     * components, if there is no other error
     * @throws IOException of the stream
     */
    public Written read(InputStream in, Function<String, Owner> owner, Predicate<String> installed)
            throws DeploymentException, IOException {
        Findings findings = new Findings();
        AssemblyArchive archive = AssemblyArchive.examine(in, Trust.DECLARATIVE, limits, findings);
        Owner whose = owner.apply(archive.descriptor().name());
        TenantScope scope = new TenantScope(names, whose.tenant().orElseThrow(), whose.user());
        SortedMap<String, UnitReading> readings = new TreeMap<>();
        List<AssemblyDescriptor.Unit> homeless = new ArrayList<>();
        for (AssemblyDescriptor.Unit unit : archive.descriptor().units()) {
            Optional<UnitReader> reader = readers.find(unit.component());
            if (reader.isPresent()) {
                UnitReading reading = reader.get().read(new FilesInMemory(archive.unitFiles(unit)), scope);
                readings.put(unit.name(), reading);
                reading.findings().forEach(finding -> findings.add(inArchive(unit, finding)));
                checkServices(unit, archive, reading, scope, findings);
            } else if (installed.test(unit.component())) {
                findings.add(
                        JBI_XML,
                        0,
                        ArchiveRule.COMPONENT,
                        "the unit " + Refusal.shown(unit.name()) + " is for the component "
                                + Refusal.shown(unit.component())
                                + ", which cannot check the units of tenants");
            } else {
                homeless.add(unit);
            }
        }
        checkConnections(archive.file(), readings, homeless.isEmpty(), scope, findings);
        checkAddresses(readings, findings);
        List<CheckedUnit> units = UnitEndpoints.of(archive.descriptor(), readings, scope);
        KeptTexts.check(archive.descriptor(), units, findings);
        if (!findings.isEmpty()) {
            homeless.forEach(unit -> findings.add(
                    JBI_XML,
                    0,
                    ArchiveRule.COMPONENT,
                    "the unit " + Refusal.shown(unit.name()) + " is for the component "
                            + Refusal.shown(unit.component()) + ", which this bus does not have"));
        }
        findings.throwIfAny();
        if (!homeless.isEmpty()) {
            throw Refusal.unknownComponents(homeless);
        }
        SortedSet<String> addresses = new TreeSet<>();
        readings.values().forEach(reading -> addresses.addAll(reading.addresses()));
        return new Written(archive.rewrittenAs(rewritten(archive, readings, scope)), whose, addresses, units);
    }

    /**
     * An archive in its deployed form.
     *
     * @param owner the owner of the names in it
     * @param addresses the addresses of its units for messages from outside of the bus
     * @param units in the order of the descriptor
     */
    public record Written(AssemblyArchive archive, Owner owner, Set<String> addresses, List<CheckedUnit> units) {}

    private static ArchiveFinding inArchive(AssemblyDescriptor.Unit unit, Finding finding) {
        return new ArchiveFinding(
                Refusal.shown(unit.artifact()) + "!/" + finding.file(),
                finding.line(),
                finding.rule(),
                finding.sentence());
    }

    /**
     * Checks that the unit provides the endpoints in its own descriptor: other assemblies learn the used names from it.
     */
    private static void checkServices(
            AssemblyDescriptor.Unit unit,
            AssemblyArchive archive,
            UnitReading reading,
            TenantScope scope,
            Findings findings) {
        Optional<UnitServices> services = archive.services(unit);
        if (services.isEmpty()) {
            return;
        }
        String file = unit.artifact() + "!/" + JBI_XML;
        for (UnitServices.Provided provided : services.get().provided()) {
            EndpointName endpoint = provided.endpoint();
            checkName(file, provided.line(), endpoint.service(), scope, findings);
            if (reading.findings().isEmpty()
                    && !reading.provided().contains(new NamedEndpoint(endpoint.service(), endpoint.endpoint()))) {
                findings.add(
                        file,
                        provided.line(),
                        ArchiveRule.PROVIDES,
                        Refusal.shown(endpoint.toString()) + " is not one that the unit provides");
            }
        }
        for (UnitServices.Consumed consumed : services.get().consumed()) {
            consumed.service().ifPresent(name -> checkName(file, consumed.line(), name, scope, findings));
        }
    }

    private static void checkName(String file, int line, QName service, TenantScope scope, Findings findings) {
        if (scope.isGivenByBus(service)) {
            findings.add(
                    file,
                    line,
                    ArchiveRule.BUS_NAME,
                    "the service " + Refusal.shown(service.toString())
                            + " is in a namespace whose names only the bus gives");
        }
    }

    /**
     * Checks the connections. The provider may be another assembly of the tenant, but a connection that concerns no
     * unit is an error.
     */
    private static void checkConnections(
            AssemblyFile file,
            Map<String, UnitReading> readings,
            boolean allRead,
            TenantScope scope,
            Findings findings) {
        Set<QName> services = new HashSet<>();
        boolean complete = allRead;
        for (UnitReading reading : readings.values()) {
            complete &= reading.findings().isEmpty();
            reading.consumed().forEach(consumed -> services.add(consumed.service()));
            reading.provided().forEach(endpoint -> services.add(endpoint.service()));
        }
        for (AssemblyFile.Connection connection : file.connections()) {
            QName service = connection.endpoint().service();
            checkName(JBI_XML, connection.line(), service, scope, findings);
            if (complete && !services.contains(service)) {
                findings.add(
                        JBI_XML,
                        connection.line(),
                        ArchiveRule.CONNECTION,
                        "the service " + Refusal.shown(service.toString())
                                + " is connected, but no unit of the assembly consumes or provides it");
            }
        }
    }

    /** Checks that no two units take messages at the same address. */
    private static void checkAddresses(SortedMap<String, UnitReading> readings, Findings findings) {
        Map<String, String> taken = new HashMap<>();
        readings.forEach((unit, reading) -> {
            for (String address : reading.addresses()) {
                String other = taken.putIfAbsent(address, unit);
                if (other != null) {
                    findings.add(
                            JBI_XML,
                            0,
                            ArchiveRule.DUPLICATE,
                            "the unit " + Refusal.shown(unit) + " takes messages at " + Refusal.shown(address)
                                    + ", where the unit " + Refusal.shown(other) + " does already");
                }
            }
        });
    }

    /** One archive for one owner gives the same bytes every time. */
    private static byte[] rewritten(AssemblyArchive archive, Map<String, UnitReading> readings, TenantScope scope) {
        SortedMap<String, byte[]> entries = new TreeMap<>();
        entries.put(JBI_XML, JbiXmlWriter.assembly(archive.file(), scope::scoped));
        for (AssemblyDescriptor.Unit unit : archive.descriptor().units()) {
            SortedMap<String, byte[]> files =
                    new TreeMap<>(readings.get(unit.name()).rewritten());
            archive.services(unit)
                    .ifPresent(services -> files.put(JBI_XML, JbiXmlWriter.unit(services, scope::scoped)));
            entries.put(unit.artifact(), StoredZip.of(files));
        }
        return StoredZip.of(entries);
    }

    private record FilesInMemory(SortedMap<String, byte[]> files) implements UnitFiles {
        @Override
        public SortedSet<String> names() {
            return new TreeSet<>(files.keySet());
        }

        @Override
        public Optional<byte[]> content(String name) {
            return Optional.ofNullable(files.get(name)).map(byte[]::clone);
        }
    }
}
