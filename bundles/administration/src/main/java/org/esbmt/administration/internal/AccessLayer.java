package org.esbmt.administration.internal;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.FORBIDDEN;
import static org.esbmt.administration.api.AdministrationException.Reason.INTERNAL;
import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;

import java.util.Optional;
import java.util.function.Function;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.tenancy.api.UserId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one way in: decides whether the administrator may, does it, tells the audit log, and puts failures into words. */
@Component(service = AccessLayer.class)
public final class AccessLayer {
    private static final Logger LOG = LoggerFactory.getLogger(AccessLayer.class);

    private final SystemAdministrators administrators;
    private final RememberedLogins remembered;

    @Activate
    public AccessLayer(@Reference SystemAdministrators administrators, @Reference RememberedLogins remembered) {
        this.administrators = requireNonNull(administrators, "administrators");
        this.remembered = requireNonNull(remembered, "remembered");
    }

    /** The operation itself, on behalf of an administrator who may do it. */
    @FunctionalInterface
    interface Work<T> {
        T doneBy(UserId administrator) throws AdministrationException, RegistryException, DeploymentException;
    }

    /** @param object what it is done to, for the audit log; never a secret */
    <T> T perform(Administrator by, Operation operation, String object, Work<T> work) throws AdministrationException {
        return perform(by, operation, object, result -> object, work);
    }

    /**
     * As the other one, for what has a name only when it is done.
     *
     * @param object what it is to be done to
     * @param done what it was done to
     */
    <T> T perform(Administrator by, Operation operation, String object, Function<T, String> done, Work<T> work)
            throws AdministrationException {
        requireNonNull(by, "by");
        try {
            T result = attempt(by, operation, work);
            AuditLog.done(by, operation, done.apply(result));
            return result;
        } catch (AdministrationException e) {
            AuditLog.refused(by, operation, object, e);
            throw e;
        }
    }

    private <T> T attempt(Administrator by, Operation operation, Work<T> work) throws AdministrationException {
        try {
            return work.doneBy(permit(by, operation));
        } catch (RegistryException e) {
            if (e instanceof RegistryException.Failed) {
                LOG.error("The tenant registry failed during {}.", operation, e);
            }
            throw Failures.of(e);
        } catch (DeploymentException e) {
            if (e.reason() == DeploymentException.Reason.INTERNAL) {
                LOG.error("The deployer failed during {}.", operation, e);
            }
            throw Failures.of(e);
        } catch (IllegalArgumentException e) {
            throw new AdministrationException(INVALID, e.getMessage(), e);
        } catch (RuntimeException e) {
            LOG.error("The bus failed during {}.", operation, e);
            throw new AdministrationException(INTERNAL, "the bus failed; its log tells why", e);
        }
    }

    /**
     * Reads the registry each time, so that a locked administrator is out at once. While it is out of reach whoever
     * logged in a short time ago may go on, with what needs no registry.
     */
    private UserId permit(Administrator by, Operation operation) throws AdministrationException, RegistryException {
        Optional<UserId> id;
        try {
            id = administrators.findId(by.login());
        } catch (RegistryException.Unavailable e) {
            id = remembered.recently(by.login());
            if (id.isEmpty()) {
                throw e;
            }
        }
        return id.orElseThrow(() -> new AdministrationException(
                FORBIDDEN, "'" + by.login() + "' is not an active administrator of this bus, so may not " + operation));
    }
}
