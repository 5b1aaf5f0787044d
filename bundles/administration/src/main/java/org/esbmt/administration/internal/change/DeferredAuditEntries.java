package org.esbmt.administration.internal.change;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.INTERNAL;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.internal.policy.Caller;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.registry.DataDirectory;
import org.esbmt.files.api.DurableFiles;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.configuration.AuditEntry;
import org.esbmt.registry.api.configuration.AuditTrail;
import org.esbmt.registry.api.configuration.ChainHead;
import org.esbmt.registry.api.configuration.NewAuditEntry;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Audit entries of operations that must work while the registry is out of reach. Each entry is a file that exists from before the
 * operation until the registry has the entry. So neither an outage nor a crash in between loses one. An operation that a crash
 * broke off is entered with an unknown outcome. Each entry has an identifier, and a retry looks for it in the chain first, so no
 * entry is made twice.
 *
 * <p>Threads: those of the callers, and one that retries.
 */
@Component(service = DeferredAuditEntries.class)
public final class DeferredAuditEntries {
    public static final String NAME = "audit";

    private static final Logger LOG = LoggerFactory.getLogger(DeferredAuditEntries.class);
    private static final long RETRY_SECONDS = 5;
    private static final int PAGE = 500;
    /** The largest difference between the registry's clock and this machine's. */
    private static final Duration CLOCKS = Duration.ofHours(1);

