package org.esbmt.administration.internal.tenant;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.UserSubjectView;
import org.esbmt.administration.api.command.Done;
import org.esbmt.administration.api.command.TokenIssuerCommand.AddUserSubject;
import org.esbmt.administration.api.command.TokenIssuerCommand.RemoveUserSubject;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.change.NamedUser;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.change.TenantLookup;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.UserSubject;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TokenSubject;
import org.esbmt.tenancy.api.UserId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Manages the subjects of tokens that prove messages of users, over the tenant registry. */
@Component(service = UserSubjectManager.class)
public final class UserSubjectManager {
    private final AccessLayer access;
    private final DynamicServices services;
    private final TokenIssuerManager issuers;
    private final InstantSource clock;
    private final CommandHandlers commands;

    @Activate
    public UserSubjectManager(
            @Reference AccessLayer access, @Reference DynamicServices services, @Reference TokenIssuerManager issuers) {
        this(access, services, issuers, InstantSource.system());
    }

    public UserSubjectManager(
            AccessLayer access, DynamicServices services, TokenIssuerManager issuers, InstantSource clock) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.issuers = requireNonNull(issuers, "issuers");
        this.clock = requireNonNull(clock, "clock");
        this.commands =
                new CommandHandlers().add(AddUserSubject.class, this::add).add(RemoveUserSubject.class, this::remove);
    }

    public CommandHandlers commands() {
        return commands;
    }

    private UserSubjectView add(Administrator by, AddUserSubject c) throws AdministrationException {
        OperationTarget target = NamedUser.of(c.user()).target(c.tenant());
        return access.change(
                by,
                Operation.ADD_USER_SUBJECT,
                target,
                caller -> new PreparedChange<>(
                        target,
                        PreparedChange.request(c.tenant(), c.user(), c.name(), c.subject()),
                        change -> added(change, c, caller.user()),
                        before -> existing(c)));
    }

    private UserSubjectView added(Change change, AddUserSubject c, UserId by)
            throws RegistryException, AdministrationException {
        TenantLookup.taking(services.tenants(), c.tenant(), TenantLookup.Admission.USERS);
        TenantUser owner =
                TenantLookup.user(services.tenants(), c.tenant(), c.user()).value();
        if (owner.state() == UserState.REVOKED) {
            throw new AdministrationException(CONFLICT, "user '" + owner.login() + "' was removed for good");
        }
        TokenSubject subject = subject(c.tenant(), c.name(), c.subject());
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        UserSubject added = new UserSubject(c.tenant(), c.user(), subject, by, now);
        services.issuers().add(added);
        change.to(audited(subject));
        return view(added, c.name());
    }

    private TokenSubject subject(TenantId tenant, String name, String subject)
            throws RegistryException, AdministrationException {
        return new TokenSubject(issuers.existing(tenant, name).value().issuer(), subject);
    }

    private UserSubjectView existing(AddUserSubject c) throws RegistryException, AdministrationException {
        TokenSubject subject = subject(c.tenant(), c.name(), c.subject());
        return services.issuers().subjects(c.tenant(), c.user()).stream()
                .filter(one -> one.subject().equals(subject))
                .map(one -> view(one, c.name()))
                .findFirst()
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "the user has no such subject any more"));
    }

    private Done remove(Administrator by, RemoveUserSubject c) throws AdministrationException {
        OperationTarget target = NamedUser.of(c.user()).target(c.tenant());
        return access.change(
                by,
                Operation.REMOVE_USER_SUBJECT,
                target,
                caller -> new PreparedChange<>(
                        target,
                        PreparedChange.request(c.tenant(), c.user(), c.name(), c.subject()),
                        change -> {
                            TenantLookup.user(services.tenants(), c.tenant(), c.user());
                            TokenSubject subject = subject(c.tenant(), c.name(), c.subject());
                            services.issuers().remove(c.tenant(), c.user(), subject);
                            change.from(audited(subject));
                            return Done.DONE;
                        },
                        before -> Done.DONE));
    }

    List<UserSubjectView> list(Administrator by, TenantId tenant, UserId user) throws AdministrationException {
        OperationTarget target = NamedUser.of(user).target(tenant);
        return access.perform(by, Operation.LIST_USER_SUBJECTS, target, caller -> {
            TenantLookup.user(services.tenants(), tenant, user);
            Map<String, String> names = services.issuers().issuers(tenant).stream()
                    .map(Versioned::value)
                    .collect(toMap(
                            issuer -> issuer.issuer(), issuer -> issuer.name().value()));
            return services.issuers().subjects(tenant, user).stream()
                    .filter(subject -> names.containsKey(subject.subject().issuer()))
                    .map(subject -> view(subject, names.get(subject.subject().issuer())))
                    .toList();
        });
    }

    private static UserSubjectView view(UserSubject subject, String name) {
        return new UserSubjectView(
                subject.owner(),
                name,
                subject.subject().issuer(),
                subject.subject().subject(),
                subject.addedAt());
    }

    private static String audited(TokenSubject subject) {
        return "subject '" + subject.subject() + "' of issuer '" + subject.issuer() + "'";
    }
}
