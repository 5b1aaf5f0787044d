package org.esbmt.administration.internal.policy;

import static java.util.Objects.requireNonNull;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.PartAccess;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Selects a user's parts by the table of roles: a part with at least one operation that the user may perform. */
@Component(service = PartAccess.class)
public final class PartPolicy implements PartAccess {
    private static final Logger LOG = LoggerFactory.getLogger(PartPolicy.class);

    private final SystemAdministrators administrators;

    @Activate
    public PartPolicy(@Reference SystemAdministrators administrators) {
        this.administrators = requireNonNull(administrators, "administrators");
    }

    @Override
    public Optional<Set<Part>> parts(Administrator by) {
        requireNonNull(by, "by");
        try {
            return Optional.of(
                    administrators.findCaller(by).map(PartPolicy::parts).orElseGet(Set::of));
        } catch (RegistryException e) {
            LOG.debug("The identity of {} is unknown now.", by, e);
            return Optional.empty();
        }
    }

    /** The parts with an operation that the roles of a caller permit. */
    public static Set<Part> parts(Caller caller) {
        Optional<TenantId> own = caller.ofSystem() ? Optional.empty() : Optional.of(caller.tenant());
        Set<Part> parts = EnumSet.noneOf(Part.class);
        for (Part part : Part.values()) {
            if (operations(part).stream().anyMatch(operation -> AccessPolicy.permits(caller, operation, own))) {
                parts.add(part);
            }
        }
        // Everybody sees TENANTS, for the own identity.
        caller.scope()
                .ifPresent(scope -> parts.removeIf(
                        part -> part != Part.TENANTS && !scope.parts().contains(part)));
        return parts;
    }

    /** The operations of a part. A user who may perform one of them sees the part. */
    static Set<Operation> operations(Part part) {
        return switch (part) {
            // Every user who may look up the own identity sees this part; the table of roles decides its other
            // operations.
            case TENANTS -> EnumSet.of(Operation.WHO_AM_I);
            case USERS ->
                EnumSet.of(
                        Operation.ADD_USER,
                        Operation.LIST_USERS,
                        Operation.ASSIGN_ROLE,
                        Operation.REVOKE_ROLE,
                        Operation.REMOVE_USER,
                        Operation.REVOKE_CREDENTIAL,
                        Operation.HAND_OVER_DEFAULT_ADMIN,
                        Operation.ASSIGN_DEFAULT_ADMIN,
                        Operation.LIST_ACCESS_CREDENTIALS,
                        Operation.REVOKE_ACCESS_CREDENTIAL,
                        Operation.REGISTER_USER_CERTIFICATE,
                        Operation.LIST_USER_CERTIFICATES,
                        Operation.REVOKE_USER_CERTIFICATE,
                        Operation.ADD_USER_SUBJECT,
                        Operation.REMOVE_USER_SUBJECT,
                        Operation.LIST_USER_SUBJECTS);
            case SYSTEM_USERS ->
                EnumSet.of(
                        Operation.ADD_SYSTEM_USER,
                        Operation.LIST_SYSTEM_USERS,
                        Operation.LIST_SYSTEM_ACCESS_CREDENTIALS,
                        Operation.REVOKE_SYSTEM_ACCESS_CREDENTIAL,
                        Operation.ASSIGN_SYSTEM_ROLE,
                        Operation.REVOKE_SYSTEM_ROLE,
                        Operation.LOCK_SYSTEM_USER,
                        Operation.UNLOCK_SYSTEM_USER,
                        Operation.REMOVE_SYSTEM_USER,
                        Operation.SET_SYSTEM_PASSWORD);
            case SERVICES ->
                EnumSet.of(
                        Operation.REGISTER_SERVICE,
                        Operation.UPDATE_SERVICE,
                        Operation.UNREGISTER_SERVICE,
                        Operation.ATTACH_POLICY,
                        Operation.DETACH_POLICY,
                        Operation.FIND_SERVICES,
                        Operation.LIST_ENDPOINTS,
                        Operation.LIST_DEPLOYMENTS);
            case CLUSTER ->
                EnumSet.of(
                        Operation.LIST_NODES,
                        Operation.DRAIN_NODE,
                        Operation.REMOVE_NODE,
                        Operation.RESYNC,
                        Operation.SHOW_OPERATION);
            case COMPONENTS ->
                EnumSet.of(
                        Operation.LIST_COMPONENTS,
                        Operation.LIST_LIBRARIES,
                        Operation.LIST_SETTINGS,
                        Operation.INSTALL_COMPONENT,
                        Operation.UNINSTALL_COMPONENT,
                        Operation.UNINSTALL_LIBRARY,
                        Operation.START_COMPONENT,
                        Operation.STOP_COMPONENT,
                        Operation.SHUT_DOWN_COMPONENT,
                        Operation.CONFIGURE_COMPONENT);
            case LINKS -> EnumSet.of(Operation.LIST_LINKS, Operation.LINK, Operation.UNLINK);
            case TRANSACTIONS ->
                EnumSet.of(
                        Operation.LIST_TRANSACTIONS,
                        Operation.RECOVER_TRANSACTIONS,
                        Operation.RETIRE_RESOURCE,
                        Operation.FORGET_HEURISTIC);
            case QUOTAS ->
                EnumSet.of(
                        Operation.LIST_QUOTAS,
                        Operation.GRANT_QUOTA,
                        Operation.CHANGE_QUOTA,
                        Operation.REVOKE_QUOTA,
                        Operation.LIST_CONTINGENTS,
                        Operation.GRANT_CONTINGENT,
                        Operation.CHANGE_CONTINGENT,
                        Operation.REVOKE_CONTINGENT);
            case TRAFFIC -> EnumSet.of(Operation.LIST_TRAFFIC, Operation.SHOW_TRAFFIC);
            case AUDIT -> EnumSet.of(Operation.READ_AUDIT, Operation.VERIFY_AUDIT);
            case BATCHES -> EnumSet.of(Operation.SUBMIT_BATCH, Operation.PLAN_BATCH);
            case NOTIFICATIONS -> EnumSet.of(Operation.FIND_TENANT);
        };
    }
}
