package org.esbmt.jbi.deployer.internal.hot;

import java.io.BufferedInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipFile;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.jbi.deployer.internal.archive.InstallerArchive;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyKey;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager;
import org.esbmt.jbi.deployer.internal.assembly.Initiator;
import org.esbmt.jbi.deployer.internal.installer.Installers;
import org.esbmt.management.api.ComponentDeployer.InstalledPart;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Installers in the hot-deployment folder: a component or a shared library is installed for as long as its installer is
 * there. The order of added and removed files does not matter. A component waits for its libraries, and a part in use
 * stays until it is free.
 *
 * <p>All work runs on one thread of its own; a task begins without a lock. File Install's threads, and threads that
 * change assemblies, only enqueue tasks.
 */
public final class InstallerDeployment
        implements ArtifactInstaller, AssemblyManager.Listener, InstalledComponents.Listener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(InstallerDeployment.class);

    private final Installers installers;
    private final Path base;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
        Thread made = new Thread(work, "esbmt-installers");
        made.setDaemon(true);
        return made;
    });
    /** Files whose component needs a missing library. Confined to the worker thread. */
    private final Set<Path> waiting = new TreeSet<>();
    /** Deleted files whose component or library is still in use. Confined to the worker thread. */
    private final Set<Path> leaving = new TreeSet<>();
    /** The deleted files that were logged already. Confined to the worker thread. */
    private final Set<Path> logged = new TreeSet<>();

    /** @param base the installation's directory: records contain file names relative to it */
    public InstallerDeployment(Installers installers, Path base) {
        this.installers = installers;
        this.base = base.toAbsolutePath().normalize();
    }

    /** Uninstalls the parts of files removed while the bus was down. */
    public void forgetRemovedFiles() {
        later(() -> {
            for (Installers.Sourced part : installers.sourced()) {
                Path file = base.resolve(part.source());
                if (!Files.exists(file)) {
                    leaving.add(file);
                }
            }
            tryAgain();
        });
    }

    @Override
    public boolean canHandle(File file) {
        if (!file.isFile() || !file.getName().toLowerCase(Locale.ROOT).endsWith(".zip")) {
            return false;
        }
        try (ZipFile zip = new ZipFile(file)) {
            return InstallerArchive.isInstaller(zip);
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void install(File file) {
        later(() -> follow(path(file)));
    }

    @Override
    public void update(File file) {
        later(() -> follow(path(file)));
    }

    @Override
    public void uninstall(File file) {
        later(() -> {
            waiting.remove(path(file));
            leaving.add(path(file));
            tryAgain();
        });
    }

    @Override
    public void deployed(AssemblyKey key) {
        // No installer waits for an assembly.
    }

    @Override
    public void undeployed(AssemblyKey key) {
        later(this::tryAgain);
    }

    @Override
    public void installed(InstalledComponent component) {
        // No installer waits for a component.
    }

    /** Called for an uninstallation by anybody: the component's library may be free afterwards. */
    @Override
    public void uninstalling(InstalledComponent component) {
        later(this::tryAgain);
    }

    private void later(Runnable work) {
        try {
            thread.execute(() -> {
                try {
                    work.run();
                } catch (RuntimeException e) {
                    LOG.error("The installers in the deploy folder cannot be followed: {}", e.getMessage(), e);
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("The deployer is closed, the next start looks at the folder again.", e);
        }
    }

    private void follow(Path path) {
        leaving.remove(path);
        try {
            Optional<Installers.Sourced> before = bySource(path);
            if (before.isPresent()) {
                if (!before.get().digest().equals(digest(path))) {
                    String why = "its former part is installed; remove the file, wait until the part is uninstalled,"
                            + " and add the new file";
                    LOG.warn("{} is not installed: {}.", path, why);
                    Initiator.DEPLOY_DIRECTORY.refused("install", path.toString(), Reason.ALREADY_DEPLOYED.name(), why);
                }
                return;
            }
            install(path);
        } catch (IOException e) {
            LOG.warn("{} is not installed, because it cannot be read: {}.", path, e.getMessage());
            Initiator.DEPLOY_DIRECTORY.refused("install", path.toString(), e);
        }
    }

    private void install(Path path) throws IOException {
        boolean waited = waiting.remove(path);
        try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
            InstalledPart part = installers.install(in, Optional.of(source(path)));
            Initiator.DEPLOY_DIRECTORY.done(operation("install", part), object(part) + " from " + path);
            tryAgain();
        } catch (DeploymentException e) {
            if (e.reason() == Reason.UNKNOWN_LIBRARY) {
                waiting.add(path);
                if (!waited) {
                    LOG.info("{} waits: {}.", path, e.getMessage());
                }
            } else {
                LOG.warn("{} is not installed: {}.", path, e.getMessage());
                Initiator.DEPLOY_DIRECTORY.refused("install", path.toString(), e);
            }
        }
    }

    /** Called after a change: retries waiting files, and removes parts that are free now, which may free others. */
    private void tryAgain() {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Path path : Set.copyOf(leaving)) {
                changed |= uninstallPart(path);
            }
        }
        for (Path path : Set.copyOf(waiting)) {
            if (!waiting.contains(path)) {
                continue; // installed meanwhile, after another file
            }
            try {
                install(path);
            } catch (IOException e) {
                waiting.remove(path);
            }
        }
    }

    /** Uninstalls the part of a deleted file. Returns true if the part is uninstalled now. */
    private boolean uninstallPart(Path path) {
        Optional<Installers.Sourced> part = bySource(path);
        if (part.isEmpty() || Files.exists(path)) {
            logged.remove(path);
            leaving.remove(path);
            return false;
        }
        InstalledPart installed = part.get().part();
        try {
            if (installed.library()) {
                installers.uninstallLibrary(installed.name());
            } else {
                installers.uninstall(installed.name());
            }
            leaving.remove(path);
            Initiator.DEPLOY_DIRECTORY.done(operation("uninstall", installed), object(installed) + " from " + path);
            return true;
        } catch (DeploymentException e) {
            if (e.reason() == Reason.IN_USE) {
                if (logged.add(path)) {
                    LOG.info("{} is gone, but its part stays for now: {}.", path, e.getMessage());
                }
            } else {
                leaving.remove(path);
                LOG.warn("{} is gone, but its part is not uninstalled: {}.", path, e.getMessage());
                Initiator.DEPLOY_DIRECTORY.refused(operation("uninstall", installed), object(installed), e);
            }
            return false;
        }
    }

    private static String operation(String verb, InstalledPart part) {
        return verb + (part.library() ? "Library" : "Component");
    }

    private static String object(InstalledPart part) {
        return (part.library() ? "shared library " : "component ") + part.name();
    }

    private Optional<Installers.Sourced> bySource(Path path) {
        return installers.sourced().stream()
                .filter(part -> part.source().equals(source(path)))
                .findFirst();
    }

    private String source(Path path) {
        return path.startsWith(base) ? base.relativize(path).toString() : path.toString();
    }

    private static Path path(File file) {
        return file.toPath().toAbsolutePath().normalize();
    }

    private static String digest(Path path) throws IOException {
        try (DigestInputStream in =
                new DigestInputStream(Files.newInputStream(path), MessageDigest.getInstance("SHA-256"))) {
            in.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(in.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Finishes the current operation and begins no other. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(30, TimeUnit.SECONDS)) {
                LOG.warn("An installer of the deploy folder takes long to finish.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
