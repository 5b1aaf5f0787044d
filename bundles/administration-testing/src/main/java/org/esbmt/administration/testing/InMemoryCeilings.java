package org.esbmt.administration.testing;

import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.EXCEEDED;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;
import static org.esbmt.administration.api.AdministrationException.Reason.STALE;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HexFormat;
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
import org.esbmt.administration.api.Ceiling;
import org.esbmt.administration.api.ContingentAdministration;
import org.esbmt.administration.api.ContingentView;
import org.esbmt.administration.api.Grantee;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.QuotaAdministration;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.QuotaView;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * Quotas, contingents and the audit for the tests of administration's adapters, to stand beside
 * {@link InMemoryAdministration}: believes every administrator, keeps revisions, and answers a request that is asked again
 * under its identifier as it did the first time. Whatever is set is an entry of the audit.
 */
public final class InMemoryCeilings {
    /** One of each is in use. */
    private static final Set<QuotaId.Resource> COUNTED =
            EnumSet.range(QuotaId.Resource.SERVICE_ASSEMBLIES, QuotaId.Resource.DEAD_LETTERS);

    private static final UserId SOMEBODY = new UserId(new UUID(1, 1));

    private final Map<QuotaId, QuotaView> quotas = new LinkedHashMap<>();
    private final Map<Of, ContingentView> contingents = new LinkedHashMap<>();
    private final Map<UUID, Object> outcomes = new HashMap<>();
    private final Map<Optional<TenantId>, List<AuditAdministration.Entry>> chains = new HashMap<>();
    private Optional<AuditAdministration.Break> broken = Optional.empty();
    private Optional<Administrator> lastBy = Optional.empty();

    /** What a tenant may have. */
    public QuotaAdministration quotas() {
        return new Quotas();
    }

    /** What a tenant's users may have. */
    public ContingentAdministration contingents() {
        return new Contingents();
    }

    /** What was done with both. */
    public AuditAdministration audit() {
        return new Trail();
    }

    /** Who asked last. */
    public synchronized Optional<Administrator> lastBy() {
        return lastBy;
    }

    /** Somebody did something. */
    public synchronized void did(Optional<TenantId> chain, String action, String object, Optional<UUID> operation) {
        List<AuditAdministration.Entry> entries = chains.computeIfAbsent(chain, c -> new ArrayList<>());
        entries.add(new AuditAdministration.Entry(
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
                hash(entries.size() + action + object)));
    }

    /** From now on every chain is broken there. */
    public synchronized void breakAt(long sequence) {
        broken = Optional.of(new AuditAdministration.Break(sequence, "entry " + sequence + " is not what it was"));
    }

    private record Of(QuotaId quota, Grantee grantee) {}

    /** What is done unless it was done before under the identifier. */
    @FunctionalInterface
    private interface Work<T> {
        T done() throws AdministrationException;
    }

    @SuppressWarnings("unchecked") // the same request has the same type
    private synchronized <T> T once(Administrator by, String action, QuotaId of, Work<T> work)
            throws AdministrationException {
        lastBy = Optional.of(by);
        if (by.operation().isPresent() && outcomes.containsKey(by.operation().get())) {
            return (T) outcomes.get(by.operation().get());
        }
        T outcome = work.done();
        by.operation().ifPresent(id -> outcomes.put(id, outcome));
        did(Optional.of(of.tenant()), action, "quota " + of.resource(), by.operation());
        return outcome;
    }

    private static <V> V expected(Administrator by, V found, long revision, String what)
            throws AdministrationException {
        if (found == null) {
            throw new AdministrationException(NOT_FOUND, "there is no such " + what);
        }
        if (by.expectedRevision().orElse(revision) != revision) {
            throw new AdministrationException(STALE, "it is at revision " + revision);
        }
        return found;
    }

    private static long revision(QuotaView view) {
        return view == null ? 0 : view.revision();
    }

    private static long revision(ContingentView view) {
        return view == null ? 0 : view.revision();
    }

