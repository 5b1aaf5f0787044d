package org.esbmt.administration.internal.policy;

import static java.util.Objects.requireNonNull;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.NewsAccess;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides by the roles about which changes of state an administrator is notified over JMX: those of objects that the roles may
 * also read. {@link AccessPolicy} has the table of roles.
 */
@Component(service = NewsAccess.class)
public final class NewsPolicy implements NewsAccess {
    private static final Logger LOG = LoggerFactory.getLogger(NewsPolicy.class);

    private final SystemAdministrators administrators;

    @Activate
    public NewsPolicy(@Reference SystemAdministrators administrators) {
        this.administrators = requireNonNull(administrators, "administrators");
    }

    /**
     * Looks up the administrator's roles. A user without a role gets no notifications, {@link Hearing#none}. Empty
     * while the registry is out of reach.
     */
    @Override
    public Optional<Hearing> hearing(Administrator by) {
        requireNonNull(by, "by");
        try {
            return Optional.of(
                    administrators.findCaller(by).map(NewsPolicy::hearing).orElseGet(Hearing::none));
        } catch (RegistryException e) {
            LOG.debug("The identity of {} is unknown now.", by, e);
            return Optional.empty();
        }
    }

    private static Hearing hearing(Caller caller) {
        Optional<TenantId> own = caller.ofSystem() ? Optional.empty() : Optional.of(caller.tenant());
        Set<Matter> matters = EnumSet.noneOf(Matter.class);
        for (Matter matter : Matter.values()) {
            if (AccessPolicy.permits(caller, readOperation(matter), own)) {
                matters.add(matter);
            }
        }
        return new Hearing(own, matters);
    }

    /** Returns the operation that reads the state of such an object. */
    private static Operation readOperation(Matter matter) {
        return switch (matter) {
            case OPERATION -> Operation.SHOW_OPERATION;
            case TENANT -> Operation.FIND_TENANT;
            case ASSEMBLY -> Operation.LIST_ASSEMBLIES;
            case COMPONENT -> Operation.LIST_COMPONENTS;
            case NODE -> Operation.LIST_NODES;
            case TRANSACTION -> Operation.LIST_TRANSACTIONS;
        };
    }
}
