package org.esbmt.jbi.deployer.internal.settings;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.esbmt.jbi.container.api.ConfigurableComponent;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.management.api.ComponentConfigurator;
import org.esbmt.management.api.ComponentDeployer;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.esbmt.management.api.message.Sha256;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets components by their configuration in the framework, and stores the former values from the node's file. The
 * record of a component is written before its configuration is changed. Until the component has started, the record
 * contains the former one. So after a crash in between, the next start checks that the component starts. Settings for
 * an absent component, or for a key that it does not know yet, are applied when it appears, and tried once.
 */
@Component(service = ComponentConfigurator.class)
public final class NodeComponentConfigurator implements ComponentConfigurator {
    private static final Logger LOG = LoggerFactory.getLogger(NodeComponentConfigurator.class);
    /**
     * The longest wait for a start with new settings, and again for the start with the former ones. The caller waits at
     * most a minute for both.
     */
    private static final Duration START = Duration.ofSeconds(20);

    /**
     * At the start of the bus, the wait for a component is longer by this factor. It exceeds the wait of the
     * administration for the settings.
     */
    private static final int COMING = 6;

    private final InstalledComponents components;
    private final ComponentDeployer deployer;
    private final SettingsRecords records;
    private final Restarts restarts;
    private final Duration patience;
    private final BooleanSupplier stopping;
    /** Components that did not appear during a wait; one wait is enough. */
    private final Set<String> missing = ConcurrentHashMap.newKeySet();

    /** Set on deactivation: tasks that wait for a component end without effect. */
    private volatile boolean closed;

    private final Map<String, ConfigurableComponent> settable = new ConcurrentSkipListMap<>();
    private final ReentrantLock operation = new ReentrantLock();

