package org.esbmt.administration.testing;

import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.EXCEEDED;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;
import static org.esbmt.administration.api.AdministrationException.Reason.STALE;
import static org.esbmt.administration.testing.InMemoryCommands.id;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AuditAdministration;
import org.esbmt.administration.api.ContingentAdministration;
import org.esbmt.administration.api.ContingentView;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.QuotaAdministration;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.QuotaView;
import org.esbmt.administration.api.command.ContingentCommand;
import org.esbmt.administration.api.command.GranteeRef;
import org.esbmt.administration.api.command.QuotaCommand;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Grantee;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;

/**
 * Quotas, contingents and the audit for the tests of administration's adapters. It accepts every administrator, keeps revisions,
 * and answers a repeated request as the first time. Every change is an entry of the audit.
 */
public final class InMemoryQuotas implements QuotaAdministration, ContingentAdministration, AuditAdministration {
    /** The counted resources; one of each is in use. */
    private static final Set<Resource> COUNTED = EnumSet.range(Resource.SERVICE_ASSEMBLIES, Resource.DEAD_LETTERS);

    private static final UserId SOMEBODY = new UserId(new UUID(1, 1));

    private final Map<QuotaId, QuotaView> quotas = new LinkedHashMap<>();
    private final Map<Of, ContingentView> contingents = new LinkedHashMap<>();
    private final Map<UUID, Object> outcomes = new HashMap<>();
    private final Map<Optional<TenantId>, List<Entry>> chains = new HashMap<>();
    private Optional<Break> broken = Optional.empty();
    private final InMemoryCommands commands = new InMemoryCommands()
            .on(QuotaCommand.GrantQuota.class, (by, c) -> {
                QuotaId quota = c.scope().of(id(c.tenant()));
                return once(by, "grantQuota", quota, () -> {
                    refuseSecond(quotas.containsKey(quota));
                    return put(quota, c.limit(), 1);
                });
            })
            .on(QuotaCommand.ChangeQuota.class, (by, c) -> {
                QuotaId quota = c.scope().of(id(c.tenant()));
                return once(by, "changeQuota", quota, () -> put(quota, c.limit(), seen(by, quota) + 1));
            })
            .does(QuotaCommand.RevokeQuota.class, (by, c) -> {
                QuotaId quota = c.scope().of(id(c.tenant()));
                once(by, "revokeQuota", quota, () -> seen(by, quota) > 0 ? quotas.remove(quota) : null);
            })
            .on(ContingentCommand.GrantContingent.class, (by, c) -> {
                Of of = of(c.scope().of(id(c.tenant())), c.grantee());
                return once(by, "grantContingent", of.quota(), () -> {
                    refuseSecond(contingents.containsKey(of));
                    return put(of, c.amount(), 1);
                });
            })
            .on(ContingentCommand.ChangeContingent.class, (by, c) -> {
                Of of = of(c.scope().of(id(c.tenant())), c.grantee());
                return once(by, "changeContingent", of.quota(), () -> put(of, c.amount(), seen(by, of) + 1));
            })
            .does(ContingentCommand.RevokeContingent.class, (by, c) -> {
                Of of = of(c.scope().of(id(c.tenant())), c.grantee());
                once(by, "revokeContingent", of.quota(), () -> seen(by, of) > 0 ? contingents.remove(of) : null);
            });

    public InMemoryCommands commands() {
        return commands;
    }

    /** Adds an entry to a chain. */
    public void did(Optional<TenantId> chain, String action, String object, Optional<UUID> operation) {
        List<Entry> entries = chains.computeIfAbsent(chain, c -> new ArrayList<>());
        entries.add(new Entry(
                entries.size() + 1L,
                Instant.EPOCH,
                Optional.empty(),
                SOMEBODY,
                Optional.of("ada"),
                action,
                object,
                Optional.of("before " + action),
                Optional.of("after " + action),
                operation,
                "%064x".formatted(entries.size() * 31L + (action + object).hashCode() & 0xffffffffL)));
    }

    /** Reports every chain as broken at this entry from now on. */
    public void breakAt(long sequence) {
        broken = Optional.of(new Break(sequence, "entry " + sequence + " differs from the appended entry"));
    }

    private record Of(QuotaId quota, Grantee grantee) {}