    private final Path folder;
    private final AtomicReference<AuditTrail> trail = new AtomicReference<>();
    private final ScheduledExecutorService trying = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "esbmt-owed-audit");
        thread.setDaemon(true);
        return thread;
    });
    /** The unfinished entries of this process; only their own threads enter them. Guarded by this. */
    private final Map<UUID, Owed> begun = new HashMap<>();

    /** Files that are no entry, and that the log has reported. Guarded by this. */
    private final Set<Path> told = new HashSet<>();

    @Activate
    public DeferredAuditEntries(BundleContext bundleContext) {
        this(DataDirectory.of(bundleContext).path().resolve(NAME));
        Future<?> unused =
                trying.scheduleWithFixedDelay(this::tryAgain, RETRY_SECONDS, RETRY_SECONDS, TimeUnit.SECONDS);
    }

    private DeferredAuditEntries(Path folder) {
        this.folder = requireNonNull(folder, "folder");
    }

    /** Keeps entries in a folder, and tries them only when asked to. */
    public static DeferredAuditEntries in(Path folder) {
        return new DeferredAuditEntries(folder);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void bindTrail(AuditTrail service) {
        trail.set(service);
    }

    public void unbindTrail(AuditTrail service) {
        trail.compareAndSet(service, null);
    }

    @Deactivate
    void close() {
        trying.shutdownNow();
    }

    /** The stage of the operation of an entry. */
    private enum State {
        BEGUN,
        DONE
    }

    /**
     * An entry that the trail does not have yet.
     *
     * @param at the time of the request
     */
    public record Owed(
            UUID id, TenantId chain, TenantId actorTenant, UserId actor, String action, String object, Instant at) {}

    /**
     * Stores an entry before its operation begins.
     *
     * @throws AdministrationException if the entry cannot be stored; the operation must not begin then
     */
    public Owed begin(Caller caller, Operation operation, OperationTarget target) throws AdministrationException {
        Owed owed = new Owed(
                UUID.randomUUID(),
                target.chain(),
                caller.tenant(),
                caller.user(),
                operation.toString(),
                AuditChains.object(target),
                Instant.now());
        try {
            synchronized (this) {
                begun.put(owed.id(), owed);
            }
            DurableFiles.folder(folder);
            store(owed, State.BEGUN);
            return owed;
        } catch (IOException e) {
            failed(owed);
            throw new AdministrationException(
                    INTERNAL, "nothing was done, since it cannot be stored for the audit: " + e.getMessage(), e);
        }
    }

    /** Deletes the entry of an operation that was not performed. */
    public void never(Owed owed) {
        try {
            DurableFiles.delete(file(owed.id()));
        } catch (IOException e) {
            LOG.warn("The end of {}, which was not done, cannot be stored: {}", owed.action(), e.getMessage(), e);
        } finally {
            failed(owed);
        }
    }

    /** Leaves the entry of an operation with an unknown outcome; a retry enters it as that. */
    public synchronized void failed(Owed owed) {
        begun.remove(owed.id());
    }

    /** Enters an operation that was performed, now or after the outage. */
    public void done(Owed owed) {
        try {
            store(owed, State.DONE);
        } catch (IOException e) {
            LOG.warn("The end of {}, which was done, cannot be stored: {}", owed.action(), e.getMessage(), e);
        }
        synchronized (this) {
            begun.remove(owed.id());
            try {
                trail().append(entry(owed, Optional.empty()));
                DurableFiles.delete(file(owed.id()));
            } catch (RegistryException | IOException | RuntimeException e) {
                LOG.warn(
                        "{} of {} is entered into the audit trail when the registry can be reached again: {}",
                        owed.action(),
                        owed.object(),
                        e.getMessage());
            }
        }
    }

    private AuditTrail trail() throws RegistryException {
        AuditTrail service = trail.get();
        if (service == null) {
            throw new RegistryException.Unavailable("the configuration registry is not running (yet)", null);
        }
        return service;
    }

    private void tryAgain() {
        try {
            enter();
        } catch (RegistryException e) {
            LOG.debug("Deferred audit entries cannot be entered now.", e);
        } catch (IOException | RuntimeException e) {
            LOG.warn("Deferred audit entries cannot be entered: {}", e.getMessage(), e);
        }
    }

    /** Enters the stored entries, oldest first. */
    public synchronized void enter() throws RegistryException, IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        List<Kept> kept = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(DeferredAuditEntries::isOwed).toList()) {
                read(file).filter(k -> !begun.containsKey(k.owed().id())).ifPresent(kept::add);
            }
        }
        kept.sort(comparing(one -> one.owed().at()));
        for (Kept one : kept) {
            if (!isEntered(one.owed())) {
                trail().append(one.entry());
                LOG.info(
                        "{} of {} is in the audit trail by now.",
                        one.owed().action(),
                        one.owed().object());
            }
            DurableFiles.delete(file(one.owed().id()));
        }
    }

    private static String note(Owed owed, State state) {
        return state == State.DONE
                ? "done at " + owed.at() + ", and entered later, since the registry was out of reach"
                : "asked for at " + owed.at() + "; whether it was done is not known, since it was broken off";
    }

    private static NewAuditEntry entry(Owed owed, Optional<String> note) {
        return new NewAuditEntry(
                owed.chain(),
                owed.actorTenant(),
                owed.actor(),
                owed.action(),
                owed.object(),
                Optional.empty(),
                note,
                Optional.of(new OperationId(owed.id())));
    }

    /** Tells whether the entry is in the chain: reads from the end back to the time of its request. */
    private boolean isEntered(Owed owed) throws RegistryException {
        AuditTrail entries = trail();
        long to = entries.head(owed.chain()).map(ChainHead::sequence).orElse(0L);
        while (to > 0) {
            long from = Math.max(1, to - PAGE + 1);
            List<AuditEntry> page = entries.read(owed.chain(), from, PAGE);
            if (page.stream().anyMatch(e -> e.content().operation().equals(Optional.of(new OperationId(owed.id()))))) {
                return true;
            }
            if (page.isEmpty() || page.get(0).occurredAt().isBefore(owed.at().minus(CLOCKS))) {
                return false;
            }
            to = from - 1;
        }
        return false;
    }

    private Path file(UUID id) {
        return folder.resolve(id.toString());
    }

    private static boolean isOwed(Path file) {
        return !file.getFileName().toString().endsWith(DurableFiles.UNFINISHED);
    }

    /** An entry in the form in which it is entered now. */
    private record Kept(Owed owed, NewAuditEntry entry) {}

    private void store(Owed owed, State state) throws IOException {
        Properties values = new Properties();
        values.setProperty("chain", owed.chain().toString());
        values.setProperty("actorTenant", owed.actorTenant().toString());
        values.setProperty("actor", owed.actor().toString());
        values.setProperty("action", owed.action());
        values.setProperty("object", owed.object());
        values.setProperty("at", owed.at().toString());
        values.setProperty("state", state.name());
        StringWriter text = new StringWriter();
        values.store(text, null);
        DurableFiles.replace(file(owed.id()), text.toString().getBytes(UTF_8));
    }

    /** Reads an entry. A file that is no entry stays, and the log reports it once; the other entries are read. */
    private synchronized Optional<Kept> read(Path file) {
        try {
            Properties values = new Properties();
            values.load(new StringReader(Files.readString(file, UTF_8)));
            Owed owed = new Owed(
                    UUID.fromString(file.getFileName().toString()),
                    new TenantId(UUID.fromString(values.getProperty("chain", ""))),
                    new TenantId(UUID.fromString(values.getProperty("actorTenant", ""))),
                    new UserId(UUID.fromString(values.getProperty("actor", ""))),
                    values.getProperty("action", ""),
                    values.getProperty("object", ""),
                    Instant.parse(values.getProperty("at", "")));
            State state = State.valueOf(values.getProperty("state", ""));
            return Optional.of(new Kept(owed, entry(owed, Optional.of(note(owed, state)))));
        } catch (IOException | IllegalArgumentException | DateTimeException e) {
            if (told.add(file)) {
                LOG.error("{} is not a deferred audit entry: {}", file, e.toString());
            }
            return Optional.empty();
        }
    }
}
