package org.esbmt.administration.internal.policy;

import static java.util.Objects.requireNonNull;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.StateChangeAccess;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Selects the state changes for an administrator by the table of roles in {@link AccessPolicy}. A role that may read an
 * object's state receives the changes of that state over JMX.
 */
@Component(service = StateChangeAccess.class)
public final class StateChangePolicy implements StateChangeAccess {
    private static final Logger LOG = LoggerFactory.getLogger(StateChangePolicy.class);

    private final SystemAdministrators administrators;

    @Activate
    public StateChangePolicy(@Reference SystemAdministrators administrators) {
        this.administrators = requireNonNull(administrators, "administrators");
    }

    /**
     * Looks up the administrator's roles. A user without a role gets no notifications, {@link VisibleChanges#none}. Empty
     * while the registry is out of reach.
     */
    @Override
    public Optional<VisibleChanges> visibleChanges(Administrator by) {
        requireNonNull(by, "by");
        try {
            return Optional.of(administrators
                    .findCaller(by)
                    .map(StateChangePolicy::visibleChanges)
                    .orElseGet(VisibleChanges::none));
        } catch (RegistryException e) {
            LOG.debug("The identity of {} is unknown now.", by, e);
            return Optional.empty();
        }
    }

    private static VisibleChanges visibleChanges(Caller caller) {
        Optional<TenantId> own = caller.ofSystem() ? Optional.empty() : Optional.of(caller.tenant());
        Set<ObjectKind> kinds = EnumSet.noneOf(ObjectKind.class);
        for (ObjectKind kind : ObjectKind.values()) {
            if (AccessPolicy.permits(caller, readOperation(kind), own)) {
                kinds.add(kind);
            }
        }
        return new VisibleChanges(own, kinds);
    }

    /** Returns the operation that reads the state of such an object. */
    private static Operation readOperation(ObjectKind kind) {
        return switch (kind) {
            case OPERATION -> Operation.SHOW_OPERATION;
            case TENANT -> Operation.FIND_TENANT;
            case ASSEMBLY -> Operation.LIST_ASSEMBLIES;
            case COMPONENT -> Operation.LIST_COMPONENTS;
            case NODE -> Operation.LIST_NODES;
            case TRANSACTION -> Operation.LIST_TRANSACTIONS;
        };
    }
}
