package org.esbmt.administration.internal.login;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.FORBIDDEN;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AdministratorAccounts;
import org.esbmt.administration.api.AdministratorLogin;
import org.esbmt.administration.api.OperatorLogin;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.command.AccountCommand.ChangePassword;
import org.esbmt.administration.api.command.Done;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.AuditLog;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.change.PasswordOwner;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.login.LoginThrottle.Attempt;
import org.esbmt.administration.internal.policy.Caller;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.policy.PartPolicy;
import org.esbmt.administration.internal.policy.RefusalAdvice;
import org.esbmt.administration.internal.policy.RememberedLogins;
import org.esbmt.administration.internal.policy.SystemAdministrators;
import org.esbmt.administration.internal.policy.SystemAdministrators.Operator;
import org.esbmt.administration.internal.policy.SystemAdministrators.SystemAdministrator;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.StoredCredential;
import org.esbmt.registry.api.Verifier;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks administrators' passwords against the registry, and changes them. {@link FirstAdministrator} registers it as
 * the {@link AdministratorLogin} once there is an administrator who can log in.
 */
@Component(service = {AdministratorAccess.class, AdministratorAccounts.class, OperatorLogin.class})
public final class AdministratorAccess implements AdministratorLogin, AdministratorAccounts, OperatorLogin {
    private static final Logger LOG = LoggerFactory.getLogger(AdministratorAccess.class);

    /**
     * The throttle's name for attempts at the current password in a change of a password. Logins have the ways of their
     * origins.
     */
    private static final String FOR_ANOTHER = "change";
    /**
     * The refusal of an attempt that was broken off, for example because its connection was closed in favour of
     * another.
     */
    private static final String NOBODY_WAITS = "the client does not wait any more";

    private final AccessLayer access;
    private final DynamicServices services;
    private final SystemAdministrators administrators;
    private final BoundedHasher hasher;
    private final RememberedLogins remembered;
    private final HandOverFile handOver;
    private final LoginThrottle throttle;
    private final RepeatedPasswords repeated;

    /**
     * The verifier of a password that nobody has. Passwords for unknown logins are checked against it, so that they
     * take as long. Made once, when there is a hasher.
     */
    private volatile Optional<Verifier> decoy = Optional.empty();

