package org.esbmt.management.service.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.esbmt.management.api.ArchiveForm;
import org.esbmt.management.api.CheckedAssembly;
import org.esbmt.management.api.ComponentConfigurator;
import org.esbmt.management.api.ComponentDeployer;
import org.esbmt.management.api.DeployedAssembly;
import org.esbmt.management.api.DeployedAssembly.State;
import org.esbmt.management.api.Deployer;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.esbmt.management.api.TenantLinks;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * The state of a node, in memory. An archive has the name of the assembly or component, a slash, and any text. The
 * double records its changes, and fails as configured.
 */
public final class NodeDouble implements Deployer, TenantLinks {
    /** The changes, in order. */
    public final List<String> done = new CopyOnWriteArrayList<>();
    /** Names of assemblies and components with which every change fails. */
    public final Set<String> broken = new TreeSet<>();

    /** Names of assemblies with a missing component: they are FAILED whatever their desired state. */
    public final Set<String> stuck = new TreeSet<>();

    /** Names of assemblies with failing units, and the failure text of the component. */
    public final Map<String, String> failures = new ConcurrentHashMap<>();

    private final CountDownLatch holding = new CountDownLatch(1);
    private final CountDownLatch goingOn = new CountDownLatch(1);
    private volatile String held = "";
    private final TreeMap<String, DeployedAssembly> assemblies = new TreeMap<>();
    private final Set<Link> linked = new TreeSet<>(Comparator.comparing(Link::toString));
    public static final UUID ID = UUID.fromString("11111111-1111-4111-8111-111111111111");

    private final Configurator configurator = new Configurator();
    private final Components components = new Components();

    public ComponentConfigurator configurator() {
        return configurator;
    }

    public ComponentDeployer components() {
        return components;
    }

    /** Simulates a restart in which a component that should start has failed. */
    public void hasFailedToStart(String component) {
        components.put(component, "Stopped", "Started");
    }

    /** Simulates an installer in the node's folder. */
    public void hasFromFolder(String component) {
        components.fromFolder.add(component);
        components.put(component, "Started");
    }

    @Override
    public CheckedAssembly check(TenantId tenant, Optional<UserId> user, InputStream archive) {
        Archive read = read(archive);
        return new CheckedAssembly(tenant, user, read.name(), "", List.of(), read.bytes(), read.bytes());
    }

    @Override
    public DeployedAssembly deploy(TenantId tenant, Optional<UserId> user, InputStream archive, State initial)
            throws DeploymentException {
        Archive read = read(archive);
        if (find(tenant, read.name()).isPresent()) {
            throw new DeploymentException(Reason.ALREADY_DEPLOYED, "it is there");
        }
        return put("deploy", tenant, user, read.name(), initial, read.digest(), Optional.empty());
    }

    @Override
    public DeployedAssembly update(TenantId tenant, InputStream archive) throws DeploymentException {
        Archive read = read(archive);
        DeployedAssembly a = there(tenant, read.name());
        return put("update", tenant, a.user(), a.name(), a.state(), read.digest(), a.former());
    }

    @Override
    public DeployedAssembly switchTo(TenantId tenant, InputStream archive) throws DeploymentException {
        Archive read = read(archive);
        DeployedAssembly a = there(tenant, read.name());
        return put("switch", tenant, a.user(), a.name(), a.state(), read.digest(), Optional.of(a.digest()));
    }

    @Override
    public DeployedAssembly keep(TenantId tenant, InputStream archive) throws DeploymentException {
        Archive read = read(archive);
        DeployedAssembly a = there(tenant, read.name());
        return put("keep", tenant, a.user(), a.name(), a.state(), a.digest(), Optional.of(read.digest()));
    }

    @Override
    public DeployedAssembly rollback(TenantId tenant, String assembly) throws DeploymentException {
        DeployedAssembly a = there(tenant, assembly);
        return put(
                "rollback", tenant, a.user(), a.name(), a.state(), a.former().orElseThrow(), Optional.of(a.digest()));
    }

    @Override
    public void undeploy(TenantId tenant, String assembly) throws DeploymentException {
        there(tenant, assembly);
        did("undeploy", assembly);
        assemblies.remove(tenant + assembly);
    }

    @Override
    public DeployedAssembly start(TenantId tenant, String assembly) throws DeploymentException {
        return state(tenant, assembly, State.STARTED);
    }

    @Override
    public DeployedAssembly stop(TenantId tenant, String assembly) throws DeploymentException {
        return state(tenant, assembly, State.STOPPED);
    }

    @Override
    public DeployedAssembly shutDown(TenantId tenant, String assembly) throws DeploymentException {
        return state(tenant, assembly, State.SHUTDOWN);
    }

    private DeployedAssembly state(TenantId tenant, String assembly, State state) throws DeploymentException {
        DeployedAssembly a = there(tenant, assembly);
        State reached = stuck.contains(assembly) ? State.FAILED : state;
        return put(state.name(), tenant, a.user(), assembly, reached, a.digest(), a.former());
    }

    @Override
    public byte[] archive(TenantId tenant, String assembly, ArchiveForm form) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<DeployedAssembly> find(TenantId tenant, String assembly) {
        return Optional.ofNullable(assemblies.get(tenant + assembly));
    }

    @Override
    public List<DeployedAssembly> assemblies() {
        return List.copyOf(assemblies.values());
    }

    @Override
    public List<DeployedAssembly> assemblies(TenantId tenant) {
        return assemblies.values().stream()
                .filter(assembly -> assembly.tenant().equals(tenant))
                .toList();
    }

    @Override
    public boolean add(Link link) throws IOException {
        return linked.add(checked(link)) && done.add("link");
    }