    private static Of of(QuotaId quota, GranteeRef grantee) {
        return new Of(
                quota,
                grantee instanceof GranteeRef.ToUser one
                        ? new Grantee.ToUser(id(one.user()))
                        : new Grantee.ToRole(((GranteeRef.ToRole) grantee).role()));
    }

    /** The effect of a command that was not executed under its identifier before. */
    @FunctionalInterface
    private interface Work<T> {
        T done() throws AdministrationException;
    }

    @SuppressWarnings("unchecked") // the same request has the same type
    private <T> T once(Administrator by, String action, QuotaId of, Work<T> work) throws AdministrationException {
        if (by.operation().isPresent() && outcomes.containsKey(by.operation().get())) {
            return (T) outcomes.get(by.operation().get());
        }
        T outcome = work.done();
        by.operation().ifPresent(operation -> outcomes.put(operation, outcome));
        did(Optional.of(of.tenant()), action, "quota " + of.resource(), by.operation());
        return outcome;
    }

    private static void refuseSecond(boolean there) throws AdministrationException {
        if (there) {
            throw new AdministrationException(CONFLICT, "it was granted already");
        }
    }

    private long seen(Administrator by, QuotaId quota) throws AdministrationException {
        return seen(by, Optional.ofNullable(quotas.get(quota)).map(QuotaView::revision));
    }

    private long seen(Administrator by, Of of) throws AdministrationException {
        return seen(by, Optional.ofNullable(contingents.get(of)).map(ContingentView::revision));
    }

    private static long seen(Administrator by, Optional<Long> revision) throws AdministrationException {
        long is = revision.orElseThrow(() -> new AdministrationException(NOT_FOUND, "there is no such limit"));
        if (by.expectedRevision().orElse(is) != is) {
            throw new AdministrationException(STALE, "it is at revision " + is);
        }
        return is;
    }

    private QuotaView put(QuotaId id, Limit limit, long revision) {
        OptionalLong used = COUNTED.contains(id.resource()) ? OptionalLong.of(1) : OptionalLong.empty();
        QuotaView view = new QuotaView(id, limit, used, revision);
        quotas.put(id, view);
        return view;
    }

    private ContingentView put(Of of, long amount, long revision) throws AdministrationException {
        QuotaView quota = quotas.get(of.quota());
        if (quota == null) {
            throw new AdministrationException(NOT_FOUND, "there is no such quota");
        }
        if (amount > quota.limit().hard()) {
            throw new AdministrationException(EXCEEDED, "a contingent is not more than its quota");
        }
        ContingentView view = new ContingentView(of.quota(), of.grantee(), amount, OptionalLong.of(0), revision);
        contingents.put(of, view);
        return view;
    }

    @Override
    public List<QuotaView> list(Administrator by, TenantId tenant) {
        commands.asked(by);
        return quotas.values().stream()
                .filter(q -> q.id().tenant().equals(tenant))
                .toList();
    }

    @Override
    public Page<ContingentView> list(Administrator by, TenantId tenant, PageRequest page) {
        commands.asked(by);
        return Page.of(
                contingents.values().stream()
                        .filter(c -> c.quota().tenant().equals(tenant))
                        .toList(),
                page);
    }

    @Override
    public Part read(Administrator by, Optional<TenantId> tenant, OptionalLong from, int limit) {
        List<Entry> chain = asked(by, tenant, "getAudit");
        long first = from.orElse(Math.max(1, chain.size() - limit + 1L));
        return new Part(
                chain.stream().filter(e -> e.sequence() >= first).limit(limit).toList(), Optional.of(head(chain)));
    }

    @Override
    public Verdict verify(Administrator by, Optional<TenantId> tenant, Optional<Head> kept) {
        List<Entry> chain = asked(by, tenant, "verifyAudit");
        boolean differs =
                kept.isPresent() && chain.stream().map(InMemoryQuotas::head).noneMatch(kept.get()::equals);
        return new Verdict(
                Optional.of(head(chain)),
                differs
                        ? Optional.of(new Break(kept.get().sequence(), "its hash is not the one that was kept"))
                        : broken);
    }

    private List<Entry> asked(Administrator by, Optional<TenantId> tenant, String action) {
        commands.asked(by);
        did(tenant, action, "audit", Optional.empty());
        return chains.get(tenant);
    }

    private static Head head(List<Entry> chain) {
        return head(chain.get(chain.size() - 1));
    }

    private static Head head(Entry entry) {
        return new Head(entry.sequence(), entry.hash());
    }
}
