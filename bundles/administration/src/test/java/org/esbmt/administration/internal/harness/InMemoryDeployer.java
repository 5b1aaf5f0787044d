package org.esbmt.administration.internal.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.xml.namespace.QName;
import org.esbmt.management.api.ArchiveFinding;
import org.esbmt.management.api.ArchiveForm;
import org.esbmt.management.api.CheckedAssembly;
import org.esbmt.management.api.CheckedAssembly.CheckedEndpoint;
import org.esbmt.management.api.CheckedAssembly.CheckedEndpoint.Direction;
import org.esbmt.management.api.CheckedAssembly.CheckedUnit;
import org.esbmt.management.api.DeployedAssembly;
import org.esbmt.management.api.DeployedAssembly.DeployedUnit;
import org.esbmt.management.api.DeployedAssembly.State;
import org.esbmt.management.api.Deployer;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** Takes the archive's text, up to a '#', for the assembly's name; "bad" is no archive, "broken" has a broken node under it. A zip has two findings. */
public final class InMemoryDeployer implements Deployer {
    private final Map<String, DeployedAssembly> assemblies = new TreeMap<>();
    private String failing = "";
    private volatile Runnable meanwhile = () -> {};

    /** Runs the action each time that an archive is checked. */
    public void whenChecking(Runnable happening) {
        meanwhile = happening;
    }

    /** Lets a unit of this assembly fail in its component. */
    public synchronized void fails(String assembly) {
        failing = assembly;
    }

    @Override
    public CheckedAssembly check(TenantId tenant, Optional<UserId> user, InputStream archive)
            throws DeploymentException {
        meanwhile.run();
        String text = text(archive);
        String name = name(text);
        QName bus = new QName(
                "jbimulti2:tenant-endpoints/" + tenant + user.map(u -> "-" + u).orElse(""), name);
        CheckedEndpoint endpoint = new CheckedEndpoint(
                Direction.CONSUMER,
                new QName("urn:services", name),
                bus,
                "in",
                Optional.of("/tenant-services/" + tenant + "/" + name + "/in"));
        return new CheckedAssembly(
                tenant,
                user,
                name,
                "",
                List.of(new CheckedUnit("unit", "http-bc", List.of(endpoint))),
                text.getBytes(UTF_8),
                (text + " of " + bus.getNamespaceURI()).getBytes(UTF_8));
    }

    @Override
    public synchronized DeployedAssembly deploy(
            TenantId tenant, Optional<UserId> user, InputStream archive, State initial) throws DeploymentException {
        String name = name(archive);
        if (name.equals(failing)) {
            throw new DeploymentException(DeploymentException.Reason.UNIT_FAILED, "the component refused the unit");
        }
        if (assemblies.containsKey(key(tenant, name))) {
            throw new DeploymentException(
                    DeploymentException.Reason.ALREADY_DEPLOYED, "the tenant has an assembly '" + name + "' already");
        }
        return put(tenant, user, name, initial);
    }

    @Override
    public synchronized DeployedAssembly update(TenantId tenant, InputStream archive) throws DeploymentException {
        return set(tenant, name(archive), State.STARTED);
    }

    @Override
    public synchronized DeployedAssembly switchTo(TenantId tenant, InputStream archive) throws DeploymentException {
        String name = name(archive);
        DeployedAssembly before = set(tenant, name, State.STARTED);
        return put(before, before.digest() + "+", Optional.of(before.digest()));
    }

    @Override
    public DeployedAssembly keep(TenantId tenant, InputStream archive) {
        throw new UnsupportedOperationException();
    }

    @Override
    public synchronized DeployedAssembly rollback(TenantId tenant, String assembly) throws DeploymentException {
        DeployedAssembly before = set(tenant, assembly, State.STARTED);
        String former = before.former()
                .orElseThrow(() -> new DeploymentException(
                        DeploymentException.Reason.NO_FORMER_VERSION,
                        "the assembly " + assembly + " has no version to go back to"));
        return put(before, former, Optional.of(before.digest()));
    }

