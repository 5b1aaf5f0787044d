package org.esbmt.jbi.deployer.internal.jmx;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.jbi.management.InstallationServiceMBean;
import javax.jbi.management.InstallerMBean;
import javax.management.ObjectName;
import org.esbmt.jbi.deployer.internal.assembly.Initiator;
import org.esbmt.jbi.deployer.internal.installer.Installation;
import org.esbmt.jbi.deployer.internal.installer.Installers;
import org.esbmt.management.api.DeploymentException;

/**
 * JSR-208, section 6.7.1, for the system administrator: components and shared libraries from installers, which are
 * trusted code. Locations are files of this machine. Failures are JDK exceptions with one sentence as their message, so
 * that a console without the JBI API can show them.
 */
final class InstallationServiceBean implements InstallationServiceMBean, AutoCloseable {
    private final Installers installers;
    private final JbiManagement management;
    /** Loaded installers by the component's name. */
    private final Map<String, Installation> loaded = new HashMap<>();

    InstallationServiceBean(Installers installers, JbiManagement management) {
        this.installers = installers;
        this.management = management;
    }

    @Override
    public synchronized ObjectName loadNewInstaller(String url) {
        return converted(() -> Initiator.JMX.audited("loadInstaller", required(url), () -> {
            try (InputStream in = Locations.open(url)) {
                return loaded(installers.load(in));
            }
        }));
    }

    @Override
    public synchronized ObjectName loadInstaller(String component) {
        return converted(() -> {
            Installation there = loaded.get(required(component));
            return there != null ? JbiNames.installer(component) : loaded(installers.loadInstalled(component));
        });
    }

    private ObjectName loaded(Installation installation) {
        Installation before = loaded.put(installation.component(), installation);
        if (before != null) {
            before.close();
        }
        ObjectName name = JbiNames.installer(installation.component());
        management.register(name, new InstallerBean(installation, installers), InstallerMBean.class);
        return name;
    }

    /** @param delete true to uninstall an installed component, too */
    @Override
    public synchronized boolean unloadInstaller(String component, boolean delete) {
        Installation installation = loaded.get(required(component));
        if (installation == null) {
            return false;
        }
        return converted(() -> Initiator.JMX.audited("unloadInstaller", object(component), () -> {
            if (delete && installation.isInstalled()) {
                installation.uninstall();
            }
            loaded.remove(component);
            management.unregister(JbiNames.installer(component));
            installation.close();
            return true;
        }));
    }

    @Override
    public String installSharedLibrary(String url) {
        return converted(() -> {
            try (InputStream in = Locations.open(required(url))) {
                String name = installers.installLibrary(in).name();
                Initiator.JMX.done("installLibrary", "shared library " + name + " from " + url);
                return name;
            } catch (DeploymentException | IOException | RuntimeException e) {
                Initiator.JMX.refused("installLibrary", url, e);
                throw e;
            }
        });
    }

    @Override
    public boolean uninstallSharedLibrary(String name) {
        return converted(() -> Initiator.JMX.audited("uninstallLibrary", "shared library " + required(name), () -> {
            installers.uninstallLibrary(name);
            return true;
        }));
    }

    static String object(String component) {
        return "component " + component;
    }

    private static String required(String text) {
        if (text == null) {
            throw new IllegalArgumentException("a name or URL must be given");
        }
        return text;
    }

    /** Converts exceptions to JDK exceptions without causes from the bus, because a console cannot load others. */
    static <T> T converted(Callable<T> work) {
        try {
            return work.call();
        } catch (DeploymentException e) {
            throw new IllegalStateException(e.getMessage());
        } catch (IOException e) {
            throw new IllegalArgumentException("it is not a file that can be read: " + e.getMessage());
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e.toString());
        }
    }

    @Override
    public synchronized void close() {
        loaded.values().forEach(Installation::close);
        loaded.clear();
    }
}
