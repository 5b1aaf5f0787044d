package org.esbmt.administration.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.Consumer;
import org.esbmt.registry.api.configuration.Consumption;
import org.esbmt.registry.api.configuration.Contingent;
import org.esbmt.registry.api.configuration.ContingentQuery;
import org.esbmt.registry.api.configuration.Grantee;
import org.esbmt.registry.api.configuration.HolderId;
import org.esbmt.registry.api.configuration.Limit;
import org.esbmt.registry.api.configuration.Quota;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.registry.api.configuration.Resource;
import org.esbmt.registry.api.configuration.Use;
import org.esbmt.registry.api.service.AssemblyContent;
import org.esbmt.registry.api.service.AssemblyName;
import org.esbmt.registry.api.service.Deployment;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.ServiceName;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * What tenants use of their quotas: a user counts from the moment it is added, an assembly with its units and
 * endpoints while it is deployed, and the bytes of each archive from the moment that it is put until it is forgotten, whatever refers
 * to it. Everything here is part of the unit of work of the change.
 */
@Component(service = Allotments.class, configurationPid = AdministrationConfiguration.PID)
public final class Allotments {
    private static final Set<Resource> OF_ASSEMBLIES =
            Set.of(Resource.SERVICE_ASSEMBLIES, Resource.SERVICE_UNITS, Resource.ENDPOINTS, Resource.REGISTRY_BYTES);

    private static final Set<Resource> OF_SERVICES = Set.of(Resource.REGISTERED_SERVICES, Resource.REGISTRY_BYTES);

    private final BusServices services;
    private final Map<Resource, Long> defaults;

    @Activate
    public Allotments(@Reference BusServices services, AdministrationConfiguration configuration) {
        this(services, defaults(configuration.quota_defaults()));
    }

    Allotments(BusServices services, Map<Resource, Long> defaults) {
        this.services = requireNonNull(services, "services");
        this.defaults = new EnumMap<>(defaults);
    }