    @Override
    public synchronized void undeploy(TenantId tenant, String assembly) throws DeploymentException {
        set(tenant, assembly, State.SHUTDOWN);
        assemblies.remove(key(tenant, assembly));
    }

    @Override
    public synchronized DeployedAssembly start(TenantId tenant, String assembly) throws DeploymentException {
        return set(tenant, assembly, State.STARTED);
    }

    @Override
    public synchronized DeployedAssembly stop(TenantId tenant, String assembly) throws DeploymentException {
        return set(tenant, assembly, State.STOPPED);
    }

    @Override
    public synchronized DeployedAssembly shutDown(TenantId tenant, String assembly) throws DeploymentException {
        return set(tenant, assembly, State.SHUTDOWN);
    }

    @Override
    public synchronized byte[] archive(TenantId tenant, String assembly, ArchiveForm form) throws DeploymentException {
        return (form + " of " + set(tenant, assembly, State.STARTED).name()).getBytes(UTF_8);
    }

    @Override
    public synchronized Optional<DeployedAssembly> find(TenantId tenant, String assembly) {
        return Optional.ofNullable(assemblies.get(key(tenant, assembly)));
    }

    @Override
    public synchronized List<DeployedAssembly> assemblies() {
        return List.copyOf(assemblies.values());
    }

    @Override
    public synchronized List<DeployedAssembly> assemblies(TenantId tenant) {
        return assemblies.values().stream()
                .filter(a -> a.tenant().equals(tenant))
                .toList();
    }

    private DeployedAssembly set(TenantId tenant, String name, State state) throws DeploymentException {
        if (!assemblies.containsKey(key(tenant, name))) {
            throw new DeploymentException(
                    DeploymentException.Reason.NO_SUCH_ASSEMBLY, "the tenant has no assembly '" + name + "'");
        }
        return put(tenant, assemblies.get(key(tenant, name)).user(), name, state);
    }

    private DeployedAssembly put(TenantId tenant, Optional<UserId> user, String name, State state) {
        DeployedAssembly before = assemblies.get(key(tenant, name));
        return put(new DeployedAssembly(
                tenant,
                user,
                name,
                "",
                state,
                List.of(new DeployedUnit("unit", "http-bc")),
                before == null ? "d1" : before.digest(),
                before == null ? Optional.of("r1") : before.rewritten(),
                before == null ? Optional.empty() : before.former()));
    }

    private DeployedAssembly put(DeployedAssembly a, String digest, Optional<String> former) {
        return put(new DeployedAssembly(
                a.tenant(),
                a.user(),
                a.name(),
                a.description(),
                a.state(),
                a.units(),
                digest,
                Optional.of(digest.replace('d', 'r')),
                former));
    }

    private DeployedAssembly put(DeployedAssembly assembly) {
        assemblies.put(key(assembly.tenant(), assembly.name()), assembly);
        return assembly;
    }

    private static String name(InputStream archive) throws DeploymentException {
        return name(text(archive));
    }

    private static String name(String text) throws DeploymentException {
        if (text.startsWith("PK")) {
            throw new DeploymentException(List.of(
                    new ArchiveFinding("orders-http.zip!/xbean.xml", 2, "http.value", "timeout must be a number"),
                    new ArchiveFinding("", 0, "archive.missing", "a unit has no archive")));
        }
        String name = text.split("#", 2)[0];
        switch (name) {
            case "bad" ->
                throw new DeploymentException(
                        DeploymentException.Reason.INVALID_ARCHIVE, "the archive is not a zip file");
            case "broken" ->
                throw new DeploymentException(DeploymentException.Reason.INTERNAL, "disk /var/secret-path is full");
            default -> {
                return name;
            }
        }
    }

    /** A cut archive is refused as the deployer refuses it. */
    private static String text(InputStream archive) throws DeploymentException {
        try {
            return new String(archive.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new DeploymentException(
                    DeploymentException.Reason.INVALID_ARCHIVE,
                    "the archive could not be read to its end: " + e.getMessage(),
                    e);
        }
    }

    private static String key(TenantId tenant, String name) {
        return tenant + "/" + name;
    }
}
