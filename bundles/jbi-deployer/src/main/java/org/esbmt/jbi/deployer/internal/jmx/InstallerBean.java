package org.esbmt.jbi.deployer.internal.jmx;

import java.util.Optional;
import javax.jbi.management.InstallerMBean;
import javax.management.ObjectName;
import org.esbmt.jbi.container.api.InstalledComponent.State;
import org.esbmt.jbi.deployer.internal.assembly.Initiator;
import org.esbmt.jbi.deployer.internal.installer.Installation;
import org.esbmt.jbi.deployer.internal.installer.Installers;

/** A loaded installer (JSR-208, section 6.7.2). The installed component is shut down, as the standard requires. */
final class InstallerBean implements InstallerMBean {
    private final Installation installation;
    private final Installers installers;

    InstallerBean(Installation installation, Installers installers) {
        this.installation = installation;
        this.installers = installers;
    }

    @Override
    public String getInstallRoot() {
        return installers.installRoot(installation).toString();
    }

    @Override
    public ObjectName install() {
        return InstallationServiceBean.converted(() -> Initiator.JMX.audited(
                "installComponent", InstallationServiceBean.object(installation.component()), () -> {
                    installation.install(State.SHUTDOWN, Optional.empty());
                    return JbiNames.component(installation.component());
                }));
    }

    @Override
    public void uninstall() {
        InstallationServiceBean.converted(() -> Initiator.JMX.audited(
                "uninstallComponent", InstallationServiceBean.object(installation.component()), () -> {
                    installation.uninstall();
                    return null;
                }));
    }

    @Override
    public boolean isInstalled() {
        return installation.isInstalled();
    }

    /** Null if the bootstrap has none, as defined by the standard. */
    @Override
    public ObjectName getInstallerConfigurationMBean() {
        return installation.extensionMBean().orElse(null);
    }
}