    /** Reads {@code RESOURCE=amount, ...}. */
    static Map<Resource, Long> defaults(String texts) {
        Map<Resource, Long> defaults = new EnumMap<>(Resource.class);
        for (String text : texts.isBlank() ? new String[0] : texts.split(",", -1)) {
            int equals = text.indexOf('=');
            try {
                Resource resource =
                        Resource.valueOf(text.substring(0, Math.max(equals, 0)).strip());
                long amount = Long.parseLong(text.substring(equals + 1).strip());
                Ceilings.notKept(resource).ifPresent(why -> {
                    throw new IllegalArgumentException(why);
                });
                if (amount < 0 || defaults.put(resource, amount) != null) {
                    throw new IllegalArgumentException("it is negative, or there twice");
                }
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        AdministrationConfiguration.PID + ": quota.defaults has '" + text
                                + "', which is not a resource, '=' and an amount (" + e.getMessage() + ")",
                        e);
            }
        }
        return defaults;
    }

    /**
     * What a new tenant gets.
     *
     * @param wanted instead of what all new ones get; empty for that
     * @return what it has
     */
    Map<Resource, Long> first(TenantId tenant, Map<Resource, Long> wanted, UserId by) throws RegistryException {
        Map<Resource, Long> quotas = wanted.isEmpty() ? defaults : new EnumMap<>(wanted);
        for (Map.Entry<Resource, Long> quota : quotas.entrySet()) {
            services.central().quotas().grant(QuotaKey.of(tenant, quota.getKey()), Limit.of(quota.getValue()), by);
        }
        return Collections.unmodifiableMap(quotas);
    }

    /** Whatever it was before; at an expected revision it was there. */
    Ask<Limit> setting(TenantId tenant, Resource resource, Limit limit) throws AdministrationException {
        Ceilings.checkKept(QuotaKey.of(tenant, resource));
        Target target = Target.of(tenant, "quota of " + resource + " of tenant " + tenant);
        return new Ask<>(
                target,
                Ask.request(tenant, resource, Ceilings.text(limit)),
                change -> {
                    services.central().consumption().hold(tenant, Set.of(resource));
                    Existing.notPurged(services.tenants(), tenant);
                    QuotaKey key = QuotaKey.of(tenant, resource);
                    Optional<Versioned<Quota>> before =
                            services.central().quotas().findQuota(key);
                    if (before.isPresent()) {
                        change.from(Ceilings.text(before.get().value().limit()));
                        services.central()
                                .quotas()
                                .change(key, change.revision(before.get().revision()), limit, change.by());
                    } else if (change.ofRevision()) {
                        throw new AdministrationException(NOT_FOUND, "there is no " + target.name());
                    } else {
                        services.central().quotas().grant(key, limit, change.by());
                    }
                    change.to(Ceilings.text(limit));
                    return limit;
                },
                before -> limit);
    }

    /** First of all that is done with a tenant's assemblies: see {@link Consumption#hold}. */
    void holdForAssemblies(TenantId tenant) throws RegistryException {
        services.central().consumption().hold(tenant, OF_ASSEMBLIES);
    }

    /** First of all that is done with a tenant's services. */
    void holdForServices(TenantId tenant) throws RegistryException {
        services.central().consumption().hold(tenant, OF_SERVICES);
    }

    /** First of all that is done to add a user. */
    void holdForUsers(TenantId tenant) throws RegistryException {
        services.central().consumption().hold(tenant, Set.of(Resource.USERS));
    }

    /** First of all where several things are done, or everything is given back. */
    void holdAll(Collection<TenantId> tenants) throws RegistryException {
        for (TenantId tenant : tenants.stream()
                .distinct()
                .sorted(comparing(TenantId::toString))
                .toList()) {
            services.central().consumption().hold(tenant, EnumSet.allOf(Resource.class));
        }
    }

    void user(Change change, TenantId tenant, UserId user) throws RegistryException {
        List<Use> uses = List.of(Use.of(Resource.USERS, 1));
        services.central().consumption().consume(new HolderId(user.value()), uses, consumer(change.caller(), tenant));
        warn(change, tenant, List.of(), uses);
    }

    /** A user is gone, and does not count any more; nor does what was handed out to nobody else, if it is not in use. */
    void left(TenantId tenant, UserId user) throws RegistryException {
        services.central().consumption().release(tenant, new HolderId(user.value()));
        Grantee gone = new Grantee.ToUser(user);
        int kept = 0;
        Listing<Versioned<Contingent>> part;
        do {
            part = services.central()
                    .contingents()
                    .listContingents(tenant, ContingentQuery.of(Set.of(gone), new Slice(kept, Slice.MAX_LIMIT)));
            for (Versioned<Contingent> contingent : part.entries()) {
                Contingent handedOut = contingent.value();
                if (handedOut.used() == 0) {
                    services.central().contingents().revoke(handedOut.quota(), gone, contingent.revision());
                } else {
                    kept++;
                }
            }
        } while (part.entries().size() == Slice.MAX_LIMIT);
    }

    /** An archive or a document is put into the service registry. One that is kept already counts already. */
    void artifact(Change change, TenantId tenant, Digest artifact, long bytes) throws RegistryException {
        HolderId holder = holder(tenant, artifact);
        if (services.central().consumption().uses(tenant, holder).isEmpty()) {
            List<Use> uses = List.of(Use.of(Resource.REGISTRY_BYTES, bytes));
            services.central().consumption().consume(holder, uses, consumer(change.caller(), tenant));
            warn(change, tenant, List.of(), uses);
        }
    }

    /** A version of an assembly is deployed, in place of the one before, if there was one. */
    void assembly(Change change, TenantId tenant, AssemblyContent content) throws RegistryException {
        long endpoints =
                content.units().stream().mapToLong(u -> u.endpoints().size()).sum();
        List<Use> uses = new ArrayList<>();
        uses.add(Use.of(Resource.SERVICE_ASSEMBLIES, 1));
        if (!content.units().isEmpty()) {
            uses.add(Use.of(Resource.SERVICE_UNITS, content.units().size()));
        }
        if (endpoints > 0) {
            uses.add(Use.of(Resource.ENDPOINTS, endpoints));
        }
        HolderId holder = holder(tenant, content.name());
        List<Use> before = services.central().consumption().release(tenant, holder);
        services.central().consumption().consume(holder, uses, consumer(change.caller(), tenant));
        warn(change, tenant, before, uses);
    }

    /** Of the soft limits that this change has passed, and none before it. */
    private void warn(Change change, TenantId tenant, List<Use> before, List<Use> after) throws RegistryException {
        for (Versioned<Quota> versioned : services.central().quotas().quotas(tenant)) {
            Quota quota = versioned.value();
            OptionalLong soft = quota.limit().soft();
            long more = covered(quota, after) - covered(quota, before);
            if (soft.isPresent() && quota.used() > soft.getAsLong() && quota.used() - more <= soft.getAsLong()) {
                change.warn("Tenant " + tenant + " uses " + quota.used() + " of "
                        + quota.key().resource() + ", more than the soft limit of " + soft.getAsLong()
                        + "; more than " + quota.limit().hard() + " will be refused.");
            }
        }
    }

    private static long covered(Quota quota, List<Use> uses) {
        return uses.stream()
                .filter(use -> quota.key().covers(quota.key().tenant(), use))
                .mapToLong(Use::amount)
                .sum();
    }

    void freed(TenantId tenant, AssemblyName assembly) throws RegistryException {
        services.central().consumption().release(tenant, holder(tenant, assembly));
    }

    /** The assemblies that one user reaches, and nobody else. */
    List<AssemblyName> deployed(TenantId tenant, UserId user) throws RegistryException {
        return deployments(tenant).stream()
                .filter(d -> d.current().content().user().equals(Optional.of(user)))
                .map(Deployment::assembly)
                .toList();
    }

    private List<Deployment> deployments(TenantId tenant) throws RegistryException {
        List<Deployment> all = new ArrayList<>();
        Listing<Versioned<Deployment>> part;
        do {
            part = services.central().services().listDeployments(tenant, new Slice(all.size(), Slice.MAX_LIMIT));
            part.entries().forEach(deployment -> all.add(deployment.value()));
        } while (!part.entries().isEmpty());
        return all;
    }

    /** A service is registered; its documents count as what is put. */
    void service(Change change, TenantId tenant, ServiceName service) throws RegistryException {
        List<Use> uses = List.of(Use.of(Resource.REGISTERED_SERVICES, 1));
        services.central().consumption().consume(holder(tenant, service), uses, consumer(change.caller(), tenant));
        warn(change, tenant, List.of(), uses);
    }

    void freed(TenantId tenant, ServiceName service) throws RegistryException {
        services.central().consumption().release(tenant, holder(tenant, service));
    }

    private static Consumer consumer(Caller caller, TenantId tenant) {
        return AccessPolicy.needsContingent(caller)
                ? new Consumer.WithinContingent(tenant, caller.user(), caller.roles())
                : new Consumer.WithinQuota(tenant, caller.user());
    }

    /** Of the bytes of what is kept under a digest. */
    static HolderId holder(TenantId tenant, Digest artifact) {
        return new HolderId(UUID.nameUUIDFromBytes((tenant + " " + artifact.hex()).getBytes(UTF_8)));
    }

    /** No assembly's name has a brace. */
    static HolderId holder(TenantId tenant, ServiceName service) {
        String name = tenant + "/{" + service.name().getNamespaceURI() + "}"
                + service.name().getLocalPart() + "}" + service.version();
        return new HolderId(UUID.nameUUIDFromBytes(name.getBytes(UTF_8)));
    }

    /** The same for all versions of an assembly. */
    static HolderId holder(TenantId tenant, AssemblyName assembly) {
        return new HolderId(UUID.nameUUIDFromBytes((tenant + "/" + assembly).getBytes(UTF_8)));
    }
}
