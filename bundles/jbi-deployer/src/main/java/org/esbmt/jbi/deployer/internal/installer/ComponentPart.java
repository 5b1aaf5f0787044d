package org.esbmt.jbi.deployer.internal.installer;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.deployer.internal.archive.InstallerDescriptor;

/**
 * A component of an installer, with its object in the container; absent if it could not be created. Changed under the
 * lock of {@link Installers}; read by any thread.
 */
final class ComponentPart {
    private final InstallerDescriptor.Component descriptor;
    private volatile PartRecord record;
    private volatile Optional<Running> running = Optional.empty();
    private volatile Optional<String> failure = Optional.empty();

    /** In the container, started or not. */
    record Running(InstalledComponent component, PartLoader loader) {}

    ComponentPart(PartRecord record, InstallerDescriptor.Component descriptor) {
        this.record = requireNonNull(record, "record");
        this.descriptor = requireNonNull(descriptor, "descriptor");
    }

    String name() {
        return descriptor.name();
    }

    InstallerDescriptor.Component descriptor() {
        return descriptor;
    }

    PartRecord record() {
        return record;
    }

    void record(PartRecord changed) {
        record = changed;
    }

    Optional<Running> running() {
        return running;
    }

    void running(Optional<Running> now) {
        running = now;
    }

    /** The reason why it is not in its desired state. */
    Optional<String> failure() {
        return failure;
    }

    void failure(Optional<String> why) {
        failure = why;
    }

    boolean uses(String library) {
        return descriptor.libraries().stream()
                .anyMatch(reference -> reference.name().equals(library));
    }
}
