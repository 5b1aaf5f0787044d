package org.esbmt.administration.internal;

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

/** The table of roles, for who listens: whoever may look at something hears of it. */
@Component(service = NewsAccess.class)
public final class NewsPolicy implements NewsAccess {
    private static final Logger LOG = LoggerFactory.getLogger(NewsPolicy.class);

    private final SystemAdministrators administrators;

    @Activate
    public NewsPolicy(@Reference SystemAdministrators administrators) {
        this.administrators = requireNonNull(administrators, "administrators");
    }

    @Override
    public Optional<Hearing> hearing(Administrator by) {
        requireNonNull(by, "by");
        try {
            return Optional.of(
                    administrators.findCaller(by).map(NewsPolicy::hearing).orElseGet(Hearing::none));
        } catch (RegistryException e) {
            LOG.debug("Who {} is cannot be told now.", by, e);
            return Optional.empty();
        }
    }

    private static Hearing hearing(Caller caller) {
        Optional<TenantId> own = caller.ofSystem() ? Optional.empty() : Optional.of(caller.tenant());
        Set<Matter> matters = EnumSet.noneOf(Matter.class);
        for (Matter matter : Matter.values()) {
            if (AccessPolicy.permits(caller, looking(matter), own)) {
                matters.add(matter);
            }
        }
        return new Hearing(own, matters);
    }

    private static Operation looking(Matter matter) {
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
