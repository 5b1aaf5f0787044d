package org.esbmt.administration.internal.login;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministratorLogin;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.internal.change.DeferredAuditEntries;
import org.esbmt.administration.internal.login.HandOverFile.HandOver;
import org.esbmt.administration.internal.policy.Caller;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.registry.AdministrationConfiguration;
import org.esbmt.administration.internal.registry.DataDirectory;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.StoredCredential;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.Audit;
import org.esbmt.tenancy.api.UserId;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes sure that an administrator can log in. Creates the first administrator of a new installation. Gives another
 * password to an administrator who lost theirs, if the owner of the installation requests it by a file. Only then it
 * registers the {@link AdministratorLogin}.
 *
 * <p>A generated password is on the disk before its verifier is committed, so no crash leaves an administrator with an
 * unknown password. Before the commit there is no administrator, and the next start uses the password of the file. After
 * the commit the file is right. A file that does not match the registry is from another node or from earlier, and is
 * deleted.
 */
@Component(
        service = {},
        immediate = true,
        configurationPid = AdministrationConfiguration.PID)
@Designate(ocd = AdministrationConfiguration.class)
public final class FirstAdministrator {
    public static final String ENVIRONMENT = "ESBMT_ADMIN_PASSWORD";
    public static final String RESET_NAME = "reset-administrator.txt";

    private static final Logger LOG = LoggerFactory.getLogger(FirstAdministrator.class);
    private static final long REGISTRY_PAUSE_MILLIS = 250;
    private static final long TROUBLE_PAUSE_MILLIS = 5_000;
    private static final long STOP_MILLIS = 5_000;

    private final DynamicServices services;
    private final BoundedHasher hasher;
    private final HandOverFile handOver;
    private final DeferredAuditEntries owed;
    private final Login login;
    private final Optional<Path> passwordFile;
    private final Path resetFile;
    private final UnaryOperator<String> environment;
    private final Supplier<ServiceRegistration<?>> opening;
    private final Thread thread;

    /** Written by the thread, read after it has ended. */
    private Optional<ServiceRegistration<?>> registration = Optional.empty();

    @Activate
    public FirstAdministrator(
            @Reference DynamicServices services,
            @Reference BoundedHasher hasher,
            @Reference HandOverFile handOver,
            @Reference DeferredAuditEntries owed,
            @Reference AdministratorAccess logins,
            AdministrationConfiguration configuration,
            BundleContext bundleContext) {
        this(
                services,
                hasher,
                handOver,
                owed,
                login(configuration.initial_login()),
                configuration.initial_password_file().isBlank()
                        ? Optional.empty()
                        : Optional.of(DataDirectory.of(bundleContext).file(configuration.initial_password_file(), "")),
                DataDirectory.of(bundleContext).file(configuration.reset_file(), RESET_NAME),
                System::getenv,
                () -> bundleContext.registerService(AdministratorLogin.class, logins, null));
        thread.start();
    }