    @Override
    public boolean remove(Link link) throws IOException {
        return linked.remove(checked(link)) && done.add("unlink");
    }

    private Link checked(Link link) throws IOException {
        if (broken.contains(link.endpoint())) {
            throw new IOException("the disk is full");
        }
        return link;
    }

    @Override
    public List<Link> links() {
        return List.copyOf(linked);
    }

    private DeployedAssembly there(TenantId tenant, String assembly) throws DeploymentException {
        return find(tenant, assembly)
                .orElseThrow(() -> new DeploymentException(Reason.NO_SUCH_ASSEMBLY, "it is not there"));
    }

    private DeployedAssembly put(
            String operation,
            TenantId tenant,
            Optional<UserId> user,
            String name,
            State state,
            String digest,
            Optional<String> former)
            throws DeploymentException {
        did(operation, name);
        DeployedAssembly assembly =
                new DeployedAssembly(tenant, user, name, "", state, List.of(), digest, Optional.empty(), former);
        assemblies.put(tenant + name, assembly);
        return assembly;
    }

    /** Blocks the next change of this name until {@link #goOn}. */
    public void hold(String name) {
        held = name;
    }

    public void awaitHeld() throws InterruptedException {
        if (!holding.await(30, TimeUnit.SECONDS)) {
            throw new AssertionError("nobody came");
        }
    }

    public void goOn() {
        goingOn.countDown();
    }

    private void did(String operation, String name) throws DeploymentException {
        if (name.equals(held)) {
            held = "";
            holding.countDown();
            try {
                goingOn.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        if (broken.contains(name)) {
            throw new DeploymentException(Reason.UNIT_FAILED, name + " cannot be changed");
        }
        if (failures.containsKey(name)) {
            throw new DeploymentException(Reason.UNIT_FAILED, failures.get(name));
        }
        if (broken.contains("!" + name)) {
            throw new IllegalStateException("nobody foresaw it");
        }
        done.add(operation + " " + name);
    }

    private record Archive(String name, String text) {
        byte[] bytes() {
            return text.getBytes(UTF_8);
        }

        String digest() {
            return Sha256.of(bytes()).hex();
        }
    }

    private static Archive read(InputStream in) {
        try {
            String text = new String(in.readAllBytes(), UTF_8);
            return new Archive(text.substring(0, text.indexOf('/')), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final class Configurator implements ComponentConfigurator {
        private final TreeMap<String, Configured> configured = new TreeMap<>();

        @Override
        public SortedMap<String, String> settings(String component) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void check(String component, Map<String, String> settings) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean configure(String component, Map<String, String> settings, Sha256 decision)
                throws DeploymentException {
            if (!component.equals("http-bc")) {
                throw new DeploymentException(Reason.INVALID_SETTING, "nothing can be set of " + component);
            }
            Configured now = new Configured(component, decision, new TreeMap<>(settings), true);
            if (now.equals(configured.put(component, now))) {
                return false;
            }
            did("configure", component + " " + new TreeMap<>(settings));
            return true;
        }

        @Override
        public List<Configured> configured() {
            return List.copyOf(configured.values());
        }
    }

    private final class Components implements ComponentDeployer {
        private final TreeMap<String, DeployedComponent> installed = new TreeMap<>();
        private final TreeMap<String, SharedLibrary> libraries = new TreeMap<>();
        private final TreeMap<String, String> digests = new TreeMap<>();
        private final Set<String> fromFolder = new TreeSet<>();

        @Override
        public CheckedInstaller check(InputStream archive) {
            throw new UnsupportedOperationException();
        }

        @Override
        public InstalledPart install(InputStream archive) throws DeploymentException {
            Archive read = read(archive);
            String name = read.name();
            did("install", name);
            if (name.startsWith("lib-")) {
                libraries.put(name, new SharedLibrary(name, "", "", List.of(), read.digest(), false));
                return new InstalledPart(true, name);
            }
            digests.put(name, read.digest());
            put(name, "Started");
            return new InstalledPart(false, name);
        }

        @Override
        public DeployedComponent start(String component) throws DeploymentException {
            did("start", component);
            return put(component, "Started");
        }

        @Override
        public DeployedComponent stop(String component) throws DeploymentException {
            did("stop", component);
            return put(component, "Stopped");
        }

        @Override
        public DeployedComponent shutDown(String component) throws DeploymentException {
            did("shut down", component);
            return put(component, "Shutdown");
        }

        private DeployedComponent put(String name, String state) {
            return put(name, state, state);
        }

        private DeployedComponent put(String name, String state, String desired) {
            DeployedComponent component = new DeployedComponent(
                    name,
                    "service-engine",
                    "",
                    state,
                    true,
                    List.of(),
                    Optional.empty(),
                    Optional.ofNullable(digests.get(name)),
                    fromFolder.contains(name),
                    Optional.of(desired));
            installed.put(name, component);
            return component;
        }

        @Override
        public void uninstall(String component) throws DeploymentException {
            did("uninstall", component);
            installed.remove(component);
        }

        @Override
        public void uninstallLibrary(String library) throws DeploymentException {
            did("uninstall", library);
            libraries.remove(library);
        }

        @Override
        public List<DeployedComponent> components() {
            List<DeployedComponent> all = new ArrayList<>(installed.values());
            all.add(new DeployedComponent(
                    "http-bc",
                    "binding-component",
                    "",
                    "Started",
                    false,
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    false,
                    Optional.empty()));
            return all;
        }

        @Override
        public List<SharedLibrary> libraries() {
            return List.copyOf(libraries.values());
        }
    }
}
