package org.esbmt.administration.internal.login;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;
import static org.esbmt.registry.api.TenantRegistry.SYSTEM;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import org.esbmt.administration.api.AccessCredentialAdministration;
import org.esbmt.administration.api.AccessCredentialView;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.IssuedToken;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.Scope;
import org.esbmt.administration.api.command.AccessCredentialCommand;
import org.esbmt.administration.api.command.AccessCredentialCommand.CreateToken;
import org.esbmt.administration.api.command.AccessCredentialCommand.RegisterCertificate;
import org.esbmt.administration.api.command.AccessCredentialCommand.RevokeAccessCredential;
import org.esbmt.administration.api.command.AccessCredentialCommand.RevokeCertificate;
import org.esbmt.administration.api.command.AccessCredentialCommand.RevokeSystemAccessCredential;
import org.esbmt.administration.api.command.AccessCredentialCommand.RevokeToken;
import org.esbmt.administration.api.command.Done;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.change.TenantLookup;
import org.esbmt.administration.internal.policy.Caller;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.policy.SystemAdministrators;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.AccessCredential;
import org.esbmt.registry.api.AccessCredentials.Owned;
import org.esbmt.registry.api.CredentialDigest;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.tenancy.api.AccessCredentialId;
import org.esbmt.tenancy.api.AccessCredentialKind;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Manages tokens and certificates over the tenant registry. The text of a token leaves with the answer, and only its digest
 * stays. The audit records names, scopes and ends.
 */
@Component(service = {AccessCredentialAdministration.class, AccessCredentialManager.class})
public final class AccessCredentialManager implements AccessCredentialAdministration {
    private final AccessLayer access;
    private final DynamicServices services;
    private final InstantSource clock;
    private final CommandHandlers commands;

    @Activate
    public AccessCredentialManager(@Reference AccessLayer access, @Reference DynamicServices services) {
        this(access, services, InstantSource.system());
    }

