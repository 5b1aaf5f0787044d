package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AdministratorAccounts;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.InstallationStatus;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TenantAdministration.TenantFilter;
import org.esbmt.administration.api.TenantView;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** From open types to the administration's and back, on behalf of who is connected. */
final class JmxAdministration implements AdministrationMXBean {
    private static final Logger LOG = LoggerFactory.getLogger(JmxAdministration.class);
    private static final Pattern UUID_FORM = Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");
    private static final int MAX_ARCHIVE_BYTES = 10 * 1024 * 1024;

    private final TenantAdministration tenants;
    private final AssemblyAdministration assemblies;
    private final AdministratorAccounts accounts;
    private final InstallationStatus status;

    JmxAdministration(
            TenantAdministration tenants,
            AssemblyAdministration assemblies,
            AdministratorAccounts accounts,
            InstallationStatus status) {
        this.tenants = requireNonNull(tenants, "tenants");
        this.assemblies = requireNonNull(assemblies, "assemblies");
        this.accounts = requireNonNull(accounts, "accounts");
        this.status = requireNonNull(status, "status");
    }

    @Override
    public CreatedTenantData createTenant(
            String name, String displayName, String administratorLogin, String password, String operation) {
        return asked(operation, -1, by -> {
            String tenant = given("name", name);
            String shown = displayName == null || displayName.isBlank() ? tenant : displayName;
            try (Password secret = password("password", password)) {
                return new CreatedTenantData(tenants.createTenant(
                        by, tenant, shown, given("administratorLogin", administratorLogin), secret));
            }
        });
    }

    @Override
    public TenantData findTenant(String tenant) {
        return asked(by -> {
            String wanted = given("tenant", tenant);
            Optional<TenantId> id = identifier(wanted);
            Optional<TenantView> found = id.isEmpty() ? Optional.empty() : tenants.findTenant(by, id.get());
            if (found.isEmpty()) { // an identifier goes before a name that looks like one
                found = tenants.findTenant(by, wanted);
            }
            return found.map(TenantData::new)
                    .orElseThrow(() -> Refusals.own(Reason.NOT_FOUND, "there is no tenant '" + wanted + "'"));
        });
    }

    @Override
    public TenantPage listTenants(String nameContains, String state, String nameAfter, int offset, int limit) {
        return asked(by -> new TenantPage(tenants.listTenants(
                by,
                new TenantFilter(
                        optional(nameContains), optional(state).map(TenantView.State::of), optional(nameAfter)),
                new PageRequest(offset, limit))));
    }

    @Override
    public TenantData suspendTenant(String tenantId, String operation, long revision) {
        return asked(operation, revision, by -> new TenantData(tenants.suspend(by, tenant(tenantId))));
    }

    @Override
    public TenantData resumeTenant(String tenantId, String operation, long revision) {
        return asked(operation, revision, by -> new TenantData(tenants.resume(by, tenant(tenantId))));
    }

    @Override
    public TenantData drainTenant(String tenantId, String operation, long revision) {
        return asked(operation, revision, by -> new TenantData(tenants.drain(by, tenant(tenantId))));
    }

    @Override
    public TenantData purgeTenant(String tenantId, String name, String operation, long revision) {
        return asked(operation, revision, by -> {
            TenantId id = tenant(tenantId);
            TenantView found = tenants.findTenant(by, id)
                    .orElseThrow(() -> Refusals.own(Reason.NOT_FOUND, "there is no tenant " + id));
            if (!found.name().equals(given("name", name))) {
                throw Refusals.own(
                        Reason.INVALID,
                        "the tenant's name is " + found.name() + ", not the given one; nothing was done");
            }
            return new TenantData(tenants.purge(by, id));
        });
    }

    @Override
    public TenantData requestOffboarding(String tenantId, String name, String operation, long revision) {
        return asked(
                operation,
                revision,
                by -> new TenantData(tenants.requestOffboarding(by, tenant(tenantId), given("name", name))));
    }

    @Override
    public TenantData withdrawOffboarding(String tenantId, String operation, long revision) {
        return asked(operation, revision, by -> new TenantData(tenants.withdrawOffboarding(by, tenant(tenantId))));
    }

