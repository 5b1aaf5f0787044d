package org.esbmt.administration.api.batch;

import static java.util.Objects.requireNonNull;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.esbmt.administration.api.Grantee;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.tenancy.api.TenantId;

/**
 * Operations that are done together.
 *
 * @param steps 1 to {@value #MAX_STEPS}, in the order in which they are done; names are given once and before they are used
 */
public record Batch(List<Step> steps) {
    /** Steps at the most. */
    public static final int MAX_STEPS = 5_000;

    public Batch {
        steps = List.copyOf(steps);
        if (steps.isEmpty() || steps.size() > MAX_STEPS) {
            throw new IllegalArgumentException("a batch has 1 to " + MAX_STEPS + " steps, not " + steps.size());
        }
        Set<String> made = new HashSet<>();
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            if (step instanceof CreateTenant create) {
                create.as().filter(name -> !made.add(name)).ifPresent(name -> {
                    throw new IllegalArgumentException("two steps make '" + name + "'");
                });
            } else if (step instanceof OfTenant of
                    && of.tenant() instanceof MadeBefore reference
                    && !made.contains(reference.as())) {
                throw new IllegalArgumentException(
                        "step " + (i + 1) + " is for '" + reference.as() + "', which no step before it makes");
            }
        }
    }

    /** One operation. */
    public sealed interface Step {}

    /** One that is done to what is a tenant's. */
    public sealed interface OfTenant extends Step {
        Whose tenant();
    }

    /** A tenant that is there, or that a step before makes. */
    public sealed interface Whose {}

    /** A tenant that is there. */
    public record Known(TenantId id) implements Whose {
        public Known {
            requireNonNull(id, "id");
        }
    }

    /**
     * A tenant that an earlier step makes.
     *
     * @param as the name that this step gave it within the batch
     */
    public record MadeBefore(String as) implements Whose {
        private static final Pattern FORM = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,62}");

        public MadeBefore {
            if (!FORM.matcher(as).matches()) {
                throw new IllegalArgumentException(
                        "a name within a batch is 1 to 63 letters, digits, '_' and '-', a letter first");
            }
        }
    }

    /**
     * Creates a tenant, as {@link org.esbmt.administration.api.TenantAdministration#createTenant} does.
     *
     * @param as its name within the batch; empty if no later step needs one
     * @param quotas the ceilings of resources, instead of those that new tenants get; empty for these
     */
    public record CreateTenant(
            Optional<String> as,
            String name,
            String displayName,
            String administratorLogin,
            Password password,
            Map<String, Long> quotas)
            implements Step {
        public CreateTenant {
            as.ifPresent(MadeBefore::new);
            requireNonNull(name, "name");
            requireNonNull(displayName, "displayName");
            requireNonNull(administratorLogin, "administratorLogin");
            requireNonNull(password, "password");
            quotas = Map.copyOf(quotas);
        }
    }

    /**
     * Adds a user.
     *
     * @param roles at least one
     */
    public record AddUser(Whose tenant, String login, Password password, Set<Grantee.Role> roles) implements OfTenant {
        public AddUser {
            requireNonNull(tenant, "tenant");
            requireNonNull(login, "login");
            requireNonNull(password, "password");
            roles = Set.copyOf(roles);
        }

        /** Who may send messages, and nothing else. */
        public AddUser(Whose tenant, String login, Password password) {
            this(tenant, login, password, Set.of(Grantee.Role.TENANT_USER));
        }
    }

    /** One that is done to a user, who is there or whom a step before adds. */
    public sealed interface OfUser extends OfTenant {
        String login();
    }

    /** Gives a user one more role. */
    public record AssignRole(Whose tenant, String login, Grantee.Role role) implements OfUser {
        public AssignRole {
            requireNonNull(tenant, "tenant");
            requireNonNull(login, "login");
            requireNonNull(role, "role");
        }
    }

    /** Takes a role away. */
    public record RevokeRole(Whose tenant, String login, Grantee.Role role) implements OfUser {
        public RevokeRole {
            requireNonNull(tenant, "tenant");
            requireNonNull(login, "login");
            requireNonNull(role, "role");
        }
    }

    /** Removes a user for good. */
    public record RemoveUser(Whose tenant, String login) implements OfUser {
        public RemoveUser {
            requireNonNull(tenant, "tenant");
            requireNonNull(login, "login");
        }
    }

    /**
     * Grants or changes a quota.
     *
     * @param resource its name, such as {@code ENDPOINTS}
     * @param hard the most there may be
     */
    public record SetQuota(Whose tenant, String resource, long hard) implements OfTenant {
        public SetQuota {
            requireNonNull(tenant, "tenant");
            requireNonNull(resource, "resource");
            if (hard < 0) {
                throw new IllegalArgumentException("a quota is 0 or more, not " + hard);
            }
        }
    }

    /** Deploys and starts a service assembly for the whole tenant. */
    public static final class Deploy implements OfTenant {
        private final Whose tenant;
        private final byte[] archive;

        /** Keeps a copy. */
        public Deploy(Whose tenant, byte[] archive) {
            this.tenant = requireNonNull(tenant, "tenant");
            this.archive = archive.clone();
        }

        @Override
        public Whose tenant() {
            return tenant;
        }

        /** A copy. */
        public byte[] archive() {
            return archive.clone();
        }
    }

    /** Undeploys a service assembly. */
    public record Undeploy(Whose tenant, String assembly) implements OfTenant {
        public Undeploy {
            requireNonNull(tenant, "tenant");
            requireNonNull(assembly, "assembly");
        }
    }

    /** Registers a service, as {@link org.esbmt.administration.api.ServiceAdministration#register} does. */
    public static final class RegisterService implements OfTenant {
        private final Whose tenant;
        private final ServiceId service;
        private final Optional<byte[]> wsdl;

        /** Keeps a copy. */
        public RegisterService(Whose tenant, ServiceId service, Optional<byte[]> wsdl) {
            this.tenant = requireNonNull(tenant, "tenant");
            this.service = requireNonNull(service, "service");
            this.wsdl = wsdl.map(byte[]::clone);
        }

        @Override
        public Whose tenant() {
            return tenant;
        }

        public ServiceId service() {
            return service;
        }

        /** A copy. */
        public Optional<byte[]> wsdl() {
            return wsdl.map(byte[]::clone);
        }
    }

    /** Removes a service with its policies. */
    public record UnregisterService(Whose tenant, ServiceId service) implements OfTenant {
        public UnregisterService {
            requireNonNull(tenant, "tenant");
            requireNonNull(service, "service");
        }
    }

    /** A step in a tenant's life. */
    public record ChangeTenant(Whose tenant, Life life) implements OfTenant {
        public ChangeTenant {
            requireNonNull(tenant, "tenant");
            requireNonNull(life, "life");
        }

        /** Which one. */
        public enum Life {
            SUSPEND,
            RESUME,
            DRAIN
        }
    }
}