    private static String hash(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private final class Quotas implements QuotaAdministration {
        @Override
        public QuotaView grant(Administrator by, QuotaId quota, Ceiling ceiling) throws AdministrationException {
            return once(by, "grantQuota", quota, () -> {
                if (quotas.containsKey(quota)) {
                    throw new AdministrationException(CONFLICT, "the quota was granted already");
                }
                return put(quota, ceiling, 1);
            });
        }

        @Override
        public QuotaView change(Administrator by, QuotaId quota, Ceiling ceiling) throws AdministrationException {
            return once(by, "changeQuota", quota, () -> {
                QuotaView old = quotas.get(quota);
                return put(
                        quota,
                        ceiling,
                        expected(by, old, revision(old), "quota").revision() + 1);
            });
        }

        @Override
        public void revoke(Administrator by, QuotaId quota) throws AdministrationException {
            once(by, "revokeQuota", quota, () -> {
                QuotaView old = quotas.get(quota);
                quotas.remove(expected(by, old, revision(old), "quota").id());
                return old;
            });
        }

        @Override
        public List<QuotaView> list(Administrator by, TenantId tenant) {
            synchronized (InMemoryCeilings.this) {
                lastBy = Optional.of(by);
                return quotas.values().stream()
                        .filter(q -> q.id().tenant().equals(tenant))
                        .toList();
            }
        }

        private QuotaView put(QuotaId id, Ceiling ceiling, long revision) {
            OptionalLong used = COUNTED.contains(id.resource()) ? OptionalLong.of(1) : OptionalLong.empty();
            QuotaView view = new QuotaView(id, ceiling, used, revision);
            quotas.put(id, view);
            return view;
        }
    }

    private final class Contingents implements ContingentAdministration {
        @Override
        public ContingentView grant(Administrator by, QuotaId quota, Grantee grantee, long amount)
                throws AdministrationException {
            return once(by, "grantContingent", quota, () -> {
                if (contingents.containsKey(new Of(quota, grantee))) {
                    throw new AdministrationException(CONFLICT, "the contingent was granted already");
                }
                return put(new Of(quota, grantee), amount, 1);
            });
        }

        @Override
        public ContingentView change(Administrator by, QuotaId quota, Grantee grantee, long amount)
                throws AdministrationException {
            Of of = new Of(quota, grantee);
            return once(by, "changeContingent", quota, () -> {
                ContingentView old = contingents.get(of);
                return put(
                        of,
                        amount,
                        expected(by, old, revision(old), "contingent").revision() + 1);
            });
        }

        @Override
        public void revoke(Administrator by, QuotaId quota, Grantee grantee) throws AdministrationException {
            Of of = new Of(quota, grantee);
            once(by, "revokeContingent", quota, () -> {
                ContingentView old = contingents.get(of);
                expected(by, old, revision(old), "contingent");
                contingents.remove(of);
                return old;
            });
        }

        @Override
        public Page<ContingentView> list(Administrator by, TenantId tenant, PageRequest page) {
            synchronized (InMemoryCeilings.this) {
                lastBy = Optional.of(by);
                List<ContingentView> all = contingents.values().stream()
                        .filter(c -> c.quota().tenant().equals(tenant))
                        .toList();
                return Page.of(all, page);
            }
        }

        private ContingentView put(Of of, long amount, long revision) throws AdministrationException {
            QuotaView quota = quotas.get(of.quota());
            if (quota == null) {
                throw new AdministrationException(NOT_FOUND, "there is no such quota");
            }
            if (amount > quota.ceiling().hard()) {
                throw new AdministrationException(EXCEEDED, "a contingent is not more than its quota");
            }
            ContingentView view = new ContingentView(of.quota(), of.grantee(), amount, OptionalLong.of(0), revision);
            contingents.put(of, view);
            return view;
        }
    }

    private final class Trail implements AuditAdministration {
        @Override
        public Part read(Administrator by, Optional<TenantId> tenant, OptionalLong from, int limit) {
            synchronized (InMemoryCeilings.this) {
                lastBy = Optional.of(by);
                did(tenant, "getAudit", "audit", Optional.empty());
                List<Entry> chain = chains.get(tenant);
                long first = from.orElse(Math.max(1, chain.size() - limit + 1L));
                return new Part(
                        chain.stream()
                                .filter(e -> e.sequence() >= first)
                                .limit(limit)
                                .toList(),
                        Optional.of(head(chain)));
            }
        }

        @Override
        public Verdict verify(Administrator by, Optional<TenantId> tenant, Optional<Head> kept) {
            synchronized (InMemoryCeilings.this) {
                lastBy = Optional.of(by);
                did(tenant, "verifyAudit", "audit", Optional.empty());
                List<Entry> chain = chains.get(tenant);
                boolean differs = kept.isPresent()
                        && chain.stream()
                                .noneMatch(e -> e.sequence() == kept.get().sequence()
                                        && e.hash().equals(kept.get().hash()));
                return new Verdict(
                        Optional.of(head(chain)),
                        differs
                                ? Optional.of(new Break(kept.get().sequence(), "its hash is not the one that was kept"))
                                : broken);
            }
        }

        private Head head(List<Entry> chain) {
            Entry last = chain.get(chain.size() - 1);
            return new Head(last.sequence(), last.hash());
        }
    }
}
