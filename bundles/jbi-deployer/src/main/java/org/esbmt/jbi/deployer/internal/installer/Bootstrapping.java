package org.esbmt.jbi.deployer.internal.installer;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import javax.jbi.component.Bootstrap;
import javax.management.ObjectName;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bootstrap in an installer (JSR-208, section 6.4.2), from its init to its clean-up, with class loader and context
 * of its own. Threads: one at a time.
 */
final class Bootstrapping implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Bootstrapping.class);

    private final String component;
    private final InstallationSetting setting;
    private final PartLoader loader;
    private final Bootstrap bootstrap;

    private Bootstrapping(String component, InstallationSetting setting, PartLoader loader, Bootstrap bootstrap) {
        this.component = component;
        this.setting = setting;
        this.loader = loader;
        this.bootstrap = bootstrap;
    }

    /**
     * Creates the bootstrap and initializes it.
     *
     * @param loader is closed with this object, or when this call fails
     */
    static Bootstrapping open(InstallationSetting setting, String className, PartLoader loader)
            throws DeploymentException {
        try {
            Bootstrap bootstrap = PartCode.in(loader, () -> {
                Bootstrap made = PartCode.make(Bootstrap.class, className, loader);
                made.init(setting);
                return made;
            });
            return new Bootstrapping(setting.getComponentName(), setting, loader, bootstrap);
        } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
            close(loader);
            throw failed(setting.getComponentName(), "be initialized", e);
        }
    }

    /** The bootstrap's MBean for settings before the installation, if the installer has one. */
    Optional<ObjectName> extensionMBean() {
        try {
            return Optional.ofNullable(PartCode.in(loader, bootstrap::getExtensionMBeanName));
        } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
            LOG.warn("The bootstrap of the component {} does not report its extension MBean.", component, e);
            return Optional.empty();
        }
    }

    void onInstall() throws DeploymentException {
        step("install", bootstrap::onInstall);
    }

    void onUninstall() throws DeploymentException {
        step("uninstall", bootstrap::onUninstall);
    }

    /** The class path that the bootstrap has set in place of the descriptor's, if any. */
    Optional<List<String>> changedClassPath() {
        return setting.changedClassPath();
    }

    private void step(String what, PartCode.Step step) throws DeploymentException {
        try {
            PartCode.in(loader, () -> {
                step.run();
                return null;
            });
        } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
            throw failed(component, what, e);
        }
    }

    private static DeploymentException failed(String component, String what, Throwable e) {
        return new DeploymentException(
                Reason.COMPONENT_FAILED,
                "the bootstrap of the component " + component + " failed to " + what + ": " + PartCode.message(e),
                e);
    }

    /** Cleans up after any outcome; a failure to do so is logged. */
    @Override
    public void close() {
        try {
            PartCode.in(loader, () -> {
                bootstrap.cleanUp();
                return null;
            });
        } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
            LOG.warn("The bootstrap of the component {} failed to clean up.", component, e);
        } finally {
            close(loader);
        }
    }

    private static void close(PartLoader loader) {
        try {
            loader.close();
        } catch (IOException e) {
            LOG.debug("The class loader {} could not close its files.", loader.getName(), e);
        }
    }
}
