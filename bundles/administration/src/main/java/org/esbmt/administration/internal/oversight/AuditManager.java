package org.esbmt.administration.internal.oversight;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AuditAdministration;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.TenantLookup;
import org.esbmt.administration.internal.policy.AccessPolicy;
import org.esbmt.administration.internal.policy.Caller;
import org.esbmt.administration.internal.policy.Failures;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.policy.RefusalAdvice;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.configuration.AuditEntry;
import org.esbmt.registry.api.configuration.AuditTrail;
import org.esbmt.registry.api.configuration.ChainHead;
import org.esbmt.registry.api.configuration.NewAuditEntry;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Reads chains of the audit trail from the configuration registry. The tenant registry has the actors' logins. */
@Component(service = AuditAdministration.class)
public final class AuditManager implements AuditAdministration {
    private final AccessLayer access;
    private final DynamicServices services;

    @Activate
    public AuditManager(@Reference AccessLayer access, @Reference DynamicServices services) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
    }

    @Override
    public Part read(Administrator by, Optional<TenantId> tenant, OptionalLong from, int limit)
            throws AdministrationException {
        if (limit < 1 || limit > MAX_ENTRIES || from.orElse(1) < 1) {
            throw new IllegalArgumentException("a part of the audit is 1 to " + MAX_ENTRIES
                    + " entries from sequence 1 or later, not " + limit + " from " + from.orElse(1));
        }
        OperationTarget target = target(tenant);
        return access.perform(by, Operation.READ_AUDIT, target, caller -> {
            TenantId chain = chain(target, tenant);
            AuditTrail audit = services.resources().audit();
            return AccessPolicy.seesOwnAlone(caller)
                    ? ownActs(audit, chain, from, limit, caller)
                    : part(audit, chain, from, limit, caller);
        });
    }

    private Part part(AuditTrail audit, TenantId chain, OptionalLong from, int limit, Caller caller)
            throws RegistryException {
        Optional<Head> head = audit.head(chain).map(AuditManager::head);
        long last = head.map(Head::sequence).orElse(0L);
        return part(audit.read(chain, from.orElse(Math.max(1, last - limit + 1)), limit), head, caller);
    }

    /** Returns only the caller's own entries. The head is the caller's last entry, as if there were no other actors. */
    private Part ownActs(AuditTrail audit, TenantId chain, OptionalLong from, int limit, Caller caller)
            throws RegistryException {
        Optional<Head> head = audit.lastActs(chain, caller.tenant(), caller.user(), 1).stream()
                .findFirst()
                .map(last -> new Head(last.sequence(), last.hash().hex()));
        return part(
                from.isPresent()
                        ? audit.readActs(chain, caller.tenant(), caller.user(), from.getAsLong(), limit)
                        : audit.lastActs(chain, caller.tenant(), caller.user(), limit),
                head,
                caller);
    }

    private Part part(List<AuditEntry> read, Optional<Head> head, Caller caller) throws RegistryException {
        Logins logins = new Logins(caller);
        List<Entry> entries = new ArrayList<>();
        for (AuditEntry entry : read) {
            entries.add(view(entry, logins));
        }
        return new Part(entries, head);
    }

    @Override
    public Verdict verify(Administrator by, Optional<TenantId> tenant, Optional<Head> kept)
            throws AdministrationException {
        requireNonNull(kept, "kept");
        OperationTarget target = target(tenant);
        return access.perform(by, Operation.VERIFY_AUDIT, target, caller -> {
            TenantId chain = chain(target, tenant);
            AuditTrail audit = services.resources().audit();
            // The head is read first, so the chain is verified up to this head or a later one.
            Optional<Head> head = audit.head(chain).map(AuditManager::head);
            Optional<Break> broken = audit.verify(chain).map(b -> new Break(b.sequence(), b.what()));
            return new Verdict(head, broken.isPresent() ? broken : differing(audit, chain, kept));
        });
    }

    /** Compares the chain with the head that the caller kept. A rewritten chain is consistent, but its head differs. */
    private static Optional<Break> differing(AuditTrail audit, TenantId chain, Optional<Head> kept)
            throws RegistryException {
        if (kept.isEmpty()) {
            return Optional.empty();
        }
        long sequence = kept.get().sequence();
        Optional<AuditEntry> there = audit.read(chain, sequence, 1).stream().findFirst();
        return there.filter(e -> e.sequence() == sequence
                                && e.hash().hex().equals(kept.get().hash()))
                        .isPresent()
                ? Optional.empty()
                : Optional.of(new Break(
                        sequence,
                        there.isPresent()
                                ? "entry " + sequence + " or one before it is not the one whose hash was kept"
                                : "entry " + sequence + ", whose hash was kept, is not there"));
    }

    /**
     * Returns the target of a request. A request about an unknown tenant counts as the installation's, so that it
     * begins no chain for the tenant.
     */
    private OperationTarget target(Optional<TenantId> tenant) throws AdministrationException {
        if (tenant.isEmpty()) {
            return OperationTarget.installation("audit of the installation");
        }
        String name = "audit of tenant " + tenant.get();
        try {
            return TenantLookup.find(services.tenants(), tenant.get()).isPresent()
                    ? OperationTarget.of(tenant.get(), name)
                    : OperationTarget.installation(name);
        } catch (RegistryException e) {
            throw RefusalAdvice.told(Failures.of(e));
        }
    }

    private static TenantId chain(OperationTarget target, Optional<TenantId> tenant) throws AdministrationException {
        if (!target.tenant().equals(tenant)) {
            throw new AdministrationException(NOT_FOUND, "there is no tenant " + tenant.orElseThrow());
        }
        return target.chain();
    }

    private static Entry view(AuditEntry entry, Logins logins) throws RegistryException {
        NewAuditEntry content = entry.content();
        return new Entry(
                entry.sequence(),
                entry.occurredAt(),
                Optional.of(content.actorTenant()).filter(t -> !t.equals(TenantRegistry.SYSTEM)),
                content.actor(),
                logins.of(content.actorTenant(), content.actor()),
                content.action(),
                content.object(),
                content.before(),
                content.after(),
                content.operation().map(OperationId::value),
                entry.hash().hex());
    }

    private static Head head(ChainHead head) {
        return new Head(head.sequence(), head.hash().hex());
    }

    /** The logins of the actors in one part; each is looked up once. */
    private final class Logins {
        private final Caller caller;
        private final Map<UserId, Optional<String>> known = new HashMap<>();

        Logins(Caller caller) {
            this.caller = caller;
        }

        /** Returns the login. A tenant does not see the logins of the installation's administrators. */
        Optional<String> of(TenantId tenant, UserId user) throws RegistryException {
            if (!caller.ofSystem() && !caller.tenant().equals(tenant)) {
                return Optional.empty();
            }
            Optional<String> login = known.get(user);
            if (login == null) {
                login = services.tenants()
                        .findUser(tenant, user)
                        .map(found -> found.value().login().value());
                known.put(user, login);
            }
            return login;
        }
    }
}
