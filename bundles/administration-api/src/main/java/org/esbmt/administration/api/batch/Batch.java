package org.esbmt.administration.api.batch;

import static java.util.Objects.requireNonNull;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.esbmt.administration.api.Audit;
import org.esbmt.administration.api.Grantee;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.tenancy.api.TenantId;

/**
 * Operations that are done together. Users are named by their logins, of those who are there as of those whom a step before adds.
 *
 * @param steps 1 to {@value #MAX_STEPS}, in the order in which they are done; names are given once and before they are used, and
 *     of nobody the password is set twice
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
        Set<Owner> withPassword = new HashSet<>();
        Set<ChangeLink> links = new HashSet<>();
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            if (step instanceof CreateTenant create) {
                String number = "step " + (i + 1);
                create.as().filter(name -> !made.add(name)).ifPresent(name -> {
                    throw new IllegalArgumentException(number + " makes '" + name + "', as a step before it does");
                });
            } else if (step instanceof OfTenant of
                    && of.tenant() instanceof MadeBefore reference
                    && !made.contains(reference.as())) {
                throw new IllegalArgumentException(
                        "step " + (i + 1) + " is for '" + reference.as() + "', which no step before it makes");
            }
            Optional<Owner> owner = owner(step);
            if (owner.isPresent() && !withPassword.add(owner.get())) {
                throw new IllegalArgumentException("step " + (i + 1) + " sets the password of '"
                        + Audit.shown(owner.get().login()) + "', which a step before it has set already");
            }
            if (step instanceof ChangeLink link && !links.add(link.anyway())) {
                throw new IllegalArgumentException("step " + (i + 1) + " is about the same link as a step before it");
            }
        }
    }

    /** Whose password a step sets. */
    private record Owner(Whose tenant, String login) {}

    private static Optional<Owner> owner(Step step) {
        if (step instanceof AtRevision at) {
            return owner(at.step());
        }
        if (step instanceof CreateTenant create) {
            return create.as().map(as -> new Owner(new MadeBefore(as), create.administratorLogin()));
        }
        if (step instanceof AddUser add) {
            return Optional.of(new Owner(add.tenant(), add.login()));
        }
        if (step instanceof SetPassword set) {
            return Optional.of(new Owner(set.tenant(), set.login()));
        }
        return step instanceof ResetDefaultAdmin reset
                ? Optional.of(new Owner(reset.tenant(), reset.login()))
                : Optional.empty();
    }

    /** One operation. */
    public sealed interface Step {}

    /** One that is done to what is a tenant's. */
    public sealed interface OfTenant extends Step {
        Whose tenant();
    }

    /** One that changes something that is there, at a revision that who asks has seen. */
    public sealed interface OfRevision extends OfTenant {}

    /**
     * A step that is done only if what it changes is at this revision when its turn comes: what the steps before it have made of it
     * counts. What was changed by somebody else is STALE.
     *
     * @param revision from 1
     */
    public record AtRevision(OfRevision step, long revision) implements OfTenant {
        public AtRevision {
            requireNonNull(step, "step");
            if (revision < 1) {
                throw new IllegalArgumentException("a revision is 1 or more, not " + revision);
            }
        }

        @Override
        public Whose tenant() {
            return step.tenant();
        }
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
    public sealed interface OfUser extends OfRevision {
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

    /** What becomes of a user, as the operation of that name has it. */
    public record ChangeUser(Whose tenant, String login, Action action) implements OfUser {
        public ChangeUser {
            requireNonNull(tenant, "tenant");
            requireNonNull(login, "login");
            requireNonNull(action, "action");
        }

        /** Which. */
        public enum Action {
            LOCK,
            UNLOCK,
            REVOKE_CREDENTIAL,
            /** The default administrator, who asks, makes the user it. */
            HAND_OVER_DEFAULT_ADMIN,
            ASSIGN_DEFAULT_ADMIN
        }
    }

    /** Replaces a user's password. */
    public record SetPassword(Whose tenant, String login, Password password) implements OfUser {
        public SetPassword {
            requireNonNull(tenant, "tenant");
            requireNonNull(login, "login");
            requireNonNull(password, "password");
        }
    }

    /**
     * Gives the default administrator another password, and unlocks them.
     *
     * @param login who that is: if it is somebody else by now, it is a CONFLICT
     */
    public record ResetDefaultAdmin(Whose tenant, String login, Password password) implements OfUser {
        public ResetDefaultAdmin {
            requireNonNull(tenant, "tenant");
            requireNonNull(login, "login");
            requireNonNull(password, "password");
        }
    }

    /**
     * Grants or changes a quota: all of it.
     *
     * @param resource its name, such as {@code ENDPOINTS}
     * @param hard the most there may be
     * @param soft worth a warning when it is passed; not more than hard
     */
    public record SetQuota(Whose tenant, String resource, long hard, OptionalLong soft) implements OfRevision {
        public SetQuota {
            requireNonNull(tenant, "tenant");
            requireNonNull(resource, "resource");
            requireNonNull(soft, "soft");
            if (hard < 0) {
                throw new IllegalArgumentException("a quota is 0 or more, not " + hard);
            }
            if (soft.isPresent() && (soft.getAsLong() < 0 || soft.getAsLong() > hard)) {
                throw new IllegalArgumentException(
                        "a soft limit is 0 or more and not above the hard one, but it is " + soft.getAsLong());
            }
        }

        /** Without a soft limit. */
        public SetQuota(Whose tenant, String resource, long hard) {
            this(tenant, resource, hard, OptionalLong.empty());
        }
    }

    /** Takes a quota back of which nothing is used or handed out. */
    public record RevokeQuota(Whose tenant, String resource) implements OfRevision {
        public RevokeQuota {
            requireNonNull(tenant, "tenant");
            requireNonNull(resource, "resource");
        }
    }

    /** Who gets a part of a quota. */
    public sealed interface Holder {}

    /** One user, who is there or whom a step before adds. */
    public record ToUser(String login) implements Holder {
        public ToUser {
            requireNonNull(login, "login");
        }
    }

    /** All who have a role, together. */
    public record ToRole(Grantee.Role role) implements Holder {
        public ToRole {
            requireNonNull(role, "role");
        }
    }

    /** Grants or changes a contingent. */
    public record SetContingent(Whose tenant, Holder holder, String resource, long amount) implements OfRevision {
        public SetContingent {
            requireNonNull(tenant, "tenant");
            requireNonNull(holder, "holder");
            requireNonNull(resource, "resource");
            if (amount < 0) {
                throw new IllegalArgumentException("a contingent is 0 or more, not " + amount);
            }
        }
    }

    /** Takes a contingent back of which nothing is used. */
    public record RevokeContingent(Whose tenant, Holder holder, String resource) implements OfRevision {
        public RevokeContingent {
            requireNonNull(tenant, "tenant");
            requireNonNull(holder, "holder");
            requireNonNull(resource, "resource");
        }
    }

    /** Deploys and starts a service assembly, for the whole tenant or for one of its users. */
    public static final class Deploy implements OfTenant {
        private final Whose tenant;
        private final Optional<String> user;
        private final byte[] archive;

        /** For the whole tenant. Keeps a copy. */
        public Deploy(Whose tenant, byte[] archive) {
            this(tenant, Optional.empty(), archive);
        }

        /**
         * Keeps a copy.
         *
         * @param user the login of the one who reaches it, who is there or whom a step before adds; empty: all of the tenant
         */
        public Deploy(Whose tenant, Optional<String> user, byte[] archive) {
            this.tenant = requireNonNull(tenant, "tenant");
            this.user = requireNonNull(user, "user");
            this.archive = archive.clone();
        }

        @Override
        public Whose tenant() {
            return tenant;
        }

        public Optional<String> user() {
            return user;
        }

        /** A copy. */
        public byte[] archive() {
            return archive.clone();
        }
    }

    /** Brings another version of a service assembly that is deployed. */
    public static final class NewVersion implements OfRevision {
        private final Whose tenant;
        private final Way way;
        private final byte[] archive;

        /** Keeps a copy. */
        public NewVersion(Whose tenant, Way way, byte[] archive) {
            this.tenant = requireNonNull(tenant, "tenant");
            this.way = requireNonNull(way, "way");
            this.archive = archive.clone();
        }

        /** How the version until now goes. */
        public enum Way {
            /** It is kept, to go back to. */
            SWITCH,
            /** It is replaced for good. */
            UPDATE
        }

        @Override
        public Whose tenant() {
            return tenant;
        }

        public Way way() {
            return way;
        }

        /** A copy. */
        public byte[] archive() {
            return archive.clone();
        }
    }

    /** What becomes of a service assembly that is deployed, as the operation of that name has it. */
    public record ChangeAssembly(Whose tenant, String assembly, Move move) implements OfRevision {
        public ChangeAssembly {
            requireNonNull(tenant, "tenant");
            requireNonNull(assembly, "assembly");
            requireNonNull(move, "move");
        }

        /** Which. */
        public enum Move {
            START,
            STOP,
            SHUT_DOWN,
            ROLL_BACK
        }
    }

    /** Undeploys a service assembly. */
    public record Undeploy(Whose tenant, String assembly) implements OfRevision {
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

    /** Replaces a service's WSDL. */
    public static final class UpdateService implements OfRevision {
        private final Whose tenant;
        private final ServiceId service;
        private final Optional<byte[]> wsdl;

        /** Keeps a copy. */
        public UpdateService(Whose tenant, ServiceId service, Optional<byte[]> wsdl) {
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

    /** Attaches a policy to a service, or replaces it. */
    public static final class AttachPolicy implements OfRevision {
        private final Whose tenant;
        private final ServiceId service;
        private final String policy;
        private final byte[] document;

        /** Keeps a copy. */
        public AttachPolicy(Whose tenant, ServiceId service, String policy, byte[] document) {
            this.tenant = requireNonNull(tenant, "tenant");
            this.service = requireNonNull(service, "service");
            this.policy = requireNonNull(policy, "policy");
            this.document = document.clone();
        }

        @Override
        public Whose tenant() {
            return tenant;
        }

        public ServiceId service() {
            return service;
        }

        public String policy() {
            return policy;
        }

        /** A copy. */
        public byte[] document() {
            return document.clone();
        }
    }

    /** Takes a policy off a service. */
    public record DetachPolicy(Whose tenant, ServiceId service, String policy) implements OfRevision {
        public DetachPolicy {
            requireNonNull(tenant, "tenant");
            requireNonNull(service, "service");
            requireNonNull(policy, "policy");
        }
    }

    /** Removes a service with its policies. */
    public record UnregisterService(Whose tenant, ServiceId service) implements OfRevision {
        public UnregisterService {
            requireNonNull(tenant, "tenant");
            requireNonNull(service, "service");
        }
    }

    /**
     * Makes or removes a link across the tenant's boundary, as {@link org.esbmt.administration.api.LinkAdministration} does. What a
     * step before it in the same batch has made of the same link does not count: of one link there is one step.
     *
     * @param component who may reach the tenant's endpoint; empty if it is the tenant who may reach a plain endpoint
     */
    public record ChangeLink(Whose tenant, Optional<String> component, QName service, String endpoint, boolean made)
            implements OfTenant {
        public ChangeLink {
            requireNonNull(tenant, "tenant");
            requireNonNull(component, "component");
            requireNonNull(service, "service");
            requireNonNull(endpoint, "endpoint");
        }

        /** The same for a link, whatever is done with it. */
        private ChangeLink anyway() {
            return new ChangeLink(tenant, component, service, endpoint, true);
        }
    }

    /**
     * Removes all that a tenant has, for good.
     *
     * @param name the tenant's, since nothing takes it back
     */
    public record PurgeTenant(Whose tenant, String name) implements OfRevision {
        public PurgeTenant {
            requireNonNull(tenant, "tenant");
            requireNonNull(name, "name");
        }
    }

    /** A step in a tenant's life. */
    public record ChangeTenant(Whose tenant, Life life) implements OfRevision {
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