    @Override
    public UserData addUser(String tenantId, String login, String password, String operation) {
        return asked(operation, -1, by -> {
            try (Password secret = password("password", password)) {
                return new UserData(tenants.addUser(by, tenant(tenantId), given("login", login), secret));
            }
        });
    }

    @Override
    public UserData setPassword(String tenantId, String userId, String password, String operation, long revision) {
        return asked(operation, revision, by -> {
            try (Password secret = password("password", password)) {
                return new UserData(tenants.setPassword(by, tenant(tenantId), user(userId), secret));
            }
        });
    }

    @Override
    public UserData resetDefaultAdmin(String tenantId, String password, String operation, long revision) {
        return asked(operation, revision, by -> {
            try (Password secret = password("password", password)) {
                return new UserData(tenants.resetDefaultAdmin(by, tenant(tenantId), secret));
            }
        });
    }

    @Override
    public UserData lockUser(String tenantId, String userId, String operation, long revision) {
        return asked(operation, revision, by -> new UserData(tenants.lockUser(by, tenant(tenantId), user(userId))));
    }

    @Override
    public UserData unlockUser(String tenantId, String userId, String operation, long revision) {
        return asked(operation, revision, by -> new UserData(tenants.unlockUser(by, tenant(tenantId), user(userId))));
    }

    @Override
    public UserData findUser(String tenantId, String login) {
        return asked(by -> tenants.findUser(by, tenant(tenantId), given("login", login))
                .map(UserData::new)
                .orElseThrow(() -> Refusals.own(Reason.NOT_FOUND, "the tenant has no user '" + login + "'")));
    }

    @Override
    public UserPage listUsers(String tenantId, int offset, int limit) {
        return asked(by -> new UserPage(tenants.listUsers(by, tenant(tenantId), new PageRequest(offset, limit))));
    }

    @Override
    public AssemblyData deployAssembly(String tenantId, byte[] archive, String operation) {
        return asked(
                operation,
                -1,
                by -> new AssemblyData(
                        assemblies.deploy(by, tenant(tenantId), new ByteArrayInputStream(archive(archive)))));
    }

    @Override
    public AssemblyData deployAssemblyForUser(String tenantId, String userId, byte[] archive, String operation) {
        return asked(
                operation,
                -1,
                by -> new AssemblyData(assemblies.deploy(
                        by, tenant(tenantId), Optional.of(user(userId)), new ByteArrayInputStream(archive(archive)))));
    }

    @Override
    public AssemblyData updateAssembly(String tenantId, byte[] archive, String operation, long revision) {
        return asked(
                operation,
                revision,
                by -> new AssemblyData(
                        assemblies.update(by, tenant(tenantId), new ByteArrayInputStream(archive(archive)))));
    }

    @Override
    public AssemblyData switchAssembly(String tenantId, byte[] archive, String operation, long revision) {
        return asked(
                operation,
                revision,
                by -> new AssemblyData(
                        assemblies.switchTo(by, tenant(tenantId), new ByteArrayInputStream(archive(archive)))));
    }

    @Override
    public AssemblyData rollBackAssembly(String tenantId, String assembly, String operation, long revision) {
        return asked(
                operation,
                revision,
                by -> new AssemblyData(assemblies.rollback(by, tenant(tenantId), given("assembly", assembly))));
    }

    @Override
    public void undeployAssembly(String tenantId, String assembly, String operation, long revision) {
        asked(operation, revision, by -> {
            assemblies.undeploy(by, tenant(tenantId), given("assembly", assembly));
            return assembly;
        });
    }

    @Override
    public AssemblyData startAssembly(String tenantId, String assembly, String operation, long revision) {
        return asked(
                operation,
                revision,
                by -> new AssemblyData(assemblies.start(by, tenant(tenantId), given("assembly", assembly))));
    }

    @Override
    public AssemblyData stopAssembly(String tenantId, String assembly, String operation, long revision) {
        return asked(
                operation,
                revision,
                by -> new AssemblyData(assemblies.stop(by, tenant(tenantId), given("assembly", assembly))));
    }

    @Override
    public AssemblyData shutDownAssembly(String tenantId, String assembly, String operation, long revision) {
        return asked(
                operation,
                revision,
                by -> new AssemblyData(assemblies.shutDown(by, tenant(tenantId), given("assembly", assembly))));
    }