    public AccessCredentialManager(AccessLayer access, DynamicServices services, InstantSource clock) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.clock = requireNonNull(clock, "clock");
        this.commands = new CommandHandlers()
                .add(CreateToken.class, this::create)
                .add(RegisterCertificate.class, this::register)
                .add(
                        RevokeToken.class,
                        (by, c) -> revokeOwn(by, Operation.REVOKE_TOKEN, AccessCredentialKind.TOKEN, c.id()))
                .add(
                        RevokeCertificate.class,
                        (by, c) ->
                                revokeOwn(by, Operation.REVOKE_CERTIFICATE, AccessCredentialKind.CERTIFICATE, c.id()))
                .add(
                        RevokeAccessCredential.class,
                        (by, c) -> revoke(
                                by,
                                Operation.REVOKE_ACCESS_CREDENTIAL,
                                OperationTarget.of(c.tenant(), "credential " + c.id() + " of tenant " + c.tenant()),
                                c.id()))
                .add(
                        RevokeSystemAccessCredential.class,
                        (by, c) -> revoke(
                                by,
                                Operation.REVOKE_SYSTEM_ACCESS_CREDENTIAL,
                                OperationTarget.installation("credential " + c.id() + " of the installation"),
                                c.id()));
    }

    public CommandHandlers commands() {
        return commands;
    }

    private IssuedToken create(Administrator by, CreateToken c) throws AdministrationException {
        OperationTarget target = own(by, "token " + c.name());
        return access.change(by, Operation.CREATE_TOKEN, target, caller -> {
            String text = AccessToken.generated();
            Instant now = now();
            AccessCredential made = credential(
                    caller,
                    AccessCredentialKind.TOKEN,
                    c.name(),
                    AccessToken.digest(text),
                    c.scope(),
                    now,
                    end(now, c));
            return new PreparedChange<>(
                    target,
                    PreparedChange.request(c.name(), c.scope(), c.days()),
                    change -> new IssuedToken(add(change, by, made), Optional.of(text)),
                    before -> new IssuedToken(
                            view(by.login(), existing(caller, AccessCredentialId.of(before.what()))),
                            Optional.empty()));
        });
    }

    private static Instant end(Instant now, CreateToken c) {
        return now.plus(Duration.ofDays(c.days().orElse(AccessCredentialCommand.DEFAULT_DAYS)));
    }

    private AccessCredentialView register(Administrator by, RegisterCertificate c) throws AdministrationException {
        OperationTarget target = own(by, "certificate " + c.name());
        return access.change(by, Operation.REGISTER_CERTIFICATE, target, caller -> {
            ReadCertificate read = ReadCertificate.of(c.certificate());
            Instant now = now();
            if (!read.isValid(now)) {
                throw new IllegalArgumentException(
                        "the certificate is valid from " + read.from() + " to " + read.until() + ", not now");
            }
            Instant wanted = now.plus(Duration.ofDays(c.days().orElse(AccessCredentialCommand.DEFAULT_DAYS)));
            AccessCredential made = credential(
                    caller,
                    AccessCredentialKind.CERTIFICATE,
                    c.name(),
                    read.digest(),
                    c.scope(),
                    now,
                    read.until().isBefore(wanted) ? read.until() : wanted);
            return new PreparedChange<>(
                    target,
                    PreparedChange.request(c.name(), read.digest(), c.scope(), c.days()),
                    change -> add(change, by, made),
                    before -> view(by.login(), existing(caller, AccessCredentialId.of(before.what()))));
        });
    }

    private static AccessCredential credential(
            Caller caller,
            AccessCredentialKind kind,
            String name,
            CredentialDigest digest,
            Scope scope,
            Instant now,
            Instant end) {
        TreeSet<String> parts = new TreeSet<>();
        scope.parts().forEach(part -> parts.add(part.name()));
        return new AccessCredential(
                new AccessCredentialId(UUID.randomUUID()),
                caller.tenant(),
                caller.user(),
                kind,
                name,
                digest,
                scope.changes(),
                parts,
                now,
                end,
                Optional.empty(),
                Optional.empty());
    }

    private AccessCredentialView add(Change change, Administrator by, AccessCredential made)
            throws RegistryException, AdministrationException {
        if (!made.tenant().equals(SYSTEM)) {
            TenantLookup.notPurged(services.tenants(), made.tenant());
        }
        services.accessCredentials().add(made);
        change.did(made.id().toString());
        change.to(shown(made));
        return view(by.login(), made);
    }

    private static String shown(AccessCredential credential) {
        Scope scope = SystemAdministrators.scope(credential);
        String parts =
                scope.parts().size() == Part.values().length ? "all parts" : String.join(" ", credential.parts());
        return credential.id() + ", " + (credential.changes() ? "changes" : "reads") + " in " + parts + ", until "
                + credential.expiresAt();
    }

    private Done revokeOwn(Administrator by, Operation operation, AccessCredentialKind kind, AccessCredentialId id)
            throws AdministrationException {
        OperationTarget target = own(by, "credential " + id);
        return access.change(
                by,
                operation,
                target,
                caller -> revoking(
                        target,
                        caller.tenant(),
                        id,
                        found -> found.owner().equals(caller.user()) && found.kind() == kind));
    }

    private Done revoke(Administrator by, Operation operation, OperationTarget target, AccessCredentialId id)
            throws AdministrationException {
        return access.change(
                by, operation, target, caller -> revoking(target, target.chain(), id, AccessCredentialManager::any));
    }

    private PreparedChange<Done> revoking(
            OperationTarget target, TenantId tenant, AccessCredentialId id, Predicate<AccessCredential> which) {
        return new PreparedChange<>(
                target,
                PreparedChange.request(tenant, id),
                change -> {
                    AccessCredential found = services.accessCredentials()
                            .find(tenant, id)
                            .filter(which)
                            .filter(credential -> credential.revokedAt().isEmpty())
                            .orElseThrow(() -> notFound(id));
                    change.from(found.kind() + " '" + found.name() + "', " + shown(found));
                    change.to("revoked");
                    services.accessCredentials().revoke(tenant, id, now());
                    return Done.DONE;
                },
                before -> Done.DONE);
    }

    @Override
    public List<AccessCredentialView> tokens(Administrator by) throws AdministrationException {
        return own(by, Operation.LIST_TOKENS, "tokens", AccessCredentialKind.TOKEN);
    }

    @Override
    public List<AccessCredentialView> certificates(Administrator by) throws AdministrationException {
        return own(by, Operation.LIST_CERTIFICATES, "certificates", AccessCredentialKind.CERTIFICATE);
    }

    private List<AccessCredentialView> own(
            Administrator by, Operation operation, String what, AccessCredentialKind kind)
            throws AdministrationException {
        return access.perform(
                by,
                operation,
                own(by, what),
                caller -> services.accessCredentials().ofUser(caller.tenant(), caller.user()).stream()
                        .filter(credential -> credential.kind() == kind)
                        .map(credential -> view(by.login(), credential))
                        .toList());
    }

    @Override
    public Page<AccessCredentialView> ofTenant(Administrator by, TenantId tenant, PageRequest page)
            throws AdministrationException {
        OperationTarget target = OperationTarget.of(tenant, "credentials of tenant " + tenant);
        return access.perform(by, Operation.LIST_ACCESS_CREDENTIALS, target, caller -> {
            String name = TenantLookup.tenant(services.tenants(), tenant)
                    .value()
                    .name()
                    .value();
            return page(services.accessCredentials().ofTenant(tenant, slice(page)), page, name + "/");
        });
    }

    @Override
    public Page<AccessCredentialView> ofInstallation(Administrator by, PageRequest page)
            throws AdministrationException {
        return access.perform(
                by,
                Operation.LIST_SYSTEM_ACCESS_CREDENTIALS,
                OperationTarget.installation("credentials of the installation"),
                caller -> page(services.accessCredentials().ofTenant(SYSTEM, slice(page)), page, ""));
    }

    private static Slice slice(PageRequest page) {
        return new Slice(page.offset(), page.limit());
    }

    private static Page<AccessCredentialView> page(Listing<Owned> listing, PageRequest page, String prefix) {
        return new Page<>(
                listing.entries().stream()
                        .map(owned -> view(prefix + owned.login().value(), owned.credential()))
                        .toList(),
                page.offset(),
                listing.total());
    }

    private OperationTarget own(Administrator by, String what) throws AdministrationException {
        return new OperationTarget(access.own(by), what + " of their own account");
    }

    private AccessCredential existing(Caller caller, AccessCredentialId id)
            throws RegistryException, AdministrationException {
        return services.accessCredentials()
                .find(caller.tenant(), id)
                .filter(found -> found.owner().equals(caller.user()))
                .orElseThrow(() -> notFound(id));
    }

    private static AdministrationException notFound(AccessCredentialId id) {
        return new AdministrationException(NOT_FOUND, "there is no such token or certificate " + id);
    }

    /** Milliseconds, as every registry keeps them. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static AccessCredentialView view(String login, AccessCredential credential) {
        return new AccessCredentialView(
                credential.id(),
                login,
                credential.kind(),
                credential.name(),
                credential.kind() == AccessCredentialKind.CERTIFICATE
                        ? Optional.of(credential.digest().hex())
                        : Optional.empty(),
                SystemAdministrators.scope(credential),
                credential.createdAt(),
                credential.expiresAt(),
                credential.revokedAt(),
                credential.lastUsedAt());
    }

    private static boolean any(AccessCredential credential) {
        return true;
    }
}
