package org.esbmt.administration.internal.oversight;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.UNAVAILABLE;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.OperationAdministration;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.internal.batch.BatchesUnderWay;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.JournaledResult;
import org.esbmt.administration.internal.policy.Failures;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.policy.RefusalAdvice;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.management.api.cluster.ChangeOutcome;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Tenant;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.LoggedOperation;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.RecordedOperation;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Reads operations from the journal, which has all changes, and from the log of commands to the nodes. */
@Component(service = OperationAdministration.class)
public final class OperationManager implements OperationAdministration {
    private static final String INSTALLATION = "the installation";
    private static final String UNKNOWN = "unknown";

    private final AccessLayer access;
    private final DynamicServices services;
    private final BatchesUnderWay underWay;

    @Activate
    public OperationManager(
            @Reference AccessLayer access, @Reference DynamicServices services, @Reference BatchesUnderWay underWay) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.underWay = requireNonNull(underWay, "underWay");
    }

    @Override
    public Optional<OperationView> find(Administrator by, UUID id) throws AdministrationException {
        requireNonNull(id, "id");
        // A user of a tenant sees only the operations of that tenant.
        Optional<TenantId> own = access.own(by);
        OperationTarget target = new OperationTarget(own, "operation " + id);
        return access.perform(by, Operation.SHOW_OPERATION, target, caller -> found(id, own));
    }

    @Override
    public Optional<OperationView> await(Administrator by, UUID id, Duration atMost) throws AdministrationException {
        requireNonNull(atMost, "atMost");
        if (atMost.isNegative() || atMost.compareTo(LONGEST_WAIT) > 0) {
            throw new AdministrationException(
                    AdministrationException.Reason.INVALID,
                    "a wait lasts 0 to " + LONGEST_WAIT.toSeconds() + " s, not " + atMost.toSeconds());
        }
        Optional<OperationView> now = find(by, id);
        if (now.filter(OperationView::pending).isEmpty()) {
            return now;
        }
        try {
            services.resources().nodes().await(id, atMost);
        } catch (ClusterUnavailableException e) {
            throw RefusalAdvice.told(new AdministrationException(UNAVAILABLE, e.getMessage(), e));
        } catch (RegistryException e) {
            throw RefusalAdvice.told(Failures.of(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        // The caller may have been locked out during the wait.
        return find(by, id);
    }

    @Override
    public Page<LoggedView> newest(Administrator by, PageRequest page) throws AdministrationException {
        requireNonNull(page, "page");
        // As with one operation, a user of a tenant sees only the operations of that tenant.
        Optional<TenantId> own = access.own(by);
        return access.perform(by, Operation.SHOW_OPERATION, new OperationTarget(own, "operations"), caller -> {
            if (page.limit() > MAX_LISTED) {
                throw new IllegalArgumentException(
                        "a list of operations has at most " + MAX_LISTED + " entries, not " + page.limit());
            }
            ClusterId cluster = new ClusterId(services.resources().nodes().cluster());
            return own.isPresent() ? newest(cluster, own.get(), page) : newest(cluster, page);
        });
    }

    @Override
    public List<UnderWayView> batchesUnderWay(Administrator by) throws AdministrationException {
        Optional<TenantId> own = access.own(by);
        OperationTarget target = new OperationTarget(own, "batches under way");
        return access.perform(by, Operation.SHOW_OPERATION, target, caller -> underWay.views(own));
    }

    private Page<LoggedView> newest(ClusterId cluster, TenantId tenant, PageRequest page) throws RegistryException {
        Listing<LoggedOperation> listing =
                services.nodes().logged(cluster, tenant, new Slice(page.offset(), page.limit()));
        return new Page<>(
                listing.entries().stream().map(OperationManager::view).toList(), page.offset(), listing.total());
    }

    private Page<LoggedView> newest(ClusterId cluster, PageRequest page) throws RegistryException {
        long newest = services.nodes().cluster(cluster).lastRevision();
        long to = newest - page.offset();
        long from = Math.max(1, to - page.limit() + 1);
        List<LoggedView> entries = new ArrayList<>();
        for (LoggedOperation logged : services.nodes().logged(cluster, from, to)) {
            entries.add(view(logged));
        }
        Collections.reverse(entries);
        return new Page<>(entries, page.offset(), newest);
    }

    private static LoggedView view(LoggedOperation logged) {
        return new LoggedView(
                logged.revision(),
                logged.operation().id().value(),
                logged.operation().kind(),
                logged.operation().tenant(),
                logged.appendedAt());
    }

    private Optional<OperationView> found(UUID id, Optional<TenantId> own)
            throws RegistryException, AdministrationException {
        Optional<RecordedOperation> recorded = services.resources().journal().find(new OperationId(id));
        Optional<LoggedOperation> logged = services.nodes().logged(new OperationId(id));
        if (recorded.isEmpty() && logged.isEmpty()) {
            return Optional.empty();
        }
        Optional<TenantId> target = logged.flatMap(l -> l.operation().tenant());
        Optional<TenantId> actors = recorded.map(r -> r.operation().actorTenant());
        if (own.isPresent() && !own.equals(target) && !own.equals(actors)) {
            return Optional.empty();
        }
        Optional<OnNodes> onNodes = logged.isPresent() ? Optional.of(onNodes(logged.get())) : Optional.empty();
        if (recorded.isPresent()) {
            return Optional.of(view(recorded.get(), onNodes, own));
        }
        LoggedOperation told = logged.get();
        String by = own.isPresent() ? UNKNOWN : told.operation().by().toString();
        return Optional.of(new OperationView(id, by, told.operation().kind(), "", told.appendedAt(), onNodes));
    }

    private OperationView view(RecordedOperation recorded, Optional<OnNodes> onNodes, Optional<TenantId> own)
            throws RegistryException {
        TenantId actors = recorded.operation().actorTenant();
        UserId actor = recorded.operation().actor();
        // A tenant does not learn which administrator of the installation made the request.
        String by = own.isPresent() && !own.equals(Optional.of(actors)) ? INSTALLATION : name(actors, actor);
        String result = JournaledResult.of(recorded.operation().result()).what();
        Instant at = recorded.recordedAt();
        return new OperationView(
                recorded.operation().id().value(), by, recorded.operation().kind(), result, at, onNodes);
    }

    private String name(TenantId tenant, UserId user) throws RegistryException {
        String login = services.tenants()
                .findUser(tenant, user)
                .map(found -> found.value().login().value())
                .orElse(user.toString());
        if (tenant.equals(TenantRegistry.SYSTEM)) {
            return login;
        }
        String name = services.tenants()
                .findTenant(tenant)
                .map(Versioned::value)
                .map(Tenant::name)
                .map(Object::toString)
                .orElse(tenant.toString());
        return name + "/" + login;
    }

    private OnNodes onNodes(LoggedOperation logged) throws RegistryException, AdministrationException {
        UUID id = logged.operation().id().value();
        ChangeOutcome outcome;
        try {
            outcome = services.resources()
                    .nodes()
                    .outcome(id)
                    .orElseThrow(() -> new AdministrationException(
                            UNAVAILABLE, "the outcome of operation " + id + " cannot be read now"));
        } catch (ClusterUnavailableException e) {
            throw new AdministrationException(UNAVAILABLE, e.getMessage(), e);
        }
        TreeMap<UUID, Answer> answers = new TreeMap<>();
        outcome.answers()
                .forEach((node, answer) -> answers.put(
                        node, new Answer(Result.valueOf(answer.result().name()), answer.reason())));
        return OnNodes.of(
                logged.operation().tenant(),
                OptionalLong.of(logged.revision()),
                State.valueOf(outcome.state().name()),
                answers,
                outcome.waiting());
    }
}