    @Override
    public byte[] exportAssembly(String tenantId, String assembly, boolean rewritten) {
        return asked(by -> assemblies.archive(
                by,
                tenant(tenantId),
                given("assembly", assembly),
                rewritten ? AssemblyAdministration.Archive.REWRITTEN : AssemblyAdministration.Archive.ORIGINAL));
    }

    @Override
    public AssemblyPage listAssemblies(String tenantId, int offset, int limit) {
        return asked(by -> new AssemblyPage(assemblies.list(by, tenant(tenantId), new PageRequest(offset, limit))));
    }

    @Override
    public void changeAdministratorPassword(
            String currentPassword, String newPassword, String operation, long revision) {
        asked(operation, revision, by -> {
            char[] current = given("currentPassword", currentPassword).toCharArray();
            try (Password changed = password("newPassword", newPassword)) {
                accounts.changePassword(by, current, changed);
            } finally {
                Arrays.fill(current, '\0');
            }
            return by;
        });
    }

    @Override
    public IdentityData whoAmI() {
        return asked(by -> new IdentityData(accounts.whoAmI(by)));
    }

    @Override
    public StatusData status() {
        return asked(by -> new StatusData(status.status(by)));
    }

    /** What may be asked of the administration. */
    @FunctionalInterface
    interface Question<T> {
        T by(Administrator administrator) throws AdministrationException;
    }

    static <T> T asked(Question<T> question) {
        Administrator by = ConnectedAdministrator.get();
        try {
            return question.by(by);
        } catch (AdministrationException e) {
            throw Refusals.of(e);
        } catch (IllegalArgumentException e) {
            throw Refusals.of(Reason.INVALID, e.getMessage());
        } catch (RuntimeException e) {
            LOG.error("A JMX operation of {} failed.", by, e);
            throw Refusals.of(Reason.INTERNAL, "the bus failed; its log tells why");
        }
    }

    /**
     * As the other one, for what is changed.
     *
     * @param operation the identifier of the request; may be empty
     * @param revision that is expected; -1 for any
     */
    static <T> T asked(String operation, long revision, Question<T> question) {
        return asked(by -> {
            Optional<String> id = optional(operation);
            Administrator identified = id.isEmpty() ? by : by.asking(uuid("operation", id.get()));
            if (revision < -1) {
                throw new IllegalArgumentException("revision is 0 or more, or -1 for any, but is " + revision);
            }
            return question.by(revision == -1 ? identified : identified.expecting(revision));
        });
    }

    /** In the canonical form alone: Java reads others too, and would show them differently. */
    static UUID uuid(String parameter, String text) {
        if (!UUID_FORM.matcher(text).matches()) {
            throw new IllegalArgumentException(parameter + " is not a canonical UUID");
        }
        return UUID.fromString(text);
    }

    static String given(String parameter, String value) {
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException(parameter + " is missing");
        }
        return value;
    }

    static Optional<String> optional(String value) {
        return Optional.ofNullable(value).map(String::strip).filter(v -> !v.isEmpty());
    }

    static TenantId tenant(String id) {
        return parsed("tenantId", id, TenantId::of);
    }

    static UserId user(String id) {
        return parsed("userId", id, UserId::of);
    }

    private static <T> T parsed(String parameter, String value, Function<String, T> parser) {
        String text = given(parameter, value);
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(parameter + ": " + e.getMessage(), e);
        }
    }

    private static Optional<TenantId> identifier(String text) {
        try {
            return Optional.of(TenantId.of(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    static Password password(String parameter, String value) {
        char[] characters = given(parameter, value).toCharArray();
        try {
            return new Password(characters);
        } finally {
            Arrays.fill(characters, '\0');
        }
    }

    static byte[] archive(byte[] archive) {
        if (archive == null || archive.length == 0) {
            throw new IllegalArgumentException("archive is missing");
        }
        if (archive.length > MAX_ARCHIVE_BYTES) {
            throw new IllegalArgumentException(
                    "an archive has at most " + MAX_ARCHIVE_BYTES + " bytes, this one has " + archive.length);
        }
        return archive;
    }
}