    @Activate
    public AdministratorAccess(
            @Reference AccessLayer access,
            @Reference DynamicServices services,
            @Reference SystemAdministrators administrators,
            @Reference BoundedHasher hasher,
            @Reference RememberedLogins remembered,
            @Reference HandOverFile handOver,
            @Reference LoginThrottle throttle,
            @Reference RepeatedPasswords repeated) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.administrators = requireNonNull(administrators, "administrators");
        this.hasher = requireNonNull(hasher, "hasher");
        this.remembered = requireNonNull(remembered, "remembered");
        this.handOver = requireNonNull(handOver, "handOver");
        this.throttle = requireNonNull(throttle, "throttle");
        this.repeated = requireNonNull(repeated, "repeated");
    }

    @Override
    public Optional<LoggedIn> login(Origin from, boolean mayWait, String login, char[] password) {
        requireNonNull(from, "from");
        requireNonNull(login, "login");
        requireNonNull(password, "password");
        Attempt attempt = new Attempt(from.way(), from.source(), login);
        if (!(mayWait ? throttle.admit(attempt) : throttle.admitSoon(attempt))) {
            AuditLog.loginRefused(login, notAdmitted(mayWait));
            return Optional.empty();
        }
        Optional<LoggedIn> in = judge(login, password);
        if (in.isPresent()) {
            throttle.succeeded(attempt);
        }
        return in;
    }

    private static String notAdmitted(boolean mayWait) {
        if (Thread.currentThread().isInterrupted()) {
            return NOBODY_WAITS;
        }
        return mayWait ? "too many attempts wait already" : "it came too soon after wrong passwords";
    }

    private Optional<LoggedIn> judge(String login, char[] password) {
        try (RememberedLogins.Check check = remembered.check(login)) {
            Verifier nobodys = decoy();
            Optional<SystemAdministrator> found = administrators.find(login);
            boolean right = matches(password, found.map(SystemAdministrator::credential), nobodys);
            if (found.isEmpty() || !right) {
                AuditLog.loginRefused(
                        login, found.isEmpty() ? "no active administrator has that login" : "wrong password");
                return Optional.empty();
            }
            long version = found.get().credential().version();
            check.remember(found.get().id(), version, password);
            handOver.handedOver(login);
            AuditLog.loggedIn(login);
            return Optional.of(new LoggedIn(new Admitted(login, version), check.age()));
        } catch (RegistryException | RuntimeException e) {
            return unchecked(login, password, e);
        }
    }

    @Override
    public Standing standing(Admitted who) {
        requireNonNull(who, "who");
        long moment = remembered.moment();
        try {
            boolean in = administrators
                    .find(who.login())
                    .filter(found -> found.credential().version() == who.credential())
                    .isPresent();
            if (in) {
                remembered.confirmed(who.login(), who.credential(), moment);
            }
            return in ? Standing.IN : Standing.OUT;
        } catch (RegistryException | RuntimeException e) {
            LOG.debug("The standing of '{}' is unknown now.", who.login(), e);
            return Standing.UNKNOWN;
        }
    }

    private boolean matches(char[] password, Optional<StoredCredential> credential, Verifier nobodys)
            throws RegistryException {
        Verifier verifier = credential.map(StoredCredential::verifier).orElse(nobodys);
        boolean tooLong = password.length > Password.MAX_LENGTH;
        return hasher.matches(tooLong ? new char[0] : password, verifier) && !tooLong;
    }

    @Override
    public Optional<Admitted> admit(Origin from, String login, char[] password) {
        requireNonNull(from, "from");
        requireNonNull(login, "login");
        requireNonNull(password, "password");
        if (login.isBlank()) {
            return Optional.empty(); // this is no login, so its duration reveals nothing
        }
        Attempt attempt = new Attempt(from.way(), from.source(), login);
        if (!throttle.admit(attempt)) {
            AuditLog.loginRefused(login, notAdmitted(true));
            return Optional.empty();
        }
        Optional<Admitted> admitted = judgeOperator(login, password);
        if (admitted.isPresent()) {
            throttle.succeeded(attempt);
        }
        return admitted;
    }

    /**
     * Checks a login at the administration alone, and remembers nothing. A remembered login counts as an administrator
     * of the whole installation.
     */
    private Optional<Admitted> judgeOperator(String login, char[] password) {
        try {
            Verifier nobodys = decoy();
            Optional<Operator> found = administrators.findOperator(new Administrator(login, "login"));
            boolean right = matches(password, found.map(Operator::credential), nobodys);
            if (found.isEmpty() || !right) {
                AuditLog.loginRefused(login, found.isEmpty() ? "no administrator has that login" : "wrong password");
                return Optional.empty();
            }
            handOver.handedOver(login);
            AuditLog.loggedIn(login);
            return Optional.of(new Admitted(login, found.get().credential().version()));
        } catch (RegistryException | RuntimeException e) {
            return unchecked(login, password, e).map(LoggedIn::who);
        }
    }

    /**
     * Judges a login whose check failed. An interrupted thread makes no statement about the registry, since its own
     * interruption may have caused the failure.
     */
    private Optional<LoggedIn> unchecked(String login, char[] password, Exception why) {
        if (Thread.currentThread().isInterrupted()) {
            AuditLog.loginRefused(login, NOBODY_WAITS);
            return Optional.empty();
        }
        if (why instanceof RegistryException.Unavailable) {
            return judgeFromMemory(login, password, why);
        }
        if (why instanceof RegistryException.Busy) {
            LOG.warn("A login could not be checked, and was refused: {}.", why.getMessage());
            AuditLog.loginRefused(login, "the registry is busy");
        } else {
            LOG.error("A login could not be checked, and was refused.", why);
            AuditLog.loginRefused(login, "the check failed");
        }
        return Optional.empty();
    }

    private Optional<LoggedIn> judgeFromMemory(String login, char[] password, Exception why) {
        Optional<RememberedLogins.Kept> kept = remembered.matching(login, password);
        if (kept.isPresent()) {
            AuditLog.loggedInFromMemory(login);
            return Optional.of(new LoggedIn(
                    new Admitted(login, kept.get().version()), kept.get().unseen()));
        }
        LOG.warn("A login could not be checked, and was refused: {}.", why.getMessage());
        AuditLog.loginRefused(login, "the registry is out of reach");
        return Optional.empty();
    }

    private Verifier decoy() throws RegistryException {
        Optional<Verifier> made = decoy;
        if (made.isEmpty()) {
            try (Password nobodys = Password.generated()) {
                made = Optional.of(hasher.verifier(nobodys.characters()));
            }
            decoy = made;
        }
        return made.get();
    }

    /** The handlers of the administrators' commands about their own accounts. */
    public CommandHandlers commands() {
        return new CommandHandlers().add(ChangePassword.class, (by, c) -> {
            changePassword(by, c.current(), c.changed());
            return Done.DONE;
        });
    }

    private void changePassword(Administrator by, char[] current, Password changed) throws AdministrationException {
        requireNonNull(current, "current");
        requireNonNull(changed, "changed");
        OperationTarget target = new OperationTarget(access.own(by), "their own account");
        String login = by.login();
        AtomicBoolean permitted = new AtomicBoolean();
        try {
            access.change(
                    by,
                    Operation.CHANGE_PASSWORD,
                    target,
                    caller -> {
                        permitted.set(true);
                        return provenOrDone(caller, by, current);
                    },
                    proven -> changing(target, request(login), proven, changed));
        } finally {
            if (permitted.get()) {
                remembered.forget(login); // whatever the outcome, since it may be in doubt
            }
        }
        handOver.handedOver(login);
    }

    private static Sha256 request(String login) {
        return PreparedChange.request(login);
    }

    /**
     * A caller who may change their own password.
     *
     * @param revision the user's revision when the caller gave the current password; empty if this very request changed
     *     it before
     */
    private record Proven(Caller who, OptionalLong revision) {}

    /**
     * Proves the caller's identity. The change ends the validity of the password that proves it. A caller who repeats a
     * committed change proves only that the new password is the same, by {@link RepeatedPasswords}. Every other caller
     * must give the current password first, whatever the identifier is. Without it the caller learns nothing about the
     * identifier.
     */
    private Proven provenOrDone(Caller caller, Administrator by, char[] current)
            throws AdministrationException, RegistryException {
        if (wasChanged(caller, by)) {
            return new Proven(caller, OptionalLong.empty());
        }
        OptionalLong proven = proven(by, current);
        // The same request may have run twice, and the other one may be committed or in doubt. Then the current
        // password is compared with the one that this request sets.
        if (proven.isEmpty() && !access.wasMadeMeanwhile(caller, by, Operation.CHANGE_PASSWORD, request(by.login()))) {
            throw new RefusalAdvice.Told(FORBIDDEN, "the current password is wrong", "you to give the right one");
        }
        return new Proven(caller, proven);
    }

    private boolean wasChanged(Caller caller, Administrator by) throws RegistryException {
        return access.wasMade(caller, by, Operation.CHANGE_PASSWORD, request(by.login()));
    }

    /**
     * @return the revision of the user whose password it is, read before the password; empty if the password is wrong
     */
    private OptionalLong proven(Administrator by, char[] current) throws AdministrationException, RegistryException {
        String login = by.login();
        Attempt attempt = new Attempt(FOR_ANOTHER, "", login);
        if (!throttle.admit(attempt)) {
            throw new RefusalAdvice.Told(FORBIDDEN, "too many attempts wait already", "you to try again later");
        }
        Operator self = administrators
                .findOperator(by)
                .orElseThrow(() -> new RefusalAdvice.Told(
                        FORBIDDEN, "'" + login + "' has no password here", RefusalAdvice.letsIn(by)));
        long revision = services.tenants()
                .findUser(self.tenant(), self.id())
                .orElseThrow(
                        () -> new RefusalAdvice.Told(FORBIDDEN, "'" + login + "' is gone", RefusalAdvice.letsIn(by)))
                .revision();
        if (!hasher.matches(current, self.credential().verifier())) {
            return OptionalLong.empty();
        }
        throttle.succeeded(attempt);
        return OptionalLong.of(revision);
    }

    private PreparedChange<UserId> changing(OperationTarget target, Sha256 request, Proven proven, Password changed)
            throws RegistryException {
        UserId self = proven.who().user();
        TenantId tenant = proven.who().tenant();
        PreparedChange.Replay<UserId> again = before -> {
            repeated.checkSame(before, new PasswordOwner(tenant, self), changed);
            return self;
        };
        if (proven.revision().isEmpty()) {
            PreparedChange.Apply<UserId> never = change -> {
                throw new AdministrationException(
                        CONFLICT, "the identifier was forgotten meanwhile: ask under a new one");
            };
            return new PreparedChange<>(target, request, never, again);
        }
        Verifier verifier = hasher.verifier(changed.characters());
        return new PreparedChange<>(
                target,
                request,
                change -> {
                    change.did(self.toString());
                    change.set(verifier);
                    long seen = proven.revision().getAsLong();
                    services.tenants().setVerifier(tenant, self, change.revision(seen), verifier);
                    return self;
                },
                again);
    }

    @Override
    public Identity whoAmI(Administrator by) throws AdministrationException {
        OperationTarget target = new OperationTarget(access.own(by), "their own account");
        return access.perform(
                by,
                Operation.WHO_AM_I,
                target,
                caller -> new Identity(
                        by.login(),
                        caller.ofSystem() ? Optional.empty() : Optional.of(caller.tenant()),
                        caller.user(),
                        caller.roles().stream().map(Role::name).collect(Collectors.toCollection(TreeSet::new)),
                        new TreeSet<>(PartPolicy.parts(caller))));
    }
}
