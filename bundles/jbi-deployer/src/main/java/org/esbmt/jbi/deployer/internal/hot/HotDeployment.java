package org.esbmt.jbi.deployer.internal.hot;

import java.io.BufferedInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.archive.InstallerArchive;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyKey;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager.Initial;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager.Inspection;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyStatus;
import org.esbmt.jbi.deployer.internal.assembly.Initiator;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The hot-deployment folder: an archive in it is a plain (trusted) assembly for as long as it is there, since only the
 * system administrator writes into that folder. After a restart File Install reports every file again. The source in an
 * assembly's record identifies deployed files, and files removed in between.
 *
 * <p>No exception reaches File Install, which would log a stack trace. The error of an archive is logged as one
 * sentence, once, until the file changes. Threads: File Install's and those of arriving components; one at a time.
 */
public final class HotDeployment implements ArtifactInstaller, AssemblyManager.Listener, InstalledComponents.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(HotDeployment.class);
    private static final String DEPLOY = "deployAssembly";
    private static final String UPDATE = "updateAssembly";
    private static final String UNDEPLOY = "undeployAssembly";

    private final AssemblyManager assemblies;
    private final Path base;
    /** Files with units for components that are not installed yet. */
    private final Set<Path> waiting = new TreeSet<>();

    /**
     * @param base the installation's directory: records contain file names relative to it, so that they stay valid
     * after it was moved, or restored elsewhere
     */
    public HotDeployment(AssemblyManager assemblies, Path base) {
        this.assemblies = assemblies;
        this.base = base.toAbsolutePath().normalize();
    }

    /** Undeploys the assemblies of files removed while the bus was down. */
    public synchronized void forgetRemovedFiles() {
        for (AssemblyStatus status : assemblies.all()) {
            Optional<Path> file = status.source().map(base::resolve);
            if (file.isPresent() && !Files.exists(file.get())) {
                undeploy(file.get(), status);
            }
        }
    }

    /**
     * Accepts every zip that no other installer accepts: a damaged archive, or one without a descriptor, also gets an
     * error message.
     */
    @Override
    public boolean canHandle(File file) {
        if (!file.isFile() || !file.getName().toLowerCase(Locale.ROOT).endsWith(".zip")) {
            return false;
        }
        try (ZipFile zip = new ZipFile(file)) {
            if (zip.getEntry("META-INF/jbi.xml") != null) {
                return !InstallerArchive.isInstaller(zip);
            }
            return zip.getEntry("META-INF/KARAF.MF") == null && zip.getEntry("META-INF/MANIFEST.MF") == null;
        } catch (ZipException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public synchronized void install(File file) {
        deploy(path(file), true);
    }

    @Override
    public synchronized void update(File file) {
        deploy(path(file), true);
    }

    @Override
    public synchronized void uninstall(File file) {
        Path path = path(file);
        waiting.remove(path);
        bySource(path).ifPresent(status -> undeploy(path, status));
    }

    @Override
    public void deployed(AssemblyKey key) {
        // No file waits for an assembly.
    }

    @Override
    public void undeployed(AssemblyKey key) {
        // No file waits for the removal of an assembly.
    }

    /** Called after the restart of an installed component. */
    @Override
    public synchronized void returned(String component) {
        tryAgain();
    }

    @Override
    public synchronized void installed(InstalledComponent component) {
        tryAgain();
    }

    private void tryAgain() {
        for (Path path : Set.copyOf(waiting)) {
            deploy(path, false);
        }
    }

    @Override
    public void uninstalling(InstalledComponent component) {
        // The assemblies follow the removal themselves.
    }

    private void deploy(Path path, boolean fresh) {
        try {
            follow(path);
            waiting.remove(path);
        } catch (DeploymentException e) {
            if (e.reason() == Reason.UNKNOWN_COMPONENT) {
                waiting.add(path);
                if (fresh) {
                    LOG.info("{} waits: {}.", path, e.getMessage());
                }
            } else {
                waiting.remove(path);
                LOG.warn("{} is not deployed: {}.", path, e.getMessage());
                Initiator.DEPLOY_DIRECTORY.refused(operation(path), path.toString(), e);
            }
        } catch (IOException e) {
            waiting.remove(path);
            LOG.warn("{} is not deployed, because it cannot be read: {}.", path, e.getMessage());
            Initiator.DEPLOY_DIRECTORY.refused(operation(path), path.toString(), e);
        }
    }

    private String operation(Path path) {
        return bySource(path).isPresent() ? UPDATE : DEPLOY;
    }

    /** Reads the file twice; if it changes in between, File Install reports it again. */
    private void follow(Path path) throws DeploymentException, IOException {
        Inspection found;
        try (InputStream in = stream(path)) {
            found = assemblies.inspect(Owner.PLAIN, in);
        }
        Optional<AssemblyStatus> before = bySource(path);
        boolean same = before.isPresent() && before.get().key().equals(found.key());
        if (same && before.get().digest().equals(found.digest())) {
            return;
        }
        if (before.isPresent() && !same) {
            assemblies.undeploy(before.get().key());
            Initiator.DEPLOY_DIRECTORY.done(UNDEPLOY, object(before.get().key(), path));
        }
        try (InputStream in = stream(path)) {
            if (same) {
                assemblies.update(Owner.PLAIN, in, Optional.of(source(path)));
                Initiator.DEPLOY_DIRECTORY.done(UPDATE, object(found.key(), path));
            } else {
                assemblies.deploy(Owner.PLAIN, in, Initial.STARTED, Optional.of(source(path)));
                Initiator.DEPLOY_DIRECTORY.done(DEPLOY, object(found.key(), path));
            }
        }
    }

    private void undeploy(Path path, AssemblyStatus status) {
        try {
            Initiator.DEPLOY_DIRECTORY.audited(UNDEPLOY, object(status.key(), path), () -> {
                assemblies.undeploy(status.key());
                return status;
            });
        } catch (DeploymentException e) {
            LOG.warn("{} is gone, but its assembly is not undeployed: {}.", path, e.getMessage());
        }
    }

    private static String object(AssemblyKey key, Path path) {
        return Initiator.object(key) + " from " + path;
    }

    private Optional<AssemblyStatus> bySource(Path path) {
        return assemblies.all().stream()
                .filter(status -> status.source().equals(Optional.of(source(path))))
                .findFirst();
    }

    private String source(Path path) {
        return path.startsWith(base) ? base.relativize(path).toString() : path.toString();
    }

    private static Path path(File file) {
        return file.toPath().toAbsolutePath().normalize();
    }

    private static InputStream stream(Path path) throws IOException {
        return new BufferedInputStream(Files.newInputStream(path));
    }
}
