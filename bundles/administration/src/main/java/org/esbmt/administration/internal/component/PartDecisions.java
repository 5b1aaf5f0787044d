package org.esbmt.administration.internal.component;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.registry.ComponentRegistry.Known;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.management.api.message.ComponentManagementCommand;
import org.esbmt.management.api.message.ComponentManagementCommand.Action;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.ComponentState;
import org.esbmt.registry.api.configuration.DesiredComponent;

/** Decisions about components and shared libraries in the configuration registry, and the commands to the nodes about them. */
final class PartDecisions {
    private final AccessLayer access;
    private final DynamicServices services;
    private final KnownParts parts;

    PartDecisions(AccessLayer access, DynamicServices services, KnownParts parts) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.parts = requireNonNull(parts, "parts");
    }

    /** Changes a part in the registry. */
    @FunctionalInterface
    interface OfKnown {
        DecidedPart made(Change change, Known now) throws AdministrationException, RegistryException;
    }

    /** Names the part by its installer, since a node may have a part of its own under the same name. */
    static ComponentManagementCommand command(Known part, Action action) {
        Optional<Sha256> installer = part.component().definition().artifact().map(digest -> new Sha256(digest.hex()));
        return new ComponentManagementCommand(part.name(), action, Optional.empty(), installer);
    }

    static Action action(ComponentState state) {
        return switch (state) {
            case STARTED -> Action.START;
            case STOPPED -> Action.STOP;
            case SHUTDOWN -> Action.SHUT_DOWN;
            case ABSENT -> Action.UNINSTALL;
        };
    }

    /** Takes a decision back, unless a later decision replaced it. */
    void back(Administrator back, Operation operation, DecidedPart failed, OfKnown step)
            throws AdministrationException {
        OperationTarget target = target(failed.name(), failed.library());
        access.change(
                back.expecting(failed.revision()),
                operation,
                target,
                caller -> new PreparedChange<>(
                        target,
                        PreparedChange.request(failed.text()),
                        change -> step.made(change, parts.exactly(failed)),
                        before -> DecidedPart.read(before.what())));
    }

    /** Decides the state of a part in a unit of work, and notes the decision as the outcome of the change. */
    DecidedPart of(Change change, Known before, ComponentState state) throws RegistryException {
        Versioned<DesiredComponent> after = services.components()
                .desire(
                        parts.cluster(),
                        before.component().id(),
                        change.revision(before.revision()),
                        state,
                        change.by());
        // A part of the bus is started without a decision.
        ComponentState was =
                before.wanted().isEmpty() && !before.isInstalled() ? ComponentState.STARTED : before.desired();
        DecidedPart decided = new DecidedPart(
                before.component().id(), before.name(), KnownParts.isLibrary(before), after.revision(), was);
        change.did(decided.text());
        return decided;
    }

    /** A part as the caller named it. */
    static OperationTarget target(String name, boolean library) {
        return OperationTarget.installation(KnownParts.kindText(library) + requireNonNull(name, "name"));
    }
}