    @Activate
    public NodeComponentConfigurator(
            BundleContext context,
            @Reference ConfigurationAdmin admin,
            @Reference InstalledComponents components,
            @Reference ComponentDeployer deployer)
            throws IOException {
        this(
                admin,
                components,
                deployer,
                Path.of(requireNonNull(context.getProperty("karaf.data"), "karaf.data"), "management", "settings"),
                START,
                stops(context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION)));
    }

    private static BooleanSupplier stops(Bundle system) {
        return () -> system.getState() == Bundle.STOPPING;
    }

    NodeComponentConfigurator(
            ConfigurationAdmin admin,
            InstalledComponents components,
            ComponentDeployer deployer,
            Path folder,
            Duration patience,
            BooleanSupplier stopping)
            throws IOException {
        this.components = requireNonNull(components, "components");
        this.deployer = requireNonNull(deployer, "deployer");
        this.records = new SettingsRecords(folder);
        this.patience = requireNonNull(patience, "patience");
        this.stopping = requireNonNull(stopping, "stopping");
        this.restarts = new Restarts(admin, components, deployer, patience, stopping);
    }

    @Deactivate
    void close() {
        closed = true;
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindSettable(ConfigurableComponent component) {
        settable.put(component.component(), component);
        missing.remove(component.component());
        if (waits(component)) {
            // The component starts on this thread, and restarts with its settings.
            inBackground(() -> applyWaiting(component));
        }
    }

    private static void inBackground(Runnable work) {
        Thread thread = new Thread(work, "esbmt-settings");
        thread.setDaemon(true);
        thread.start();
    }

    void unbindSettable(ConfigurableComponent component) {
        settable.remove(component.component(), component);
    }

    @Override
    public SortedMap<String, String> settings(String component) throws DeploymentException {
        ConfigurableComponent of = settable(component);
        return exclusively(() -> {
            Map<String, Object> now = restarts.properties(of);
            SortedMap<String, String> settings = new TreeMap<>();
            for (String key : of.keys()) {
                settings.put(key, text(now, key).orElseGet(() -> of.defaultValue(key)));
            }
            return settings;
        });
    }

    @Override
    public void check(String component, Map<String, String> settings) throws DeploymentException {
        ConfigurableComponent of = settable(component);
        Set<String> unknown = new HashSet<>(settings.keySet());
        unknown.removeAll(of.keys());
        if (!unknown.isEmpty()) {
            throw new DeploymentException(
                    Reason.INVALID_SETTING,
                    "the settings of " + component + " for all nodes are " + String.join(", ", of.keys()) + "; not "
                            + unknown.stream().sorted().findFirst().orElseThrow());
        }
        try {
            of.check(settings);
        } catch (IllegalArgumentException e) {
            throw new DeploymentException(Reason.INVALID_SETTING, component + ": " + e.getMessage(), e);
        }
    }

    private ConfigurableComponent settable(String component) throws DeploymentException {
        ConfigurableComponent of = settable.get(component);
        if (of != null) {
            return of;
        }
        if (components.find(component).isEmpty()) {
            throw new DeploymentException(Reason.NO_SUCH_COMPONENT, "there is no component " + component);
        }
        throw new DeploymentException(
                Reason.INVALID_SETTING,
                "nothing can be set of the component " + component + ", which an installer brought; of "
                        + String.join(", ", settable.keySet()) + " it can");
    }

    @Override
    public boolean configure(String component, Map<String, String> decided, Sha256 decision)
            throws DeploymentException {
        if (!comes(component)) {
            return exclusively(() -> keep(component, decided, decision));
        }
        if (exclusively(() -> records.read(component))
                .filter(SettingsRecord::isTried)
                .isPresent()) {
            awaitStart(component);
        }
        return exclusively(() -> configure(settable(component), decided, decision));
    }

    private boolean configure(ConfigurableComponent of, Map<String, String> decided, Sha256 decision)
            throws DeploymentException, IOException {
        String component = of.component();
        Map<String, String> settings = known(of, decided);
        check(component, settings);
        Optional<SettingsRecord> last = records.read(component);
        Map<String, Object> now = restarts.properties(of);
        boolean cutOff = last.filter(SettingsRecord::isTried).isPresent();
        boolean done = last.filter(record -> record.decision().equals(decision))
                .filter(record -> record.decided().equals(decided) && inForce(record, of, now))
                .isPresent();
        if (done) {
            return false;
        }
        if (settings.size() < decided.size()) {
            LOG.warn(
                    "The component {} of this node does not know all of its settings {}; the unknown ones are set when a"
                            + " version that knows them appears.",
                    component,
                    new TreeMap<>(decided));
        }
        Map<String, Optional<String>> before = new HashMap<>();
        last.ifPresent(record -> before.putAll(record.before()));
        settings.keySet().forEach(key -> before.computeIfAbsent(key, unused -> text(now, key)));
        Optional<SettingsRecord> former = last.flatMap(SettingsRecord::lastProven);
        Map<String, Object> back =
                cutOff ? wanted(now, former.map(SettingsRecord::settings).orElse(Map.of()), before) : now;
        records.write(
                component,
                Optional.of(SettingsRecord.proven(decision, decided, settings, before)
                        .tried(former)));
        boolean starts;
        try {
            starts = restarts.change(of, now, wanted(now, settings, before), back, cutOff);
        } catch (DeploymentException | IOException | RuntimeException e) {
            // The result of a start is unknown on a stopping node; the next start applies the settings again.
            if (!stopping.getAsBoolean()) {
                takeBack(of, back, former, settings);
            }
            throw e;
        }
        if (!starts) {
            LOG.info(
                    "The component {} is absent; its start with the settings {} is checked when it appears.",
                    component,
                    new TreeMap<>(settings));
            inBackground(() -> applyAfterStart(of));
            return true;
        }
        before.keySet().retainAll(settings.keySet());
        records.write(component, Optional.of(SettingsRecord.proven(decision, decided, settings, before)));
        LOG.info("The component {} has the settings {}.", component, new TreeMap<>(settings));
        return true;
    }

    private static Map<String, String> known(ConfigurableComponent of, Map<String, String> decided) {
        Map<String, String> known = new HashMap<>(decided);
        known.keySet().retainAll(of.keys());
        return known;
    }

    /** Waits for a component. Components appear one by one at the start of the bus, and restart with new settings. */
    private boolean comes(String component) throws DeploymentException {
        long end = System.nanoTime() + (missing.contains(component) ? 0 : patience.toNanos());
        while (!settable.containsKey(component) && !isBrought(component)) {
            if (System.nanoTime() - end >= 0) {
                missing.add(component);
                return false;
            }
            restarts.pause();
        }
        return true;
    }

    private boolean isBrought(String component) {
        return deployer.components().stream()
                .anyMatch(one -> one.name().equals(component) && one.digest().isPresent());
    }

    /** Stores settings for an absent component; the record keeps its present settings until then. */
    private boolean keep(String component, Map<String, String> decided, Sha256 decision)
            throws DeploymentException, IOException {
        Optional<SettingsRecord> last = records.read(component);
        SettingsRecord kept = SettingsRecord.proven(
                decision,
                decided,
                last.map(SettingsRecord::settings).orElse(Map.of()),
                last.map(SettingsRecord::before).orElse(Map.of()));
        records.write(
                component,
                Optional.of(last.flatMap(SettingsRecord::trial)
                        .map(trial -> kept.tried(trial.former()))
                        .orElse(kept)));
        throw new DeploymentException(
                Reason.NO_SUCH_COMPONENT,
                "there is no component " + component + " here that could be set; it has these settings when it comes");
    }

    private boolean waits(ConfigurableComponent of) {
        try {
            return records.read(of.component())
                    .filter(record -> record.isTried() || waits(of, record))
                    .isPresent();
        } catch (IOException e) {
            LOG.error("The settings of the component {} cannot be read.", of.component(), e);
            return false;
        }
    }

    private static boolean waits(ConfigurableComponent of, SettingsRecord record) {
        Map<String, String> known = known(of, record.decided());
        return !known.equals(record.settings()) && !record.refused().equals(Optional.of(known));
    }

    private void applyWaiting(ConfigurableComponent of) {
        try {
            awaitStart(of.component());
            exclusively(() -> {
                Optional<SettingsRecord> record = records.read(of.component());
                // A newer decision may have been applied before.
                return record.isPresent()
                        && !closed
                        && waits(of)
                        && configure(of, record.get().decided(), record.get().decision());
            });
        } catch (DeploymentException | RuntimeException e) {
            LOG.error(
                    "The component {} does not have its decided settings. After a failed start with them, only a"
                            + " request tries them again.",
                    of.component(),
                    e);
        }
    }

    /**
     * Applies waiting settings when the component appears. An absent component is tried at the next start or request:
     * it was absent before, too.
     */
    private void applyAfterStart(ConfigurableComponent of) {
        try {
            awaitStart(of.component());
        } catch (DeploymentException e) {
            return; // the node stops
        }
        if (components.find(of.component()).isPresent()) {
            applyWaiting(of);
        }
    }

    /**
     * Waits until the component has started with its present settings. A late start for another reason would prove
     * nothing about new settings.
     */
    private void awaitStart(String component) throws DeploymentException {
        long end = System.nanoTime() + patience.multipliedBy(COMING).toNanos();
        while (!closed && components.find(component).isEmpty() && System.nanoTime() - end < 0) {
            restarts.pause();
        }
    }

    /**
     * Restores the former settings. If that fails, the new record stays, and shows that its settings are not in force.
     */
    private void takeBack(
            ConfigurableComponent of,
            Map<String, Object> back,
            Optional<SettingsRecord> former,
            Map<String, String> settings)
            throws IOException {
        restarts.set(of, back);
        records.write(
                of.component(),
                former.map(
                        record -> known(of, record.decided()).equals(settings) ? record.refusing(settings) : record));
    }

    private static Map<String, Object> wanted(
            Map<String, Object> now, Map<String, String> settings, Map<String, Optional<String>> before) {
        Map<String, Object> wanted = new HashMap<>(now);
        before.forEach((key, value) -> {
            if (value.isPresent()) {
                wanted.put(key, value.get());
            } else {
                wanted.remove(key);
            }
        });
        settings.forEach(wanted::put);
        return wanted;
    }

    @Override
    public List<Configured> configured() {
        List<Configured> all = new ArrayList<>();
        for (ConfigurableComponent of : settable.values()) {
            try {
                Optional<SettingsRecord> record = records.read(of.component());
                if (record.isPresent()) {
                    all.add(new Configured(
                            of.component(),
                            record.get().decision(),
                            new TreeMap<>(record.get().settings()),
                            inForce(record.get(), of, restarts.properties(of))));
                }
            } catch (IOException e) {
                LOG.error("The settings of the component {} cannot be read.", of.component(), e);
            }
        }
        return all;
    }

    /**
     * True if the settings are in force, removed settings have their former values, and the component has started with
     * them.
     */
    private static boolean inForce(SettingsRecord record, ConfigurableComponent of, Map<String, Object> now) {
        if (record.isTried() || !known(of, record.decided()).equals(record.settings())) {
            return false;
        }
        boolean set = record.settings().entrySet().stream()
                .allMatch(one -> text(now, one.getKey()).equals(Optional.of(one.getValue())));
        return set && record.settings().keySet().containsAll(record.before().keySet());
    }

    private static Optional<String> text(Map<String, Object> properties, String key) {
        return Optional.ofNullable(properties.get(key)).map(Object::toString);
    }

    @FunctionalInterface
    private interface Work<T> {
        T done() throws DeploymentException, IOException;
    }

    private <T> T exclusively(Work<T> work) throws DeploymentException {
        operation.lock();
        try {
            return work.done();
        } catch (IOException e) {
            LOG.error("The settings of a component cannot be read or stored.", e);
            throw new DeploymentException(
                    Reason.INTERNAL, "the settings cannot be read or stored; see the log of the node", e);
        } finally {
            operation.unlock();
        }
    }
}