    static Login login(String configured) {
        try {
            return new Login(configured);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    AdministrationConfiguration.PID + ": initial.login: " + e.getMessage(), e);
        }
    }

    /** Does nothing until {@link #ensure()} is called. */
    public FirstAdministrator(
            DynamicServices services,
            BoundedHasher hasher,
            HandOverFile handOver,
            DeferredAuditEntries owed,
            Login login,
            Optional<Path> passwordFile,
            Path resetFile,
            UnaryOperator<String> environment,
            Supplier<ServiceRegistration<?>> opening) {
        this.services = requireNonNull(services, "services");
        this.hasher = requireNonNull(hasher, "hasher");
        this.handOver = requireNonNull(handOver, "handOver");
        this.owed = requireNonNull(owed, "owed");
        this.login = requireNonNull(login, "login");
        this.passwordFile = requireNonNull(passwordFile, "passwordFile");
        this.resetFile = requireNonNull(resetFile, "resetFile");
        this.environment = requireNonNull(environment, "environment");
        this.opening = requireNonNull(opening, "opening");
        this.thread = new Thread(this::ensureUntilDone, "esbmt-first-administrator");
        this.thread.setDaemon(true);
    }

    @Deactivate
    void stop() throws InterruptedException {
        thread.interrupt();
        thread.join(STOP_MILLIS);
        registration.ifPresent(ServiceRegistration::unregister);
    }

    /**
     * Tries until it succeeds. The registry appears when its database does; before that no administrator can be created
     * or looked up.
     */
    void ensureUntilDone() {
        String lastTrouble = "";
        while (!Thread.currentThread().isInterrupted()) {
            long pause = REGISTRY_PAUSE_MILLIS;
            try {
                ensure();
                registration = Optional.of(opening.get());
                return;
            } catch (RegistryException.Unavailable | RegistryException.Busy e) {
                LOG.debug("The first administrator waits for the tenant registry.", e);
            } catch (RegistryException | IOException e) {
                pause = TROUBLE_PAUSE_MILLIS;
                String trouble = String.valueOf(e.getMessage());
                if (!trouble.equals(lastTrouble)) {
                    LOG.error("Cannot check the first administrator yet; the bus tries again.", e);
                    lastTrouble = trouble;
                }
            } catch (RuntimeException e) {
                LOG.error("Cannot create the first administrator: correct this and restart.", e);
                return;
            }
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Makes one attempt. After any exception it may be called again. */
    public void ensure() throws RegistryException, IOException {
        hasher.ready();
        if (services.tenants().listUsers(TenantRegistry.SYSTEM, new Slice(0, 1)).total() == 0) {
            create();
        } else {
            reconcile();
            reset();
        }
    }

    private void create() throws RegistryException, IOException {
        Optional<String> given = given();
        String password;
        if (given.isPresent()) {
            password = given.get();
        } else {
            password = prepare(login);
        }
        Optional<Versioned<TenantUser>> made =
                services.tenants().addFirstAdministrator(new NewUser(login, hasher.verifier(checked(password))));
        if (made.isEmpty()) {
            handOver.delete();
            LOG.info("Another node has created the first administrator.");
        } else if (given.isPresent()) {
            handOver.delete();
            LOG.info("Created the first administrator '{}' with the given password.", login);
        } else {
            announce("Created the first administrator", login.value());
        }
    }

    /** Stores a password on the disk: that of an earlier try, or else a new one. */
    private String prepare(Login who) throws IOException {
        Optional<HandOver> left = handOver.read().filter(h -> h.login().equals(who.value()));
        if (left.isPresent()) {
            return left.get().password();
        }
        try (Password generated = Password.generated()) {
            String password = new String(generated.characters());
            handOver.write(new HandOver(who.value(), password));
            return password;
        }
    }

    private void reconcile() throws RegistryException, IOException {
        Optional<HandOver> left = handOver.read();
        if (left.isEmpty()) {
            return;
        }
        HandOver waiting = left.get();
        Optional<StoredCredential> credential = credentialOf(waiting.login());
        if (credential.isPresent()
                && hasher.matches(
                        waiting.password().toCharArray(), credential.get().verifier())) {
            LOG.info("Administrator '{}' has not logged in yet; the password is in {}.", waiting, handOver.path());
        } else if (!Files.exists(resetFile)) {
            handOver.delete();
            LOG.info("Deleted {}: its password is not one of this registry.", handOver.path());
        }
    }

    private void reset() throws RegistryException, IOException {
        if (!Files.exists(resetFile)) {
            return;
        }
        String asked = new String(Files.readAllBytes(resetFile), UTF_8)
                .lines()
                .findFirst()
                .filter(line -> !line.isBlank())
                .map(String::strip)
                .orElse(login.value());
        Optional<Versioned<TenantUser>> found = administrator(asked);
        if (found.isEmpty() || found.get().value().state() == UserState.REVOKED) {
            // The line is not shown, since it may be a password.
            LOG.error(
                    "{} asks for a new password, but its first line is no administrator's login: write another.",
                    resetFile);
            return;
        }
        Versioned<TenantUser> user = found.get();
        Login who = user.value().login();
        String password = prepare(who);
        resetAudited(user, hasher.verifier(password.toCharArray()));
        if (handOver.read().isEmpty()) { // gone by a login with the old password, just before
            handOver.write(new HandOver(who.value(), password));
        }
        Files.delete(resetFile);
        announce("As " + resetFile.getFileName() + " asked, made a new password for administrator", who.value());
    }

    /**
     * Resets the password and audits it in the name of its owner, since no other actor is known. The configuration
     * registry may appear later than this.
     */
    private void resetAudited(Versioned<TenantUser> user, Verifier verifier) throws RegistryException, IOException {
        DeferredAuditEntries.Owed entry = owedOf(user.value());
        boolean maybe = false;
        try {
            TenantRegistry registry = services.tenants();
            UserId id = user.value().id();
            // The password comes first. An active user without one is no administrator, and the registry requires an
            // administrator after each change.
            Versioned<TenantUser> now = registry.setVerifier(TenantRegistry.SYSTEM, id, user.revision(), verifier);
            maybe = true;
            if (now.value().state() == UserState.LOCKED) {
                registry.changeUserState(TenantRegistry.SYSTEM, id, now.revision(), UserState.ACTIVE);
            }
        } catch (RegistryException e) {
            if (maybe || e instanceof RegistryException.InDoubt) {
                owed.failed(entry);
            } else {
                owed.never(entry);
            }
            throw e;
        }
        owed.done(entry);
        Audit.done(
                Operation.RESET_ADMINISTRATOR.toString(),
                resetFile.getFileName().toString(),
                nameOf(user.value()));
    }

    private DeferredAuditEntries.Owed owedOf(TenantUser user) throws IOException {
        try {
            return owed.begin(
                    new Caller(TenantRegistry.SYSTEM, user.id(), user.roles()),
                    Operation.RESET_ADMINISTRATOR,
                    OperationTarget.installation(nameOf(user) + ", as " + resetFile.getFileName() + " asked"));
        } catch (AdministrationException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static String nameOf(TenantUser user) {
        return "user " + user.login() + " of the installation";
    }

    /**
     * Finds an administrator. Empty also for a text that cannot be a login, since the content of a file must not
     * prevent the start of the bus.
     */
    private Optional<Versioned<TenantUser>> administrator(String name) throws RegistryException {
        Login known;
        try {
            known = new Login(name);
        } catch (IllegalArgumentException e) {
            LOG.debug("No administrator has such a login.", e);
            return Optional.empty();
        }
        return services.tenants().findUser(TenantRegistry.SYSTEM, known);
    }

    private Optional<StoredCredential> credentialOf(String name) throws RegistryException {
        Optional<Versioned<TenantUser>> user = administrator(name);
        CredentialReader credentials = services.credentials();
        return user.isEmpty()
                ? Optional.empty()
                : credentials.find(TenantRegistry.SYSTEM, user.get().value().id());
    }

    private Optional<String> given() throws IOException {
        if (passwordFile.isPresent()) {
            List<String> lines = Files.readAllLines(passwordFile.get(), UTF_8);
            return Optional.of(lines.isEmpty() ? "" : lines.get(0));
        }
        return Optional.ofNullable(environment.apply(ENVIRONMENT)).filter(p -> !p.isEmpty());
    }

    private static char[] checked(String password) {
        try (Password valid = new Password(password.toCharArray())) {
            return valid.characters().clone();
        }
    }

    private void announce(String what, String who) {
        LOG.info(
                "{} '{}'. The password is in {}, for the owner of this process to read; the file goes at the first login.",
                what,
                who,
                handOver.path());
    }
}
