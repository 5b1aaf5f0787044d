package org.esbmt.readiness.internal;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.apache.karaf.features.BootFinished;
import org.esbmt.administration.api.AdministratorLogin;
import org.esbmt.jbi.container.api.Draining;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.management.api.Deployer;
import org.esbmt.management.api.cluster.CaughtUp;
import org.esbmt.tenancy.api.TenantAuthenticator;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file {@code data/ready} exists as long as the bus takes messages. {@code bin/start} waits for it. The file names
 * the process, so that {@code bin/start} ignores a file left by a crash.
 *
 * <p>The conditions: the distribution is installed completely, callers can be authenticated, administrators can log in,
 * assemblies can be deployed, and the HTTP binding component is started. The cluster's changes during the node's
 * absence are applied or have to wait. No administrator drains the node.
 */
@Component(
        service = {InstalledComponents.Listener.class, ReadyFile.class},
        reference = {
            @Reference(name = "boot", service = BootFinished.class),
            @Reference(name = "authenticator", service = TenantAuthenticator.class),
            @Reference(name = "administrators", service = AdministratorLogin.class),
            @Reference(name = "deployer", service = Deployer.class),
            @Reference(name = "cluster", service = CaughtUp.class)
        })
public final class ReadyFile implements InstalledComponents.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(ReadyFile.class);
    private static final String ENTRANCE = "http-bc";

    private final Path file;
    /** Guarded by this, as is {@code draining}. */
    private boolean entrance;

    private boolean draining;

    @Activate
    public ReadyFile(BundleContext context) {
        this(Path.of(requireNonNull(context.getProperty("karaf.data"), "karaf.data"), "ready"));
    }

    ReadyFile(Path file) {
        this.file = file;
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    synchronized void setDraining(Draining now) {
        draining = true;
        delete();
    }

    synchronized void unsetDraining(Draining before) {
        draining = false;
        ready();
    }

    @Override
    public synchronized void installed(InstalledComponent component) {
        if (component.name().equals(ENTRANCE)) {
            entrance = true;
            ready();
        }
    }

    synchronized boolean isReady() {
        return entrance && !draining;
    }

    private void ready() {
        if (entrance && !draining) {
            Duration uptime =
                    Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime());
            write(ProcessHandle.current().pid() + " ready after " + uptime.toMillis() + " ms\n");
            LOG.info("The bus takes messages, {} ms after its process started.", uptime.toMillis());
        }
    }

    @Override
    public synchronized void uninstalling(InstalledComponent component) {
        if (component.name().equals(ENTRANCE)) {
            entrance = false;
            delete();
        }
    }

    /** Deletes the file. A service unbound afterwards does not restore it. */
    @Deactivate
    synchronized void stop() {
        entrance = false;
        delete();
    }

    private void delete() {
        try {
            if (Files.deleteIfExists(file)) {
                LOG.info("The bus takes no more messages.");
            }
        } catch (IOException e) {
            LOG.warn("{} cannot be deleted and wrongly reports that the bus takes messages.", file, e);
        }
    }

    /** Writes the file atomically: a reader never sees half of it. */
    private void write(String line) {
        Path whole = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.writeString(whole, line);
            Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be written; bin/start waits for it in vain", e);
        }
    }
}
