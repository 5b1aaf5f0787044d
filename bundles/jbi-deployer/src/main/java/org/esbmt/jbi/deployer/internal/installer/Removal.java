package org.esbmt.jbi.deployer.internal.installer;

import java.io.IOException;
import java.util.Optional;
import javax.jbi.JBIException;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.InstalledComponent.State;
import org.esbmt.management.api.DeploymentException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps of an uninstallation. The part's own code may refuse as long as it works; a broken part is removed without
 * it. Called in one of {@link Installers}' operations.
 */
final class Removal {
    private static final Logger LOG = LoggerFactory.getLogger(Removal.class);

    private final InstalledParts parts;

    Removal(InstalledParts parts) {
        this.parts = parts;
    }

    static void shutDown(InstalledComponent component) throws JBIException {
        if (component.state() == State.STARTED) {
            component.stop();
        }
        component.shutDown();
    }

    /** Returns true if it was running until now and is shut down without an error. */
    boolean shutDown(ComponentPart part) {
        if (part.running().isEmpty()) {
            return false;
        }
        InstalledComponent component = part.running().get().component();
        boolean started = component.state() == State.STARTED;
        try {
            shutDown(component);
            return started;
        } catch (JBIException | RuntimeException e) {
            LOG.warn("The component {} fails to shut down; it is uninstalled all the same.", part.name(), e);
            return false;
        }
    }

    /**
     * Calls the bootstrap's onUninstall.
     *
     * @param sound true for a running component: its bootstrap may refuse. The bootstrap of another component must not
     * keep a broken component installed for ever
     * @return the bootstrap; the caller closes it after the uninstallation
     */
    Optional<Bootstrapping> onUninstall(ComponentPart part, boolean sound) throws DeploymentException, IOException {
        Optional<Bootstrapping> bootstrap = Optional.empty();
        try {
            bootstrap = Optional.of(parts.bootstrap(
                    part.descriptor(), parts.store().root(part.record().content()), false));
            bootstrap.get().onUninstall();
        } catch (DeploymentException | IOException | RuntimeException e) {
            if (sound) {
                bootstrap.ifPresent(Bootstrapping::close);
                throw e;
            }
            LOG.warn("The component {} is uninstalled without the work of its bootstrap.", part.name(), e);
        }
        return bootstrap;
    }

    void remove(BrokenPart broken) throws IOException {
        PartRecord record = broken.record();
        parts.store().remove(record.kind(), record.name());
        parts.forget(broken);
        parts.store().removeContent(record.content());
        LOG.warn(
                "The {} {}, whose files could not be read, is uninstalled without its bootstrap.",
                record.kind().text(),
                record.name());
    }
}
